import Foundation
import Testing

@testable import HeanCore

/// When input that was left out is reported, and what the report says.
struct IgnoredInputTests {
  private static let date = Date(timeIntervalSince1970: 1_795_225_650)

  private func add(
    _ ignoredInput: inout IgnoredInput, _ text: String, at seconds: Double, _ kind: IgnoredInput.Kind = .unreadable
  ) -> String? {
    ignoredInput.add(kind, Array(text.utf8)[...], at: .seconds(seconds), Self.date)?.message
  }

  private static let one = "a frame that is no JSON object was left out"
  private static let more = "frames that are no JSON object were left out"

  @Test func `the first is reported at once, those that follow are reported together and less and less often`() {
    var ignoredInput = IgnoredInput()
    #expect(add(&ignoredInput, "x", at: 0) == "\(Self.one): x")
    #expect(add(&ignoredInput, "y", at: 1) == nil, "two seconds have to pass")
    #expect(ignoredInput.due(at: .seconds(1.9), Self.date).isEmpty)
    #expect(ignoredInput.due(at: .seconds(2), Self.date).map(\.message) == ["\(Self.one): y"])
    #expect(add(&ignoredInput, "a", at: 3) == nil && add(&ignoredInput, "bc", at: 5.9) == nil)
    #expect(add(&ignoredInput, "d", at: 6) == "3 \(Self.more); the last: d")
    #expect(ignoredInput.due(at: .seconds(100), Self.date).isEmpty, "nothing is told twice")
  }

  @Test func `pauses between reports grow to a minute, and after a longer quiet begin at a second again`() {
    var ignoredInput = IgnoredInput()
    var now = 0.0
    var pauses: [Double] = []
    for _ in 0..<8 {
      _ = add(&ignoredInput, "x", at: now)
      _ = add(&ignoredInput, "x", at: now)
      let begun = now
      while ignoredInput.due(at: .seconds(now), Self.date).isEmpty, now < begun + 200 { now += 1 }
      pauses.append(now - begun)
    }
    #expect(pauses == [2, 4, 8, 16, 32, 60, 60, 60])
    _ = add(&ignoredInput, "x", at: now + 121)
    #expect(add(&ignoredInput, "y", at: now + 121) == nil)
    #expect(ignoredInput.due(at: .seconds(now + 122), Self.date).count == 1)
  }

  @Test func `each kind is counted separately, and what is left is reported at the end`() {
    var ignoredInput = IgnoredInput()
    for kind in IgnoredInput.Kind.allCases {
      #expect(add(&ignoredInput, "x", at: 0, kind) == "\(kind.words.one): x")
      #expect(add(&ignoredInput, "", at: 0, kind) == nil && add(&ignoredInput, "", at: 0, kind) == nil)
    }
    let rest = ignoredInput.rest(at: .seconds(0.1), Self.date)
    #expect(rest.map(\.message) == IgnoredInput.Kind.allCases.map { "2 \($0.words.more)" })
    #expect(rest.map(\.members["reason"]) == IgnoredInput.Kind.allCases.map { .string($0.rawValue) })
    #expect(ignoredInput.rest(at: .seconds(0.2), Self.date).isEmpty)
  }

  @Test func `only the beginning is shown, and all bytes are counted`() {
    var ignoredInput = IgnoredInput()
    let long = String(repeating: "z", count: 300)
    let notice = ignoredInput.add(.complaint, Array(long.utf8)[...], at: .zero, Self.date)
    #expect(
      notice?.members == [
        "reason": "complaint", "count": 1, "bytes": 300, "excerpt": .string(String(repeating: "z", count: 200)),
      ])
    #expect(
      ignoredInput.add(.memory, count: 4, "", at: .zero, Self.date)?.message
        == "4 events in the engine's memory have no number and were left out")
  }
}
