import Foundation
import Testing

@testable import HeanPractice

struct RiskTests {
  @Test func `the governor follows the band both ways above ten percent and stays between five and ten`() {
    var governor = Governor(initial: 100)
    let walk: [(Decimal, String)] = [
      (91, "NORMAL"), (90, "SOFT_BRAKE"), (85, "QUARANTINE"), (80, "HARD_STOP"), (88, "SOFT_BRAKE"), (93, "SOFT_BRAKE"),
    ]
    for (second, (equity, word)) in walk.enumerated() {
      governor.update(equity: equity, second: second)
      #expect(governor.level.name == word, "at \(equity)")
    }
    #expect(governor.frozen == 12, "frozen at the last change, whatever the live drawdown is")
    #expect(governor.drawdown == 7)
  }

  @Test func `it returns to NORMAL below five percent after half an hour and not before`() {
    var governor = Governor(initial: 100)
    governor.update(equity: 75, second: 10)
    governor.update(equity: 99, second: 1809)
    #expect(governor.level == .hardStop)
    governor.update(equity: 99, second: 1810)
    #expect(governor.level == .normal && governor.changed == nil)
  }

  @Test func `below the initial capital the larger drawdown counts`() {
    var governor = Governor(initial: 100)
    governor.update(equity: 120, second: 1)
    governor.update(equity: 102, second: 2)
    #expect(governor.drawdown == 15)
    governor.update(equity: 80, second: 3)
    #expect(governor.drawdown > 33)
  }

  @Test func `a daily pause resets by itself once a tenth of the loss is back, and the latch stays`() {
    var kill = KillSwitch(initial: 100)
    kill.update(equity: 84, initial: 100, second: 10)
    #expect(kill.reasons == ["DAILY_PAUSE: Drawdown 16.00% from daily high $100.00 exceeds limit 15.00% (PF=0.00)"])
    kill.update(equity: 84, initial: 100, second: 400)
    #expect(kill.isTriggered, "nothing has recovered")
    kill.update(equity: 90, initial: 100, second: 300)
    #expect(kill.isTriggered, "not yet five minutes")
    kill.update(equity: 90, initial: 100, second: 410)
    #expect(!kill.isTriggered && kill.latch)
  }

  @Test func `thirty percent below the initial capital is a hard stop in the engine's words`() {
    var kill = KillSwitch(initial: 300)
    kill.update(equity: Decimal(string: "58.89") ?? 0, initial: 300, second: 10)
    #expect(kill.reasons == ["HARD_STOP: Equity drop 80.37% from initial capital ($300.00 -> $58.89)"])
    kill.update(equity: 290, initial: 300, second: 4000)
    #expect(kill.isTriggered, "it does not reset by itself")
    kill.beginDay(equity: 290)
    #expect(!kill.isTriggered && kill.latch)
  }

  @Test func `above the initial capital the pause waits for thirty percent`() {
    var kill = KillSwitch(initial: 100)
    kill.update(equity: 119, initial: 100, second: 10)
    kill.update(equity: 101, initial: 100, second: 20)
    #expect(!kill.isTriggered)
    kill.update(equity: 100, initial: 100, second: 30)
    #expect(kill.isTriggered, "at the initial capital the limit is fifteen")
  }
}
