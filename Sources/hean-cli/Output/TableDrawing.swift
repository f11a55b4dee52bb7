import HeanCore

/// Draws a table into lines. Without a width nothing is dropped, cut or wrapped: a pipe gets everything.
struct TableDrawing {
  var width: Int?
  var palette: Palette
  var zone: Zone

  private static let gap = "  "

  /// One drawn column. The texts of all rows are in one string, because a table can have a million cells.
  private struct Drawn {
    var column: Table.Column
    private var texts: [UInt8] = []
    private var ends: [Int] = []
    private var styles: [Style] = []
    /// In a decimal column: the greatest width before the point, and from the point on.
    private var head = 0
    private var tail = 0
    /// In a wrapping column: the widest word, which cannot be broken.
    private(set) var word = 0
    var width: Int

    init(_ column: Table.Column, count: Int) {
      self.column = column
      width = displayWidth(column.title)
      ends.reserveCapacity(count)
      styles.reserveCapacity(count)
    }

    var isTrailing: Bool { column.alignment == .trailing || column.alignment == .decimal }
    /// Whether there are rows and all their cells are empty.
    var isBlank: Bool { !ends.isEmpty && texts.isEmpty }

    mutating func add(_ text: String, _ style: Style) {
      texts.append(contentsOf: text.utf8)
      ends.append(texts.count)
      styles.append(style)
      if column.alignment == .decimal {
        let (before, after) = Self.parts(text)
        head = max(head, displayWidth(before))
        tail = max(tail, displayWidth(after))
        width = max(width, head + tail)
      } else {
        width = max(width, displayWidth(text))
        guard column.alignment == .wrapping else { return }
        word = text.split(separator: " ").reduce(word) { max($0, displayWidth(String($1))) }
      }
    }

    func style(_ row: Int) -> Style { styles[row] }

    /// The text of a row. In a decimal column it is padded on both sides, so that the points are aligned.
    func text(_ row: Int) -> String {
      let text = String(decoding: texts[(row == 0 ? 0 : ends[row - 1])..<ends[row]], as: UTF8.self)
      guard column.alignment == .decimal else { return text }
      let (before, after) = Self.parts(text)
      return padded(before, to: head, leading: true) + padded(after, to: tail)
    }

    private static func parts(_ text: String) -> (String, String) {
      guard let point = text.firstIndex(of: ".") else { return (text, "") }
      return (String(text[..<point]), String(text[point...]))
    }
  }

  /// - Parameter emit: called with each line, without its line end.
  /// - Returns: the names of the columns that did not fit.
  @discardableResult
  func draw(_ table: Table, emit: (String) throws -> Void) throws -> [String] {
    var drawn = table.columns.filter { $0.priority > 0 }.map { Drawn($0, count: table.count) }
    try table.forEach { _, cell in
      for place in drawn.indices {
        let cell = cell(drawn[place].column)
        drawn[place].add(cell.text(in: zone), cell.style)
      }
    }
    // An empty column would only take space from the others.
    drawn.removeAll(where: \.isBlank)
    let all = drawn.map(\.column.name)
    let below = width.map { fit(&drawn, into: $0) } ?? []
    let kept = Set((drawn + below).map(\.column.name))
    let titles = drawn.map { padded($0.column.title, to: $0.width, leading: $0.isTrailing) }
    try emit(palette.paint(trimmingEnd(titles.joined(separator: Self.gap)), .faint))
    for row in 0..<table.count {
      for line in self.row(row, drawn) { try emit(line) }
      for line in below.flatMap({ under(row, $0) }) { try emit(line) }
    }
    return all.filter { !kept.contains($0) }
  }

  /// Makes wrapping columns narrower, but not narrower than is readable. Where that is not enough, text that may wrap
  /// goes below its row; at last the least important columns are dropped, and the widest one is cut.
  /// - Returns: the columns to draw below each row.
  private func fit(_ drawn: inout [Drawn], into width: Int) -> [Drawn] {
    // A column that could go below its row instead must not be so narrow that a word of its text sticks out.
    func least(_ drawn: Drawn) -> Int { drawn.column.priority < 100 ? max(24, min(drawn.word, width)) : 24 }
    var below: [Drawn] = []
    func total() -> Int { drawn.reduce(0) { $0 + $1.width } + Self.gap.count * max(0, drawn.count - 1) }
    func lowest(where isMeant: (Drawn) -> Bool = { _ in true }) -> Int? {
      drawn.indices.filter { drawn[$0].column.priority < 100 && isMeant(drawn[$0]) }.min {
        drawn[$0].column.priority < drawn[$1].column.priority
      }
    }
    func narrow() {
      for index in drawn.indices where drawn[index].column.alignment == .wrapping && total() > width {
        drawn[index].width = min(drawn[index].width, max(least(drawn[index]), drawn[index].width - (total() - width)))
      }
    }
    var widths = drawn.map(\.width)
    narrow()
    while total() > width, drawn.count > 1, let index = lowest(where: { $0.column.alignment == .wrapping }) {
      below.insert(drawn.remove(at: index), at: 0)
      widths.remove(at: index)
      for place in drawn.indices { drawn[place].width = widths[place] }
      narrow()
    }
    while total() > width, drawn.count > 1, let index = lowest() { drawn.remove(at: index) }
    guard total() > width else { return below }
    let cuttable = drawn.indices.filter { drawn[$0].column.alignment == .leading }
    guard let widest = cuttable.max(by: { drawn[$0].width < drawn[$1].width }) else { return below }
    drawn[widest].width = max(6, drawn[widest].width - (total() - width))
    return below
  }

  /// The text of a column that found no room beside the others, under its row and with its name.
  private func under(_ row: Int, _ column: Drawn) -> [String] {
    let text = column.text(row)
    guard let width, !text.isEmpty, text != Cell.missing.text(in: zone) else { return [] }
    return HelpRenderer.wrap("\(column.column.title.lowercased()): \(text)", indent: 4, width: width).map {
      palette.paint($0, column.style(row))
    }
  }

  private func row(_ row: Int, _ drawn: [Drawn]) -> [String] {
    let pieces = drawn.map { column -> [String] in
      let text = column.text(row)
      switch column.column.alignment {
      case .wrapping where displayWidth(text) > column.width:
        return HelpRenderer.wrap(text, indent: 0, width: column.width)
      case .leading, .wrapping: return [width == nil ? text : truncated(text, to: column.width)]
      case .trailing, .decimal: return [text]
      }
    }
    let height = pieces.map(\.count).max() ?? 1
    return (0..<height).map { line in
      var text = ""
      for (column, piece) in zip(drawn, pieces) {
        if !text.isEmpty { text += Self.gap }
        let cell = line < piece.count ? piece[line] : ""
        text += palette.paint(padded(cell, to: column.width, leading: column.isTrailing), column.style(row))
      }
      return palette.isEnabled ? text : trimmingEnd(text)
    }
  }

  private func trimmingEnd(_ text: String) -> String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
