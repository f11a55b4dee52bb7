import HeanCore

/// The snapshot as metrics. All are gauges, because the text has to be valid in both formats of Prometheus at once.
enum SnapshotMetrics {
  static func families(_ snapshot: PnLSnapshot) -> [MetricFamily] {
    let labels = [MetricLabel("profile", snapshot.profile), MetricLabel("mode", snapshot.mode)]
    func money(_ name: String, _ help: String, _ value: Decimal?) -> MetricFamily {
      .gauge("hean_\(name)_usdt", unit: "usdt", help: help, value, labels)
    }
    func ratio(_ name: String, _ help: String, percent: Decimal?) -> MetricFamily {
      .gauge("hean_\(name)_ratio", unit: "ratio", help: help, percent.map { $0 * Self.hundredth }, labels)
    }
    return [
      money("equity", "Equity in USDT; hean_equity_basis says what it is.", snapshot.equity),
      money("balance", "Cash in USDT.", snapshot.balance),
      money("realized_pnl", "Realized PnL before fees in USDT, since the start of the engine.", snapshot.realizedPnL),
      money("unrealized_pnl", "Unrealized PnL of the open positions in USDT.", snapshot.unrealizedPnL),
      money("fees", "Fees in USDT, since the start of the engine.", snapshot.fees),
      money("day_pnl", "PnL of the day in USDT.", snapshot.dayPnL),
      ratio("drawdown", "Drawdown below the engine's own peak, 0 to 1.", percent: snapshot.drawdownPercent),
      .gauge("hean_positions", help: "Open positions.", snapshot.positions.map { Decimal($0) }, labels),
      .gauge(
        "hean_closes", help: "Closed positions that the process of the engine has counted, drops too.",
        snapshot.closes.map { Decimal($0) }, labels),
      .states(
        "hean_engine_state", help: "State of the engine: 1 for the one that holds.",
        EngineState.known.map(\.rawValue), current: snapshot.engineState, labels),
      .states(
        "hean_risk_state", help: "State of the governor: 1 for the one that holds.", RiskState.known.map(\.rawValue),
        current: snapshot.riskState, labels),
      .states(
        "hean_kill_switch_state", help: "What all sources say of the kill switch: 1 for the one that holds.",
        killSwitchStates, current: snapshot.killSwitch, labels),
      .states(
        "hean_equity_basis", help: "What the equity is: 1 for the one that holds.",
        EquityTruth.Verdict.allCases.map(\.rawValue), current: snapshot.equityBasis, labels),
      money("equity_reported", "Equity in USDT as the engine says it.", snapshot.reportedEquity),
      money("balance_reported", "Cash in USDT as the engine says it.", snapshot.reportedBalance),
      money("day_pnl_reported", "PnL of the day in USDT as the engine says it.", snapshot.reportedDayPnL),
      ratio("drawdown_reported", "Drawdown as the engine says it, 0 to 1.", percent: snapshot.reportedDrawdownPercent),
      money(
        "equity_computed", "Initial capital with realized and unrealized PnL less fees, in USDT.",
        snapshot.computedEquity),
      .gauge(
        "hean_engine_start_timestamp_seconds", unit: "seconds",
        help: "When this run of the engine was started, in seconds since 1970.",
        snapshot.engineStartedAt.map { Decimal(Int(($0.timeIntervalSince1970 * 1000).rounded())) * thousandth }, labels),
      .gauge(
        "hean_snapshot_timestamp_seconds", unit: "seconds", help: "When the figures were read, in seconds since 1970.",
        Decimal(snapshot.milliseconds) * thousandth, labels),
      MetricFamily(
        "hean_snapshot_info", .gauge, help: "What the snapshot is of.",
        [
          MetricSample(
            labels: labels
              + [
                snapshot.engineURL.map { MetricLabel("engine", $0) }, MetricLabel("schema", PnLSnapshot.schema),
              ].compactMap(\.self), value: 1)
        ]),
    ]
  }

  /// The verdicts that a snapshot names.
  static let killSwitchStates = KillSwitchTruth.Verdict.allCases.filter(\.isTold).map(\.rawValue)

  private static let hundredth = Decimal(sign: .plus, exponent: -2, significand: 1)
  private static let thousandth = Decimal(sign: .plus, exponent: -3, significand: 1)
}

extension KillSwitchTruth.Verdict {
  /// Whether it says something about the switch: of a stopped engine, or without an answer, nothing is known.
  var isTold: Bool { self != .unknown && self != .notRunning }
}
