import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What two looks show to be different, and what they do not.
struct EngineChangesTests {
  private static let then = Recording.moment - 600
  private static let now = Recording.moment

  private func row(
    _ id: String, _ symbol: String = "BTCUSDT", size: Decimal = 2, stop: Decimal? = 90, pnl: Decimal = 5
  ) -> KeptPosition {
    var position = Position(symbol: symbol, side: .long)
    position.id = id
    position.size = size
    position.stopLoss = stop
    position.markPrice = 100
    position.unrealizedPnL = pnl
    return KeptPosition(position)
  }

  private func look(
    _ at: Date, _ positions: [KeptPosition]?, paper: Bool = true, realized: Decimal? = 0
  ) -> KeptLook {
    var look = KeptLook(at: at, isPaper: paper)
    look.positions = positions.map { KeptList($0) } ?? KeptList(missing: "HTTP 500")
    look.orders = KeptList([])
    look.realizedPnL = realized
    look.equity = 10_000
    look.settings = ["log_level": "INFO"]
    return look
  }

  private func changes(_ before: KeptLook?, _ after: KeptLook, runs: [AuditRun] = []) -> EngineChanges {
    EngineChanges(from: before, to: after, runs: runs)
  }

  @Test func `the first look and another world change nothing`() {
    var other = look(Self.then, [row("a")])
    other.world = "other"
    for before in [nil, other] {
      let found = changes(before, look(Self.now, []))
      #expect(found.since == nil && found.changes.isEmpty && found.notCompared.isEmpty)
    }
    let same = changes(look(Self.then, [row("a")]), look(Self.now, [row("a")]))
    #expect(same.changes.isEmpty && same.since == Self.then && same.restartedAt == nil)
  }

  /// The first minute of a new engine object dates nothing itself.
  @Test func `a restart that the engine does not date closes nothing either`() {
    let before = look(Self.then, [row("a")], realized: 93.79)
    var forgotten = look(Self.now, [], realized: 1)
    forgotten.booksEndedAt = Self.now - 60
    let found = changes(before, forgotten)
    #expect(found.changes.first?.kind == .unlisted && found.restartedAt == Self.now - 60, "\(found.changes)")
    let began = changes(before, look(Self.now, [], realized: 0))
    #expect(began.changes.first?.kind == .unlisted && began.changes[0].message.contains("restarted"))
    // What others booked closes no position of which nothing else is told.
    var after = look(Self.now, [], realized: 98.79)
    after.ends = [KeptEnd(id: "b", pnl: 5, at: Self.now - 30, isDrop: false)]
    #expect(changes(before, after).changes.first?.kind != .closed)
    // An end of before the earlier look was booked by then.
    after.ends = [KeptEnd(id: "c", pnl: 40, at: Self.then - 30, isDrop: false)]
    after.equity = 10_005
    let own = changes(before, after)
    #expect(own.changes.first?.message.contains("booked +5.00") == true, "\(own.changes)")
    #expect(own.changes.last?.message == "equity: 10000.00 → 10005.00 USDT (+5.00; +5.00 of PnL was booked)")
  }

