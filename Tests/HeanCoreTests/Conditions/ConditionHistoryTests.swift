import Foundation
import Testing

@testable import HeanCore

/// What several looks tell together.
struct ConditionHistoryTests {
  private static let start = Date(timeIntervalSince1970: 1_795_225_650)
  private static let change = ConditionName.change(.price("BTC"), within: 300)
  private static let fills = ConditionName.count(.ordersFilled, in: 600)

  /// Looks at these seconds, and what they found of one base.
  private func seen(_ name: ConditionName, _ looks: [(Double, Int?)]) -> [ConditionLook] {
    var history = ConditionHistory()
    return looks.map { second, value in
      var look = ConditionLook()
      look.meanings[.price("BTC")] = .price("BTCUSDT")
      look.values[name.base] = value.map { .number(Decimal($0)) }
      history.complete(&look, for: [name, .equity], at: Self.start + second)
      return look
    }
  }

  private func values(_ name: ConditionName, _ looks: [(Double, Int?)]) -> [Decimal?] {
    seen(name, looks).map { if case .number(let value)? = $0.values[name] { value } else { nil } }
  }

  @Test func `a change is known when the window was seen whole`() {
    #expect(values(Self.change, [(0, 100), (150, 90), (299, 103), (300, 104), (450, 81)]) == [nil, nil, nil, 4, -10])
    let looks = seen(Self.change, [(0, 100), (75, 90)])
    #expect(looks[1].doubts[Self.change] == "seen for 1m15s of 5m")
    #expect(looks[1].meanings[Self.change] == .change(.price("BTCUSDT"), within: 300))
  }

  @Test func `a long window beside a short one does not make it coarse`() {
    let day = ConditionName.change(.price("BTC"), within: 86_400)
    var history = ConditionHistory()
    var known = 0
    for second in stride(from: 0.0, to: 3_000, by: 10) {
      var look = ConditionLook()
      look.values[.price("BTC")] = .number(100)
      history.complete(&look, for: [Self.change, day], at: Self.start + second)
      known += look.values[Self.change] == .number(0) ? 1 : 0
    }
    #expect(known == 270)
  }

  @Test func `after a gap, nothing is compared with what was long ago`() {
    #expect(values(Self.change, [(0, 100), (300, nil), (900, 104), (1200, 208)]) == [nil, nil, nil, 100])
    #expect(values(Self.change, [(0, 0), (300, 5)]) == [nil, nil], "nothing is a part of nothing")
  }

  @Test func `a clock that was put back, and a process that counts from 0, begin anew`() {
    #expect(values(Self.change, [(0, 100), (300, 110), (200, 120), (500, 132)]) == [nil, 10, nil, 10])
    #expect(values(Self.fills, [(0, 5), (600, 9), (700, 1), (1300, 4)]) == [nil, 4, nil, 3])
  }

  @Test func `memory stays flat however long it looks`() throws {
    let looks = (0..<20_000).map { (Double($0), Optional($0 + 1)) }
    #expect(values(Self.fills, looks).last.flatMap { $0 }.map { (600...602).contains($0) } == true)
    var history = ConditionHistory()
    for (second, value) in looks {
      var look = ConditionLook()
      look.values[Self.fills.base] = value.map { .number(Decimal($0)) }
      history.complete(&look, for: [Self.fills], at: Self.start + second)
    }
    let samples = Mirror(reflecting: history).children.first { $0.label == "samples" }?.value
    let entry = Mirror(reflecting: try #require(samples)).children.first?.value
    let kept = Mirror(reflecting: try #require(entry)).children.first { $0.label == "value" }?.value
    #expect((250...310).contains(Mirror(reflecting: try #require(kept)).children.count))
  }

  @Test func `a condition that has to last is met when it held without a break`() {
    var hold = ConditionHold()
    let looks: [(Double, Bool?, Bool)] = [
      (0, true, false), (5, true, false), (9, nil, false), (10, true, true), (11, false, false), (12, true, false),
      (22, true, true), (4, true, false), (14, true, true),
    ]
    for (second, holds, met) in looks {
      #expect(hold.isMet(holds, lasting: .seconds(10), at: Self.start + second) == met, "\(second)")
    }
    #expect(hold.since == Self.start + 4)
    var once = ConditionHold()
    #expect(once.isMet(true, lasting: nil, at: Self.start) && !once.isMet(nil, lasting: nil, at: Self.start))
  }
}
