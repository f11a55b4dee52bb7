import Dispatch
import HeanCore
import HeanPractice
import Synchronization

/// Answers the requests of scrapers.
struct ExporterService: Sendable {
  let targets: ExporterTargets
  let tally: ExporterTally
  let elapsed: @Sendable () -> Duration
  /// Converts a duration on the clock of `elapsed` to real time.
  let realTime: @Sendable (Duration) -> Duration
  /// Whether only programs of this machine can ask.
  let isLoopback: Bool

  /// Called on the thread of a connection, which it may hold up.
  func reply(to request: HTTPRequestParser.Request) -> HTTPReply {
    if isLoopback, let (status, reason) = LoopbackOnly.refusal(request.headers, of: "this exporter") {
      return Self.refusal(status, reason)
    }
    guard ["GET", "HEAD"].contains(request.method) else {
      var reply = Self.refusal(405, "only GET and HEAD are answered")
      reply.headers["Allow"] = "GET, HEAD"
      return reply
    }
    switch request.path {
    case "/metrics":
      return scrape(request) { [targets] in await targets.chosen.report() }
    case "/probe": return probe(request)
    case "/-/healthy": return Self.text(200, "healthy")
    case "/": return page()
    default: return Self.refusal(404, "there is nothing here: try /metrics, /probe?target=PROFILE or /-/healthy")
    }
  }

  private func probe(_ request: HTTPRequestParser.Request) -> HTTPReply {
    guard let name = request.query["target"], !name.isEmpty else {
      return Self.refusal(400, "no target: /probe?target=PROFILE, with the name of a profile")
    }
    guard name != ProfileName.practice else {
      return Self.refusal(
        404, "the built-in practice engine lives in one run of hean; serve it, and give it a profile with its address")
    }
    let found = Blocking.value(within: realTime(.seconds(5))) {
      [targets] () -> Result<EngineLooks, ConfigurationError> in
      do throws(ConfigurationError) { return .success(try await targets.looks(of: name)) } catch {
        return .failure(error)
      }
    }
    switch found {
    case .success(let looks)?: return scrape(request) { await looks.report() }
    case .failure(.unknownProfile(let name, _, let known))?:
      let known = known.filter { $0 != ProfileName.practice }
      let names = known.isEmpty ? "there are none" : "there are " + Figures.listed(known, most: 20)
      return Self.refusal(404, "no profile \(name.printable); \(names)")
    case .failure(let error)?: return Self.refusal(404, error.message)
    case nil: return Self.refusal(503, "the configuration was not read in time")
    }
  }

  private func scrape(
    _ request: HTTPRequestParser.Request, _ report: @escaping @Sendable () async -> EngineReport
  ) -> HTTPReply {
    let begun = elapsed()
    let wanted = ScrapeRequest(request.headers)
    let report = Blocking.value(within: realTime(wanted.limit), report)
    tally.scraped()
    var families: [MetricFamily]
    if let report {
      var metrics = EngineMetrics(report, elapsed: elapsed())
      families = metrics.families()
    } else {
      families = EngineMetrics.pending()
    }
    families.append(
      .gauge(
        "hean_scrape_duration_seconds", unit: "seconds", help: "How long this scrape took, waiting included.",
        (elapsed() - begun).decimalSeconds.rounded(to: 6)))
    families.append(.info("hean_build_info", help: "The exporter.", [MetricLabel("version", Version.number)]))
    if request.path == "/metrics" { families += ownFamilies }
    return HTTPReply(
      status: 200, headers: ["Content-Type": wanted.format.contentType, "Cache-Control": "no-store"],
      body: Data(wanted.format.text(families).utf8))
  }

  /// What the exporter tells of itself.
  private var ownFamilies: [MetricFamily] {
    [
      Self.counter("exporter_scrapes", "Scrapes that were answered.", tally.scrapes),
      Self.counter("exporter_looks", "Looks at engines, of all targets.", tally.looks),
      Self.counter("exporter_shared_answers", "Scrapes that took the look of another one.", tally.sharedAnswers),
    ]
  }

  private static func counter(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
    MetricFamily("hean_\(name)_total", .counter, help: help, [MetricSample(value: Decimal(value))])
  }

  /// A page for who looks with a browser.
  private func page() -> HTTPReply {
    let names = Blocking.value(within: realTime(.seconds(1))) { [targets] in await targets.names } ?? []
    let most = 200
    let probes = names.prefix(most).map { name in
      Markup("li", [Markup("a", ["href": "/probe?target=" + name.percentEncoded()], name)])
    }
    let rest = names.count > most ? [Markup("p", "and \(names.count - most) more")] : []
    let body = Markup(
      "html",
      [
        Markup("head", [Markup("title", "HEAN metrics")]),
        Markup(
          "body",
          [
            Markup("h1", "HEAN metrics"),
            Markup("p", [Markup("a", ["href": "/metrics"], "metrics of the engine it was started for")]),
            Markup("p", "By profile:"), Markup("ul", probes),
          ] + rest),
      ])
    return HTTPReply(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'",
        "X-Content-Type-Options": "nosniff",
      ], body: Data(("<!DOCTYPE html>" + body.source + "\n").utf8))
  }

  static func refusal(_ status: Int, _ reason: String) -> HTTPReply { text(status, reason) }

  private static func text(_ status: Int, _ words: String) -> HTTPReply {
    HTTPReply(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff"],
      body: Data((sanitized(words) + "\n").utf8))
  }
}

/// Waits on a thread of its own for what tasks do.
enum Blocking {
  /// - Returns: `nil` when the time is over first; what was begun goes on.
  static func value<Value: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () async -> Value
  ) -> Value? {
    let (place, done) = (Place<Value>(), DispatchSemaphore(value: 0))
    Task {
      place.put(await body())
      done.signal()
    }
    guard done.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .success else { return nil }
    return place.value
  }

  private final class Place<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    var value: Value? { held.withLock { $0 } }
    func put(_ value: Value) { held.withLock { $0 = value } }
  }
}
