import HeanCore
import HeanNetworking

/// How long an answer takes, and how many more reads are allowed.
struct DoctorPace: Sendable {
  let session: Session
  let limit: Duration

  /// An endpoint that costs the engine nothing and has no limit.
  private static let path = "/api/v1/telemetry/ping"
  private static let reads = 25
  /// A screen needs several answers: with this one of a single answer it lags.
  private static let slow = Duration.seconds(1)

  private struct Series: Sendable {
    var times: [Duration] = []
    var headers: [String: String] = [:]
    var lost = 0
    var error: TransportError?
  }

  func findings() async -> [DoctorFinding] {
    let (session, limit) = (session, limit)
    let series = await session.check(.latency, within: limit + .seconds(1)) {
      try await session.target.withTransport(in: session.context, following: [], readDeadline: limit) {
        transport, _ in
        await read(by: transport, within: limit)
      }
    }
    switch series {
    case .success(let series): return [latency(series), limits(series)]
    case .failure(let error):
      let reason = "nothing was measured"
      return [DoctorFinding(.latency, failed: session.failure(error)), DoctorFinding(.limits, .skip, reason)]
    case nil:
      let late = session.failure(TransportError.deadlineExceeded(after: limit, sent: true))
      return [DoctorFinding(.latency, failed: late), DoctorFinding(.limits, .skip, "nothing was measured")]
    }
  }

  /// One read after another over the same connection, as long as there is time. The one that opens it does not count.
  private func read(by transport: any RESTTransport, within limit: Duration) async -> Series {
    var series = Series()
    let context = session.context
    let begin = context.elapsed()
    for number in 0...Self.reads {
      let left = limit - (context.elapsed() - begin)
      guard left > .zero, !Task.isCancelled else { break }
      var request = RESTRequest(.get, Self.path, deadline: context.realTime(left))
      request.isRepeatable = false
      let start = context.elapsed()
      do throws(TransportError) {
        let answer = try await transport.send(request)
        if number > 0 { series.times.append(context.elapsed() - start) }
        series.headers.merge(answer.headers) { $1 }
      } catch {
        series.lost += 1
        series.error = error
        if series.lost == 3 { break }
      }
    }
    return series
  }

  private func latency(_ series: Series) -> DoctorFinding {
    let sorted = series.times.sorted()
    guard let middle = Self.quantile(0.5, of: sorted), let last = Self.quantile(0.99, of: sorted) else {
      let error = series.error ?? .deadlineExceeded(after: limit, sent: true)
      return DoctorFinding(.latency, failed: session.failure(error))
    }
    let words = "p50 \(Self.text(middle)), p99 \(Self.text(last)) of \(sorted.count) reads of \(Self.path)"
    if series.lost > 0 {
      return DoctorFinding(
        .latency, .warn, "\(words); \(series.lost) got no answer",
        remedy: "look at the way to the engine: ping, mtr; or run this command on its machine")
    }
    guard last > Self.slow else { return DoctorFinding(.latency, .ok, words) }
    return DoctorFinding(
      .latency, .warn, words,
      remedy: "run this command on the engine's machine: if it is quick there, the way is slow, else the engine")
  }

  private func limits(_ series: Series) -> DoctorFinding {
    let told = series.headers.filter { $0.key.contains("ratelimit") }
    guard !told.isEmpty else {
      return DoctorFinding(
        .limits, .skip, "the answers tell none; the engine's own: /health 60, /settings 30 reads a minute")
    }
    let words = told.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let isSpent = told.contains { $0.key.hasSuffix("remaining") && Int($0.value.trimmed()) == 0 }
    guard isSpent else { return DoctorFinding(.limits, .ok, words) }
    return DoctorFinding(
      .limits, .warn, words, remedy: "wait for the reset that it names; run fewer screens with --watch")
  }

  /// By nearest rank; `nil` without figures.
  static func quantile(_ share: Double, of sorted: [Duration]) -> Duration? {
    guard !sorted.isEmpty else { return nil }
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }

  /// In milliseconds, with one digit below ten.
  static func text(_ time: Duration) -> String {
    let milliseconds = time.decimalSeconds * 1_000
    return "\(milliseconds.rounded(to: milliseconds < 10 ? 1 : 0).exactText) ms"
  }
}
