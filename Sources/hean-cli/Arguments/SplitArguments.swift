import HeanCore

/// Splits argv by the form of each word, without knowing which options exist. Every element keeps its word and
/// position, so that an error can point at it.
struct SplitArguments: Sendable, Equatable {
  struct Element: Sendable, Equatable {
    enum Shape: Sendable, Equatable {
      /// `--name` or `--name=value`.
      case long(name: String, value: String?)
      /// `-abc`: several short flags, or one short option with its value. Only the option table can tell which.
      case short(String)
      case word(String)
    }

    var shape: Shape
    /// Index in argv, from 0.
    var index: Int
    /// As it was typed.
    var text: String
  }

  var elements: [Element] = []

  init(_ argv: [String]) {
    var onlyWords = false
    for (index, text) in argv.enumerated() {
      if onlyWords {
        elements.append(Element(shape: .word(text), index: index, text: text))
      } else if text == "--" {
        onlyWords = true
      } else {
        elements.append(Element(shape: Self.shape(of: text), index: index, text: text))
      }
    }
  }

  private static func shape(of text: String) -> Element.Shape {
    if text.hasPrefix("--") {
      let body = text.dropFirst(2)
      guard let equals = body.firstIndex(of: "=") else { return .long(name: String(body), value: nil) }
      return .long(name: String(body[..<equals]), value: String(body[body.index(after: equals)...]))
    }
    // A lone `-` is standard input; `-5` and `-.5` are numbers, `-5:` and `-5:10` ranges, and `-7d` is a time.
    guard text.hasPrefix("-"), text.count > 1, !isNegativeNumber(text), Since(text) == nil else { return .word(text) }
    return .short(String(text.dropFirst()))
  }

  static func isNegativeNumber(_ text: String) -> Bool {
    guard text.hasPrefix("-"), let first = text.dropFirst().first else { return false }
    return first.isASCII && (first.isNumber || first == ".") && Double(text.prefix { $0 != ":" }) != nil
  }
}
