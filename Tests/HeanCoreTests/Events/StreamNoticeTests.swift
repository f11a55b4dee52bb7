import Foundation
import Testing

@testable import HeanCore

/// Notices about the connection of a stream.
struct StreamNoticeTests {
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
  func `each loss of the connection has its message, and some are final`(
    loss: ConnectionLoss, words: String, isFinal: Bool
  ) {
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
  func `each notice says what happened, for people and for programs`(row: Row) {
    #expect(row.notice == StreamNotice(row.kind, at: Self.date, row.words, row.members))
    #expect(row.notice.kind.description == "hean.\(row.kind.rawValue)")
  }

  @Test func `seconds are rounded to milliseconds`() {
    #expect(StreamNotice.noHeartbeat(for: .microseconds(1_234_567)) == "no heartbeat for 1.235 s")
  }
}
