/// One call that changes the engine, before it is sent; always a `POST`.
public struct ControlRequest: Sendable, Equatable {
  /// Absolute path, such as `/api/v1/engine/pause`.
  public var path: String
  /// Query items in the order in which they are sent, not yet percent-encoded.
  public var query: [RESTRequest.QueryItem]
  /// JSON body; `nil` for a call that has none.
  public var body: JSONValue?
  /// Time limit of the call; `nil` for the transport's own limit for calls that change the engine.
  public var deadline: Duration?

  /// A call without a body, with the transport's own time limit.
  public init(path: String, query: [RESTRequest.QueryItem]) {
    self.path = path
    self.query = query
  }

  init(
    _ path: String, query: [RESTRequest.QueryItem] = [], body: JSONValue? = nil, deadline: Duration? = nil
  ) {
    self.path = path
    self.query = query
    self.body = body
    self.deadline = deadline
  }

  /// The call as one line for people and records, such as `POST /api/v1/engine/pause`; without host and body.
  public var line: String {
    let items = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "POST " + path + (items.isEmpty ? "" : "?" + items)
  }

  /// The body without the fixed confirmation phrase, as it is recorded; `null` when there is no body.
  public var recordedBody: JSONValue {
    guard case .object(var members)? = body else { return .null }
    members["confirm_phrase"] = nil
    return .object(members)
  }

  func request() throws(TransportError) -> RESTRequest {
    var data: Data?
    if let body {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let encoded = try? encoder.encode(body) else {
        throw .refusedLocally(reason: "the request cannot be written as JSON", nextStep: "check the values given")
      }
      data = encoded
    }
    var request = RESTRequest(.post, path, query: query, body: data, deadline: deadline)
    request.isRepeatable = false
    return request
  }
}

/// The calls that hean makes, each with the confirmation that the engine wants for it (docs/engine.md 1.2).
extension ControlRequest {
  private static let phrase: JSONValue = "I_UNDERSTAND_LIVE_TRADING"
  /// A start takes long: it connects to the exchange and warms up.
  private static let startDeadline = Duration.seconds(60)

  /// Adds the confirmation phrase.
  /// - Parameter mode: a dry run and the test network do not read the phrase. Every other mode gets it: the engine
  ///   wants it for real money, and a practice engine can be set to the same rules.
  private static func confirmed(_ mode: OperatingMode, _ members: [String: JSONValue] = [:]) -> JSONValue {
    switch mode {
    case .dryRun, .testnet: .object(members)
    case .practice, .practiceExchange, .rehearsal, .mainnet, .paperFallback, .unknown:
      .object(members.merging(["confirm_phrase": phrase]) { $1 })
    }
  }

  static func start(_ mode: OperatingMode) -> Self {
    .init(EngineAPI.path("/engine/start"), body: confirmed(mode), deadline: startDeadline)
  }
  static var stop: Self { .init(EngineAPI.path("/engine/stop"), body: [:]) }
  static var pause: Self { .init(EngineAPI.path("/engine/pause"), body: [:]) }
  static var resume: Self { .init(EngineAPI.path("/engine/resume")) }
  static var restart: Self { .init(EngineAPI.path("/engine/restart"), deadline: startDeadline) }
  static var kill: Self { .init(EngineAPI.path("/engine/kill")) }
  static var lockProfit: Self { .init(EngineAPI.path("/engine/lock-profit")) }
  static var resetHalt: Self { .init(EngineAPI.path("/engine/reset-halt")) }

  /// What the call stops; `nil` for a call that stops nothing.
  var stopKind: StopMoment.Kind? {
    switch path {
    case Self.emergency.path: .emergency
    case Self.pause.path: .pause
    case Self.stop.path, Self.lockProfit.path: .engineStop
    case Self.kill.path: .engineKill
    default: nil
    }
  }

  /// Whether it ends the engine object and starts a new one.
  var restartsEngine: Bool { path == Self.restart.path }

  static func enable(_ strategy: String, _ isEnabled: Bool) -> Self {
    .init(EngineAPI.path("/strategies/\(escaped(strategy))/enable"), body: ["enabled": .bool(isEnabled)])
  }
  static func parameters(_ strategy: String, _ values: [String: JSONValue]) -> Self {
    .init(EngineAPI.path("/strategies/\(escaped(strategy))/params"), body: ["params": .object(values)])
  }

  static func close(position id: String, _ mode: OperatingMode) -> Self {
    .init(EngineAPI.path("/orders/close-position"), body: confirmed(mode, ["position_id": .string(id)]))
  }
  static func close(symbol: String) -> Self {
    .init(EngineAPI.path("/orders/close-position-by-symbol"), body: ["symbol": .string(symbol)])
  }
  static var closeAll: Self { .init(EngineAPI.path("/orders/close-all-positions")) }
  static func cancel(order id: String) -> Self {
    .init(EngineAPI.path("/orders/cancel"), body: ["order_id": .string(id)])
  }
  static func cancelAll(_ mode: OperatingMode) -> Self {
    .init(EngineAPI.path("/orders/cancel-all"), body: confirmed(mode))
  }
  static func place(_ members: [String: JSONValue]) -> Self {
    .init(EngineAPI.path("/orders/test"), body: .object(members))
  }
  static func roundTrip(_ members: [String: JSONValue]) -> Self {
    .init(EngineAPI.path("/orders/test_roundtrip"), body: .object(members))
  }

  static var resetKillSwitch: Self {
    .init(EngineAPI.path("/risk/killswitch/reset"), query: [.init("confirm", "true")])
  }
  static var emergency: Self { .init(EngineAPI.path("/emergency/killswitch")) }
  static func clearGovernor(symbol: String?, isForced: Bool) -> Self {
    .init(
      EngineAPI.path("/risk/governor/clear"),
      body: ["confirm": true, "force": .bool(isForced), "symbol": .optional(symbol)])
  }
  static func quarantine(_ symbol: String, reason: String) -> Self {
    .init(EngineAPI.path("/risk/governor/quarantine/\(escaped(symbol))"), query: [.init("reason", reason)])
  }
  static func limits(_ values: [String: JSONValue]) -> Self {
    .init(EngineAPI.path("/risk/limits"), body: .object(values))
  }
  static func configure(_ values: [String: JSONValue]) -> Self {
    .init(EngineAPI.path("/config/update"), body: ["updates": .object(values)])
  }

  /// Percent-encodes one path segment.
  private static func escaped(_ text: String) -> String {
    text.percentEncoded(keeping: "-_.")
  }
}
