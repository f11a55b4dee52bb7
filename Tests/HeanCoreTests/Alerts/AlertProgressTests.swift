import Foundation
import Testing

@testable import HeanCore

/// From a trigger that is seen for the first time to an alert that has ended.
struct AlertProgressTests {
  private static let start = Date(timeIntervalSince1970: 1_795_225_650)

  /// Looks at these seconds, what they found, and what was told.
  private func told(
    _ rule: AlertRule, _ looks: [(Double, Bool?)], clears: (Double) -> Bool? = { _ in nil }
  ) -> [(Double, AlertChange.Kind)] {
    var progress = AlertProgress(rule)
    return looks.compactMap { second, holds in
      let kind = progress.take(
        AlertFinding(holds: holds, clears: clears(second), text: "\(second)"), of: rule, isMuted: false,
        at: Self.start + second)
      if kind == .resolved { progress.close() }
      return kind.map { (second, $0) }
    }
  }

  private func expect(_ told: [(Double, AlertChange.Kind)], _ wanted: [(Double, AlertChange.Kind)]) {
    #expect(told.map(\.0) == wanted.map(\.0) && told.map(\.1) == wanted.map(\.1), "\(told)")
  }

  private func rule(_ text: String, clears: String? = nil, keeps: Int = 60) throws -> AlertRule {
    AlertRule(
      "r", .condition(try Condition(text)), tier: .important, clears: try clears.map { try Condition($0) },
      keepsFiring: .seconds(keeps))
  }

  @Test func `fifty crossings in ten seconds are one alert`() throws {
    let looks = (0..<100).map { (Double($0) / 10, Optional($0 % 2 == 0)) }
    expect(told(try rule("equity<9"), looks + [(69, false), (70, false)]), [(0, .fired), (70, .resolved)])
  }

  @Test func `it fires when the trigger has held for as long as it has to`() throws {
    let rule = try rule("equity<9 for 10s", keeps: 5)
    expect(
      told(rule, [(0, true), (9, true), (9.5, false), (10, true), (19, nil), (20, true), (24, false), (29, false)]),
      [(20, .fired), (29, .resolved)])
  }

  @Test func `what is not known ends nothing, and is told once`() throws {
    let rule = try rule("equity<9", keeps: 5)
    expect(
      told(rule, [(0, true), (10, nil), (39, nil), (41, nil), (90, nil), (100, true), (101, false), (110, false)]),
      [(0, .fired), (41, .unknown), (100, .known), (110, .resolved)])
    expect(told(rule, [(0, nil), (29, nil), (30, nil), (31, nil), (32, false)]), [(30, .unknown), (32, .known)])
    expect(told(rule, [(0, nil), (40, nil), (41, true)]), [(40, .unknown), (41, .fired)])
  }

  @Test func `one look after a time without knowledge does not end it`() throws {
    let rule = try rule("equity<9", keeps: 5)
    expect(
      told(rule, [(0, true), (1, false), (2, nil), (20, false), (24, false), (25, false)]),
      [(0, .fired), (25, .resolved)])
  }

  @Test func `a second limit keeps it from ending too early`() throws {
    let rule = try rule("equity<9", clears: "equity>10", keeps: 5)
    expect(
      told(rule, [(0, true), (10, false), (20, false), (30, false)], clears: { $0 >= 30 }),
      [(0, .fired), (30, .resolved)])
    expect(told(rule, [(0, true), (10, false), (90, false)]), [(0, .fired)])
  }

  @Test func `a clock that is put back makes nothing fire early or for ever`() throws {
    let rule = try rule("equity<9 for 10s", keeps: 5)
    expect(told(rule, [(100, true), (50, true), (59, true), (60, true)]), [(60, .fired)])
    expect(told(try self.rule("equity<9"), [(100, true), (0, false), (60, false)]), [(100, .fired), (60, .resolved)])
  }

  @Test func `an alert has one name from its begin to its end, and the next one another`() throws {
    let rule = try rule("equity<9", keeps: 1)
    var progress = AlertProgress(rule)
    func take(_ holds: Bool?, at second: Double) -> String? {
      _ = progress.take(AlertFinding(holds: holds, text: ""), of: rule, isMuted: false, at: Self.start + second)
      return progress.incident
    }
    let first = take(true, at: 0)
    #expect(first == "r-1795225650000" && take(nil, at: 5) == first && take(true, at: 6) == first)
    #expect(progress.crossings == 1)
    progress.close()
    #expect(take(false, at: 8) == nil && take(true, at: 9) == "r-1795225659000")
  }
}
