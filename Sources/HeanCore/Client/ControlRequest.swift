import Foundation

/// One call that changes the engine, before it is sent.
public struct ControlRequest: Sendable, Equatable {
  public var path: String
  public var query: [RESTRequest.QueryItem]
  /// `nil` where the engine wants none.
  public var body: JSONValue?
  /// What the call may take; `nil` is the transport's own limit for control calls.
  public var deadline: Duration?

  /// What is not given is not known.
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

  /// The call as a line for people and records: no host, no confirmation phrase.
  public var line: String {
    let items = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "POST " + path + (items.isEmpty ? "" : "?" + items)
  }

  /// What the body says apart from the fixed confirmation phrase, which says nothing.
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

/// Every call the console makes, with the confirmation that the engine wants for it (docs/engine.md 1.2).
extension ControlRequest {
  private static let phrase: JSONValue = "I_UNDERSTAND_LIVE_TRADING"
  /// Starting connects to the exchange and warms up.
  private static let startDeadline = Duration.seconds(60)

  /// - Parameter mode: the phrase is wanted where orders move real money, where nobody knows, and by a practice engine
  ///   with the rules of one that does; the others do not read it.
  private static func confirmed(_ mode: OperatingMode, _ members: [String: JSONValue] = [:]) -> JSONValue {
    switch mode {
    case .dryRun, .testnet: .object(members)
    case .practice, .mainnet, .paperFallback, .unknown: .object(members.merging(["confirm_phrase": phrase]) { $1 })
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

  /// One path segment.
  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_."))) ?? text
  }
}
