import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// What a question is before it is answered, what it asks an engine for, and the form of its answer.
struct QuestionQueryTests {
  @Test(arguments: [
    ("what if BTC drops 5,5%?", "what if BTC drops 5.5%?"), ("the last 1,5 hours", "the last 1.5 hours"),
    ("profit above 1,000", "profit above 1,000"), ("1,000,5", "1,000,5"),
    ("between 1,2 and 3,4", "between 1.2 and 3.4"),
    ("btc,eth", "btc,eth"), ("1, 2", "1, 2"), ("0,0005", "0.0005"), ("1.000,5", "1.000,5"),
  ])
  func `a decimal comma is a decimal point`(question: String, read: String) {
    #expect(QuestionQuery(question).question == read)
  }

  @Test(arguments: [
    (
      "am i safe",
      [
        "/analytics/blocks", "/archon/pipeline", "/council/trade/status", "/council/trade/verdicts?limit=100",
        "/engine/status", "/health", "/logs/events?contains=STOP_TRADING&limit=1000",
        "/logs/events?contains=failed to close&limit=20", "/orders/positions", "/risk/decision-memory/blocks",
        "/risk/governor/status", "/risk/killswitch/status", "/risk/status", "/strategies",
        "/telemetry/signal-rejections?minutes=1", "/telemetry/signal-rejections?minutes=5",
        "/telemetry/signal-rejections?minutes=60", "/trading/history?limit=100", "/trading/history?limit=500",
        "/trading/metrics", "/trading/state", "/trading/why", "exchange", "price probe",
      ]
    ),
    ("price of eth", ["/engine/status", "/market/ticker?symbol=ETHUSDT", "/trading/why", "price probe"]),
    ("what is drawdown", []),
  ])
  func `a question asks for what its answer needs`(question: String, paths: [String]) {
    let reads = QuestionQuery(question).parts.flatMap { $0.reads(nil) + $0.readOnce }
    #expect(Set(reads.map { $0.key.replacing("/api/v1", with: "") }).sorted() == paths)
  }

  @Test(arguments: [[], [.stopped], [.engine(isLive: true)]] as [[Told]])
  func `an answer that is written and read again is the same, and keeps its keys`(told: [Told]) throws {
    let answer = try QuestionQuery("why is it not trading").answer(.staged(told), now: Recording.moment)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(answer)
    #expect(try encoder.encode(JSONDecoder().decode(QuestionAnswer.self, from: written)) == written)
    let members = try #require(try JSONSerialization.jsonObject(with: written) as? [String: Any])
    #expect(
      members.keys.sorted() == [
        "commands", "context", "evidence", "figures", "kind", "lines", "reading", "receivedAt", "suggestions",
      ])
  }
}
