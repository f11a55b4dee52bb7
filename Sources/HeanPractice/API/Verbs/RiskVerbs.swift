import HeanCore

/// `/risk/*`, `/emergency/*` and `/config/*`.
enum RiskVerbs {
  static func reset(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    let text = request.query["confirm"] ?? "false"
    guard ["true", "1", "yes", "on", "false", "0", "no", "off"].contains(text.lowercased()) else {
      throw Router.Invalid(
        "bool_parsing", ["query", "confirm"], "Input should be a valid boolean, unable to interpret input",
        .string(text))
    }
    guard world.isDryRun || ["true", "1", "yes", "on"].contains(text.lowercased()) else {
      throw Verb.Refusal(403, "Killswitch reset requires confirmation in live mode. Set confirm=true to proceed.")
    }
    guard world.isRunning else { throw Verb.Refusal(500, "500: Engine not running") }
    world.resetKillSwitch()
    return ["status": "success", "message": "Killswitch reset successfully"]
  }

  static func emergency(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard world.isRunning else { throw Verb.Refusal(503, "Event bus not available") }
    world.triggerEmergency()
    return [
      "status": "success", "message": "Killswitch triggered", "reason": "Emergency killswitch activated via API",
      "response_time_ms": .figure(0.4), "timestamp": .zoned(request.now),
    ]
  }

  static func clearGovernor(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard try request.body.flag("confirm") == true else {
      throw Verb.Refusal(403, "Live mode requires confirm=true to clear risk governor")
    }
    guard world.isRunning else { throw Verb.Refusal(409, "Engine not running") }
    if let symbol = try request.body.string("symbol") {
      guard let index = world.control.quarantined.firstIndex(of: symbol) else {
        return ["status": "not_quarantined", "symbol": .string(symbol)]
      }
      world.control.quarantined.remove(at: index)
      return ["status": "cleared", "symbol": .string(symbol)]
    }
    let since = world.second - (world.governor.changed ?? 0)
    guard try request.body.flag("force") == true || world.governor.level == .normal || since >= 3600 else {
      return [
        "status": "cannot_clear", "message": "Cooldown has not passed",
        "clear_rule": .string(world.governor.level.rule),
      ]
    }
    world.clearGovernor()
    return [
      "status": "cleared", "risk_state": "NORMAL", "message": "Risk governor cleared",
      "peak_equity": .number(world.governor.peak),
    ]
  }

  /// Accepts any word as a symbol.
  static func quarantine(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard world.isRunning else { throw Verb.Refusal(409, "Engine not running") }
    world.quarantine(request.parameter, request.query["reason"] ?? "MANUAL")
    return [
      "status": "quarantined", "symbol": .string(request.parameter),
      "reason": .string(request.query["reason"] ?? "MANUAL"),
    ]
  }

  static func limits(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    var limits = world.control.limits
    var updated: [JSONValue] = []
    func number(_ name: String, _ most: Decimal?, _ store: (Decimal) -> Void) throws {
      guard let value = try request.body.positive(name) else { return }
      if let most, value > most {
        throw Router.Invalid(
          "less_than_equal", ["body", name], "Input should be less than or equal to \(most)", .number(value))
      }
      store(value)
      updated.append(.string("\(name)=\(value)"))
    }
    try number("max_open_positions", 100) { limits.maxOpenPositions = Int(clamping: $0) }
    try number("max_daily_attempts", 1000) { limits.maxDailyAttempts = Int(clamping: $0) }
    try number("max_exposure_usd", nil) { limits.maxExposure = $0 }
    try number("min_notional_usd", nil) { limits.minNotional = $0 }
    if case .number(0)? = request.body.members["cooldown_seconds"] {
      limits.cooldownSeconds = 0
      updated.append("cooldown_seconds=0")
    } else {
      try number("cooldown_seconds", 86_400) { limits.cooldownSeconds = Int(clamping: $0) }
    }
    guard world.isDryRun else {
      throw Verb.Refusal(403, "Risk limits can only be updated in paper/dry_run mode")
    }
    world.control.limits = limits
    return [
      "status": "success", "message": "Risk limits updated", "updated": .array(updated),
      "current_limits": RiskResponses.limits(world),
    ]
  }

  static func configure(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard case .object(let updates) = try request.body.required("updates"), !updates.isEmpty else {
      throw Router.Invalid("value_error", ["body", "updates"], "Value error, updates must not be empty", .null)
    }
    var rejected: [String: JSONValue] = [:]
    var changed: [String] = []
    var accepted: [String] = []
    for (key, value) in updates.sorted(by: { $0.key < $1.key }) {
      if Settings.blocked.contains(key) {
        rejected[key] = "BLOCKED_KEY"
      } else if world.control.settings.values[key] == nil {
        rejected[key] = "NOT_IN_WHITELIST"
      } else {
        accepted.append(key)
        if world.control.settings.set(key, value) { changed.append(key) }
      }
    }
    if case .number(let most)? = world.control.settings.values["max_open_positions"] {
      world.control.limits.maxOpenPositions = Int(clamping: most)
    }
    let head: [String: JSONValue] = [
      "accepted": .array(accepted.map { .string($0) }), "rejected": .object(rejected), "timestamp": .zoned(request.now),
    ]
    if accepted.isEmpty {
      return .object(head.merging(["status": "no_op", "message": "No valid keys to update."]) { $1 })
    }
    let values = Dictionary(changed.map { ($0, world.control.settings.values[$0] ?? .null) }) { $1 }
    return .object(
      head.merging([
        "status": "ok", "changed": .array(changed.map { .string($0) }), "new_values": .object(values),
        "channel": "practice",
      ]) { $1 })
  }
}
