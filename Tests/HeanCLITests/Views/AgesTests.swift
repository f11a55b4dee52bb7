import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Ages in whole minutes, for a screen that is to stay the same text while nothing happens.
struct AgesTests {
  private static let minute = Date(timeIntervalSince1970: 1_795_225_620)

  @Test(arguments: [
    (0.0, "<30s"), (29.9, "<30s"), (59.9, "30s"), (60, "1m"), (3_599, "59m"), (3_600, "1h"), (7_300, "2h"),
    (86_400, "1d"),
    (200_000, "2d"),
  ])
  func `minutes, hours and days`(seconds: Double, text: String) {
    #expect(Ages.coarse(at: Self.minute).text(seconds) == text)
  }

  @Test func `exact ages are as before`() {
    for seconds in [0.4, 12, 252, 7_500, 200_000] { #expect(Ages.exact.text(seconds) == Spans.text(seconds)) }
    #expect(Ages.exact.text(of: "the last one 12s ago") == "the last one 12s ago")
  }

  @Test func `an age of more than two minutes changes when a minute begins`() {
    for opened in stride(from: 125.0, through: 9_000, by: 7) {
      let texts = Set((0..<60).map { Ages.coarse(at: Self.minute + Double($0)).text(opened + Double($0)) })
      #expect(texts.count == 1, "\(texts)")
    }
  }

  @Test func `sentences of the core follow`() {
    let ages = Ages.coarse(at: Self.minute)
    #expect(ages.text(of: "2 signals, the last one 12s ago.") == "2 signals, the last one <30s ago.")
    #expect(ages.text(of: "prices 4m12s old, 0s ago") == "prices 4m old, <30s ago")
    #expect(ages.text(of: "old 12s, in the last 5m") == "old 12s, in the last 5m")
  }

  @Test func `a screen in which nothing happens is the same text for a minute`() async throws {
    let stage = try await LiveStage("--scenario", "crash")
    #expect(stage.held.answer.positions.count > 0)
    func text(_ seconds: Double, isCoarse: Bool) -> String {
      var view = stage.view(140)
      view.now = Self.minute + 600 + seconds
      view.hasCoarseAges = isCoarse
      let positions = PositionsView(
        answer: stage.held.answer, judgement: stage.held.judgement, closes: [], isWatched: true, showsWays: true)
      let status = StatusView(answer: stage.status, closes: [])
      return [positions.report(view), status.report(view)].flatMap { stage.lines($0, view) }.joined(separator: "\n")
    }
    #expect(Set(stride(from: 0.0, to: 60, by: 1).map { text($0, isCoarse: true) }).count == 1)
    #expect(text(0, isCoarse: true) != text(60, isCoarse: true))
    #expect(text(0, isCoarse: false) != text(1, isCoarse: false))
  }
}
