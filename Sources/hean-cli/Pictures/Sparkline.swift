/// Figures as a row of characters, one each: the lowest of them at the bottom of a character, the highest at its top.
struct Sparkline: Sendable {
  /// Oldest first; `nil` where none is known.
  var values: [Double?]
  var isUnicode: Bool

  private var levels: [Character] {
    isUnicode ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["_", ".", "-", "*", "^"]
  }

  /// A blank for each that is not known. Figures that are all the same are drawn in the middle.
  var text: String {
    let known = values.compactMap(\.self).filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else { return "" }
    let levels = levels
    let top = Double(levels.count - 1)
    return String(
      values.map { value -> Character in
        guard let value, value.isFinite else { return " " }
        guard high > low else { return levels[levels.count / 2] }
        return levels[Int(((value - low) / (high - low) * top).rounded())]
      })
  }
}
