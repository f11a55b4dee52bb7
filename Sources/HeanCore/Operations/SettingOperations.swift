/// Operations on settings and limits.
extension EngineOperation {
  /// `config.set`: changes keys of the configuration while the engine runs (docs/engine.md 2.9).
  /// - Parameters:
  ///   - values: keys of `ConfigurationValues` with the new values as text.
  ///   - isForced: whether to set values that hean refuses as unsafe.
  public static func configure(_ values: [(key: String, text: String)], isForced: Bool) -> EngineOperation {
    EngineOperation(.setConfiguration, .severe, sees: [.configuration]) { snapshot throws(EngineError) in
      let title = "set \(values.map(\.key).joined(separator: ", "))"
      let current = try required(snapshot.configuration).values
      var plan = OperationPlan(title)
      var updates: [String: JSONValue] = [:]
      for (key, text) in values {
        guard let before = current[key] else {
          throw .notFound(kind: "key", name: key, known: current.keys.sorted())
        }
        guard let after = SettingRange.parse(text, like: before) else {
          return .refused(
            title, "\(key) is now \(before.plainText); '\(text)' is not of that kind", next: .query(.configuration, key)
          )
        }
        if after == before {
          plan.unchanged.append("\(key) is \(before.plainText) already")
          continue
        }
        if !isForced, let problem = SettingRange.problem(key, after) {
          return .refused(title, problem, next: "choose a value inside, or add \(option: .force) if you mean it")
        }
        updates[key] = after
        plan.change(key, before.plainText, after.plainText)
        if let effect = SettingRange.effect(key) { plan.consequences.append(effect) }
      }
      guard !updates.isEmpty else { return plan }
      plan.caveats = ["the engine checks no range, and forgets this when its process restarts"]
      let wanted = updates
      plan.steps = [
        OperationStep(
          wanted.keys.sorted().joined(separator: ", "), .configure(wanted), checkWith: .query(.configuration)
        ) {
          evidence in
          guard let now = evidence.after.configuration.value?.values else {
            return .pending("the configuration did not come")
          }
          if case .object(let rejected)? = evidence.reply["rejected"], !rejected.isEmpty {
            let words = rejected.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plainText)" }
            return .refused("rejected: \(words.joined(separator: ", "))", advice: .query(.configuration))
          }
          let other = wanted.filter { now[$0.key] != $0.value }.keys.sorted()
          guard other.isEmpty else {
            return .pending(
              "not changed, whatever was answered: \(other.joined(separator: ", "))", advice: .query(.configuration))
          }
          return .seen(
            wanted.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.plainText)" }.joined(separator: ", "))
        }
      ]
      return plan
    }
  }

  /// `risk.limits.set`: changes risk limits, in a dry run only; the engine obeys only one of them (docs/engine.md 2.5).
  /// - Parameter values: keys such as `max_open_positions`, with the new values as text.
  public static func setLimits(_ values: [(key: String, text: String)]) -> EngineOperation {
    EngineOperation(.setLimits, .severe, sees: [.limits]) { snapshot throws(EngineError) in
      let title = "set \(values.map(\.key).joined(separator: ", "))"
      let now = try required(snapshot.limits)
      guard snapshot.engine?.isDryRun != false else {
        return .refused(
          title, "the engine takes new limits only in dry run",
          next: .operation(.setConfiguration, "max_open_positions=N"))
      }
      var plan = OperationPlan(title)
      var updates: [String: JSONValue] = [:]
      for (key, text) in values {
        guard let before = now[key], let range = RiskLimits.ranges[key] else {
          throw .notFound(kind: "limit", name: key, known: RiskLimits.ranges.keys.sorted())
        }
        guard let value = Decimal(exactly: text), range.contains(value) else {
          return .refused(
            title, "\(key) cannot be \(text): \(range.message)", next: .query(.limits))
        }
        if value == before {
          plan.unchanged.append("\(key) is \(value) already")
          continue
        }
        updates[key] = .number(value)
        plan.change(key, before.map { "\($0)" } ?? "not known", "\(value)")
      }
      guard !updates.isEmpty else { return plan }
      plan.caveats = ["only max_open_positions is enforced; the engine reads none of the others"]
      let wanted = updates
      plan.steps = [
        OperationStep(wanted.keys.sorted().joined(separator: ", "), .limits(wanted), checkWith: .query(.limits)) {
          evidence in
          guard let now = evidence.after.limits.value else { return .pending("the limits did not come") }
          let other = wanted.keys.sorted().filter { key in now[key]??.json != wanted[key] }
          return other.isEmpty
            ? .seen(
              wanted.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.plainText)" }.joined(separator: ", "))
            : .pending("not changed: \(other.joined(separator: ", "))")
        }
      ]
      return plan
    }
  }
}

extension Decimal {
  fileprivate var json: JSONValue { .number(self) }
}

extension RiskLimits {
  /// The ranges that the engine accepts (docs/engine.md 2.5).
  static let ranges: [String: SettingRange] = [
    "max_open_positions": SettingRange(1, 100, isCount: true),
    "max_daily_attempts": SettingRange(1, 1000, isCount: true),
    "max_exposure_usd": SettingRange(Decimal(sign: .plus, exponent: -2, significand: 1), 1_000_000_000),
    "min_notional_usd": SettingRange(Decimal(sign: .plus, exponent: -2, significand: 1), 1_000_000),
    "cooldown_seconds": SettingRange(0, 86_400),
  ]

  /// The limit with this key: `nil` when there is no such key, `.some(nil)` when the engine did not send it.
  subscript(key: String) -> Decimal?? {
    switch key {
    case "max_open_positions": .some(maxOpenPositions.map { Decimal($0) })
    case "max_daily_attempts": .some(maxDailyAttempts.map { Decimal($0) })
    case "max_exposure_usd": .some(maxExposure)
    case "min_notional_usd": .some(minNotional)
    case "cooldown_seconds": .some(cooldownSeconds.map { Decimal($0) })
    default: nil
    }
  }
}
