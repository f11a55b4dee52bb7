import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Where the engine's places disagree, what is likelier, and what it is worth.
struct ReconciliationTests {
  private static let long =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":2,"entry_price":100,"current_price":110,"#
    + #""unrealized_pnl":20,"stop_loss":90,"strategy_id":"a"}"#
  private static let detail =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","qty":2,"entry_price":100,"mark_price":110,"#
    + #""unrealized_pnl":20,"strategy_id":"a"}"#
  private static let quiet: [Told] = [
    .says(.orders(.all), #"{"orders":[]}"#), .says(.orders(.open), #"{"orders":[]}"#),
    .says(.journal, #"{"trades":[]}"#),
  ]

  private func found(_ told: [Told]) throws -> Reconciliation {
    try ReconcileQuery().answer(EngineSnapshot.staged(Self.quiet + told), now: Recording.moment).reconciliation
  }

  private func one(_ topic: Comparison.Topic, _ told: [Told]) throws -> Comparison {
    try #require(try found(told).comparisons.first { $0.topic == topic })
  }

  private func metrics(fills: Int, closes: Int) -> Told {
    .says(
      .metrics,
      #"{"uptime_sec":3605,"counters":{"session":{"orders_filled":\#(fills),"positions_closed":\#(closes)}}}"#)
  }

  @Test func `a flat engine in good health agrees with itself`() throws {
    let found = try found([metrics(fills: 0, closes: 0), .risk()])
    #expect(found.comparisons.filter { $0.verdict != .agrees } == [])
    #expect(found.isWhole && found.comparisons.count == 9, "\(found.comparisons.map(\.topic))")
  }

  @Test func `a position that only one list has`() throws {
    let held: [Told] = [.engine(equity: 10_020, unrealized: 20), .positions(Self.long)]
    let agreed = try one(.positions, held + [.state(positions: [Self.detail]), .risk(open: 1, equity: 10_020)])
    #expect(agreed.verdict == .agrees)
    let missing = try one(.positions, held + [.state(), .risk(open: 1, equity: 10_020)])
    #expect(missing.verdict == .disagrees && missing.worth == 220 && missing.nextStep == .query(.positions))
    #expect(missing.places.first { $0.isLikelier }?.source == "/orders/positions")
    let counted = try one(.positions, [.risk(open: 2)])
    #expect(counted.verdict == .disagrees && counted.message == "0 listed, 2 counted")
    #expect(counted.reason == "0 are listed, and /risk/status counts 2")
    let unknown = try one(.positions, [.fails(.positions)])
    #expect(unknown.verdict == .notCompared && unknown.reason?.hasPrefix("/orders/positions: ") == true)
  }

  @Test func `rows that two lists tell differently`() throws {
    let held: [Told] = [.engine(equity: 10_020, unrealized: 20), .positions(Self.long), .risk(open: 1, equity: 10_020)]
    #expect(try one(.positionRows, held + [.state(positions: [Self.detail])]).verdict == .agrees)
    let half = try one(
      .positionRows, held + [.state(positions: [Self.detail.replacing(#""qty":2"#, with: #""qty":1.5"#)])])
    #expect(half.verdict == .disagrees && half.worth == 55 && half.nextStep == .query(.position, "p1"))
    let turned = try one(
      .positionRows, held + [.state(positions: [Self.detail.replacing("long", with: "short")])])
    #expect(turned.worth == 440 && turned.reason?.contains("neither is likelier") == true)
    #expect(try one(.positionRows, held + [.fails(.state)]).verdict == .notCompared)
  }

  @Test func `equity that is bent by what is open is explained, and beyond that it is not`() throws {
    let held: [Told] = [.positions(Self.long), .state(positions: [Self.detail])]
    let long = Self.long.replacing(#""size":2"#, with: #""size":50"#).replacing(
      #""unrealized_pnl":20"#, with: #""unrealized_pnl":500"#)
    let bent = try one(
      .equity,
      [.engine(equity: 5_500, unrealized: 500), .positions(long), .risk(open: 1, equity: 5_500)])
    #expect(bent.verdict == .explained && bent.worth == 5_000 && bent.nextStep == nil, "\(bent)")
    #expect(bent.places.last?.isLikelier == true)
    let broken = try one(
      .equity, held + [.engine(equity: 3_000, unrealized: 20), .risk(open: 1, equity: 3_000)])
    #expect(broken.verdict == .disagrees && broken.nextStep == .query(.account), "\(broken)")
    #expect(try one(.equity, [.engine(equity: nil), .risk(equity: nil)]).verdict == .notCompared)
  }

  @Test func `PnL of what is open, of what is closed, and its count`() throws {
    let held: [Told] = [.positions(Self.long), .state(positions: [Self.detail]), .risk(open: 1, equity: 10_120)]
    let off = try one(.unrealized, held + [.engine(equity: 10_120, unrealized: 120)])
    #expect(off.verdict == .disagrees && off.worth == 100)
    #expect(off.places.first { $0.isLikelier }?.source == "sum over /orders/positions")
    let closed =
      #"{"event_kind":"closed_position","position_id":"x","symbol":"BTCUSDT","side":"long","qty":1,"entry_price":100,"#
      + #""status":"closed","closed_at":"\#(ago(60))","realized_pnl":12,"unrealized_pnl":12}"#
    let lists: [Told] = [
      .history([closed]), .history([closed], limit: 500), .says(.journal, #"{"trades":[\#(closed)]}"#),
      metrics(fills: 2, closes: 1),
    ]
    let same = try one(.realized, lists + [.engine(equity: 10_012, realized: 12), .risk(equity: 10_012)])
    #expect(same.verdict == .agrees, "\(same)")
    #expect(try one(.closes, lists).verdict == .agrees)
    let noted = try one(
      .realized,
      [.history([]), .history([], limit: 500)] + lists.suffix(2) + [
        .engine(equity: 10_012, realized: 12), .risk(equity: 10_012),
      ])
    #expect(noted.verdict == .explained, "one list has it, the other not: \(noted)")
    let lost = try one(.realized, [.engine(equity: 10_012, realized: 12), .risk(equity: 10_012)])
    #expect(lost.verdict == .explained && lost.worth == 12)
    #expect(lost.places.first { $0.isLikelier }?.source == "/engine/status")
    let uncounted = try one(.closes, [metrics(fills: 0, closes: 3)])
    #expect(uncounted.verdict == .explained && uncounted.message == "3 closed by the engine's counter, 0 listed")
  }

  @Test func `counters of a process that has started its engine again are not compared`() throws {
    let gap = try one(.fills, [metrics(fills: 9, closes: 9), .started(60)])
    #expect(gap.verdict == .notCompared && gap.reason?.contains("go on over a restart") == true)
  }

  @Test func `a dry run counts each fill twice`() throws {
    let order =
      #"{"order_id":"o","symbol":"BTCUSDT","side":"buy","size":1,"filled_size":1,"status":"filled","strategy_id":"a"}"#
    let listed = Told.says(.orders(.all), #"{"orders":[\#(order)]}"#)
    #expect(try one(.fills, [listed, metrics(fills: 2, closes: 0)]).verdict == .agrees)
    #expect(try one(.fills, [listed, metrics(fills: 7, closes: 0)]).verdict == .agrees, "parts of an order are fills")
    #expect(try one(.fills, [listed, metrics(fills: 0, closes: 0)]).verdict == .disagrees)
    #expect(try one(.fills, [.engine(isLive: true), metrics(fills: 7, closes: 0)]).verdict == .notCompared)
  }

  @Test func `sources that contradict each other about the kill switch`() throws {
    let found = try one(.killSwitch, [.risk(isTripped: true)])
    #expect(found.verdict == .disagrees && found.places.first { $0.isLikelier }?.value == "triggered")
    #expect(try one(.killSwitch, [.fails(.health)]).verdict == .notCompared)
  }

  @Test func `orders by each place that counts them`() throws {
    let off = try one(.orders, [.risk(orders: 3)])
    #expect(off.verdict == .disagrees && off.message == "open orders: 0, 0, 3")
  }

  @Test func `of a stopped engine nothing is compared, and nothing is said to agree`() throws {
    let found = try found([.stopped])
    #expect(found.disagreements.isEmpty && !found.isWhole)
    #expect(found.comparisons.filter { $0.verdict == .agrees }.map(\.topic) == [.state], "\(found)")
  }

  /// The verdict on money and this are made of the same: whatever the one names as wrong about the books disagrees here.
  @Test func `what the verdict on money says of the books disagrees here too`() throws {
    for told in [
      [Told.engine(equity: 8_000, isLive: true), .risk(equity: 10_000)],
      [
        .positions(Self.long.replacing(#""strategy_id":"a""#, with: #""strategy_id":"unknown""#)),
        .engine(isLive: true),
      ],
    ] {
      let answer = try ReconcileQuery().answer(EngineSnapshot.staged(Self.quiet + told), now: Recording.moment)
      let books = answer.judgement.money.reasons.filter {
        [.booksDisagree, .unrecognisedFills, .notHeld, .otherSide].contains($0.kind)
      }
      let here = answer.reconciliation.comparisons.filter { $0.topic == .exchange && $0.verdict != .agrees }
      #expect(books.allSatisfy { hazard in here.contains { $0.message == hazard.message } }, "\(books) \(here)")
    }
  }

  /// A look never is an operation: what disagrees is looked at first, and a stop that somebody made stays.
  @Test func `no step changes anything`() throws {
    let found = try found([
      .engine(equity: 3_000, isLive: true), .risk(open: 3, equity: 100, isTripped: true, orders: 9),
    ])
    #expect(!found.disagreements.isEmpty)
    #expect(
      found.comparisons.compactMap(\.nextStep).allSatisfy { step in
        step.parts.allSatisfy { if case .operation = $0 { false } else { true } }
      })
  }
}
