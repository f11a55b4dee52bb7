import Foundation
import HeanCore
import HeanNetworking

/// How a stream is followed and when it ends; what every following command takes.
struct StreamOptions: Sendable {
  static let severity = OptionSpec(
    "severity", .choice(EventSeverity.allCases.map { $0.rawValue.lowercased() }, "LEVEL"),
    help: "only events at least so severe")
  static let since = OptionSpec(
    "since-seq", .value("N"), help: "events after this number first, as far as the engine remembers")
  static let until = OptionSpec("until", .value("EXPR"), help: "end when this holds: hean help conditions")
  static let duration = OptionSpec("duration", .value("TIME"), help: "end after this time")
  static let count = OptionSpec("count", .value("N"), help: "end after so many events")
  static let background = OptionSpec(
    "background", .flag, help: "without a WebSocket, ask every 30 s instead of every 2 s")
  static let maxMessage = OptionSpec(
    "max-message", .value("SIZE"), help: "largest message accepted, e.g. 32MiB (16MiB)")
  static let all = [
    Options.symbol, Options.strategy, severity, since, until, duration, count, background, maxMessage,
  ]

  var filter: EventFilter
  var sinceSeq: Int?
  var condition: Condition?
  var duration: Duration?
  var count: Int?
  var isBackground: Bool
  var maximumMessage: Int

  init(_ line: ParsedLine) throws(UsageError) {
    filter = EventFilter(
      wanted: Wanted(line),
      severity: line.string(Self.severity).flatMap { EventSeverity(rawValue: $0.uppercased()) })
    sinceSeq = try line.integer(Self.since, in: 0...999_999_999_999_999)
    condition = try line.condition(Self.until)
    duration = try line.duration(Self.duration)
    count = try line.integer(Self.count, in: 1...Int.max)
    isBackground = line.flag(Self.background)
    maximumMessage = try line.size(Self.maxMessage, in: (1 << 10)...(1 << 30)) ?? 16 << 20
  }

  func configuration(_ session: Session, _ url: URL, _ topics: [Topic]) throws -> EventStreamConfiguration {
    let environment = session.context.environment
    var configuration = EventStreamConfiguration(baseURL: url, topics: topics)
    configuration.since = sinceSeq
    configuration.socket.userAgent = "hean/\(VersionCommand.number)"
    configuration.socket.maximumMessage = maximumMessage
    configuration.socket.connectLimit = session.settings.timeout.value
    configuration.socket.connection = session.connectOptions
    configuration.socket.kind = try Self.kind(environment)
    if configuration.socket.kind == .urlsession {
      configuration.socket.alternative = try URLSessionChoice.webSocket(askedBy: "HEAN_WEBSOCKET")
    }
    if isBackground { configuration.timing.poll = .seconds(30) }
    configuration.states = [
      Endpoint<EngineStatus>.engineStatus.path, Endpoint<KillSwitchStatus>.killSwitch.path,
    ]
    return configuration
  }

  private static func kind(_ environment: [String: String]) throws -> WebSocketOptions.Kind {
    guard let name = environment["HEAN_WEBSOCKET"], !name.isEmpty else { return .auto }
    guard let kind = WebSocketOptions.Kind(rawValue: name) else {
      let known = WebSocketOptions.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.configuration, "HEAN_WEBSOCKET cannot be '\(name)'", nextStep: "set it to one of \(known)")
    }
    return kind
  }
}

extension ParsedLine {
  /// A condition, or an error that points at the column where it stops to be one.
  func condition(_ option: OptionSpec) throws(UsageError) -> Condition? {
    guard let text = string(option) else { return nil }
    do throws(ConditionError) {
      return try Condition(text)
    } catch {
      throw .invalidCondition(text, option: option.name, column: error.column, message: error.message)
    }
  }

  /// Bytes, with `KiB`, `MiB` or `GiB` behind the number.
  func size(_ option: OptionSpec, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = string(option) else { return nil }
    let units = ["KiB": 10, "MiB": 20, "GiB": 30]
    let unit = units.first { text.lowercased().hasSuffix($0.key.lowercased()) }
    let digits = unit.map { String(text.dropLast($0.key.count)) } ?? text
    guard let number = Int(digits), number > 0, number <= 1 << 31, range.contains(number << (unit?.value ?? 0)) else {
      throw invalid(option, text, expected: "a size such as 64KiB, 16MiB or 1GiB")
    }
    return number << (unit?.value ?? 0)
  }
}

extension Session {
  /// Opens the way to the engine for a stream beside reads, real or practice, for as long as the body runs.
  func withFeed<Value: Sendable>(
    _ topics: [Topic], _ options: StreamOptions,
    _ body: @Sendable (EngineClient, EventStream) async throws -> Value
  ) async throws -> Value {
    try await withAddress { url, key in
      let transport = try self.transport(to: url, key: key, readDeadline: .seconds(10))
      return try await body(EngineClient(transport: transport), try stream(topics, options, url, transport))
    }
  }

  /// A stream of its own, for whoever reads over another way.
  func stream(_ topics: [Topic], _ options: StreamOptions, to url: URL, key: APIKey?) throws -> EventStream {
    try stream(topics, options, url, try transport(to: url, key: key, readDeadline: .seconds(10)))
  }

  private func stream(
    _ topics: [Topic], _ options: StreamOptions, _ url: URL, _ transport: HTTPTransport
  ) throws -> EventStream {
    EventStream(
      try options.configuration(self, url, topics), rest: transport, now: context.now, random: context.random,
      sleep: context.sleep)
  }
}
