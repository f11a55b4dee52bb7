import Foundation
import Testing

@testable import HeanCore

/// Models are written in the engine's own words: what reads the engine reads them as well.
struct ModelFormTests {
  /// A body with everything that the model knows, and the form that is written; `nil` where that is the body itself.
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var write: @Sendable (String) throws -> String
    var body: String
    var form: String?

    init<Model: WireEncodable>(_ type: Model.Type, _ body: String, as form: String? = nil) {
      testDescription = "\(type)"
      self.body = body
      self.form = form
      write = { json in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(try Model.read(Data(json.utf8))), as: UTF8.self)
      }
    }
  }

  private static let cases: [Case] = [
    Case(
      EngineStatus.self,
      #"{"available_balance":9.5,"daily_pnl":-1,"dry_run":true,"engine_state":"PAUSED","equity":10,"initial_capital":11,"#
        + #""message":"m","realized_pnl":2,"running":true,"total_fees":0.25,"unrealized_pnl":3}"#),
    Case(
      EngineSettings.self,
      #"{"api_auth_enabled":true,"bybit_api_key":"set","bybit_testnet":false,"environment":"prod","initial_capital":300,"#
        + #""killswitch_drawdown_pct":15,"log_level":"INFO","max_daily_drawdown_pct":10,"max_open_positions":5,"#
        + #""max_trade_risk_pct":1.5,"total_symbols":10,"trading_symbols":["A","B"]}"#),
    Case(
      Health.self,
      #"{"components":{"bus":{"status":"x"},"killswitch":{"status":"TRIGGERED"}},"status":"degraded","timestamp":"2026-11-21T01:47:30.000000Z"}"#,
      as:
        #"{"components":{"bus":{"status":"x"},"killswitch":{"status":"TRIGGERED","triggered":true}},"status":"degraded","#
        + #""timestamp":"2026-11-21T01:47:30.000000Z"}"#),
    Case(
      RiskLimits.self,
      #"{"cooldown_seconds":120,"max_daily_attempts":7,"max_exposure_usd":1000.5,"max_open_positions":10,"min_notional_usd":5}"#
    ),
    Case(
      GovernorStatus.self,
      #"{"blocked_at":"2026-11-21T01:47:30.000000Z","can_clear":false,"clear_rule":"c","current_drawdown_pct":11,"last_equity":8,"#
        + #""level":1,"max_drawdown_pct":12,"peak_equity":9,"quarantined_symbols":["A"],"reason_codes":["R"],"#
        + #""recommended_action":"a","risk_state":"SOFT_BRAKE","threshold":10,"value":11.5}"#),
    Case(
      RiskStatus.self,
      #"{"current_orders":1,"current_positions":2,"drawdown":3,"drawdown_pct":4,"equity":5,"killswitch_triggered":true,"#
        + #""max_open_orders":6,"max_open_positions":7,"stop_trading":false}"#),
    Case(
      DecisionMemoryBlock.self,
      #"{"block_until":"2026-11-21T01:47:30.000000Z","context":["x","y"],"seconds_remaining":12.5,"strategy_id":"a"}"#),
    Case(ReasonCount.self, #"{"code":"A","count":3}"#),
    Case(
      Position.self,
      #"{"closed_at":"2026-11-21T01:47:30.000000Z","doubt":"residue","entry_fee":0.5,"entry_price":1,"leverage":3,"margin_used":4,"mark_price":2,"#
        + #""opened_at":"2026-11-21T01:47:29.500000Z","position_id":"p","qty":0.5,"rationale":{"entry_reason":"r"},"#
        + #""realized_pnl":5,"side":"short","status":"open","stop_loss":6,"strategy_id":"s","symbol":"B","take_profit":7,"#
        + #""unrealized_pnl":8,"unrealized_pnl_percent":9}"#),
    Case(
      AnalyticsSummary.self,
      #"{"max_drawdown_pct":1,"profit_factor":2.5,"total_pnl":3,"total_trades":4,"win_rate":50}"#),
    Case(
      EquityHistory.self, #"{"snapshots":[{"equity":9.5,"timestamp":"2026-11-21T01:47:30.000000Z"},{"equity":"x"}]}"#,
      as: #"{"snapshots":[{"equity":9.5,"timestamp":"2026-11-21T01:47:30.000000Z"},{"equity":null,"timestamp":null}]}"#),
    Case(
      Order.self,
      #"{"avg_fill_price":1,"created_at":"2026-11-21T01:47:30.000000Z","exit_plan":{"sl":2,"tp":3},"fee":4,"filled_size":5,"#
        + #""order_id":"o","price":6,"rationale":{"entry_reason":"r"},"side":"buy","signal_id":"g","size":7,"#
        + #""status":"placed","status_timeline":[{"status":"pending","timestamp":null}],"strategy_id":"s","symbol":"B","#
        + #""type":"LIMIT"}"#),
    Case(
      Strategy.self,
      #"{"enabled":true,"losses":1,"profit_factor":1.5,"strategy_id":"a","total_pnl":2,"total_trades":3,"type":"T","#
        + #""win_rate":0.4,"wins":5}"#),
    Case(
      Strategy.self, #"{"profit_factor":99.0}"#,
      as: #"{"enabled":null,"losses":null,"profit_factor":99,"strategy_id":null,"total_pnl":null,"total_trades":null,"#
        + #""type":null,"win_rate":null,"wins":null}"#),
    Case(
      Decision.self,
      #"{"computed_qty":1,"confidence":0.5,"decision":"REJECT","gating_flags":{"killswitch_reason":"k","#
        + #""killswitch_triggered":true},"intelligence_boost":1,"note":"n","reason_codes":["A","B"],"risk_state":"HARD_STOP","side":"sell","#
        + #""signal_id":"g","strategy_id":"s","symbol":"B","timestamp":"2026-11-21T01:47:30.000000Z","type":"ORDER_EXIT_DECISION"}"#
    ),
  ]

  @Test(arguments: cases)
  private func `a model is written as the engine would send it`(item: Case) throws {
    let written = try item.write(item.body)
    let expected = item.form ?? item.body
    #expect(written == expected)
    #expect(try item.write(written) == written, "written and read again")
  }

  @Test func `an order without an exit plan or a reason has neither`() throws {
    let order = try Order.read(Data(#"{"symbol":"B","side":"buy","status":"filled"}"#.utf8))
    #expect(order.wire["exit_plan"] == .null && order.wire["rationale"] == .null && order.wire["status_timeline"] == [])
    let half = try Order.read(Data(#"{"symbol":"B","exit_plan":{"tp":3}}"#.utf8))
    #expect(half.wire["exit_plan"] == ["tp": 3, "sl": nil])
    #expect(try Position.read(Data(#"{"symbol":"B"}"#.utf8)).wire["doubt"] == .null)
    #expect(try EngineSettings.read(Data("{}".utf8)).wire["bybit_api_key"] == "")
  }

  private struct OpenWords<Value: OpenEnum> {
    static func check(_ expected: [String]) {
      #expect(Value.known.map(\.rawValue) == expected)
      for (value, word) in zip(Value.known, expected) {
        #expect(
          Value(rawValue: word) == value && Value(rawValue: word.uppercased()) == value
            && Value(rawValue: word.lowercased()) == value)
      }
      #expect(Value(rawValue: "Else") == .unknown("Else") && Value.unknown("Else").rawValue == "Else")
    }
  }

  @Test func `words of the engine, in any case, and those that hean does not know`() throws {
    OpenWords<EngineState>.check(["RUNNING", "PAUSED", "STOPPED", "ERROR", "BUSY"])
    OpenWords<OrderSide>.check(["buy", "sell"])
    OpenWords<PositionSide>.check(["long", "short"])
    OpenWords<OrderStatus>.check(["pending", "placed", "partially_filled", "filled", "cancelled", "rejected"])
    OpenWords<RiskState>.check(["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"])
    OpenWords<DecisionOutcome>.check(["CREATE", "SKIP", "REJECT", "BLOCK"])
    #expect(OrderStatus.known.map(\.isOpen) == [true, true, true, false, false, false])
    #expect(try JSONEncoder().encode([RiskState.softBrake]) == Data(#"["SOFT_BRAKE"]"#.utf8))
  }
}
