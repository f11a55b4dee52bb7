import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Positions that come and go between two looks.
struct PositionWatchTests {
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":3,"entry_price":100,"current_price":100,"stop_loss":90}"#
  private static let other = row.replacing("p1", with: "p2").replacing("BTCUSDT", with: "ETHUSDT")

  private var watch = PositionWatch()

  private mutating func look(
    _ rows: [String], _ told: [Told] = [], commands: PastAttempts = PastAttempts(), at second: Double
  ) throws -> [String] {
    let positions: [Told] = [.risk(open: rows.count), .positions(rows.joined(separator: ","))]
    let snapshot = try EngineSnapshot.staged(positions + told)
    watch.take(snapshot, commands: commands, at: Seen.now + second)
    return watch.findings
  }

  private static func time(_ second: Double) -> String { EngineTime.format(Seen.now + second) }

  @Test mutating func `what is there at the first look is nobody's news`() throws {
    #expect(try look([Self.row], at: 0).isEmpty && look([Self.row], at: 60).isEmpty && watch.isKnown)
  }

  @Test mutating func `a position without an order is told after a while, until it goes`() throws {
    #expect(try look([Self.row], at: 0).isEmpty && look([Self.row, Self.other], at: 5).isEmpty)
    let told = try look([Self.row, Self.other], at: 25)
    #expect(told.count == 1 && told[0].hasPrefix("ETHUSDT long") && told[0].contains("appeared at"))
    #expect(try look([Self.row], at: 1000).isEmpty)
    // That it went again is told in its turn.
    #expect(try look([Self.row], at: 1020).first?.contains("went at") == true)
    #expect(try look([Self.row], at: 1700).isEmpty)
  }

  @Test mutating func `an order, a fill, an exit or a command explains it`() throws {
    let fill =
      #"{"recent_fills":[{"order_id":"o","symbol":"ETHUSDT","side":"buy","qty":3,"status":"filled","created_at":""#
      + Self.time(5) + #""}],"positions":[],"active_orders":[],"recent_decisions":[]}"#
    _ = try look([Self.row], at: 0)
    #expect(try look([Self.row, Self.other], [.says(.state, fill)], at: 5).isEmpty)
    #expect(try look([Self.row, Self.other], at: 60).isEmpty, "explained once is enough")
    let commands = PastAttempts { [Attempt(.closePositions, targets: ["BTCUSDT"], at: Seen.now + 90, worked: true)] }
    #expect(try look([Self.other], commands: commands, at: 100).isEmpty)
    #expect(try look([Self.other], commands: commands, at: 130).isEmpty)
  }

  @Test mutating func `a list that did not come, and a stopped engine, tell nothing`() throws {
    _ = try look([Self.row], at: 0)
    watch.take(try EngineSnapshot.staged([.fails(.positions)]), commands: PastAttempts(), at: Seen.now + 5)
    #expect(!watch.isKnown)
    watch.take(try EngineSnapshot.staged([.stopped, .omits(.health)]), commands: PastAttempts(), at: Seen.now + 10)
    #expect(!watch.isKnown)
    #expect(try look([Self.row], at: 40).isEmpty && watch.isKnown)
  }

  @Test mutating func `a clock that was put back begins anew`() throws {
    _ = try look([Self.row], at: 3600)
    #expect(try look([Self.row, Self.other], at: 0).isEmpty && look([Self.row, Self.other], at: 60).isEmpty)
  }

  @Test mutating func `what comes later, or is about something else, explains nothing`() throws {
    _ = try look([Self.row], at: 0)
    _ = try look([Self.row, Self.other], at: 5)
    let later = PastAttempts {
      [
        Attempt(.closeAllPositions, at: Seen.now + 900, worked: true),
        Attempt(.enginePause, at: Seen.now + 5, worked: true),
        Attempt(.placeOrder, targets: ["BTCUSDT buy"], at: Seen.now + 5, worked: true),
      ]
    }
    #expect(try look([Self.row, Self.other], commands: later, at: 910).count == 1)
  }

  @Test mutating func `after an outage, what was ordered in it explains what came in it`() throws {
    let fill =
      #"{"recent_fills":[{"order_id":"o","symbol":"ETHUSDT","side":"buy","qty":3,"status":"filled","created_at":""#
      + Self.time(100) + #""}],"positions":[],"active_orders":[],"recent_decisions":[]}"#
    _ = try look([Self.row], at: 0)
    #expect(try look([Self.row, Self.other], [.says(.state, fill)], at: 1000).isEmpty)
    #expect(try look([Self.row, Self.other], at: 1060).isEmpty)
  }

  @Test mutating func `a new engine object forgets, and that is no secret change`() throws {
    let history = #"{"snapshots":[{"timestamp":""# + Self.time(4) + #"","equity":10000}]}"#
    _ = try look([Self.row], at: 0)
    _ = try look([], at: 5)
    #expect(try look([], [.says(.equityHistory, history)], at: 30).isEmpty, "\(watch.findings)")
    #expect(try look([], at: 60).isEmpty)
  }
}
