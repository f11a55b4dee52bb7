import HeanCore

/// One call that changes the engine.
struct Verb: Sendable {
  typealias Run = @Sendable (inout World, VerbRequest) throws -> JSONValue

  /// Whether the request must carry a JSON object, at least `{}`.
  var needsBody = false
  /// How many requests a minute are allowed; `nil` for no limit.
  var limit: Int?
  /// Whether it takes the engine's lock, which a resume on a stopped engine never releases.
  var takesLock = false
  var run: Run

  /// The input of the handler.
  struct VerbRequest {
    var parameter: String
    var query: [String: String]
    var body: Body
    var now: Date
  }

  /// The engine's HTTPException: error shape E1 of docs/engine.md.
  struct Refusal: Error {
    var status: Int
    var detail: String
    init(_ status: Int, _ detail: String) {
      self.status = status
      self.detail = detail
    }
  }

  static func find(_ path: String) -> (verb: Verb, parameter: String)? {
    if let verb = table[path] { return (verb, "") }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    for (pattern, verb) in patterns {
      let words = pattern.split(separator: "/")
      guard words.count == parts.count, zip(words, parts).allSatisfy({ $0 == "*" || $0 == $1 }),
        let place = words.firstIndex(of: "*")
      else { continue }
      return (verb, parts[place])
    }
    return nil
  }

  /// Where verbs are; `*` stands for a part that names something.
  static var paths: [String] { (table.keys + patterns.map(\.0)).sorted() }

  private static let table: [String: Verb] = [
    "/api/v1/engine/start": Verb(needsBody: true, limit: 5, takesLock: true, run: EngineVerbs.start),
    "/api/v1/engine/stop": Verb(needsBody: true, limit: 5, takesLock: true, run: EngineVerbs.stop),
    "/api/v1/engine/pause": Verb(needsBody: true, takesLock: true, run: EngineVerbs.pause),
    "/api/v1/engine/resume": Verb(takesLock: true, run: EngineVerbs.resume),
    "/api/v1/engine/restart": Verb(takesLock: true, run: EngineVerbs.restart),
    "/api/v1/engine/kill": Verb(takesLock: true, run: EngineVerbs.kill),
    "/api/v1/engine/lock-profit": Verb(takesLock: true, run: EngineVerbs.lockProfit),
    "/api/v1/engine/reset-halt": Verb(run: EngineVerbs.resetHalt),
    "/api/v1/orders/test": Verb(needsBody: true, limit: 10, run: OrderVerbs.place),
    "/api/v1/orders/test_roundtrip": Verb(needsBody: true, limit: 10, run: OrderVerbs.roundTrip),
    "/api/v1/orders/cancel": Verb(needsBody: true, limit: 30, run: OrderVerbs.cancel),
    "/api/v1/orders/cancel-all": Verb(needsBody: true, limit: 5, run: OrderVerbs.cancelAll),
    "/api/v1/orders/close-position": Verb(needsBody: true, limit: 10, run: OrderVerbs.close),
    "/api/v1/orders/close-position-by-symbol": Verb(needsBody: true, limit: 10, run: OrderVerbs.closeBySymbol),
    "/api/v1/orders/close-all-positions": Verb(run: OrderVerbs.closeAll),
    "/api/v1/orders/paper/close_all": Verb(run: OrderVerbs.closeAll),
    "/api/v1/risk/killswitch/reset": Verb(run: RiskVerbs.reset),
    "/api/v1/emergency/killswitch": Verb(run: RiskVerbs.emergency),
    "/api/v1/risk/governor/clear": Verb(needsBody: true, run: RiskVerbs.clearGovernor),
    "/api/v1/risk/limits": Verb(needsBody: true, run: RiskVerbs.limits),
    "/api/v1/config/update": Verb(needsBody: true, run: RiskVerbs.configure),
  ]

  private static let patterns: [(String, Verb)] = [
    ("api/v1/strategies/*/enable", Verb(needsBody: true, run: EngineVerbs.enable)),
    ("api/v1/strategies/*/params", Verb(needsBody: true, run: EngineVerbs.parameters)),
    ("api/v1/risk/governor/quarantine/*", Verb(run: RiskVerbs.quarantine)),
  ]
}

/// A request's JSON object. Errors in it are reported with the engine's texts.
struct Body {
  var members: [String: JSONValue] = [:]

  init(_ data: Data, isNeeded: Bool) throws {
    guard !data.isEmpty else {
      guard !isNeeded else { throw Router.Invalid("missing", ["body"], "Field required", .null) }
      return
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else {
      throw Router.Invalid("json_invalid", ["body"], "JSON decode error", [:])
    }
    guard case .object(let members) = value else {
      throw Router.Invalid(
        "model_attributes_type", ["body"], "Input should be a valid dictionary or object to extract fields from", value)
    }
    self.members = members
  }

  func required(_ name: String) throws -> JSONValue {
    guard let value = members[name] else {
      throw Router.Invalid("missing", ["body", name], "Field required", .object(members))
    }
    return value
  }

  func string(_ name: String) throws -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case let other?:
      throw Router.Invalid("string_type", ["body", name], "Input should be a valid string", other)
    }
  }

  func flag(_ name: String) throws -> Bool? {
    switch members[name] {
    case nil, .null?: return nil
    case .bool(let value)?: return value
    case let other?:
      throw Router.Invalid(
        "bool_parsing", ["body", name], "Input should be a valid boolean, unable to interpret input", other)
    }
  }

  /// The largest accepted number: with larger ones, sums and products would lose their last digits.
  static let most: Decimal = 1_000_000_000
  private static let least = Decimal(sign: .plus, exponent: -9, significand: 1)

  /// A number above zero, between `least` and `most`; `nil` when it is missing.
  func positive(_ name: String) throws -> Decimal? {
    let value: Decimal
    switch members[name] {
    case nil, .null?: return nil
    case .number(let number)?: value = number
    case let other?:
      guard case .string(let text) = other, let number = Decimal(exactly: text) else {
        throw Router.Invalid(
          "float_parsing", ["body", name], "Input should be a valid number, unable to parse string as a number", other)
      }
      value = number
    }
    guard value > 0 else {
      throw Router.Invalid("greater_than", ["body", name], "Input should be greater than 0", .number(value))
    }
    guard value <= Self.most else {
      throw Router.Invalid(
        "less_than_equal", ["body", name], "Input should be less than or equal to \(Self.most)", .number(value))
    }
    guard value >= Self.least else {
      throw Router.Invalid(
        "greater_than_equal", ["body", name], "Input should be greater than or equal to 0.000000001", .number(value))
    }
    return value
  }
}
