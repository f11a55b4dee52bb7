import HeanCore

extension Report {
  /// Says of which symbols the engine told no price, and why, and whose price is old.
  mutating func tellMissing(_ answer: MarketAnswer) {
    let rows = answer.rows
    if !answer.omitted.isEmpty { caveat("not read: \(answer.omitted.joined(separator: ", "))", .warning) }
    let unanswered = rows.filter { $0.missing != nil }
    if let first = unanswered.first {
      caveat("no answer about \(unanswered.map(\.symbol).joined(separator: ", ")): \(first.missing ?? "")", .bad)
    }
    let none = rows.filter { $0.price == nil && $0.missing == nil }
    if !none.isEmpty {
      caveat("the engine has no price of \(none.map(\.symbol).joined(separator: ", "))", .warning)
    }
    let stale = rows.filter(\.isStale)
    guard !stale.isEmpty else { return }
    caveat("old prices: \(stale.map(\.symbol).joined(separator: ", "))", .warning)
    screen.hint(.query(.why))
  }
}
