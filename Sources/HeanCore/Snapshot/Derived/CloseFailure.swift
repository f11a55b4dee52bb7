/// A close that failed, as the engine's log tells it (docs/engine.md 2.10, 7.4). No answer tells it: the call, an exit
/// at a stop or target, and the closing of positions that the engine does not know all look as if they had worked.
public struct CloseFailure: Codable, Sendable, Equatable {
  /// When the engine logged it (UTC), or when the log was read if the record has no time.
  public var at: Date
  /// Trading pair as the engine writes it: `BTCUSDT`; `nil` when it is not known.
  public var symbol: String?
  /// The engine's id of the position; `nil` for one that the exchange holds and the engine does not know.
  public var positionID: String?
  /// Why it failed, in the engine's words.
  public var cause: String

  /// What the cause means. The engine ends each of these texts with the same advice, which proves nothing.
  public enum Reason: Sendable, Equatable {
    /// The exchange holds nothing in the symbol, so nothing is at stake.
    case nothingHeld
    /// The exchange holds the opposite side.
    case otherSide
    /// Anything else: the position is still at the exchange.
    case stillHeld

    /// What it says about the rows of the symbol; `nil` when they are as they are listed.
    public var doubt: PositionDoubt? {
      switch self {
      case .nothingHeld: .notHeld
      case .otherSide: .otherSide
      case .stillHeld: nil
      }
    }
  }

  /// What the cause means.
  public var reason: Reason {
    let words = cause.lowercased()
    if words.contains("position is zero") { return .nothingHeld }
    return words.contains("same side") ? .otherSide : .stillHeld
  }

  /// A failure of which only this is known; the rest stays `nil` until it is set.
  public init(at: Date, cause: String) {
    self.at = at
    self.cause = cause
  }

  /// - Parameter now: stands in for the time of a record that has none.
  init?(_ record: EngineLog.Record, now: Date) {
    guard let message = record.message?.replacing("\n", with: " ") else { return nil }
    at = record.at ?? now
    if let found = message.firstMatch(of: /FAILED TO CLOSE POSITION ON BYBIT: (\S+) \(([^)]{1,40})\) - (.*)/) {
      positionID = String(found.output.1)
      symbol = String(found.output.2)
      // The rest is the engine's advice.
      let end = found.output.3.firstRange(of: ". Position remains open")?.lowerBound ?? found.output.3.endIndex
      cause = String(found.output.3[..<end].prefix(300))
    } else if let found = message.firstMatch(of: /Failed to close orphan (\S+): (.*)/) {
      symbol = String(found.output.1)
      cause = String(found.output.2.prefix(300))
    } else {
      return nil
    }
  }

  /// The failures that still matter, newest first, one for each position.
  /// - Parameter listed: the open positions; `nil` when they are not known. Called only when a close has failed.
  public static func pending(_ log: EngineLog?, listed: @autoclosure () -> [Position]?, now: Date) -> [CloseFailure] {
    // Where the exchange holds nothing, nothing can be open there.
    let failures = (log?.records ?? []).compactMap { Self($0, now: now) }.filter {
      DiagnosisFormat.isWithin(86_400, $0.at, now) && $0.reason != .nothingHeld
    }
    guard !failures.isEmpty else { return [] }
    let open = listed().map { Set($0.compactMap(\.id)) }
    var seen: Set<String> = []
    return failures.sorted { $0.at > $1.at }.filter { failure in
      // A position that has left the list was closed or forgotten since. That is worth telling for an hour.
      let isListed = failure.positionID.map { open?.contains($0) ?? true } ?? false
      guard isListed || DiagnosisFormat.isWithin(3600, failure.at, now) else { return false }
      return seen.insert(failure.positionID ?? "orphan " + (failure.symbol ?? "")).inserted
    }
  }

  /// What happened, as a clause without its time, for people.
  public var message: String {
    let what =
      positionID == nil ? "what the exchange holds of \(symbol ?? "a symbol") and the engine does not know" : symbol
    switch reason {
    case .nothingHeld:
      return "the exchange holds no \(what ?? "such position"), in its own words (\(cause)): nothing to lose"
    case .otherSide:
      return "the exchange holds the opposite side of \(what ?? "a position"), in its own words (\(cause))"
    case .stillHeld: return "the engine could not close \(what ?? "a position"): \(cause)"
    }
  }
}
