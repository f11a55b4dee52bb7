import Foundation
import Testing

@testable import HeanCore

/// What each question is answered, and what is offered with the answer.
struct AnswererTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var intent: Intent
    var told: [Told] = []
    var symbol: String?
    var lines: [NextStep]
    var commands: [NextStep]
  }

  private static let trading = "Trading: signals pass every gate; 10 of 10 signals accepted in the last 5 minutes."
  private static let full = "Not trading: all 10 position slots are taken."
  private static let fullStep: NextStep =
    "wait until one of them closes, or: \(.operation(.setLimits, "max_open_positions=11"))"
  private static let long =
    #"{"position_id":"p","symbol":"BTCUSDT","side":"long","size":2,"entry_price":1,"current_price":1,"stop_loss":1,"unrealized_pnl":-3}"#
  private static let held: [Told] = [.positions(long), .risk(open: 1)]
  private static func refused(_ code: String) -> Told {
    .state([
      #"{"decision":"SKIP","reason_code":"\#(code)","timestamp":"\#(ago(20))","symbol":"BTCUSDT","strategy_id":"a","side":"buy"}"#
    ])
  }
  private static func earned(_ a: Int, _ b: Int) -> Told {
    .says(
      .strategies,
      #"[{"strategy_id":"a","enabled":true,"total_pnl":\#(a),"wins":1,"losses":2},{"strategy_id":"b","enabled":true,"total_pnl":\#(b)}]"#
    )
  }
  private static let gains =
    "The account neither gains nor loses: 0.00 USDT since the engine's start = realized + unrealized - fees."
  private static let toThePositions: [NextStep] = [.query(.risk), .query(.positions)]

  private static let cases: [Case] = [
    Case(testDescription: "it trades", intent: .isTrading, lines: ["\(trading)"], commands: [.query(.why)]),
    Case(
      testDescription: "it does not", intent: .whyNotTrading, told: [.risk(open: 10)],
      lines: ["\(full)", "No signal has got as far as this gate in the last 5 minutes."],
      commands: [fullStep, .query(.why)]),
    Case(
      testDescription: "the symbol is held", intent: .whyNotSymbol, told: held, symbol: "BTCUSDT",
      lines: [
        "Trading for BTCUSDT: signals pass every gate; 1 of 1 signals accepted in the last 5 minutes.",
        "It holds BTCUSDT long 2 already, and one position a symbol is the rule.",
      ], commands: [.query(.why, options: .symbol("BTCUSDT"))]),
    Case(
      testDescription: "the symbol was refused", intent: .whyNotSymbol, told: [refused("DAILY_LIMIT")],
      symbol: "BTCUSDT",
      lines: [
        "Waiting for BTCUSDT: a limit turned the only signal of the last 5 minutes down: DAILY_LIMIT, the strategy's attempts for this UTC day are used up.",
        "The latest refusal for it: a, DAILY_LIMIT, the strategy's attempts for this UTC day are used up.",
      ], commands: [.query(.strategies), .query(.why, options: .symbol("BTCUSDT"))]),
    Case(testDescription: "nothing to do", intent: .whatToDo, lines: ["Nothing: \(trading)"], commands: []),
    Case(
      testDescription: "something to look at", intent: .whatToDo, told: [.oldKey],
      lines: ["No gate is closed. Worth a look: \(.operation(.login))"], commands: [.operation(.login)]),
    Case(
      testDescription: "something to do", intent: .whatToDo, told: [.risk(open: 10)],
      lines: ["\(full)", "First: \(fullStep)"], commands: [fullStep]),
    Case(
      testDescription: "what changed", intent: .whatChanged,
      told: [
        .history(
          [
            EmptyCheckTests.closed("A", age: 3600, realized: "5"), EmptyCheckTests.closed("B", age: 50),
            EmptyCheckTests.closed("C", age: 3601, realized: "9"),
          ], limit: 500),
        .says(
          .governor,
          #"{"risk_state":"NORMAL","current_drawdown_pct":1,"blocked_at":"\#(ago(120))","quarantined_symbols":[]}"#),
        .says(.killSwitch, #"{"triggered":false,"triggered_at":"\#(ago(180))"}"#),
      ],
      lines: [
        "2 positions closed for +5.00 USDT, 1 of 1 signals accepted.", "3m00s ago the kill switch tripped.",
        "2m00s ago the governor changed to NORMAL.", "1 of them were dropped with zero PnL, which is no fill.",
      ], commands: [.query(.funnel), .query(.audit)]),
    Case(
      testDescription: "safe", intent: .amISafe,
      lines: ["Nothing that hean can see is wrong: drawdown 1.5 %, DRY RUN."], commands: toThePositions),
    Case(
      testDescription: "beyond a stop", intent: .amISafe, told: held,
      lines: ["Price beyond stop or target and still open: BTCUSDT.", "Now: drawdown 1.5 %."],
      commands: [.query(.risk), .query(.position, "BTCUSDT")]),
    Case(
      testDescription: "a list that is doubted", intent: .amISafe, told: [.risk(open: 1)],
      lines: ["What is open is not known: 0 are listed, and /risk/status counts 1.", "Now: drawdown 1.5 %."],
      commands: toThePositions),
    Case(
      testDescription: "how far", intent: .distance,
      lines: [
        "18.5 points of drawdown to HARD_STOP at 20 %; it is 1.5 % now.",
        "The kill switch stops hard at 7000.00 USDT; equity is 10000.00.",
      ], commands: [.query(.risk)]),
    Case(
      testDescription: "past it", intent: .distance,
      told: [.says(.governor, #"{"risk_state":"NORMAL","current_drawdown_pct":20}"#), .engine(initial: nil)],
      lines: [
        "Drawdown is 20 % by the engine's books, the engine's own equity cannot be checked: past HARD_STOP, which begins at 20 %."
      ],
      commands: [.query(.risk)]),
    Case(
      testDescription: "not known how far", intent: .distance, told: [.fails(.governor)],
      lines: ["The drawdown is not known."], commands: []),
    Case(
      testDescription: "the worst", intent: .worstStrategy, told: [earned(-5, 3)],
      lines: ["a: -5.00 USDT, 1 wins, 2 losses."],
      commands: [.query(.compareStrategies), .operation(.disableStrategies, "a")]),
    Case(
      testDescription: "the best", intent: .bestStrategy, told: [earned(-5, 3)],
      lines: ["b: +3.00 USDT, ? wins, ? losses."], commands: [.query(.compareStrategies)]),
    Case(
      testDescription: "one that does not say earns nothing", intent: .bestStrategy,
      told: [.says(.strategies, #"[{"strategy_id":"a"},{"strategy_id":"b","total_pnl":0.5}]"#)],
      lines: ["b: +0.50 USDT, ? wins, ? losses."], commands: [.query(.compareStrategies)]),
    Case(
      testDescription: "none loses", intent: .worstStrategy, told: [earned(0, 3)],
      lines: ["No strategy shows a loss: the least is a with 0.00 USDT.", "\(gains)"],
      commands: [.query(.compareStrategies)]),
    Case(
      testDescription: "none earns", intent: .bestStrategy, told: [earned(-5, 0)],
      lines: ["None earns: the best is b with 0.00 USDT."], commands: [.query(.compareStrategies)]),
    Case(
      testDescription: "none listed", intent: .bestStrategy, told: [.says(.strategies, "[]")],
      lines: ["The engine lists no strategy; it does so only while it runs."], commands: [.query(.strategies)]),
    Case(
      testDescription: "refused", intent: .whyRejected, told: [refused("DAILY_LIMIT")],
      lines: [
        "The latest refusal, 20s ago: a buy BTCUSDT was turned down as DAILY_LIMIT, the strategy's attempts for this UTC day are used up.",
        "It clears by: 00:00 UTC.",
      ], commands: [.query(.trace, "last-blocked"), .query(.reasons, "DAILY_LIMIT")]),
    Case(
      testDescription: "nothing refused", intent: .whyRejected, symbol: "ETHUSDT",
      lines: ["No refused signal is on the engine's list for ETHUSDT."],
      commands: [.query(.orders, options: .status("all"))]),
    Case(
      testDescription: "held", intent: .positions, told: held, lines: ["BTCUSDT long 2, -3.00 USDT"],
      commands: [.query(.positions)]),
    Case(testDescription: "flat", intent: .positions, lines: ["No open position."], commands: [.query(.positions)]),
    Case(
      testDescription: "another is held", intent: .positions, told: held, symbol: "ETHUSDT",
      lines: ["No position in ETHUSDT."], commands: [.query(.positions)]),
    Case(
      testDescription: "not proved flat", intent: .positions, told: [.risk(open: 1)],
      lines: ["Not known: 0 are listed, and /risk/status counts 1. That is no proof of being flat."],
      commands: [.query(.status)]),
    Case(
      testDescription: "of a stopped engine", intent: .positions, told: [.stopped],
      lines: ["Not known: the engine is not running or did not list its positions. That is no proof of being flat."],
      commands: [.query(.status)]),
    Case(
      testDescription: "profit", intent: .profit,
      lines: [
        "\(gains)", "Today 0.00 USDT; realized 0.00 USDT, unrealized 0.00 USDT; equity 10000.00 USDT.",
      ], commands: [.query(.account), .query(.compareStrategies)]),
    Case(
      testDescription: "profit of a stopped engine", intent: .profit, told: [.stopped],
      lines: ["Not known: a stopped engine sends no money figures."], commands: [.query(.status)]),
    Case(
      testDescription: "the kill switch", intent: .killSwitch, lines: ["No kill switch has tripped."],
      commands: [.query(.killSwitch)]),
    Case(
      testDescription: "a mode", intent: .mode, told: [.practice],
      lines: ["PRACTICE: simulated market, no engine, no money."], commands: [.query(.settings)]),
    Case(testDescription: "prices", intent: .prices, lines: ["Prices are fresh (1.0s)."], commands: [.query(.why)]),
    Case(
      testDescription: "what changed, without a history", intent: .whatChanged,
      told: [.fails(.history(limit: 500), .limited)],
      lines: ["What changed is not known: \(EngineError.limited.shortText)."], commands: [.query(.health)]),
    Case(
      testDescription: "how to stop", intent: .howToStop,
      lines: [
        "\(.operation(.panic)) halts, closes everything, and proves it.",
        "Only new entries: \(.operation(.triggerKillSwitch)). Pause does not stop orders.",
      ], commands: [.operation(.panic, options: .preview), .operation(.panic)]),
  ]

  @Test(arguments: cases)
  private func `an answer`(item: Case) throws {
    let snapshot = try EngineSnapshot.staged(item.told)
    let answer = Answerer(snapshot, symbol: item.symbol, now: Seen.now)
      .answer(item.intent)
    #expect(answer.lines == item.lines)
    #expect(answer.commands == item.commands)
    #expect(!answer.evidence.isEmpty && answer.intent == item.intent && answer.symbol == item.symbol)
  }
}
