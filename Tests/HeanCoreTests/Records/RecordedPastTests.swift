import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanCore

/// What of a record is known, and what it answers.
struct RecordedPastTests {
  private let start = Date(timeIntervalSince1970: 1_795_225_650)

  private func line(_ seconds: Double, _ kind: RecordLine.Kind, _ key: String? = nil, _ body: JSONValue = [:]) -> Data {
    RecordLine(at: start + seconds, kind: kind, key: key, body: body).written
  }

  private func answer(_ seconds: Double, _ path: String = "/x", _ body: JSONValue = ["a": 1]) -> Data {
    line(
      seconds, .answer, path,
      [
        "status": 200, "received_at": .string(EngineTime.format(start + seconds)), "headers": [:], "body": body,
      ])
  }

  private func past(_ pieces: [Data], since: Double = 0, until: Double = 3600) -> RecordedPast {
    var past = RecordedPast(since: start + since, until: start + until)
    past.add(Array(pieces.reduce(Data(), +)))
    return past
  }

  /// A recorder that ran the whole hour.
  private func hour(without hole: ClosedRange<Double>? = nil) -> [Data] {
    stride(from: 0.0, through: 3600, by: 150).filter { !(hole?.contains($0) ?? false) }.map { answer($0) }
  }

  @Test func `lines are read back as they were written`() {
    let line = RecordLine(
      at: start, kind: .trade, key: "a \"b\" \\ ü", body: ["x": [1, nil, "é"], "y": ["z": .number(Decimal(-0.5))]])
    #expect(RecordLine(line.written.dropLast()) == line)
    let bytes = Array(line.written)
    let head = RecordScan(bytes, 0..<bytes.count - 1)
    #expect(head?.at == start && head?.kind == .trade && head?.key(bytes) == line.key && head?.isWhole(bytes) == true)
    for end in 0..<bytes.count - 1 {
      #expect(RecordScan(bytes, 0..<end).map { $0.isWhole(bytes) && $0.body.upperBound < end } != true, "\(end)")
    }
  }

  private func status(_ seconds: Double, fees: Decimal) -> Data {
    answer(seconds, "/api/v1/engine/status", ["status": "running", "running": true, "total_fees": .number(fees)])
  }

  private func equity(_ seconds: Double, _ figure: Decimal) -> Data {
    line(seconds, .equity, EngineTime.format(start + seconds), .number(figure))
  }

  @Test func `the engine's totals are added up over its restarts, and a fall does not go on over one`() throws {
    let past = past([
      status(-60, fees: 10), equity(1, 1_000), equity(2, 900), status(3, fees: 12), equity(4, 1_100), equity(5, 880),
      status(60, fees: 15), status(120, fees: 1), equity(121, 500), equity(122, 450), status(180, fees: 4),
    ])
    #expect(past.figures.fees == 9)
    let fall = try #require(past.figures.fall)
    #expect(fall.percent == 20 && fall.peakAt == start + 4 && fall.troughAt == start + 5)
    #expect(past.figures.restarts == [start + 60...start + 120])
    let told = past.gaps.filter { $0.reason == .engineRestarted }
    #expect(told == [RecordGap(from: start + 60, to: start + 120, reason: .engineRestarted, subject: .equity)])
  }

