/// The proof of a close by the exchange's own list of positions, where that was looked at.
extension ClosingProof {
  enum AtExchange {
    /// What was to be closed is not there any more.
    case flat(String)
    /// It is there as before.
    case held(String)
    /// Something else is there: part of it, or more.
    case moved(String)
  }

  /// What the exchange has of positions after the call; `nil` when it was not looked at, before as after.
  func atExchange(_ wanted: [Position]) -> AtExchange? {
    guard !isDryRun, let now = after.bookJoin, let then = before.bookJoin, now.at > then.at else { return nil }
    var (flat, held, moved): ([String], [String], [String]) = ([], [], [])
    for symbol in wanted.map(\.symbol).withoutDuplicates {
      let rows = wanted.filter { $0.symbol == symbol }
      // With a position for each side, each is looked at by itself: their sum can be nothing while both are held.
      let isHedged = then.isHedged(symbol) || now.isHedged(symbol)
      for side in isHedged ? rows.map(\.side).withoutDuplicates : [nil] {
        let before = isHedged ? then.held(symbol, side) : then.held(symbol)
        let after = isHedged ? now.held(symbol, side) : now.held(symbol)
        guard let before, let left = after else { return nil }
        let words = "\(symbol) \(BookJoin.text(left))"
        let sizes = rows.filter { !isHedged || $0.side == side }.map(\.signedSize).wholeSum
        // Less of the same side: what was closed is the difference.
        let isPart = abs(left) < abs(before) && (left < 0) == (before < 0)
        if left == 0 {
          // What was not there before, this call has not closed.
          guard before != 0 else { return nil }
          flat.append(symbol)
        } else if let sizes, isPart, BookJoin.isSame(left, before - sizes) {
          // Of other rows of the books, or of nobody that the engine knows.
          if stillOpen?.contains(where: { $0.symbol == symbol }) == true {
            flat.append("\(words) is what was not to be closed")
          } else {
            moved.append("\(words) left, which no row of the books is of")
          }
        } else if BookJoin.isSame(left, before) {
          held.append(words)
        } else {
          moved.append("\(words), \(BookJoin.text(before)) before")
        }
      }
    }
    let time = EngineTime.clock(now.at)
    if !held.isEmpty { return .held("the exchange still has \(held.joined(separator: "; ")), at \(time)") }
    if !moved.isEmpty { return .moved("the exchange has \(moved.joined(separator: "; ")), at \(time)") }
    return .flat("flat at the exchange (\(flat.joined(separator: ", "))), by its own list at \(time)")
  }

  /// The finding of positions that have left the engine's list; `nil` where the exchange was not looked at.
  func seenAtExchange() -> StepFinding? {
    switch atExchange(wanted) {
    case .flat(let words)?:
      // The engine books the close at its own price, not at that of the fill.
      let booked = (eventPnL(closed) ?? moved).map { "; realized about \(Figures.signed($0)) USDT" } ?? ""
      return .seen("closed\(namesSuffix)\(booked); \(words)")
    case .held(let words)?:
      guard elapsed >= Self.closingTime else {
        return .pending("gone from the list, and \(words)", advice: Self.exchange)
      }
      return .contrary(
        "gone from the engine's books, and \(words): no exits act on it any more",
        advice: "close it at the exchange itself")
    case .moved(let words)?:
      return .pending("gone from the list, and \(words)", advice: Self.exchange)
    case nil: return nil
    }
  }

  /// What the exchange still has of positions that the engine lists, as the end of a sentence.
  func heldWords(_ left: [Position]) -> String {
    switch atExchange(left) {
    case .held(let words)?, .moved(let words)?: "; \(words)"
    case .flat?, nil: ""
    }
  }
}
