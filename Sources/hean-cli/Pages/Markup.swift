/// A piece of a page, well-formed as XML: tags that are closed, and text in which nothing is a tag.
struct Markup: Sendable {
  /// As it is written to the file.
  let source: String

  private init(source: String) { self.source = source }

  /// Text that may come from anywhere: without control characters, and with everything escaped that means something in
  /// a page.
  init(_ words: String) { source = Self.escaped(words) }

  /// Text that stands in the program: a style sheet.
  init(verbatim source: StaticString) { self.source = "\(source)" }

  /// An element with what is in it.
  init(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ content: [Markup]) {
    source =
      "<\(tag)\(Self.written(attributes))>" + content.map(\.source).joined() + "</\(tag)>"
  }

  /// An element with text in it.
  init(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ words: String) {
    self.init(tag, attributes, [Markup(words)])
  }

  /// An element without attributes.
  init(_ tag: StaticString, _ content: [Markup]) { self.init(tag, [:], content) }
  init(_ tag: StaticString, _ words: String) { self.init(tag, [:], words) }

  /// An element that never has content: `meta`, or a path of a picture.
  static func empty(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) -> Markup {
    Markup(source: "<\(tag)\(written(attributes))/>")
  }

  /// A line break in the file, so that it can be read and compared line by line.
  static let newLine = Markup(source: "\n")

  private static func written(_ attributes: KeyValuePairs<StaticString, String>) -> String {
    attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var clean = ""
    for scalar in sanitized(text).unicodeScalars {
      switch scalar {
      case "&": clean += "&amp;"
      case "<": clean += "&lt;"
      case ">": clean += "&gt;"
      case "\"": clean += "&quot;"
      case "'": clean += "&#39;"
      // No characters, and in no XML document.
      case "\u{FFFE}", "\u{FFFF}": continue
      default: clean.unicodeScalars.append(scalar)
      }
    }
    return clean
  }
}

extension Markup {
  /// Elements whose text is left: cells that were redacted by their fields, figures that are none of an amount, commands.
  private static let redacted: Set<Substring> = ["td", "dd", "code", "style", "strong"]

  /// The same with amounts hidden in its sentences and in the labels of its pictures. Cells are redacted by their fields.
  func redacted(by redaction: Redaction) -> Markup {
    var text = ""
    var rest = source[...]
    var isLeft = false
    while let start = rest.firstIndex(of: "<") {
      text += Self.words(rest[..<start], isLeft ? nil : redaction)
      guard let end = rest[start...].firstIndex(of: ">") else { break }
      let tag = rest[start...end]
      text += tag
      let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }
      isLeft = Self.redacted.contains(name)
      rest = rest[rest.index(after: end)...]
    }
    return Markup(source: text + Self.words(rest, isLeft ? nil : redaction))
  }

  /// Text between two tags, without its escapes while it is read.
  private static func words(_ source: Substring, _ redaction: Redaction?) -> String {
    guard let redaction, source.contains(where: \.isNumber) else { return String(source) }
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    let plain = marks.reduce(String(source)) { $0.replacing($1.0, with: $1.1) }
    return escaped(redaction.text(plain))
  }
}

extension Markup {
  /// Words with commands, which stand out so that they can be copied.
  init(_ pieces: [CommandLines.Piece]) {
    let parts = pieces.map { piece in
      switch piece {
      case .words(let words): Markup(words)
      case .command(let line): Markup("code", line)
      }
    }
    self.init(source: parts.map(\.source).joined())
  }
}