  @Test func `a list that did not come closes nothing`() {
    let lost = changes(look(Self.then, [row("a"), row("b", "ETHUSDT")]), look(Self.now, nil))
    #expect(lost.changes.map(\.kind) == [.lost] && lost.changes[0].isGrave)
    #expect(
      lost.changes[0].message
        == "what is open is not known now: HTTP 500; open were BTCUSDT long 2, ETHUSDT long 2")
    let found = changes(look(Self.then, nil), look(Self.now, [row("a")]))
    #expect(found.changes.map(\.kind) == [.found])
    #expect(found.changes[0].message == "positions: 1 now; not known before: HTTP 500")
    let neither = changes(look(Self.then, nil), look(Self.now, nil))
    #expect(neither.changes.isEmpty && neither.notCompared == ["positions: not known in either look (HTTP 500)"])
  }

  @Test func `an end is what proves it, and no more`() {
    var after = look(Self.now, [])
    func kind(_ before: KeptLook) -> [EngineChange.Kind] { changes(before, after).changes.map(\.kind) }
    let before = look(Self.then, [row("a")])
    // Nothing was booked, and something was to be.
    #expect(kind(before) == [.dropped])
    // Nothing tells whether something was booked.
    after.realizedPnL = nil
    #expect(kind(before) == [.unlisted])
    after.realizedPnL = 5
    #expect(kind(before) == [.closed])
    #expect(changes(before, after).changes[0].message == "BTCUSDT long 2: closed by the books, which booked +5.00")
    after.ends = [KeptEnd(id: "a", pnl: 4, at: nil, isDrop: false)]
    #expect(changes(before, after).changes[0].message == "BTCUSDT long 2: closed, PnL +4.00")
    after.ends = [KeptEnd(id: "a", pnl: 0, at: nil, isDrop: true)]
    #expect(kind(before) == [.dropped])
    // At an exchange only its own record proves a fill.
    after.isPaper = false
    after.ends = [KeptEnd(id: "a", pnl: 4, at: nil, isDrop: false)]
    #expect(changes(before, after).changes[0].message.hasSuffix("; only the exchange's own record proves the fill"))
  }

  @Test func `what came and went between two looks is told in one line`() {
    var after = look(Self.now, [row("a")])
    after.ends = [
      KeptEnd(id: "x", pnl: 3, at: Self.now - 60, isDrop: false),
      KeptEnd(id: "y", pnl: -1, at: Self.now - 50, isDrop: false),
      KeptEnd(id: "old", pnl: 9, at: Self.then - 50, isDrop: false),
      KeptEnd(id: "z", pnl: 0, at: Self.now - 9, isDrop: true),
    ]
    #expect(
      changes(look(Self.then, [row("a")]), after).changes.map(\.message) == [
        "opened and closed between the two looks: at least 2 positions, PnL +2.00 in all"
      ])
  }

  @Test(arguments: [true, false])
  func `what a restart took from the books is not closed`(isPaper: Bool) {
    var after = look(Self.now, [], paper: isPaper)
    after.objectStartedAt = Self.now - 60
    var before = look(Self.then, [row("a")], paper: isPaper)
    before.orders = KeptList([KeptOrder(Order(symbol: "BTCUSDT", side: .buy, status: nil, timeline: []))])
    let found = changes(before, after)
    #expect(found.restartedAt == Self.now - 60 && !found.isProcessNew)
    #expect(found.changes.map(\.kind) == [.unlisted, .unlisted], "\(found.changes)")
    #expect(found.changes.allSatisfy { $0.isGrave != isPaper && $0.message.contains("the engine was restarted") })
    let fate = isPaper ? "is gone" : "may still hold it, without a stop"
    #expect(found.changes[0].message.hasSuffix(fate))
    // One that was started before the earlier look is the same.
    after.objectStartedAt = Self.then - 60
    #expect(changes(before, after).restartedAt == nil)
  }

  @Test func `what is different about a position is told by its parts`() {
    var moved = row("a", size: 3, stop: nil)
    moved.isBeyondLevel = true
    let found = changes(look(Self.then, [row("a")]), look(Self.now, [moved, row("b", "ETHUSDT", stop: nil)]))
    #expect(
      found.changes.map(\.message) == [
        "opened: ETHUSDT long 2, without a stop", "BTCUSDT long 3: size 2 → 3", "BTCUSDT long 3: stop 90.00 → none",
        "BTCUSDT long 3: the price has passed its stop or target, and it is open",
      ])
    #expect(found.changes.map(\.isGrave) == [true, false, true, true])
    // Rows without ids are matched in their order.
    var first = row("a"), second = row("a")
    (first.id, second.id) = (nil, nil)
    #expect(changes(look(Self.then, [first, second]), look(Self.now, [second], realized: 1)).changes.count == 1)
  }

  @Test func `states, equity, settings and verbs come after the money`() {
    var before = look(Self.then, [])
    before.states = [.governor: "NORMAL", .latch: "open", .engine: "RUNNING"]
    var after = look(Self.now, [row("a")], realized: -3)
    after.states = [.governor: "HARD_STOP", .engine: "RUNNING", .mode: "DRY RUN"]
    after.equity = 9_990
    after.settings = ["log_level": "DEBUG"]
    var run = AuditRun(id: "r")
    run.add(
      AuditRecord(
        id: "r", step: 1, time: Self.now - 30, verb: "engine.pause",
        content: .intent(.init(reason: "lunch", user: "alice"))))
    var old = AuditRun(id: "o")
    old.add(AuditRecord(id: "o", step: 1, time: Self.then - 30, verb: "engine.stop", content: .intent(.init())))
    let found = changes(before, after, runs: [old, run])
    #expect(
      found.changes.map(\.message) == [
        "opened: BTCUSDT long 2, stop 90.00", "mode: DRY RUN; it was not known before",
        "latch: not known now; it was open", "governor: NORMAL → HARD_STOP",
        "equity: 10000.00 → 9990.00 USDT (-10.00; -3.00 of PnL was booked)",
        "engine.pause: not recorded, by alice, reason: lunch", "log_level: INFO → DEBUG",
      ])
    #expect(found.changes.first { $0.name == "governor" }?.isGrave == true)
    after.equity = nil
    after.equityReason = "no answer"
    after.settings = nil
    let lost = changes(before, after)
    #expect(lost.changes.last?.message == "equity is not known now: no answer")
    #expect(lost.notCompared == ["settings: not told in this look"])
  }

  @Test func `what only one endpoint told is not compared with what both did`() {
    var before = look(Self.then, []), after = look(Self.now, [])
    before.settings = ["log_level": "INFO", "config.max": "3"]
    after.settings = ["config.max": "4"]
    #expect(changes(before, after).changes.map(\.name) == ["config.max"])
  }

  @Test func `looks are thinned over a week, and the mark stays`() throws {
    var looks = KeptLooks()
    for minute in stride(from: 0, through: 14 * 1440, by: 2) {
      looks.add(KeptLook(at: Self.then + Double(minute) * 60, isPaper: true))
    }
    let last = Self.then + Double(14 * 1440) * 60
    #expect(looks.looks.last?.at == last && looks.looks.count < 80, "\(looks.looks.count)")
    #expect(looks.looks.allSatisfy { last.timeIntervalSince($0.at) <= KeptLooks.span })
    #expect(looks.base(since: nil)?.at == last)
    for hours in [1.0, 3, 12, 30, 100] {
      let base = try #require(looks.base(since: last - hours * 3600))
      let late = last.timeIntervalSince(base.at) - hours * 3600
      #expect(late >= 0 && late <= (hours < 24 ? 3600 : 6 * 3600), "\(hours): \(late)")
    }
    #expect(looks.base(since: last - 30 * 86_400)?.at == looks.looks.first?.at)
    // A clock that was set back, and another world.
    looks.add(KeptLook(at: Self.then, isPaper: true))
    #expect(looks.looks.count == 1)
    var other = KeptLook(at: Self.now, isPaper: true)
    other.world = "w"
    looks.add(other)
    #expect(looks.looks == [other])
    let coded = try JSONDecoder().decode(KeptLooks.self, from: JSONEncoder().encode(looks))
    #expect(coded == looks)
  }

  @Test func `a look is made of what the verdicts rest on`() throws {
    let snapshot = try EngineSnapshot.staged([
      .engine(realized: 7), .says(.settings, #"{"bybit_testnet":true,"log_level":"INFO"}"#),
      .says(.configuration, #"{"config":{"max_open_positions":5}}"#), .says(.orders(.open), #"{"orders":[]}"#),
    ])
    let answer = try LookQuery().answer(snapshot, now: Recording.moment)
    let look = answer.look
    #expect(look.positions.rows == [] && look.orders.rows == [] && look.realizedPnL == 7 && look.isPaper)
    #expect(look.states[.engine] == "RUNNING" && look.states[.governor] == "NORMAL" && look.states[.money] == "flat")
    #expect(look.states[.killSwitch] == "clear" && look.states[.strategiesOff] == "none")
    #expect(look.settings?["testnet"] == "true" && look.settings?["config.max_open_positions"] == "5")
    let stopped = try LookQuery().answer(EngineSnapshot.staged([.stopped]), now: Recording.moment).look
    #expect(stopped.positions.rows == nil && stopped.orders.rows == nil && stopped.equity == nil)
    #expect(stopped.states[.engine] == "STOPPED" && stopped.states[.governor] == nil)
  }
}
