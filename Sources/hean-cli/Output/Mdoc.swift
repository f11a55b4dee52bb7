import HeanCore

/// Writes a page of the manual in the language mdoc, as BSD and Debian read it.
struct Mdoc: Sendable {
  private var lines: [String] = []
  /// Longest line (characters); of a longer one the linter warns.
  private static let width = 78

  /// How the file of a page begins, by which a later run knows it again.
  static let start = #".\" A page of the manual, made by hean."# + "\n"

  /// - Parameters:
  ///   - name: of the page, such as `hean-orders`.
  ///   - date: as `November 29, 2026`.
  init(_ name: String, section: Int, summary: String, date: String) {
    line(".Dd \(date)")
    line(".Dt \(Self.quoted(name.uppercased())) \(section)")
    line(".Os")
    line(".Sh NAME")
    line(".Nm \(name)")
    // What the page is about is no sentence: the linter wants no mark at its end.
    line(".Nd \(Self.escaped(String(summary.last == "?" ? summary.dropLast() : summary[...])))")
  }

  var text: String { Self.start + lines.map { $0 + "\n" }.joined() }

  mutating func section(_ title: String) { line(".Sh \(Self.escaped(title))") }
  mutating func subsection(_ title: String) { line(".Ss \(Self.quoted(title))") }

  /// Text in paragraphs, one for each line. Each sentence begins a line, as the language asks for.
  mutating func prose(_ text: String) {
    for (place, paragraph) in text.split(separator: "\n").enumerated() {
      if place > 0 || !isAtStart { line(".Pp") }
      sentences(String(paragraph))
    }
  }

  /// Terms, each with what it is.
  mutating func list(_ rows: [(term: [Term], text: String)]) {
    guard !rows.isEmpty else { return }
    line(".Bl -tag -width Ds")
    for row in rows {
      line(".It " + row.term.map(\.macro).joined(separator: " "))
      sentences(row.text)
    }
    line(".El")
  }

  /// Names with what each is, in two columns.
  mutating func table(_ rows: [(String, String)]) { list(rows.map { ([.name($0.0)], $0.1) }) }

  /// A command line that can be copied.
  mutating func example(_ command: String, _ meaning: String) {
    if !isAtStart { line(".Pp") }
    sentences(meaning.sentenceStart + ":")
    line(".Bd -literal -offset indent")
    line(Self.escaped(command))
    line(".Ed")
  }

  /// How a command is called.
  mutating func usage(_ command: String, _ parts: [Term]) {
    line(".Nm \(Self.quoted(command))")
    for part in parts { line("." + part.macro) }
  }

  /// Not as references: the linter looks for each, and a page has to be sound where the others are not installed.
  mutating func pages(_ names: [(name: String, section: Int)]) {
    for (place, page) in names.enumerated() {
      line(".Sy \(Self.quoted("\(page.name)(\(page.section))"))" + (place < names.count - 1 ? " ," : ""))
    }
  }

  /// A word of a term or of a call.
  enum Term: Sendable {
    case flag(String), value(String), name(String), optional(String), separator

    fileprivate var macro: String {
      switch self {
      case .flag(let name): "Fl \(Mdoc.quoted(name))"
      case .value(let name): "Ar \(Mdoc.quoted(name))"
      case .name(let name): "Sy \(Mdoc.quoted(name))"
      case .optional(let name): "Op Ar \(Mdoc.quoted(name))"
      case .separator: ","
      }
    }
  }

  /// Whether nothing stands in this section yet.
  private var isAtStart: Bool {
    lines.last.map { $0.hasPrefix(".Sh") || $0.hasPrefix(".Ss") } ?? true
  }

  private mutating func line(_ text: String) { lines.append(text) }

  private mutating func sentences(_ text: String) {
    var sentence = ""
    for word in text.split(separator: " ") {
      let piece = Self.escaped(String(word))
      if !sentence.isEmpty, sentence.utf8.count + piece.utf8.count >= Self.width {
        line(sentence)
        sentence = ""
      }
      // Within a line a period at the beginning of a word is nothing special, and the mark before it has no width.
      sentence += (sentence.isEmpty ? "" : " ") + piece
      // A period within a sentence does no harm at the end of a line.
      if let end = word.last(where: { !")'\"".contains($0) }), ".!?".contains(end) {
        line(sentence)
        sentence = ""
      }
    }
    if !sentence.isEmpty { line(sentence) }
  }

  /// Text that the language takes for nothing else.
  static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("…", with: "...").replacing("'", with: "\\(aq")
    return plain.hasPrefix(".") ? "\\&" + plain : plain
  }

  /// One argument of a macro.
  static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\"\"") + "\""
  }
}
