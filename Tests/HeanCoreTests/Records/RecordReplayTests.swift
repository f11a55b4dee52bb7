import Foundation
import HeanCore
import Testing

@testable import HeanCore

/// A record that is played: what was known at one look after another.
struct RecordReplayTests {
  private let start = Date(timeIntervalSince1970: 1_795_225_650)

  private func line(_ seconds: Double, _ kind: RecordLine.Kind, _ key: String, _ body: JSONValue = [:]) -> Data {
    RecordLine(at: start + seconds, kind: kind, key: key, body: body).written
  }

  private func look(_ seconds: Double, _ state: String = "NORMAL") -> Data {
    line(
      seconds, .answer, "/api/v1/risk/governor/status",
      [
        "status": 200, "received_at": .string(EngineTime.format(start + seconds)), "headers": [:],
        "body": ["risk_state": .string(state)],
      ])
  }

  private func trade(_ seconds: Double, _ id: String) -> Data {
    line(seconds, .trade, id, ["position_id": .string(id)])
  }

  private func price(_ seconds: Double, _ price: Decimal) -> Data {
    RecordLine(at: start + seconds, kind: .price, body: ["BTCUSDT": [.number(price)]]).written
  }

  private func replay(_ happened: [[Data]], market: [Data] = [], until: Double = 86_400) -> RecordReplay {
    RecordReplay(
      since: start - 3600, until: start + until, happened: happened.map { Array($0.reduce(Data(), +)) },
      market: [Array(market.reduce(Data(), +))])
  }

  private func trades(_ replay: RecordReplay) -> [String] { (replay.past.rows[.trade] ?? [:]).keys.sorted() }

  @Test func `answers of one round are one look, however slow the engine is`() {
    let times: [Double] = [0, 1, 2, 15, 16, 40, 44, 48, 52, 56, 60]
    #expect(replay([times.map { look($0) }]).looks == [2, 16, 52, 60].map { start + $0 })
    #expect(replay([[trade(1, "a")]]).looks == [])
    #expect(replay([[look(0), look(60), look(120)]], until: 100).looks == [start, start + 60])
  }

  @Test func `nothing is shown before it was known, and going back forgets it`() {
    var replay = replay(
      [[look(0), trade(3, "a"), look(15, "SOFT_BRAKE"), trade(18, "b"), trade(5, "late"), look(30)], [look(45)]],
      market: [price(1, 10), price(14, 11), price(29, 12)])
    replay.show(start)
    #expect(trades(replay) == [] && replay.past.moneyLook == start)
    replay.show(start + 15)
    #expect(trades(replay) == ["a"] && replay.past.lastPrice("BTCUSDT")?.price == 11)
    // Recorded behind the look at 15 s, so it was not known then.
    replay.show(start + 30)
    #expect(trades(replay) == ["a", "b", "late"] && replay.past.lastPrice("BTCUSDT")?.price == 12)
    replay.show(start + 45)
    #expect(replay.past.moneyLook == start + 45)
    replay.show(start + 15)
    #expect(trades(replay) == ["a"] && replay.past.moneyLook == start + 15)
    let governor = replay.past.answers["/api/v1/risk/governor/status"].map { String(decoding: $0.body, as: UTF8.self) }
    #expect(governor?.contains("SOFT_BRAKE") == true)
  }

  @Test func `one row that is dated years ahead holds up nothing and is left out`() {
    var replay = replay([[look(0), trade(3_000_000_000, "future"), trade(2, "a"), look(15)]])
    replay.show(start + 15)
    #expect(trades(replay) == ["a"] && replay.past.moneyLook == start + 15)
  }

  @Test func `a torn line is counted and the rest is shown`() {
    var replay = replay([[look(0), trade(3, "a").dropLast(9) + Data("\n".utf8), trade(4, "b"), look(15)]])
    replay.show(start + 15)
    #expect(trades(replay) == ["b"] && replay.past.torn == 1)
  }
}
