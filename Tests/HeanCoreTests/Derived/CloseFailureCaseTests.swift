import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Closes that the engine could not get done, as one record of its log tells each.
struct CloseFailureCaseTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var message: String
    var words: String?
    var id: String?
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "refused by the exchange",
      message: "FAILED TO CLOSE POSITION ON BYBIT: p-1 (BTCUSDT) - no. Position remains open on exchange! Act.",
      words: "the engine could not close BTCUSDT: no", id: "p-1"),
    Case(
      testDescription: "over two lines, and without advice",
      message: "x FAILED TO CLOSE POSITION ON BYBIT: p-1 (BTCUSDT) - a\\nb",
      words: "the engine could not close BTCUSDT: a b", id: "p-1"),
    Case(
      testDescription: "what the engine does not know", message: "Failed to close orphan ETHUSDT: timeout",
      words: "the engine could not close what the exchange holds of ETHUSDT and the engine does not know: timeout"),
    Case(testDescription: "other words", message: "failed to close the file"),
    Case(
      testDescription: "a symbol that is too long to be one",
      message: "FAILED TO CLOSE POSITION ON BYBIT: p-1 (\(String(repeating: "X", count: 41))) - no"),
  ]

  private static func record(_ message: String, _ age: TimeInterval?) -> String {
    let at = age.map { #""timestamp":"\#(ago($0))","# } ?? ""
    return #"{\#(at)"message":"\#(message)"}"#
  }

  private static func log(_ records: String...) throws -> EngineLog {
    try EngineLog.read(Data(#"{"events":[\#(records.joined(separator: ","))]}"#.utf8))
  }

  @Test(arguments: cases)
  private func `a record`(item: Case) throws {
    let failures = CloseFailure.pending(try Self.log(Self.record(item.message, 60)), listed: nil, now: Seen.now)
    #expect(failures.map(\.message) == [item.words].compactMap(\.self))
    #expect(failures.first?.positionID == item.id && failures.first?.at == (item.words == nil ? nil : Seen.now - 60))
    let again = try JSONDecoder().decode([CloseFailure].self, from: JSONEncoder().encode(failures))
    #expect(again == failures)
  }

  @Test func `words are cut at 300 characters, and a record without a time is of now`() throws {
    let long = String(repeating: "x", count: 400)
    let failures = CloseFailure.pending(
      try Self.log(
        Self.record("Failed to close orphan ETHUSDT: \(long)", nil),
        Self.record("FAILED TO CLOSE POSITION ON BYBIT: p (B) - \(long)", 5)), listed: nil, now: Seen.now)
    #expect(failures.map(\.cause.count) == [300, 300] && failures.map(\.at) == [Seen.now, Seen.now - 5])
  }

  /// A position that is listed still, and one that is not.
  @Test(
    arguments: [(3600, true, true), (3601, true, false), (86_400, true, false), (86_401, false, false)])
  func `for how long a failure is told`(age: Double, isListedTold: Bool, isGoneTold: Bool) throws {
    let log = try Self.log(
      Self.record("FAILED TO CLOSE POSITION ON BYBIT: here (B) - no", age),
      Self.record("FAILED TO CLOSE POSITION ON BYBIT: gone (B) - no", age),
      Self.record("Failed to close orphan E: no", age))
    let open = [try Position.read(Data(#"{"position_id":"here","symbol":"B"}"#.utf8))]
    let told = Set(CloseFailure.pending(log, listed: open, now: Seen.now).map { $0.positionID ?? "orphan" })
    #expect(told.contains("here") == isListedTold && told.contains("gone") == isGoneTold)
    #expect(told.contains("orphan") == isGoneTold)
  }

  @Test func `the newest of one position is told, and orphans by their symbol`() throws {
    let log = try Self.log(
      Self.record("FAILED TO CLOSE POSITION ON BYBIT: p (B) - old", 50),
      Self.record("FAILED TO CLOSE POSITION ON BYBIT: p (B) - new", 40),
      Self.record("Failed to close orphan E: a", 30), Self.record("Failed to close orphan F: b", 20),
      Self.record("Failed to close orphan E: c", 10))
    #expect(CloseFailure.pending(log, listed: nil, now: Seen.now).map(\.cause) == ["c", "b", "new"])
  }
}