  @Test func `what the engine said before its restart is no answer after it`() async throws {
    let strategies = answer(30, "/api/v1/strategies", ["strategies": []])
    func ask(_ lines: [Data]) async throws -> RESTResponse {
      try await RecordedEngine(past(lines), url: "http://x", reach: .asEngine)
        .send(RESTRequest(.get, "/api/v1/strategies"))
    }
    #expect(try await ask([status(0, fees: 5), strategies, status(60, fees: 6)]).status == 200)
    await #expect(throws: TransportError.self) {
      try await ask([status(0, fees: 5), strategies, status(60, fees: 6), status(120, fees: 1)])
    }
  }

  @Test func `without a hole there is no gap`() { #expect(past(hour()).gaps == []) }

  @Test func `a hole that nobody told is a gap`() {
    let gaps = past(hour(without: 700...2000)).gaps
    #expect(gaps == [RecordGap(from: start + 600, to: start + 2100, reason: .notRunning)])
  }

  @Test func `a hole that was told has its reason, once`() {
    let told = RecordGap(from: start + 610, to: start + 2090, reason: .killed)
    let lines = hour(without: 700...2000).prefix(5) + [told.line.written] + hour(without: 700...2000).dropFirst(5)
    #expect(past(Array(lines)).gaps == [told])
  }

  @Test func `before the first line and after the last nothing is known`() {
    let gaps = past(hour(), since: -7200, until: 7200).gaps
    #expect(gaps.map(\.from) == [start - 7200, start + 3600] && gaps.map(\.to) == [start, start + 7200])
    #expect(past([]).isEmpty && past([]).gaps.count == 1)
    #expect(past(hour(), since: 10_000, until: 20_000).isEmpty)
  }

  @Test func `a clock that was set back makes no hole of its own`() {
    let told = RecordGap(from: start + 300, to: start + 150, reason: .clockSetBack, subject: .events)
    let lines = [answer(0), answer(150), answer(300), told.line.written, answer(150), answer(300), answer(450)]
    #expect(past(lines, until: 450).gaps.filter { $0.reason == .notRunning } == [])
  }

  private func state(_ seconds: Double, _ path: String, _ state: String) -> Data {
    let body: JSONValue =
      switch path {
      case "/api/v1/engine/status": ["status": .string(state), "running": .bool(state == "running")]
      case "/api/v1/risk/killswitch/status": ["triggered": .bool(state == "tripped"), "reasons": ["drawdown"]]
      default: ["risk_state": .string(state), "reason_codes": ["R1"]]
      }
    return answer(seconds, path, body)
  }

  @Test func `what two looks saw differently is a change, and what a stopped engine says of its governor is none`() {
    let (engine, governor) = ("/api/v1/engine/status", "/api/v1/risk/governor/status")
    let kill = "/api/v1/risk/killswitch/status"
    let past = past([
      state(0, engine, "running"), state(0, governor, "NORMAL"), state(0, kill, "clear"),
      state(60, governor, "SOFT_BRAKE"), line(90, .answer, governor, ["same": true]),
      state(120, governor, "HARD_STOP"), state(130, kill, "tripped"),
      state(180, engine, "stopped"), state(180, governor, "NORMAL"),
      state(240, engine, "running"), state(240, governor, "HARD_STOP"), state(250, kill, "clear"),
    ])
    let told = past.changes.map { "\(Int($0.at?.timeIntervalSince(start) ?? -1)) \($0.subject.rawValue) \($0.what)" }
    #expect(
      told == [
        "250 kill_switch clear again", "240 engine STOPPED to RUNNING", "180 engine RUNNING to STOPPED",
        "130 kill_switch tripped", "120 governor to HARD_STOP", "60 governor to SOFT_BRAKE",
      ])
    #expect(past.changes.first { $0.state == "HARD_STOP" }?.notBefore == start + 90)
    #expect(past.changes.first { $0.state == "TRIPPED" }?.reason == "drawdown")
  }

  @Test func `torn lines and unknown kinds are counted and left out`() {
    let whole = line(10, .trade, "a", ["realized_pnl": 1])
    let torn = whole.dropLast(4) + Data("\n".utf8)
    let unknown = Data(#"{"at":"2026-11-21T01:47:40.000000Z","kind":"weather","body":{}}"#.utf8) + Data("\n".utf8)
    let text = past(hour() + [torn, unknown, whole, whole.dropLast(10)])
    #expect(text.torn == 2 && text.unknown == 1)
    #expect(text.sorted(.trade).count == 1)
  }

  @Test func `a row that was recorded twice counts once`() {
    let twice = past(hour() + [line(5, .trade, "a", ["realized_pnl": 0]), line(5, .trade, "a", ["realized_pnl": 2])])
    #expect(twice.sorted(.trade).map { String(decoding: $0.body, as: UTF8.self) } == [#"{"realized_pnl":2}"#])
  }

  @Test func `curves end at a loss, and not where the engine's lists closed the hole`() {
    let told = RecordGap(from: start + 610, to: start + 2090, reason: .killed)
    let lost = RecordGap(from: start + 610, to: start + 2090, reason: .forgotten, subject: .trades)
    #expect(past(hour() + [told.line.written]).equityGaps == EquityGaps())
    let gaps = past(hour() + [told.line.written, lost.line.written]).equityGaps
    #expect(gaps.trades == [start + 610...start + 2090] && gaps.equity == [])
    // Another engine begins from its own capital.
    let anew = RecordGap(from: start + 610, to: start + 700, reason: .engineRestarted, subject: .events)
    let both = past(hour() + [anew.line.written]).equityGaps
    #expect(both.trades == [start + 610...start + 700] && both.equity == both.trades)
  }

  @Test func `the last answer before the moment holds, also when it was the same`() async throws {
    let lines = [answer(0, "/x", ["n": 1]), line(300, .answer, "/x", ["same": true]), answer(600, "/x", ["n": 2])]
    for (until, figure) in [(100.0, "1"), (400, "1"), (700, "2")] {
      let engine = RecordedEngine(past(lines, until: until), url: "http://e", reach: .asEngine)
      let body = try await engine.send(RESTRequest(.get, "/x")).body
      #expect(String(decoding: body, as: UTF8.self) == "{\"n\":\(figure)}")
    }
    let engine = RecordedEngine(past(lines), url: "http://e", reach: .asEngine)
    await #expect(throws: TransportError.self) { try await engine.send(RESTRequest(.get, "/y")) }
    await #expect(throws: TransportError.self) { try await engine.send(RESTRequest(.post, "/x")) }
  }

  @Test func `candles are made of prices, and the bar that may go on is none`() async throws {
    let opening = Date(timeIntervalSince1970: 1_795_225_620)
    var past = RecordedPast(since: opening, until: opening + 150)
    let prices: [(Double, Decimal)] = [(0, 10), (20, 14), (59, 9), (60, 11), (119, 12), (121, 13)]
    let lines = prices.map { second, price in
      RecordLine(at: opening + second, kind: .price, body: ["ETHUSDT": [1], "BTCUSDT": [.number(price), 1, 2]]).written
    }
    past.add(Array(lines.reduce(Data(), +)))
    let engine = RecordedEngine(past, url: "http://e", reach: .wholeSpan)
    let endpoint = Endpoint<Listing<Candle>>.candles("BTCUSDT", .minute)
    let response = try await engine.send(RESTRequest(.get, endpoint.path, query: endpoint.query))
    let candles = try Listing<Candle>.read(response.body)
    #expect(
      candles.map { [$0.open, $0.high, $0.low, $0.close] } == [[10, 14, 9, 9], [11, 12, 11, 12]], "\(candles)")
  }
}
