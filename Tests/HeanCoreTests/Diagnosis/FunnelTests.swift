import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How far signals got, and which decisions two lists know of.
struct FunnelTests {
  private static func decision(
    _ outcome: String, _ code: String, _ age: TimeInterval?, strategy: String? = "a", symbol: String = "BTCUSDT"
  ) -> String {
    let at = age.map { #","timestamp":"\#(ago($0))""# } ?? ""
    let owner = strategy.map { #","strategy_id":"\#($0)""# } ?? ""
    return
      #"{"event_kind":"decision","decision":"\#(outcome)","reason_code":"\#(code)","symbol":"\#(symbol)"\#(owner)\#(at)}"#
  }

  private static func order(
    _ id: String, _ age: TimeInterval, status: String, filled: String = "0", strategy: String = "a",
    symbol: String = "BTCUSDT"
  ) -> String {
    #"{"event_kind":"order","order_id":"\#(id)","symbol":"\#(symbol)","side":"buy","strategy_id":"\#(strategy)","#
      + #""size":1,"filled_size":\#(filled),"status":"\#(status)","created_at":"\#(ago(age))"}"#
  }

  private static let busy: [Told] = [
    .state(
      [
        decision("CREATE", "ACCEPTED", 10), decision("SKIP", "DAILY_LIMIT", 20),
        decision("SKIP", "COOLDOWN", 30, strategy: "b", symbol: "ETHUSDT"), decision("REJECT", "COOLDOWN", 40),
        decision("CREATE", "ACCEPTED", 400),
      ], fills: [order("o1", 9, status: "filled")]),
    .history(
      [
        order("o1", 9, status: "filled"), order("o2", 50, status: "cancelled", filled: "0.5"),
        order("o3", 60, status: "cancelled"), order("o4", 70, status: "placed", strategy: "c", symbol: "SOLUSDT"),
        order("o5", 301, status: "filled"), decision("SKIP", "COOLDOWN", 1000),
      ], limit: 500),
    .says(.metrics, Told.metricsBody(signals: 4, created: 1, orders: (4, 2, 3, 1))),
  ]

  private func lines(_ funnel: Funnel) -> [String] {
    funnel.rows.map {
      "\($0.by) \($0.name): \($0.signals) \($0.accepted) \($0.orders) \($0.filled) \($0.rejected.map(String.init) ?? "-") "
        + $0.reasons.map { "\($0.code)×\($0.count)" }.joined(separator: ",")
    }
  }

  @Test func `rows are counted by strategy and by symbol, the busiest first`() throws {
    let funnel = Funnel(try .staged(Self.busy), seconds: 300, now: Seen.now)
    #expect(
      lines(funnel) == [
        "all all: 4 1 4 2 3 COOLDOWN×2,DAILY_LIMIT×1",
        "strategy a: 3 1 3 2 - COOLDOWN×1,DAILY_LIMIT×1", "strategy b: 1 0 0 0 - COOLDOWN×1", "strategy c: 0 0 1 0 - ",
        "symbol BTCUSDT: 3 1 3 2 - COOLDOWN×1,DAILY_LIMIT×1", "symbol ETHUSDT: 1 0 0 0 - COOLDOWN×1",
        "symbol SOLUSDT: 0 0 1 0 - ",
      ])
    #expect(funnel.reach == 1000)
    let rates = funnel.rows.map(\.acceptance)
    #expect(rates == [25, Decimal(exactly: "33.33"), 0, nil, Decimal(exactly: "33.33"), 0, nil])
  }

  @Test func `one strategy or symbol, and a time that ended, leave out the rest`() throws {
    func all(_ names: NameFilter, until: Date? = nil) throws -> String {
      lines(Funnel(try .staged(Self.busy), seconds: 300, until: until, of: names, now: Seen.now))[0]
    }
    #expect(try all(NameFilter(strategy: "b")) == "all all: 1 0 0 0 - COOLDOWN×1")
    #expect(try all(NameFilter(symbol: "BTCUSDT")) == "all all: 3 1 3 2 - COOLDOWN×1,DAILY_LIMIT×1")
    #expect(try all(NameFilter(), until: Seen.now - 25) == "all all: 2 0 3 1 - COOLDOWN×2")
    #expect(try all(NameFilter(symbol: "BTCUSDT"), until: Seen.now - 25) == "all all: 1 0 2 1 - COOLDOWN×1")
  }

  @Test func `a longer time takes in more, of the list and of the counters`() throws {
    func all(_ seconds: Decimal, _ told: Told...) throws -> String {
      lines(Funnel(try .staged(Self.busy + told), seconds: seconds, now: Seen.now))[0]
    }
    #expect(try all(400) == "all all: 5 2 5 3 - COOLDOWN×2,DAILY_LIMIT×1", "no counter is of 400 s")
    #expect(try all(3600) == "all all: 6 2 5 3 - COOLDOWN×3,DAILY_LIMIT×1")
    func counted(_ uptime: Int) -> Told {
      .says(
        .metrics,
        #"{"uptime_sec":\#(uptime),"counters":{"last_1m":{"orders_rejected":5},"session":{"orders_rejected":6}}}"#)
    }
    #expect(try all(60, counted(10)).hasPrefix("all all: 4 1 3 2 5 "))
    #expect(try all(600, counted(600)).hasPrefix("all all: 5 2 5 3 6 "), "a session that lies in it whole")
    #expect(try all(600, counted(601)).hasPrefix("all all: 5 2 5 3 - "))
    #expect(try all(300, .fails(.metrics)).hasPrefix("all all: 4 1 4 2 - "))
  }

  @Test func `counts are lower bounds where the lists do not reach back`() throws {
    func reach(_ window: Decimal) throws -> Decimal? {
      try FunnelQuery(window: window).answer(.staged(Self.busy), now: Seen.now).shortReach
    }
    #expect(try reach(1000) == nil && reach(1001) == 1000)
    let nothing = try FunnelQuery(window: 60).answer(.staged([.state(), .history([], limit: 500)]), now: Seen.now)
    #expect(nothing.shortReach == nil && nothing.funnel.reach == nil && nothing.window == 60)
    #expect(lines(nothing.funnel) == ["all all: 0 0 0 0 - "])
  }

  @Test func `the busiest comes first, whatever it is called, and equals by name`() throws {
    let state = Told.state([
      Self.decision("SKIP", "X", 1, strategy: "a", symbol: "A"),
      Self.decision("SKIP", "X", 2, strategy: "z", symbol: "Z"),
      Self.decision("SKIP", "X", 3, strategy: "z", symbol: "Z"),
      Self.decision("SKIP", "X", 4, strategy: "b", symbol: "B"),
    ])
    let rows = Funnel(try .staged([state]), seconds: 60, now: Seen.now).rows
    #expect(rows.map(\.name) == ["all", "z", "a", "b", "Z", "A", "B"])
  }

  @Test func `an order that does not say how much filled has not filled`() throws {
    let order = Self.order("o", 5, status: "placed").replacing(#""filled_size":0,"#, with: "")
    let row = try #require(Funnel(try .staged([.state(fills: [order])]), seconds: 60, now: Seen.now).rows.first)
    #expect(!order.contains("filled_size") && row.orders == 1 && row.filled == 0 && row.fillRate == 0)
  }

  // MARK: the log

  @Test func `two lists make one, each decision once, newest first`() throws {
    let twice = Self.decision("SKIP", "COOLDOWN", 30)
    let snapshot = try EngineSnapshot.staged([
      .state([twice, Self.decision("SKIP", "DAILY_LIMIT", 20), Self.decision("SKIP", "X", nil)]),
      .history([Self.decision("SKIP", "COOLDOWN", 900), twice], limit: 500),
    ])
    let log = DecisionLog(snapshot, scope: DiagnosisScope(), now: Seen.now)
    #expect(log.decisions.map(\.reasonCodes) == [["DAILY_LIMIT"], ["COOLDOWN"], ["COOLDOWN"], ["X"]])
    #expect(log.reach == 900 && log.last(30).count == 2 && log.last(29).count == 1)
    let rejections = log.rejections { $0.reasonCodes == ["COOLDOWN"] }
    #expect(rejections == Rejections(oneMinute: 1, fiveMinutes: 1, oneHour: 2, isAtLeast: true))
    #expect(log.since { $0.reasonCodes == ["DAILY_LIMIT"] } == Seen.now - 20)
    #expect(log.since { $0.reasonCodes == ["COOLDOWN"] } == nil, "the newest is another")
  }

  @Test func `an hour that the lists reach back is an hour`() throws {
    func rejections(_ age: TimeInterval) throws -> Rejections {
      let snapshot = try EngineSnapshot.staged([.state([Self.decision("SKIP", "COOLDOWN", age)])])
      return DecisionLog(snapshot, scope: DiagnosisScope(), now: Seen.now).rejections { _ in true }
    }
    #expect(try rejections(3600) == Rejections(oneMinute: 0, fiveMinutes: 0, oneHour: 1, isAtLeast: false))
    #expect(try rejections(3599).isAtLeast && rejections(300).fiveMinutes == 1 && rejections(301).fiveMinutes == 0)
    #expect(try rejections(60).oneMinute == 1 && rejections(61).oneMinute == 0)
    let accepted = try EngineSnapshot.staged([.state([Self.decision("CREATE", "ACCEPTED", 5)])])
    #expect(DecisionLog(accepted, scope: DiagnosisScope(), now: Seen.now).rejections { _ in true }.oneHour == 0)
  }

  @Test func `deaths add up, and stay within what a number holds`() {
    let sum =
      Rejections(oneMinute: .max, fiveMinutes: 2, oneHour: 3)
      + Rejections(oneMinute: 1, fiveMinutes: 5, isAtLeast: true)
    #expect(sum == Rejections(oneMinute: .max, fiveMinutes: 7, oneHour: 3, isAtLeast: true))
    #expect(!(Rejections() + Rejections()).isAtLeast)
  }

  @Test(
    arguments: [
      (DiagnosisScope(), "", "5 minutes", true), (DiagnosisScope(symbol: "X"), " for X", "5 minutes", false),
      (DiagnosisScope(symbol: "X", strategy: "s"), " for X and s", "5 minutes", false),
      (DiagnosisScope(window: 3600), "", "hour", false), (DiagnosisScope(window: 600), "", "10 minutes", false),
      (DiagnosisScope(window: 60), "", "1m00s", false), (DiagnosisScope(window: 90), "", "1m30s", false),
      (DiagnosisScope(window: 7200), "", "120 minutes", false), (DiagnosisScope(window: 20), "", "20s", false),
    ])
  func `a scope in words`(scope: DiagnosisScope, words: String, span: String, isCounted: Bool) {
    #expect(scope.message == words && scope.span == span && scope.isCounted == isCounted)
    #expect(scope.source == (isCounted ? "/trading/metrics" : "/trading/state"))
  }

  @Test func `a scope covers what it names, in any case`() {
    let scope = DiagnosisScope(symbol: "btcusdt", strategy: "A")
    #expect(scope.covers(symbol: "BTCUSDT") && !scope.covers(symbol: "ETHUSDT") && !scope.covers(symbol: nil))
    #expect(scope.covers(strategy: "a") && !scope.covers(strategy: nil) && !scope.isWhole)
    #expect(DiagnosisScope().covers(symbol: nil) && DiagnosisScope().covers(strategy: "z") && DiagnosisScope().isWhole)
  }
}
