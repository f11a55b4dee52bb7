/// Figures as a row of characters, one each: the lowest of them at the bottom of a character, the highest at its top.
struct Sparkline: Sendable {
  /// Oldest first; `nil` where none is known.
  var values: [Double?]
  var isUnicode: Bool

  private var levels: [Character] {
    isUnicode ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["_", ".", "-", "*", "^"]
  }

  /// Of its course: from the first figure that is known to the last.
  var token: Token? {
    let known = values.compactMap(\.self).filter(\.isFinite)
    guard let first = known.first, let last = known.last, known.count > 1 else { return nil }
    return last > first ? .rising : last < first ? .falling : .neutral
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
