import Foundation
import Testing

@testable import HeanCore

/// Names, kinds and the words of errors, whole.
struct ConditionNameTests {
  @Test(
    arguments: [
      ("EQUITY", ConditionName.equity), ("positions.count", .positionCount), ("price.ethusdt", .price("ETHUSDT")),
      ("Position.eth.SIDE", .position("ETH", .side)), ("order.A.b.Filled", .order("A.b", .filled)),
      ("position.a.b.pnl", .position("A.B", .pnl)), ("price.", nil), ("price", nil), ("order.open", nil),
      ("order..open", nil), ("position.x.", nil), ("position.x.odd", nil), ("equity.x", nil), ("", nil), (".x", nil),
    ] as [(String, ConditionName?)])
  func `a word is a name or none`(text: String, name: ConditionName?) { #expect(ConditionName(text) == name) }

  @Test func `every name has its kind, and says whether it is about something and rests on prices`() {
    func told(_ name: ConditionName) -> String {
      let kind =
        switch name.kind {
        case .number: "number"
        case .truth: "truth"
        case .word(let words): words.joined(separator: "/")
        }
      return "\(name.text) \(kind)\(name.isAboutSomething ? " about" : "")\(name.restsOnPrices ? " priced" : "")"
    }
    let plain: [ConditionName] = [
      .equity, .dayPnL, .unrealizedPnL, .realizedPnL, .drawdown, .positionCount, .orderCount, .engineState, .riskState,
      .killSwitch, .latch, .verdict, .money,
    ]
    #expect(
      plain.map(told) == [
        "equity number priced", "day_pnl number priced", "unrealized_pnl number priced", "realized_pnl number",
        "drawdown_pct number priced", "positions.count number", "orders.open number",
        "engine.state RUNNING/PAUSED/STOPPED/ERROR/BUSY", "risk.state NORMAL/SOFT_BRAKE/QUARANTINE/HARD_STOP",
        "killswitch.triggered truth", "killswitch.latch truth",
        "verdict blocked/orders_after_stop/trading/quiet/holding/waiting/unknown", "money flat/calm/at_risk/unknown",
      ])
    #expect(
      ConditionName.PositionPart.allCases.map { told(.position("X", $0)) } == [
        "position.X.open truth about", "position.X.closed truth about", "position.X.side long/short about",
        "position.X.size number about", "position.X.pnl number about priced", "position.X.entry number about",
        "position.X.mark number about priced",
      ])
    #expect(
      ConditionName.OrderPart.allCases.map { told(.order("i", $0)) } == [
        "order.i.open truth about", "order.i.filled truth about", "order.i.cancelled truth about",
        "order.i.rejected truth about",
        "order.i.status pending/placed/partially_filled/filled/cancelled/rejected about",
      ])
    #expect(told(.price("X")) == "price.X number about priced")
    #expect(ConditionName.catalogue.count == 19)
  }

  @Test(
    arguments: [("equty", "equity"), ("engine.stat", "engine.state"), ("nothing", nil), ("EQUIT", "equity")]
      as [(String, String?)])
  func `the nearest name`(text: String, nearest: String?) { #expect(ConditionName.nearest(to: text) == nearest) }

  @Test(
    arguments: [
      ("equity", 0, "equity needs a comparison, such as equity<9000"),
      ("risk.state", 0, "risk.state needs a comparison, such as risk.state==NORMAL"),
      ("equity<x", 7, "equity is a number, such as equity<9000"),
      ("equity<'9'", 7, "equity is a number, such as equity<9000"),
      ("risk.state==5", 12, "risk.state is one of NORMAL, SOFT_BRAKE, QUARANTINE, HARD_STOP"),
      ("risk.state==odd", 12, "risk.state is never 'odd': it is one of NORMAL, SOFT_BRAKE, QUARANTINE, HARD_STOP"),
      ("risk.state>NORMAL", 10, "risk.state is a word: compare it with == or !="),
      ("killswitch.triggered<true", 20, "killswitch.triggered is true or false: compare it with == or !="),
      ("killswitch.triggered==1", 22, "killswitch.triggered is true or false, and needs no comparison"),
      ("equity=9", 6, "a single '=' means nothing here: write '=='"),
      ("equity<9|x", 8, "a single '|' means nothing here: write '||'"),
      ("(equity<9", 0, "this parenthesis does not close"),
      ("equity<9)", 8, "expected && or || or the end, or for TIME"),
      ("!", 1, "a name is missing here"), ("equity<", 7, "a value is missing here"),
      ("   ", 0, "the condition is empty"),
      ("money==open", 7, "money is never 'open': it is one of flat, calm, at_risk, unknown"),
      ("signals.rejected in", 19, "expected a time from 1s to 1d, such as 5m"),
      ("signals.rejected in 5x>1", 20, "expected a time from 1s to 1d, such as 5m"),
      ("signals.rejected in 2d>1", 20, "expected a time from 1s to 1d, such as 5m"),
      ("day_pnl change 5m>3", 0, "day_pnl has no change in percent: a price, equity and position.SYMBOL.mark have"),
      ("equity change 5m", 0, "equity change 5m needs a comparison, such as equity change 5m>3%"),
      ("orders.filled in 1h", 0, "orders.filled in 1h needs a comparison, such as orders.filled in 1h>20"),
      ("equity in 5m>3", 0, "equity needs a comparison, such as equity<9000"),
      ("equity<9 for", 12, "expected a time from 1s to 1d, such as 5m"),
      ("equity<9 for 5m for 5m", 16, "expected && or || or the end"),
      ("positon.x.open", 0, "'positon.x.open' is no name"),
      ("engine.status==RUNNING", 0, "'engine.status' is no name. Did you mean 'engine.state'?"),
    ])
  func `an error, word for word`(text: String, column: Int, message: String) {
    #expect(throws: ConditionError(column: column, message: message)) { try Condition(text) }
  }

  @Test func `depth and length have an end`() throws {
    let deep = String(repeating: "(", count: 63) + "equity<9" + String(repeating: ")", count: 63)
    #expect(try Condition(deep).holds([.equity: .number(8)]) == true)
    #expect(throws: ConditionError(column: 64, message: "this is nested more than 64 deep")) {
      try Condition("(" + deep + ")")
    }
    let long = Array(repeating: "equity<9", count: 250).joined(separator: "||")
    #expect(try Condition(long).names == [.equity], "999 words and signs")
    #expect(throws: ConditionError(column: 2500, message: "a condition has at most 1000 words and signs")) {
      try Condition(long + "||a<")
    }
  }

  @Test(
    arguments: [
      ("equity==8990", true), ("equity!=8990", false), ("equity<8990", false), ("equity<=8990", true),
      ("equity>8990", false), ("equity>=8990", true), ("equity>+8989.5", true), ("equity<90%", false),
      ("risk.state=='hard_stop'", true), ("risk.state!=HARD_STOP", false), ("killswitch.triggered", true),
      ("killswitch.triggered==no", false), ("killswitch.triggered!=FALSE", true), ("!!killswitch.triggered", true),
      ("day_pnl<0||killswitch.triggered", true), ("day_pnl<0||!killswitch.triggered", nil),
      ("day_pnl<0&&!killswitch.triggered", false), ("day_pnl<0&&killswitch.triggered", nil),
      ("killswitch.triggered||day_pnl<0&&equity<0", true), ("(killswitch.triggered||day_pnl<0)&&equity<0", false),
    ] as [(String, Bool?)])
  func `three answers`(text: String, holds: Bool?) throws {
    let values: [ConditionName: ConditionValue] = [
      .equity: .number(8990), .riskState: .word("HARD_STOP"), .killSwitch: .truth(true),
    ]
    #expect(try Condition(text).holds(values) == holds)
    #expect(try Condition(text).holds([:]) == nil, "nothing known meets nothing")
    #expect(try Condition(text).text == text)
  }

  @Test func `a value of another kind is not known`() throws {
    #expect(try Condition("equity<9").holds([.equity: .word("8")]) == nil)
    #expect(try Condition("killswitch.triggered").holds([.killSwitch: .number(1)]) == nil)
    #expect(
      try Condition("equity<9 && price.BTC>1 || order.i.open").names == [.equity, .price("BTC"), .order("i", .open)])
    #expect([ConditionValue.number(2), .word("a"), .truth(true)].map(\.json) == [2, "a", true])
  }
}
