import HeanCore

extension ConfidenceLevel: FieldWord {}

extension Cell {
  /// A confidence as bars, a figure and a word; the colour repeats the word.
  static func confidence(_ confidence: Decimal?) -> Cell {
    guard let confidence else { return Cell("\(EventSummary.badge(nil)) ?", .faint) }
    let level = ConfidenceLevel(confidence)
    return Cell(
      "\(EventSummary.badge(confidence)) \(Figures.text(confidence, places: 2)) \(level.rawValue)", level.style)
  }
}

extension ConfidenceLevel {
  fileprivate var style: Style {
    switch self {
    case .high: .good
    case .medium: .warning
    case .low: .of(.neutral)
    }
  }
}
