public import Foundation

/// A close that the engine could not get done, as its log tells (docs/engine.md 2.10, 7.4). No other answer does: the
/// call, an exit at a stop or target, and the closing of what the engine does not know all look as if they had worked.
public struct CloseFailure: Codable, Sendable, Equatable {
  public var at: Date
  public var symbol: String?
  /// `nil` for what the exchange holds and the engine does not know.
  public var positionID: String?
  /// The engine's words.
  public var cause: String

  /// What is not given is not known.
  public init(at: Date, cause: String) {
    self.at = at
    self.cause = cause
  }

  /// - Parameter now: the time of a record that has none.
  init?(_ record: EngineLog.Record, now: Date) {
    guard let message = record.message?.replacing("\n", with: " ") else { return nil }
    at = record.at ?? now
    if let found = message.firstMatch(of: /FAILED TO CLOSE POSITION ON BYBIT: (\S+) \(([^)]{1,40})\) - (.*)/) {
      positionID = String(found.output.1)
      symbol = String(found.output.2)
      // What follows is the engine's advice.
      let end = found.output.3.range(of: ". Position remains open")?.lowerBound ?? found.output.3.endIndex
      cause = String(found.output.3[..<end].prefix(300))
    } else if let found = message.firstMatch(of: /Failed to close orphan (\S+): (.*)/) {
      symbol = String(found.output.1)
      cause = String(found.output.2.prefix(300))
    } else {
      return nil
    }
  }

  /// Those that matter now, newest first, one for each position.
  /// - Parameter listed: open positions; `nil` when they are not known. Asked for only when something failed.
  public static func pending(_ log: EngineLog?, listed: @autoclosure () -> [Position]?, now: Date) -> [CloseFailure] {
    let failures = (log?.records ?? []).compactMap { Self($0, now: now) }.filter {
      DiagnosisFormat.isWithin(86_400, $0.at, now)
    }
    guard !failures.isEmpty else { return [] }
    let open = listed().map { Set($0.compactMap(\.id)) }
    var seen: Set<String> = []
    return failures.sorted { $0.at > $1.at }.filter { failure in
      // What left the list was closed or forgotten since: for a while that is worth saying, then it is history.
      let isListed = failure.positionID.map { open?.contains($0) ?? true } ?? false
      guard isListed || DiagnosisFormat.isWithin(3600, failure.at, now) else { return false }
      return seen.insert(failure.positionID ?? "orphan " + (failure.symbol ?? "")).inserted
    }
  }

  /// Without its moment and end.
  public var message: String {
    let what =
      positionID == nil ? "what the exchange holds of \(symbol ?? "a symbol") and the engine does not know" : symbol
    return "the engine could not close \(what ?? "a position"): \(cause)"
  }
}
