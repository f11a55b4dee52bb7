/// What a plan tells of the exchange before anything is sent, where it was looked at.
extension EngineOperation {
  /// What a close through the engine cannot do, because the exchange holds something else than the books.
  static func closingWarnings(_ positions: [Position], _ snapshot: EngineSnapshot) -> [NextStep] {
    guard !isDryRun(snapshot) else { return [] }
    guard let join = snapshot.bookJoin else {
      return snapshot.exchangeUnseen.map { ["what the exchange holds of it was not seen: \($0)"] } ?? []
    }
    if join.isOfAnother {
      return ["the exchange shows nothing of all that the books list: they are void, or the key is of another account"]
    }
    var told: [BookJoin.Entry] = []
    for entry in positions.compactMap(join.entry) where !told.contains(entry) { told.append(entry) }
    return told.compactMap { entry in
      let there = "the exchange holds \(entry.heldText)"
      let exit = (entry.exitText.map { ": \($0) at the exchange itself, reduce-only" } ?? "")
      switch entry.verdict {
      case .same, .onlyThere: return nil
      case .smaller: return NextStep(advice: "\(there), less than the books: no more than that is closed")
      case .larger:
        let rest = entry.difference.map { "\(Figures.quantity(abs($0))) of it" } ?? "the rest"
        return NextStep(advice: "\(there), more than the books: \(rest) stays, and is closed at the exchange itself")
      case .opposite:
        return NextStep(
          advice: "\(there), the other side: the engine's order is refused there, and closes nothing\(exit)")
      case .none:
        return NextStep(
          advice: "the exchange holds nothing of \(entry.symbol): a close only ends the row in the engine's books")
      case .unknown: return NextStep(advice: "\(there): what a close does there is not known")
      }
    }
  }

  /// The plan to close what only the exchange has, which no call of the engine can; `nil` for a name of anything else.
  static func onlyThere(_ name: String, _ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    let rows = (snapshot.bookJoin?.onlyThere ?? []).filter { Symbols.match(name, in: [$0.symbol]) != nil }
    guard !rows.isEmpty else { return nil }
    return .refused(
      title,
      "\(Figures.listed(rows.map(\.heldText), most: 4)) is only at the exchange: no row of the engine's books is of it, "
        + "so that the engine cannot close it",
      next: NextStep(advice: "close it at the exchange itself\(BookJoin.exits(rows))"))
  }

  /// What the exchange holds while a new engine begins with empty books, as a sentence; `nil` where nobody looked.
  static func heldAtStart(_ snapshot: EngineSnapshot) -> String? {
    guard !isDryRun(snapshot), snapshot.exchangeLook != nil else { return nil }
    if let unseen = snapshot.exchangeUnseen { return "what the exchange holds now was not seen: \(unseen)" }
    let held = snapshot.bookJoin?.all ?? []
    let resting = snapshot.orderJoin.map { "; \($0.restingText) there" } ?? ""
    guard !held.isEmpty else { return "the exchange holds no position now\(resting)" }
    let worth = held.map(\.notional).wholeSum.map { ", worth \(Figures.money($0)) USDT" } ?? ""
    return "the exchange holds \(Figures.listed(held.map(\.heldText), most: 8))\(worth)\(resting)"
  }

  /// What the exchange holds while the engine lists nothing, behind a doubt of that; empty in a dry run.
  static func heldWhileNothingListed(_ snapshot: EngineSnapshot) -> String {
    guard snapshot.mode.reachesExchange else { return "" }
    guard snapshot.exchangeLook != nil else { return "; what the exchange holds cannot be asked from here" }
    if let unseen = snapshot.exchangeUnseen { return "; what the exchange holds was not seen: \(unseen)" }
    let held = snapshot.bookJoin?.all ?? []
    guard !held.isEmpty else { return "; the exchange holds none either, by its own list" }
    return
      "; the exchange holds \(Figures.listed(held.map(\.heldText), most: 8)), which the engine cannot close: close "
      + "it at the exchange itself\(BookJoin.exits(held))"
  }
}
