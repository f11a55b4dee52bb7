import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Whether what is not listed is gone, and whether what is listed is there (docs/engine.md 2.10, 7.4).
struct EmptyCheckTests {
  static func closed(
    _ symbol: String, age: TimeInterval?, realized: String = "0.0", unrealized: String = "-3", size: String = "1",
    side: String = "long", id: String = "g"
  ) -> String {
    let at = age.map { #","closed_at":"\#(ago($0))""# } ?? ""
    return
      #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":\#(size),"#
      + #""entry_price":1,"realized_pnl":\#(realized),"unrealized_pnl":\#(unrealized)\#(at)}"#
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told] = []
    var scope = DiagnosisScope()
    var listed = 0
    var asksForStart = true
    /// `nil` where nothing speaks against it.
    var words: String?
  }

  private static let dropped = "the engine dropped BTCUSDT with zero PnL"
  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]

  private static let cases: [Case] = [
    Case(testDescription: "an empty book"),
    Case(
      testDescription: "a ghost of a minute ago", told: live + [.history([closed("BTCUSDT", age: 60)], limit: 500)],
      words: dropped),
    Case(
      testDescription: "a ghost of a quarter of an hour ago",
      told: live + [.history([closed("BTCUSDT", age: 899)], limit: 500)], words: dropped),
    Case(
      testDescription: "one of longer ago is history",
      told: live + [.history([closed("BTCUSDT", age: 900)], limit: 500)]),
    Case(
      testDescription: "a ghost without a time counts",
      told: live + [.history([closed("BTCUSDT", age: nil)], limit: 500)],
      words: dropped),
    Case(
      testDescription: "a true close", told: live + [.history([closed("BTCUSDT", age: 60, realized: "5")], limit: 500)]),
    Case(
      testDescription: "a close at the entry price",
      told: live + [.history([closed("BTCUSDT", age: 60, unrealized: "0.0")], limit: 500)]),
    Case(
      testDescription: "what had no size cannot have been closed",
      told: live + [.history([closed("BTCUSDT", age: 60, unrealized: "0", size: "0")], limit: 500)], words: dropped),
    Case(
      testDescription: "a close whose PnL is not told",
      told: live + [.history([closed("BTCUSDT", age: 60, realized: "null")], limit: 500)], words: dropped),
    Case(
      testDescription: "a ghost of another symbol", told: live + [.history([closed("ETHUSDT", age: 60)], limit: 500)],
      scope: DiagnosisScope(symbol: "BTCUSDT")),
    Case(
      testDescription: "two ghosts are named in order",
      told: live + [
        .history([closed("ETHUSDT", age: 60), closed("BTCUSDT", age: 50), closed("ETHUSDT", age: 40)], limit: 500)
      ],
      words: "the engine dropped BTCUSDT, ETHUSDT with zero PnL"),
    Case(
      testDescription: "what a dry run dropped is gone", told: [.history([closed("BTCUSDT", age: 60)], limit: 500)]),
    Case(
      testDescription: "nor is it a doubt without a time, a size or a PnL",
      told: [
        .history(
          [
            closed("BTCUSDT", age: nil), closed("BTCUSDT", age: 60, unrealized: "0", size: "0"),
            closed("ETHUSDT", age: 60, realized: "null"),
          ], limit: 500)
      ]),
    Case(
      testDescription: "where nobody tells where orders go, a ghost counts",
      told: [.fails(.engineStatus), .history([closed("BTCUSDT", age: 60)], limit: 500)], words: dropped),
    Case(
      testDescription: "a row that cannot be read may be one",
      told: [.history([#"{"event_kind":"closed_position","size":[]}"#], limit: 500)],
      words: "none is listed, and /trading/history did not tell whether that is so"),
    Case(
      testDescription: "no history", told: [.fails(.history(limit: 500)), .omits(.history())],
      words: "none is listed, and /trading/history did not tell whether that is so"),
    Case(
      testDescription: "more are counted than listed", told: [.risk(open: 2)], listed: 1,
      words: "1 are listed, and /risk/status counts 2"),
    Case(testDescription: "as many", told: [.risk(open: 1)], listed: 1),
    Case(testDescription: "fewer are counted: of another moment", told: [.risk(open: 0)], listed: 1),
    Case(
      testDescription: "nobody counts", told: [.fails(.riskStatus)],
      words: "none is listed, and /risk/status did not tell whether that is so"),
    Case(testDescription: "a dry run that was started just now", told: [.started(60)]),
    Case(
      testDescription: "an exchange's engine that was started just now", told: live + [.started(60)],
      words: "none is in the engine's books, and an engine forgets at its start what the exchange holds"),
    Case(testDescription: "one that was started before the quarter of an hour", told: live + [.started(900)]),
    Case(
      testDescription: "one of which nobody knows when it was started", told: live + [.fails(.equityHistory)],
      words: "none is listed, and /trading/equity-history did not tell whether that is so"),
    Case(testDescription: "one whose history is full", told: live + [.started(60, points: 500)]),
    Case(
      testDescription: "who looks at the exchange otherwise", told: live + [.started(60)], asksForStart: false),
  ]

  @Test(arguments: cases)
  private func `what is not listed`(item: Case) throws {
    let snapshot = try EngineSnapshot.staged(item.told)
    let doubt = EmptyCheck(snapshot, before: Seen.now, of: item.scope, asksForStart: item.asksForStart)
      .doubt(listed: item.listed)
    #expect(doubt?.message == item.words)
  }

  @Test func `a state that is not known is a doubt of its own`() {
    #expect(PositionsAnswer.Doubt.notRunning(state: "STOPPED").message == "the engine is STOPPED, and lists none")
    #expect(
      PositionsAnswer.Doubt.notRunning(state: nil).message
        == "the engine is in a state that is not known, and lists none"
    )
  }

  // MARK: what is listed

  private struct Listed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var position: String
    var closed: String
    var doubt: PositionDoubt?
  }

  private static func open(_ side: String = "short", size: String = "0.1", age: TimeInterval = 0) -> String {
    #"{"symbol":"BTCUSDT","side":"\#(side)","size":\#(size),"opened_at":"\#(ago(age))"}"#
  }

  private static let listed: [Listed] = [
    Listed(
      testDescription: "a tenth, opposite, at once", position: open(), closed: closed("BTCUSDT", age: 0),
      doubt: .residue),
    Listed(testDescription: "within a minute", position: open(), closed: closed("BTCUSDT", age: 59), doubt: .residue),
    Listed(testDescription: "after a minute", position: open(), closed: closed("BTCUSDT", age: 60)),
    Listed(testDescription: "before the close", position: open(age: 1), closed: closed("BTCUSDT", age: 0)),
    Listed(testDescription: "more than a tenth", position: open(size: "0.11"), closed: closed("BTCUSDT", age: 0)),
    Listed(testDescription: "the same side", position: open("long"), closed: closed("BTCUSDT", age: 0)),
    Listed(
      testDescription: "the other way round", position: open("long"),
      closed: closed("BTCUSDT", age: 0, side: "short"), doubt: .residue),
    Listed(testDescription: "another symbol", position: open(), closed: closed("ETHUSDT", age: 0)),
    Listed(testDescription: "no time of closing", position: open(), closed: closed("BTCUSDT", age: nil)),
    Listed(
      testDescription: "of nobody, after a close of its size",
      position: #"{"symbol":"BTCUSDT","side":"long","size":1,"strategy_id":"unknown","opened_at":"\#(ago(0))"}"#,
      closed: closed("BTCUSDT", age: 1), doubt: .echo),
    Listed(
      testDescription: "of nobody, after a close of another symbol",
      position: #"{"symbol":"BTCUSDT","side":"long","size":1,"strategy_id":"unknown","opened_at":"\#(ago(0))"}"#,
      closed: closed("ETHUSDT", age: 1), doubt: .unrecognised),
    Listed(
      testDescription: "of nobody, without a size", position: #"{"symbol":"BTCUSDT","strategy_id":"unknown"}"#,
      closed: closed("BTCUSDT", age: 0), doubt: .unrecognised),
  ]

  @Test(arguments: listed)
  private func `what may be left over by a close`(item: Listed) throws {
    let snapshot = try EngineSnapshot.staged([.history([item.closed], limit: 500)])
    let position = try Position.read(Data(item.position.utf8))
    #expect(PositionDoubts(closed: snapshot.closedPositions ?? []).doubt(position) == item.doubt)
  }

  @Test func `doubts are told in a clause`() {
    #expect(PositionDoubt.echo.message == "echo of a close, unconfirmed: the exchange may hold nothing")
    #expect(
      PositionDoubt.residue.message
        == "left over by a close, unconfirmed: small, and opposite to what was closed just before")
  }

  // MARK: halts

  private struct Halted: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told]
    var isHalted = false
    var words: String
  }

  private static func health(emergency: Bool) -> Told {
    .says(.health, #"{"components":{"killswitch":{"triggered":\#(emergency)}}}"#)
  }

  private static let halts: [Halted] = [
    Halted(
      testDescription: "stopped", told: [.stopped], words: "not known, as the engine does not say that it runs"),
    Halted(
      testDescription: "state unknown", told: [.fails(.engineStatus)],
      words: "not known, as the engine does not say that it runs"),
    Halted(
      testDescription: "tripped", told: [.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)],
      isHalted: true, words: "the kill switch is tripped"),
    Halted(
      testDescription: "stopped by an emergency", told: [.risk(stopTrading: true), health(emergency: true)],
      isHalted: true, words: "stop_trading is set, and the emergency stop shows in /health"),
    Halted(
      testDescription: "paused", told: [.risk(stopTrading: true)],
      words: "stop_trading is set, as by a pause, and /health shows no emergency stop"),
    Halted(
      testDescription: "no health", told: [.risk(stopTrading: true), .fails(.health)], isHalted: true,
      words: "stop_trading is set; /health did not answer"),
    Halted(
      testDescription: "a lamp of an engine before", told: [health(emergency: true)],
      words: "/health shows a stop of an earlier engine; stop_trading is not set in this one"),
    Halted(testDescription: "nothing", told: [], words: "stop_trading is not set"),
    Halted(
      testDescription: "no risk", told: [.fails(.riskStatus)],
      words: "not known, as /risk/status did not tell stop_trading"),
  ]

  @Test(arguments: halts)
  private func `whether signals make orders`(item: Halted) throws {
    let snapshot = try EngineSnapshot.staged(item.told)
    #expect(snapshot.isHalted == item.isHalted)
    switch snapshot.halt.verdict {
    case .seen: #expect(item.isHalted && snapshot.halt == .seen(item.words))
    default: #expect(!item.isHalted && snapshot.halt == .pending(item.words))
    }
  }
}
