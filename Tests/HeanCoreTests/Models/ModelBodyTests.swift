import Foundation
import Testing

@testable import HeanCore

/// What is made of odd bodies: figures that are missing, of another shape, or of a kind that hean does not know.
struct ModelBodyTests {
  private func read<Body: EngineBody>(_ type: Body.Type = Body.self, _ json: String) throws -> Body {
    try Body.read(Data(json.utf8))
  }

  @Test func `a status needs one word about itself, and takes any of three`() throws {
    #expect(throws: WireError.self) { try read(EngineStatus.self, #"{"equity":1}"#) }
    let busy = try read(EngineStatus.self, #"{"status":"busy","engine_state":"BUSY","running":true,"message":"lock"}"#)
    #expect(busy.state == .busy && busy.isRunning && !busy.isAtWork && busy.message == "lock")
    let bare = try read(EngineStatus.self, #"{"status":"RUNNING"}"#)
    #expect(bare.isRunning && bare.state == .running && bare.isAtWork && bare.isDryRun == nil && bare.equity == nil)
    let contradicting = try read(EngineStatus.self, #"{"status":"running","running":false}"#)
    #expect(!contradicting.isRunning && contradicting.state == .running)
    let money = try read(
      EngineStatus.self,
      #"{"running":true,"equity":1e400,"daily_pnl":"-0.5","initial_capital":300.0,"realized_pnl":1e-41,"total_fees":null}"#
    )
    #expect(money.equity == nil && money.dailyPnL == Decimal(exactly: "-0.5") && money.initialCapital == 300)
    #expect(money.realizedPnL == nil && money.totalFees == nil, "what no figure can be is not known")
    #expect(
      throws: WireError(
        kind: .wrongType, path: [.key("running")], message: "Expected to decode Bool but found number instead.")
    ) {
      try read(EngineStatus.self, #"{"running":1}"#)
    }
  }

  @Test(
    arguments: [
      (#"{"killswitch":{"triggered":true}}"#, true), (#"{"killswitch":{"triggered":false}}"#, false),
      (#"{"killswitch":{"status":"Triggered"}}"#, true), (#"{"killswitch":{"status":"normal"}}"#, false),
      (#"{"killswitch":{}}"#, nil), ("{}", nil), ("null", nil),
      (#"{"killswitch":{"status":"triggered","triggered":false}}"#, false),
    ] as [(String, Bool?)])
  func `an emergency stop is told by its flag, else by its word`(components: String, isStopped: Bool?) throws {
    #expect(try read(Health.self, #"{"components":\#(components)}"#).isEmergencyStopped == isStopped)
  }

  @Test func `parts of health stand in order, and a broken one beside no alarm breaks the whole`() throws {
    let health = try read(
      Health.self, #"{"status":"ok","timestamp":1795225650,"components":{"b":{"status":"x"},"a":{}}}"#)
    #expect(health.components == [.init(name: "a", status: nil), .init(name: "b", status: "x")])
    #expect(health.timestamp == Seen.now && health.status == "ok")
    #expect(throws: WireError.self) { try read(Health.self, #"{"components":{"b":5}}"#) }
    #expect(throws: WireError.self) { try read(Health.self, #"{"components":{"killswitch":null}}"#) }
    #expect(throws: WireError.self) { try read(Health.self, #"{"status":5,"components":{}}"#) }
  }

  @Test func `a masked key only says that there is one`() throws {
    #expect(try read(EngineSettings.self, #"{"bybit_api_key":"***"}"#).hasExchangeKey)
    #expect(try !read(EngineSettings.self, #"{"bybit_api_key":""}"#).hasExchangeKey)
    let bare = try read(EngineSettings.self, "{}")
    #expect(!bare.hasExchangeKey && bare.symbols.isEmpty && bare.isTestnet == nil)
  }

  // MARK: positions and orders

  @Test func `a position is read from each of three shapes`() throws {
    let list = try read(
      Position.self,
      #"{"position_id":"p","symbol":"B","side":"LONG","size":"0.5","entry_price":10,"current_price":11,"leverage":1,"created_at":null}"#
    )
    #expect(list.id == "p" && list.side == .long && list.size == Decimal(exactly: "0.5") && list.markPrice == 11)
    #expect(list.leverage == nil && list.openedAt == nil, "1 in this shape is no figure")
    let state = try read(
      Position.self,
      #"{"id":"q","symbol":"B","qty":2,"mark_price":5,"unreal_pnl":-1,"leverage":3,"created_at":1795225650000,"exit_plan":{"tp":9,"sl":4},"rationale":{"entry_reason":"r"}}"#
    )
    #expect(
      state.symbol == "B" && state.side == nil && state.sideText == "of unknown side" && state.id == "q"
        && state.size == 2)
    #expect(state.leverage == 3 && state.openedAt == Seen.now && state.unrealizedPnL == -1)
    #expect(state.takeProfit == 9 && state.stopLoss == 4 && state.entryReason == "r" && state.notional == 10)
    // As the trade journal has it.
    let journaled = try read(
      Position.self,
      #"{"symbol":"B","side":"short","quantity":1,"last_price":7,"take_profit":3,"exit_plan":{"note":"x","exit_plan":{"tp":9,"sl":8}}}"#
    )
    #expect(journaled.takeProfit == 3 && journaled.stopLoss == 8 && journaled.markPrice == 7 && journaled.size == 1)
    #expect(try read(Position.self, #"{"symbol":"B","price":4}"#).markPrice == 4)
    #expect(try read(Position.self, #"{"symbol":"B","size":[],"entry_price":2}"#).entryPrice == 2)
    #expect(throws: WireError(kind: .missing, path: [.key("symbol")], message: "no symbol")) {
      try read(Position.self, #"{"position_id":"p","side":"long","size":1}"#)
    }
  }

  @Test(
    arguments: [
      ("long", 95, #""stop_loss":95"#, [ExitLevel.stopLoss]), ("long", 96, #""stop_loss":95"#, []),
      ("long", 120, #""take_profit":120"#, [.takeProfit]), ("long", 119, #""take_profit":120"#, []),
      ("short", 95, #""stop_loss":95"#, [.stopLoss]), ("short", 94, #""stop_loss":95"#, []),
      ("short", 80, #""take_profit":80"#, [.takeProfit]), ("short", 81, #""take_profit":80"#, []),
      ("long", 100, #""stop_loss":100,"take_profit":100"#, [.stopLoss, .takeProfit]),
      ("flat", 1, #""stop_loss":5"#, nil),
      ("long", nil, #""stop_loss":5"#, nil), ("long", nil, #""size":5"#, []), ("flat", nil, #""size":5"#, []),
    ] as [(String, Int?, String, [ExitLevel]?)])
  func `levels that the price has passed`(side: String, mark: Int?, more: String, levels: [ExitLevel]?) throws {
    let price = mark.map { #","current_price":\#($0)"# } ?? ""
    let position = try read(Position.self, #"{"symbol":"B","side":"\#(side)",\#(more)\#(price)}"#)
    #expect(position.checkedLevels == levels && position.breachedLevels == levels ?? [])
  }

  @Test(
    arguments: [
      ("long", 90, -5), ("short", 90, 5), ("flat", 90, nil), ("long", 100, 0),
    ] as [(String, Int, Int?)])
  func `what leaving at a price makes`(side: String, price: Int, profit: Int?) throws {
    let position = try read(Position.self, #"{"symbol":"B","side":"\#(side)","size":0.5,"entry_price":100}"#)
    #expect(position.profit(at: Decimal(price)) == profit.map { Decimal($0) })
    #expect(try read(Position.self, #"{"symbol":"B","side":"\#(side)","size":0.5}"#).profit(at: 1) == nil)
    #expect(position.notional == nil, "without a mark price")
  }

  @Test(
    arguments: [
      ("0", "-3", "1", "1", true), ("0.0", "0", "1", "1", false), ("0", "null", "1", "1", true),
      ("1", "-3", "1", "1", false),
      ("null", "-3", "1", "1", false), ("0", "0", "0", "1", true), ("0", "0", "1", "0", true),
      ("2", "0", "0", "0", false),
    ])
  func `a ghost is a closed position that was probably only dropped from the books`(
    realized: String, unrealized: String, size: String, entry: String, isGhost: Bool
  ) throws {
    let position = try read(
      Position.self,
      #"{"symbol":"B","realized_pnl":\#(realized),"unrealized_pnl":\#(unrealized),"size":\#(size),"entry_price":\#(entry)}"#
    )
    #expect(position.isGhost == isGhost)
  }

  @Test func `an order is read from both shapes, and one completes the other`() throws {
    let state = try read(
      Order.self,
      #"{"id":"o","symbol":"B","side":"SELL","qty":2,"filled_qty":1,"order_type":"limit","status":"PARTIALLY_FILLED","avg_price":9,"#
        + #""timestamp":"2026-11-21 01:47:30","status_timeline":[{"timestamp":null},{"status":"odd"}]}"#)
    #expect(state.id == "o" && state.side == .sell && state.size == 2 && state.filledSize == 1 && state.type == "LIMIT")
    #expect(state.status == .partiallyFilled && state.averageFillPrice == 9 && state.createdAt == Seen.now)
    #expect(state.timeline.map(\.status) == [nil, .unknown("odd")] && state.isOpen)
    let bare = try read(Order.self, #"{"symbol":"B"}"#)
    #expect(bare.symbol == "B" && bare.side == nil && bare.status == nil && !bare.isOpen)
    #expect(bare.sideText == "of unknown side" && bare.endWords == "status not known")
    #expect(bare.wire["side"] == .null && bare.wire["status"] == .null, "what is missing is written back as missing")
    #expect(throws: WireError(kind: .missing, path: [.key("symbol")], message: "no symbol")) {
      try read(Order.self, "{}")
    }
    let whole = bare.completed(by: state)
    #expect(whole.averageFillPrice == 9 && whole.timeline.count == 2 && whole.size == nil && whole.id == nil)
    #expect(state.completed(by: bare).timeline.count == 2)
  }

  @Test(arguments: [("null", ProfitFactor.unknown), ("0.0", .unknown), ("99.0", .withoutLosses), ("1.5", .ratio(1.5))])
  func `a profit factor of 0 is not known, and one of 99 means no losses`(value: String, factor: ProfitFactor) throws {
    #expect(try read(Strategy.self, #"{"profit_factor":\#(value)}"#).profitFactor == factor)
  }

  // MARK: decisions and counters

  @Test func `a decision keeps what it can of a body that is partly odd`() throws {
    let odd = try read(
      Decision.self,
      #"{"decision":"reject","reason_code":"A","computed_qty":[],"confidence":{},"note":5,"reason":"why","risk_state":[],"gating_flags":5}"#
    )
    #expect(odd.outcome == .reject && odd.reasonCodes == ["A"] && odd.size == nil && odd.confidence == nil)
    #expect(odd.note == "why" && odd.riskState == nil && odd.isKillSwitchTriggered == nil && !odd.isExit)
    let many = try read(Decision.self, #"{"reason_code":"A","reason_codes":["B","C"],"note":"n","reason":"r"}"#)
    #expect(
      many.outcome == nil && many.outcomeText == "outcome not known" && !many.isRefusal
        && many.reasonCodes == ["B", "C"] && many.note == "n")
    #expect(try read(Decision.self, "{}").reasonCodes.isEmpty)
    #expect(try read(Decision.self, #"{"timestamp":"soon"}"#).at == nil)
    let state = try read(
      TradingState.self,
      #"{"recent_decisions":[{"reason_code":"A"},{"type":"ORDER_EXIT_DECISION","reason_code":"B"}],"timestamp":1795225650}"#
    )
    #expect(state.decisions.map(\.reasonCodes) == [["A"]] && state.at == Seen.now && state.positions.isEmpty)
  }

  @Test func `a negative count is not known, and cancelled is read in both spellings`() throws {
    let metrics = try read(
      TradingMetrics.self,
      #"{"counters":{"last_1m":{"signals_total":-1,"decisions_create":0,"orders_canceled":3},"session":{"orders_cancelled":4.0}},"#
        + #""top_reasons_for_skip_block":[{"reason":"X"},{"code":"Y","count":2},{}]}"#)
    #expect(metrics.lastMinute?.signals == nil && metrics.lastMinute?.created == 0)
    #expect(metrics.lastMinute?.ordersCancelled == 3 && metrics.session?.ordersCancelled == 4)
    #expect(metrics.lastFiveMinutes == nil && metrics.uptimeSeconds == nil)
    #expect(
      metrics.reasons == [.init(code: "X", count: 0), .init(code: "Y", count: 2)], "a count of nothing is left out")
    let rejections = try read(SignalRejections.self, #"{"by_reason":{"b":1,"a":1,"c":5}}"#)
    #expect(rejections.reasons.map(\.code) == ["c", "a", "b"] && rejections.total == nil)
    #expect(try read(SignalRejections.self, "{}").reasons.isEmpty && read(FilterBlocks.self, "{}").reasons.isEmpty)
    #expect(try read(CouncilStatus.self, #"{"active":true}"#).isEnabled == true)
  }

  @Test(
    arguments: [
      (#""approved":false,"final_confidence":0.5,"entry_threshold":0.75"#, 0.25),
      (#""approved":true,"final_confidence":0.5,"entry_threshold":0.75"#, nil),
      (#""approved":false,"final_confidence":0.75,"entry_threshold":0.75"#, nil),
      (#""approved":false,"final_confidence":0.5,"entry_threshold":0.75,"vetoed_by":["x"]"#, nil),
      (#""approved":false,"entry_threshold":0.75"#, nil), (#""final_confidence":0.5,"entry_threshold":0.75"#, nil),
    ] as [(String, Double?)])
  func `by how much a vote missed`(members: String, missed: Double?) throws {
    #expect(try read(CouncilVerdict.self, "{\(members)}").missedBy == missed.map { Decimal($0) })
  }

  // MARK: the log and times

  @Test func `a log without its list, or with less than it counts, is none`() throws {
    #expect(throws: WireError(kind: .missing, path: [.key("events")], message: "no events")) {
      try read(EngineLog.self, #"{"count":0}"#)
    }
    #expect(throws: WireError(kind: .unusable, path: [.key("events")], message: "fewer events than counted")) {
      try read(EngineLog.self, #"{"count":2,"events":[{}]}"#)
    }
    let log = try read(
      EngineLog.self,
      #"{"count":1,"events":[{"timestamp":0,"logger":" x "},{"timestamp":1500000000,"message":"\#(String(repeating: "m", count: 2_001))"}]}"#
    )
    #expect(log.records[0].at == nil && log.records[0].logger == "x", "a clock that was never set")
    #expect(log.records[1].at == Date(timeIntervalSince1970: 1_500_000_000) && log.records[1].message?.count == 2_000)
  }

  @Test(
    arguments: [
      (#""events_total":4999,"events_by_source":{"backend":1}"#, true),
      (#""events_total":5000,"events_by_source":{"backend":1}"#, false),
      (#""events_total":5,"events_by_source":{"backend":0}"#, false),
      (#""events_total":5,"events_by_source":{"backend":6}"#, false),
      (#""events_total":5,"events_by_source":{"backend":5}"#, true), (#""events_total":5"#, false),
      (#""events_by_source":{"backend":5}"#, false),
    ])
  func `a log that is whole`(members: String, isWhole: Bool) throws {
    #expect(try read(EngineLogSummary.self, "{\(members)}").isWhole == isWhole)
  }

  /// The engine returns the latest 500 points: a history that is full may have lost the first.
  @Test func `a start is the oldest point, where the history is not full`() throws {
    func history(_ count: Int) throws -> EquityHistory {
      let points = (0..<count).map { #"{"timestamp":\#(1_795_225_650 - ($0 * 7) % 100)}"# } + ["{}"]
      return try read(EquityHistory.self, #"{"snapshots":[\#(points.joined(separator: ","))]}"#)
    }
    #expect(try history(498).startedAt == Seen.now - 99 && history(498).oldest == Seen.now - 99)
    #expect(try history(499).startedAt == nil && history(499).oldest == Seen.now - 99)
    #expect(try history(0).startedAt == nil && read(EquityHistory.self, "{}").points.isEmpty)
  }

  @Test func `a price that is null is a symbol that is not traded, and none at all is no answer`() throws {
    #expect(try read(Ticker.self, #"{"price":null}"#).price == nil)
    #expect(throws: WireError(kind: .missing, path: [.key("price")], message: "no price")) {
      try read(Ticker.self, #"{"symbol":"X"}"#)
    }
    #expect(throws: WireError(kind: .missing, path: [.key("history")], message: "no history")) {
      try read(TradingHistory.self, "{}")
    }
    let why = try read(
      WhyDiagnostics.self,
      #"{"execution_quality":{},"multi_symbol":{"symbols_count":10},"margin_used":1,"margin_free":2}"#)
    #expect(why.engineState == .unknown("UNKNOWN") && !why.hasExecutionQuality && why.symbolCount == 10)
    #expect(why.marginUsed == 1 && why.marginFree == 2)
    #expect(try read(WhyDiagnostics.self, #"{"execution_quality":{"rest_ok":null}}"#).hasExecutionQuality)
  }

  // MARK: risk

  @Test func `figures beside a true alarm are dropped where one cannot be read`() throws {
    let alarm = try read(
      RiskStatus.self, #"{"killswitch_triggered":true,"stop_trading":true,"equity":[],"current_orders":3}"#)
    #expect(alarm.stopTrading == true && alarm.equity == nil && alarm.openOrders == 3)
    let beside = #"{"killswitch_triggered":false,"stop_trading":7}"#
    #expect(throws: WireError.self) { try read(RiskStatus.self, beside) }
    let partial = try read(KillSwitchStatus.self, #"{"triggered":true,"reasons":["a"],"thresholds":7}"#)
    #expect(partial.isPartial && partial.reasons == ["a"] && partial.dailyDrawdownLimit == nil)
    let whole = try read(
      KillSwitchStatus.self,
      #"{"triggered":true,"thresholds":{"drawdown_pct":15,"equity_drop":30},"current_metrics":{"current_drawdown_pct":1,"current_equity":-5}}"#
    )
    #expect(!whole.isPartial && whole.dailyDrawdownLimit == 15 && whole.equityDropLimit == 30)
    #expect(whole.drawdownPercent == 1 && whole.equity == -5)
  }

  @Test func `a vote without a member, and a stage without a name, stay what they are`() throws {
    let verdict = try read(CouncilVerdict.self, #"{"votes":[{"confidence":0.5},{"agent_role":"bull"}]}"#)
    #expect(verdict.votes.map(\.agent) == [nil, "bull"] && verdict.votes[0].wire["agent_role"] == .null)
    #expect(verdict.votesText == "a member without a name 0.5, bull gave no confidence")
    let pipeline = try read(SignalPipeline.self, #"{"recent_dead_letters":[{"stages":[{"timestamp":1795225650}]}]}"#)
    #expect(pipeline.deadLetters[0].stages.map(\.name) == [nil])
  }

  @Test func `a governor's list is put in order, and one that is missing is not an empty one`() throws {
    #expect(try read(GovernorStatus.self, #"{"quarantined_symbols":["b","a"]}"#).quarantinedSymbols == ["a", "b"])
    let bare = try read(GovernorStatus.self, "{}")
    #expect(bare.quarantinedSymbols == nil && bare.state == nil && bare.reasonCodes.isEmpty)
  }

  @Test(
    arguments: [
      (9.99, RiskState.softBrake, false), (10, .quarantine, true), (14.9, .quarantine, true), (15, .hardStop, true),
      (20, nil, true), (-3, .softBrake, false),
    ] as [(Double, RiskState?, Bool)])
  func `the governor's bands`(drawdown: Double, next: RiskState?, returns: Bool) {
    #expect(GovernorBand.next(above: Decimal(drawdown))?.state == next)
    #expect(GovernorBand.returns(at: Decimal(drawdown)) == returns)
    #expect(next.flatMap(GovernorBand.entry) == GovernorBand.next(above: Decimal(drawdown))?.at)
    #expect(GovernorBand.entry(.normal) == nil && GovernorBand.entry(.unknown("x")) == nil)
  }
}
