import Foundation
import Testing

@testable import HeanCore

/// What a stream says of itself, and what cannot be handed on.
struct StreamWordsTests {
  private static let date = Date(timeIntervalSince1970: 1_795_225_650)

  @Test(
    arguments: [
      (.unreachable(reason: "refused"), "refused", false),
      (.insecure(reason: "expired"), "no trusted connection: expired", true),
      (.refused(status: 500), "the handshake was answered with HTTP 500", false),
      (.refused(status: 401), "the handshake was answered with HTTP 401", true),
      (.refused(status: 403), "the handshake was answered with HTTP 403", true),
      (.unreadable("no upgrade"), "no upgrade", false),
      (.unavailable(reason: "no TLS", nextStep: "x"), "no TLS", false),
      (.ended(code: 1006, reason: ""), "the connection broke", false),
      (.ended(code: 1006, reason: "reset"), "reset", false),
      (.ended(code: 1001, reason: ""), "closed with code 1001", false),
      (.ended(code: 1011, reason: "no"), "closed with code 1011 (no)", false),
      (.ended(code: 1008, reason: "key"), "closed with code 1008 (key)", true),
    ] as [(ConnectionLoss, String, Bool)])
  func `a loss has its words, and some are for good`(loss: ConnectionLoss, words: String, isFinal: Bool) {
    #expect(loss.message == words && loss.isFinal == isFinal)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var notice: StreamNotice
    var kind: StreamNotice.Kind
    var words: String
    var members: [String: JSONValue]

    init(_ notice: StreamNotice, _ kind: StreamNotice.Kind, _ words: String, _ members: [String: JSONValue]) {
      (self.notice, self.kind, self.words, self.members) = (notice, kind, words, members)
    }

    var testDescription: String { words }
  }

  private static let broken = ConnectionLoss.ended(code: 1006, reason: "reset")
  private static let rows: [Row] = [
    Row(
      .connected(to: "ws://e", [.orders, .metrics], at: date), .connected, "connected to ws://e",
      ["url": "ws://e", "topics": ["orders", "metrics"]]),
    Row(
      .silent(for: .milliseconds(5_250), at: date), .stale, "no heartbeat for 5.25 s: what is shown may be old",
      ["reason": "no heartbeat", "silent_seconds": .number(Decimal(525) / 100)]),
    Row(
      .retrying(after: .milliseconds(1_500), 2, because: "reset", broken, at: date), .stale,
      "reset; trying again in 1.5 s",
      ["reason": "reset", "attempt": 2, "retry_in_seconds": .number(Decimal(3) / 2), "code": 1006]),
    Row(
      .retrying(after: .seconds(1), 1, because: "x", .unreachable(reason: "y"), at: date), .stale,
      "x; trying again in 1 s", ["reason": "x", "attempt": 1, "retry_in_seconds": 1]),
    Row(
      .reconnected(after: .seconds(3), attempts: 2, recovered: 0, hasRestarted: false, at: date), .reconnected,
      "reconnected after 3 s", ["down_seconds": 3, "attempts": 2, "recovered": 0, "restarted": false]),
    Row(
      .reconnected(after: .seconds(3), attempts: 1, recovered: 1, hasRestarted: true, at: date), .reconnected,
      "reconnected after 3 s, to a process that has restarted; 1 missed event recovered",
      ["down_seconds": 3, "attempts": 1, "recovered": 1, "restarted": true]),
    Row(
      .polling(every: .seconds(2), because: "x", [.orders], at: date), .polling,
      "no WebSocket (x): asking for events every 2 s", ["reason": "x", "interval_seconds": 2, "without": []]),
    Row(
      .polling(every: .seconds(2), because: "x", [.metrics, .orders, .logs], at: date), .polling,
      "no WebSocket (x): asking for events every 2 s; nothing comes of metrics, logs",
      ["reason": "x", "interval_seconds": 2, "without": ["metrics", "logs"]]),
    Row(
      .unreadable(.init(words: "HTTP 500"), at: date), .stale, "HTTP 500; asking again", ["reason": "HTTP 500"]),
  ]

  @Test(arguments: rows)
  func `each says what happened, for people and for programs`(row: Row) {
    #expect(row.notice == StreamNotice(row.kind, at: Self.date, row.words, row.members))
    #expect(row.notice.kind.description == "hean.\(row.kind.rawValue)")
  }

  @Test func `seconds are rounded to milliseconds`() {
    #expect(StreamNotice.noHeartbeat(for: .microseconds(1_234_567)) == "no heartbeat for 1.235 s")
  }

