import HeanCore

/// Names of the strategy fields in JSON, and how a table shows them.
enum StrategyFields {
  private static let locks: [Field<DecisionMemoryBlock>] = [
    .member("context", "the market context, in the engine's words") { $0.context }, .member("until") { $0.until },
  ]

  /// - Parameter judged: signals by strategy; `nil` when they are not known.
  static func all(blocks: [DecisionMemoryBlock], judged: [String: JudgedSignals]? = nil) -> [Field<Strategy>] {
    let locked = Dictionary(grouping: blocks, by: { $0.strategyID ?? "" }).mapValues(\.count)
    return [
      Field("strategy_id", "STRATEGY", "the engine's id", priority: 100) { $0.id },
      Field("enabled", "STATE", "whether it may trade", priority: 100) {
        $0.isEnabled
      } cell: { strategy in
        switch strategy.isEnabled {
        case true: Cell("enabled", .good)
        case false: Cell("disabled", .warning)
        case nil: Cell("unknown", .warning)
        }
      },
      Field("locked_contexts", "LOCKED", "contexts locked by decision memory", .trailing, priority: 40) { strategy in
        locked[strategy.id ?? ""] ?? 0
      },
      .parts("locks", "", "which contexts, until when", of: locks) { strategy in
        blocks.filter { $0.strategyID == strategy.id }
      },
      Field(
        "signals", "SIGNALS", "judged, in the engine's list of the past; null when it did not tell", .trailing,
        priority: 75
      ) { strategy in
        judged.map { $0[strategy.id ?? ""]?.signals ?? 0 }
      },
      Field("accepted", "ACCEPTED", "of these", .trailing, priority: 55) { strategy in
        judged.map { $0[strategy.id ?? ""]?.accepted ?? 0 }
      },
      Field("fills", "FILLS", "fills, opening and closing ones", .trailing, priority: 70) { $0.fills },
      Field("wins", "WINS", "closed with a profit", .trailing, priority: 80) { $0.wins },
      Field("losses", "LOSSES", "closed with a loss", .trailing, priority: 80) { $0.losses },
      Field("win_rate", "WIN %", "fraction 0 to 1 in data, percent on screen", .decimal, priority: 60, unit: .fraction)
      {
        $0.winRate
      } cell: { strategy in
        // Without closed trades there is no win rate; 0 % would be wrong.
        (strategy.wins ?? 0).clampedAdding(strategy.losses ?? 0) == 0
          ? Cell.missing : Cell.percent(strategy.winRate.map { $0 * 100 })
      },
      Field(
        "profit_factor", "PF", "gross profit over gross loss; null when unknown or without losses", .decimal,
        priority: 65, unit: .ratio
      ) { strategy in
        strategy.profitFactor.known
      } cell: { strategy in
        switch strategy.profitFactor {
        case .unknown: Cell.missing
        case .withoutLosses: Cell("no losses", .good)
        case .ratio(let value): Cell.ratio(value)
        }
      },
      .signed("total_pnl", "PNL", "realized PnL (USDT)", priority: 90) { $0.totalPnL },
      Field("type", "CLASS", "the engine's class", priority: 0) { $0.type },
    ]
  }
}
