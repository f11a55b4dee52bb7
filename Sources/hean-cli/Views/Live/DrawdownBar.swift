import HeanCore

/// A drawdown as a bar, with a mark for each fall at which something begins, and below it which one that is.
struct DrawdownBar {
  /// Percent; `nil` when it is not known, or not believed: then there are only marks.
  var drawdown: Decimal?
  /// Those with a percentage.
  var thresholds: [DrawdownThreshold]
  var glyphs: BlockGlyphs

  /// The bar, and a line of labels each for the governor and for the kill switch.
  func lines(width: Int, _ style: Style, _ palette: Palette) -> [String] {
    guard width > 0 else { return [] }
    let furthest = (thresholds.compactMap(\.percent) + [drawdown ?? 0, 1]).max()?.double ?? 1
    // The last mark needs room for its label.
    let scale = furthest * 7 / 6
    func column(_ percent: Decimal) -> Int {
      max(0, min(width - 1, Int(clamping: percent.double / scale * Double(width))))
    }
    let filled = Array(glyphs.bar((drawdown?.double ?? 0) / scale, width: width))
    let marks = Set(thresholds.compactMap { $0.percent.map(column) })
    let (mark, rest): (Character, Character) = glyphs.isUnicode ? ("│", "·") : ("|", ".")
    let cells = (0..<width).map { place -> Character in
      marks.contains(place) ? mark : place < filled.count ? filled[place] : rest
    }
    let bar =
      palette.paint(String(cells.prefix(filled.count)), style)
      + palette.paint(String(cells.dropFirst(filled.count)), .faint)
    let rows = [thresholds.filter(\.isOfGovernor), thresholds.filter { !$0.isOfGovernor }]
    return [bar] + rows.compactMap { labels($0, width, column) }
  }

  /// Labels below their marks: with the percentage where there is room, else the letter; `nil` where nothing has room.
  private func labels(_ thresholds: [DrawdownThreshold], _ width: Int, _ column: (Decimal) -> Int) -> String? {
    let percents = Set(thresholds.compactMap(\.percent)).sorted()
    var line = ""
    for (place, percent) in percents.enumerated() {
      let next = place + 1 < percents.count ? column(percents[place + 1]) : width + 1
      // Two that begin at the same fall share their label.
      let letters = thresholds.filter { $0.percent == percent }.map(\.effect.letter).joined()
      let whole = "\(letters)\(percent)"
      let start = min(column(percent), max(0, width - whole.count))
      let (text, at) = start + whole.count < next ? (whole, start) : (letters, column(percent))
      guard line.count <= at, at + text.count <= width else { continue }
      line += String(repeating: " ", count: at - line.count) + text
    }
    return line.isEmpty ? nil : line
  }

  /// What the letters mean, and what each fall is measured from.
  static func legend(_ thresholds: [DrawdownThreshold]) -> String {
    let bases: [DrawdownThreshold.Base] = [.peak, .dayHigh, .initialCapital]
    let parts = bases.compactMap { base -> String? in
      let names = thresholds.filter { $0.base == base }.map { "\($0.effect.letter) \($0.effect.words)" }
      return names.isEmpty ? nil : "\(names.joined(separator: ", ")), in % below \(base.words)"
    }
    return parts.isEmpty ? "" : parts.joined(separator: "; ").sentenceStart + "."
  }
}

extension DrawdownThreshold {
  fileprivate var isOfGovernor: Bool { base == .peak }
}

extension DrawdownThreshold.Effect {
  var letter: String {
    switch self {
    case .softBrake: "S"
    case .quarantine: "Q"
    case .hardStop: "H"
    case .dailyPause: "D"
    case .killSwitch: "K"
    }
  }

  var words: String {
    switch self {
    case .softBrake: ScreenMark.softBrake.rawValue
    case .quarantine: ScreenMark.quarantine.rawValue
    case .hardStop: ScreenMark.hardStop.rawValue
    case .dailyPause: "daily pause"
    case .killSwitch: "kill switch"
    }
  }
}

extension DrawdownThreshold.Base {
  var words: String {
    switch self {
    case .peak: "the peak"
    case .dayHigh: "the day's high"
    case .initialCapital: "the initial capital"
    }
  }
}
