import HeanCore

/// Digits in groups of three, for people who asked for it; never in data or in a pipe.
enum DigitGroups {
  /// A number with fewer digits before its point is short enough.
  private static let least = 5

  /// The text with a comma in each number of five digits or more before its point, as in `64,235.80`.
  static func grouped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      let whole = rest[start...].prefix { $0.isASCII && $0.isNumber }
      let before = rest[..<start]
      // What follows a letter is part of a name, and what follows a point is the end of a number.
      let isFigure = before.last.map { !$0.isLetter && $0 != "." && $0 != "_" } ?? (result.isEmpty)
      result += before
      result += isFigure && whole.count >= least ? commas(whole) : String(whole)
      rest = rest[whole.endIndex...]
      if rest.first == ".", let next = rest.dropFirst().first, next.isASCII, next.isNumber {
        let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        result += "." + fraction
        rest = rest[fraction.endIndex...]
      }
    }
    return result + rest
  }

  private static func commas(_ digits: Substring) -> String {
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension Cell {
  /// The same with grouped digits.
  var grouped: Cell {
    guard case .text(let text) = content else { return self }
    var cell = self
    cell.content = .text(DigitGroups.grouped(text))
    return cell
  }
}
