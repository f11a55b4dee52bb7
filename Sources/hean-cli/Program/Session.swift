import Foundation
import HeanCore
import HeanNetworking
import HeanPractice

/// One run of one command: the context with everything that was resolved for it.
struct Session: Sendable {
  var context: Context
  var settings: EffectiveSettings
  var configuration: LoadedConfiguration
  var store: ConfigurationStore
  var line: ParsedLine
  var timeZone: TimeZone
  /// Oldest prices that are acceptable (`--max-age`).
  var maxAge: Duration?
  var renderer: ReportRenderer
  var aim: Aim { renderer.aim }

  /// The engine's name, if it has one here: not that of a profile whose engine this run leaves aside.
  var profile: String? { settings.isProfilesEngine ? settings.profile.value : nil }

  /// The engine as it may be shown.
  var sourceURL: String {
    switch settings.engine.value {
    case .network(let url): url.absoluteString
    case .practice: "practice"
    }
  }

  /// A moment as people read it, in the zone that was asked for.
  func clock(_ date: Date?) -> String { date.map { ClockText.text($0, timeZone) } ?? "–" }

  /// Seconds since a moment that was typed, in the zone that was asked for.
  func seconds(since moment: Since?, typedFor option: OptionSpec, usually: Decimal) throws -> Decimal {
    guard let moment else { return usually }
    guard let seconds = moment.seconds(before: context.now(), in: timeZone) else {
      throw line.invalid(option, line.string(option) ?? "", expected: "a moment that has passed")
    }
    return seconds
  }

  /// Tells something beside the result, on standard error; as an object where errors are objects.
  func note(_ text: String) {
    let text = sanitized(text)
    let isJSON = settings.output.value.isJSON
    try? context.errors.write((isJSON ? JSONText.compact(["note": .string(text)]) : "hean: \(text)") + "\n")
  }

  /// Opens the way to the engine, real or practice, for as long as the body runs.
  func withEngine<Value: Sendable>(
    _ body: @Sendable (EngineReader) async throws -> Value
  ) async throws -> Value {
    try await withAddress { url, key in try await body(EngineReader(transport: try transport(to: url, key: key))) }
  }

  /// The same for verbs that change the engine.
  /// - Parameter readDeadline: for each look; `nil` takes the run's.
  func withControl<Value: Sendable>(
    readDeadline: Duration? = nil, keyDeadline: Duration? = nil, _ body: @Sendable (EngineClient) async throws -> Value
  ) async throws -> Value {
    try await withAddress(keyDeadline: keyDeadline) { url, key in
      try await body(EngineClient(transport: try transport(to: url, key: key, readDeadline: readDeadline)))
    }
  }

  /// Where the engine is, real or practice, for as long as the body runs, and the key that it wants.
  /// - Parameter keyDeadline: for a command that tells the key; `nil` takes the usual one.
  func withAddress<Value: Sendable>(
    keyDeadline: Duration? = nil, _ body: @Sendable (URL, APIKey?) async throws -> Value
  ) async throws -> Value {
    switch settings.engine.value {
    case .network(let url): return try await body(url, try await apiKey(within: keyDeadline))
    case .practice: return try await PracticeWorld(session: self).withServer { url in try await body(url, nil) }
    }
  }

  func transport(to url: URL, key: APIKey?, readDeadline: Duration? = nil) throws -> HTTPTransport {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.apiKey = key
    configuration.allowsKeyOverPlainHTTP = settings.allowsKeyOverPlainHTTP.value
    configuration.readDeadline = readDeadline ?? settings.timeout.value
    configuration.connection = connectOptions
    configuration.userAgent = "hean/\(VersionCommand.number)"
    let errors = context.errors
    var trace: (@Sendable (TraceEvent) -> Void)?
    if line.flag(GlobalOptions.verbose) {
      trace = { event in try? errors.write(sanitized(event.line) + "\n") }
    }
    guard let sender = try sender(configuration) else {
      return HTTPTransport(configuration: configuration, now: context.now, random: context.random, trace: trace)
    }
    return HTTPTransport(
      configuration: configuration, sender: sender, now: context.now, random: context.random, trace: trace)
  }

  /// How connections are opened, for requests and streams alike.
  var connectOptions: ConnectOptions {
    var options = ConnectOptions(environment: context.environment)
    options.authorities = settings.caFile.value
    return options
  }

  /// What moves the requests: the context's own, or as `HEAN_HTTP` says; `nil` for hean's own client.
  private func sender(_ configuration: TransportConfiguration) throws -> (any HTTPSending)? {
    if let sender = context.sender { return sender }
    switch context.environment["HEAN_HTTP"] ?? "" {
    case "", "auto": return nil
    case "urlsession": return try URLSessionChoice.sender(configuration, askedBy: "HEAN_HTTP")
    case let name:
      throw Failure(.configuration, "HEAN_HTTP cannot be '\(name)'", nextStep: "set it to auto or urlsession")
    }
  }

  /// - Throws: exit 4 when `--max-age` was given and the prices behind an answer are older, or of unknown age.
  func checkAge(_ age: Decimal?) throws {
    guard let maxAge else { return }
    guard let age, age <= maxAge.decimalSeconds else { throw Failure(age: age, olderThan: maxAge) }
  }
}
