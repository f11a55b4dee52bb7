/// Operations on strategies.
extension EngineOperation {
  /// `strategies.enable`, `strategies.disable`: switches strategies. Only changes are sent, because enabling a strategy
  /// that is on doubles its signals (docs/engine.md 2.4).
  /// - Parameter names: strategy ids or unique beginnings of them.
  public static func setStrategies(_ names: [String], enabled: Bool) -> EngineOperation {
    let word = enabled ? "enable" : "disable"
    let name = enabled ? OperationName.enableStrategies : .disableStrategies
    return EngineOperation(name, .ordinary, sees: [.strategies]) { snapshot throws(EngineError) in
      var plan = OperationPlan("\(word) \(names.joined(separator: ", "))")
      if let refused = requireList(plan.title, snapshot) { return refused }
      let listed = try required(snapshot.strategies).elements
      for name in names {
        let strategy = try Lookup.strategy(name, in: listed)
        guard let id = strategy.id, !plan.facts.contains(where: { $0.hasPrefix(id + "=") }) else { continue }
        guard strategy.isEnabled != enabled else {
          plan.unchanged.append(
            "\(id) is \(word)d already" + (enabled ? "; enabling it again would double its signals" : ""))
          continue
        }
        guard strategy.isEnabled != nil || !enabled else {
          return .refused(
            "enable \(id)",
            "the engine does not say whether it is on; enabling one that is on would double its signals",
            next: .query(.strategy, id))
        }
        plan.change(id, strategy.isEnabled == nil ? "not known" : enabled ? "disabled" : "enabled", "\(word)d")
        plan.steps.append(
          OperationStep(id, .enable(id, enabled), checkWith: .query(.strategy, id)) { evidence in
            guard let now = evidence.after.strategies.value?.elements.first(where: { $0.id == id }) else {
              return .pending("the list of strategies did not come")
            }
            guard let isEnabled = now.isEnabled else {
              return .pending("the engine does not say whether \(id) is \(word)d")
            }
            return isEnabled == enabled
              ? .seen("\(id) is \(word)d")
              : .pending("the engine still lists \(id) as \(enabled ? "disabled" : "enabled")")
          })
      }
      let ids = plan.changes.map(\.what)
      if !ids.isEmpty { plan.title = "\(word) \(ids.joined(separator: ", "))" }
      plan.consequences = enabled ? [] : ["its open positions stay, and so do their exits"]
      plan.caveats = ["a restart of the engine forgets this"]
      return plan
    }
  }

  private static func requireList(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    snapshot.isRunning == true
      ? nil
      : .refused(
        title, "the engine lists strategies only while it runs (\(snapshot.engineState?.rawValue ?? "not known"))",
        next: .operation(.engineStart))
  }

  /// `strategies.params`: sends parameters of a strategy. Today's engine answers 404 to all of them (docs/engine.md
  /// 2.4); a later one may accept them.
  public static func setParameters(_ name: String, _ values: [String: JSONValue]) -> EngineOperation {
    EngineOperation(.setParameters, .ordinary, sees: [.strategies]) { snapshot throws(EngineError) in
      let title = "set parameters of \(name)"
      if let refused = requireList(title, snapshot) { return refused }
      let listed = try required(snapshot.strategies).elements
      let strategy = try Lookup.strategy(name, in: listed)
      let id = strategy.id ?? name
      let known = StrategyParameters.known(id)
      if let stranger = values.keys.sorted().first(where: { !known.contains($0) }) {
        return .refused(
          title, "\(id) has no parameter '\(stranger)'",
          next: known.isEmpty ? .query(.strategy, id) : "one of: \(known.joined(separator: ", "))")
      }
      var plan = OperationPlan("set parameters of \(id)")
      for (key, value) in values.sorted(by: { $0.key < $1.key }) { plan.change(key, "not readable", value.plainText) }
      plan.caveats = [
        "this engine is known to answer 404 to every such request",
        "no endpoint shows parameters, so nothing can be confirmed",
      ]
      plan.steps = [
        OperationStep(id, .parameters(id, values), checkWith: .query(.strategy, id)) { _ in
          .contrary("no endpoint shows parameters", advice: "read the engine's log")
        }
      ]
      return plan
    }
  }
}

/// Parameters that the endpoint of a strategy is written to take (docs/engine.md 6).
public enum StrategyParameters {
  /// Names of the parameters of a strategy; none for a strategy without any.
  public static func known(_ strategy: String) -> [String] { table[strategy] ?? [] }

  private static let table: [String: [String]] = [
    "impulse_engine": [
      "impulse_threshold", "spread_gate", "max_time_in_trade_sec", "cooldown_minutes", "maker_edge_threshold_bps",
    ],
    "hf_scalping": ["entry_window_sec", "max_time_in_trade_sec", "min_move_bps", "tp_bps", "sl_bps"],
    "enhanced_grid": ["grid_spacing_pct", "num_levels"],
    "momentum_trader": ["window_size", "momentum_threshold"],
  ]
}
