import HeanCore

/// What figures of the past are not.
enum Disclaimer {
  static let words = "Figures of what happened, by the engine's lists: no advice, and no promise of what comes."
}

extension Screen {
  /// Says so at the end of figures that others may be shown.
  mutating func disclaim() { line(Cell(Disclaimer.words, .faint)) }
}
