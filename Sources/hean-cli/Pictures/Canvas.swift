/// What a character of a picture means. Colour only repeats it: shape, place or a letter tell the same.
enum Ink: Sendable, Equatable {
  case plain, rising, falling, faint
  /// The price now.
  case tag
  /// What is the operator's own: fills and levels.
  case own
  /// The indicator of this number.
  case line(Int)

  /// Its place in `tokens`; 0 is the terminal's own colour.
  fileprivate var number: UInt8 {
    switch self {
    case .plain: 0
    case .rising: 1
    case .falling: 2
    case .faint: 3
    case .tag: 4
    case .own: 5
    case .line(let number): 6 + UInt8(number % Token.lines.count)
    }
  }

  fileprivate static let tokens: [Token] = [.rising, .falling, .chartFaint, .now, .own] + Token.lines
}

/// A picture made of characters, each one column wide.
struct Canvas: Sendable {
  let width: Int
  let height: Int
  private var marks: [Unicode.Scalar]
  private var inks: [UInt8]

  private static let blank: Unicode.Scalar = " "

  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    marks = [Unicode.Scalar](repeating: Self.blank, count: self.width * self.height)
    inks = [UInt8](repeating: 0, count: self.width * self.height)
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool { column >= 0 && column < width && row >= 0 && row < height }

  func isBlank(_ column: Int, _ row: Int) -> Bool {
    isInside(column, row) && marks[row * width + column] == Self.blank
  }

  /// What is outside of the canvas is not drawn.
  mutating func set(_ column: Int, _ row: Int, _ mark: Unicode.Scalar, _ ink: Ink) {
    guard isInside(column, row) else { return }
    marks[row * width + column] = mark
    inks[row * width + column] = ink.number
  }

  /// Only where nothing is drawn yet.
  mutating func fill(_ column: Int, _ row: Int, _ mark: Unicode.Scalar, _ ink: Ink) {
    if isBlank(column, row) { set(column, row, mark, ink) }
  }

  /// Text of this program: one column for each character. Text of the engine does not belong in a picture.
  mutating func write(_ text: String, at column: Int, _ row: Int, _ ink: Ink) {
    for (place, mark) in text.unicodeScalars.enumerated() { set(column + place, row, mark, ink) }
  }

  /// The rows, with as few colour sequences as possible: none for blanks, and one where the colour changes.
  func lines(_ palette: Palette) -> [String] {
    let codes = [[]] + Ink.tokens.map { Array((palette.code($0) ?? "").utf8) }
    return (0..<height).map { row in
      var text: [UInt8] = []
      text.reserveCapacity(width * 5)
      var ink: UInt8 = 0
      var blanks = 0
      for place in row * width..<(row + 1) * width {
        let mark = marks[place]
        guard mark != Self.blank else {
          blanks += 1
          continue
        }
        text.append(contentsOf: repeatElement(0x20, count: blanks))
        blanks = 0
        if palette.isEnabled, inks[place] != ink {
          Self.change(from: codes[Int(ink)], to: codes[Int(inks[place])], &text)
          ink = inks[place]
        }
        text.append(contentsOf: UTF8.encode(mark) ?? UTF8.encodedReplacementCharacter)
      }
      if ink != 0 { Self.change(from: codes[Int(ink)], to: [], &text) }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private static func change(from last: [UInt8], to code: [UInt8], _ text: inout [UInt8]) {
    text += [0x1B, 0x5B]
    // A colour replaces a colour; faint, bold and inverse have to be ended first. Parameters of a colour begin with 3 or
    // 9, those of the others with 1, 2 or 7.
    func isColour(_ code: [UInt8]) -> Bool { code.first == 0x33 || code.first == 0x39 }
    let isReplaced = last.isEmpty || code.isEmpty || isColour(last) && isColour(code)
    if !isReplaced { text.append(0x3B) }
    text += code
    text.append(0x6D)
  }
}