  // MARK: Leftovers

  private func add(
    _ ignoredInput: inout IgnoredInput, _ text: String, at seconds: Double, _ kind: IgnoredInput.Kind = .unreadable
  ) -> String? {
    ignoredInput.add(kind, Array(text.utf8)[...], at: .seconds(seconds), Self.date)?.message
  }

  private static let one = "a frame that is no JSON object was left out"
  private static let more = "frames that are no JSON object were left out"

  @Test func `the first is told at once, those that follow together and ever later`() {
    var ignoredInput = IgnoredInput()
    #expect(add(&ignoredInput, "x", at: 0) == "\(Self.one): x")
    #expect(add(&ignoredInput, "y", at: 1) == nil, "two seconds have to pass")
    #expect(ignoredInput.due(at: .seconds(1.9), Self.date).isEmpty)
    #expect(ignoredInput.due(at: .seconds(2), Self.date).map(\.message) == ["\(Self.one): y"])
    #expect(add(&ignoredInput, "a", at: 3) == nil && add(&ignoredInput, "bc", at: 5.9) == nil)
    #expect(add(&ignoredInput, "d", at: 6) == "3 \(Self.more); the last: d")
    #expect(ignoredInput.due(at: .seconds(100), Self.date).isEmpty, "nothing is told twice")
  }

  @Test func `after a minute of quiet the next is told soon again`() {
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

  @Test func `each kind is counted by itself, and the rest is told in the end`() {
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

  // MARK: Patience

  @Test(arguments: [(0, 0.5), (1, 1.0), (5, 16.0), (6, 30.0), (16, 30.0), (1_000_000, 30.0)])
  func `attempts wait twice as long each time, up to half a minute`(attempt: Int, seconds: Double) {
    let timing = StreamTiming()
    #expect(timing.retry(attempt, random: 1) == .seconds(seconds))
    #expect(timing.retry(attempt, random: 0) == .zero && timing.retry(attempt, random: 0.5) == .seconds(seconds / 2))
  }

  @Test func `the engine's patience and ours`() {
    let timing = StreamTiming()
    #expect(timing.stale == .seconds(5) && timing.dead == .seconds(15) && timing.healthy == .seconds(30))
    #expect(timing.settling == .seconds(3) && timing.restartTolerance == .seconds(3))
    #expect(timing.poll == .seconds(2) && timing.socketRetry == .seconds(30) && timing.tick == .milliseconds(250))
  }

  // MARK: Topics

  @Test func `what comes by itself, what never comes, and what has numbers`() {
    func names(_ isMeant: (Topic) -> Bool) -> Set<String> { Set(Topic.allCases.filter(isMeant).map(\.rawValue)) }
    #expect(
      names { !$0.isAutomatic } == [
        "snapshot", "triangular_arb", "telemetry", "trading_signals", "performance", "risk", "logs",
      ])
    let silent: Set = ["telemetry", "trading_signals", "performance", "risk", "logs", "ai_catalyst", "ai_reasoning"]
    #expect(names(\.isSilent) == silent)
    #expect(names { !$0.hasNumbers } == silent.union(["metrics", "trading_metrics", "snapshot"]))
    #expect(names { $0.summary == "never anything" } == silent && Topic.allCases.count == 29)
    #expect(
      Topic.usual.map(\.rawValue) == [
        "orders", "positions", "order_decisions", "signals", "risk_events", "system_status",
      ])
  }

  @Test(arguments: [
    (Topic.signals, "SIGNAL", [Topic.strategyEvents]), (.orderDecisions, "X", [.strategyEvents]),
    (.orderExitDecisions, "X", [.strategyEvents]), (.orders, "ORDER_FILLED", [.orderFilled]),
    (.orders, "ORDER_CANCELLED", [.orderCancelled]), (.orders, "ORDER_PLACED", []),
    (.riskEvents, "KILLSWITCH_TRIGGERED", [.systemStatus]), (.riskEvents, "RISK_ALERT", []),
    (.positions, "ORDER_FILLED", []), (.strategyEvents, "SIGNAL", []),
  ])
  func `where else an event is sent`(topic: Topic, type: String, copies: [Topic]) {
    #expect(topic.copies(ofType: type) == copies)
    #expect(Topic(Array(topic.rawValue.utf8)[...]) == topic && Topic(Array("no\(topic.rawValue)".utf8)[...]) == nil)
  }

  @Test func `severities rise`() {
    #expect(EventSeverity.allCases.sorted(by: >) == [.error, .warn, .info])
  }
}
