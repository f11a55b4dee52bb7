import Foundation

/// Draws a table into lines. Without a width nothing is dropped, cut or wrapped: a pipe gets everything.
struct TableDrawing {
  var width: Int?
  var palette: Palette
  var zone: TimeZone

  private static let gap = "  "

  /// One drawn column: texts already aligned among themselves.
  private struct Drawn {
    var column: Table.Column
    var texts: [String]
    var styles: [Style]
    var width: Int
  }

  func lines(_ table: Table) -> [String] {
    var drawn = table.columns.filter { $0.priority > 0 }.map { draw($0, count: table.count) }
    // A column in which nothing stands only takes room from one that says something.
    drawn.removeAll { column in !column.texts.isEmpty && column.texts.allSatisfy(\.isEmpty) }
    if let width { fit(&drawn, into: width) }
    var lines: [String] = []
    lines.reserveCapacity(table.count + 1)
    let titles = drawn.map { column in
      padded(column.column.title, to: column.width, leading: [.trailing, .decimal].contains(column.column.alignment))
    }
    lines.append(palette.paint(trimmingEnd(titles.joined(separator: Self.gap)), .faint))
    for row in 0..<table.count { lines += self.row(row, drawn) }
    return lines
  }

  private func draw(_ column: Table.Column, count: Int) -> Drawn {
    var texts: [String] = []
    var styles: [Style] = []
    texts.reserveCapacity(count)
    styles.reserveCapacity(count)
    for row in 0..<count {
      let cell = column.cell(row)
      texts.append(cell.text(in: zone))
      styles.append(cell.style)
    }
    if column.alignment == .decimal { texts = Self.alignedOnPoint(texts) }
    let width = max(displayWidth(column.title), texts.lazy.map(displayWidth).max() ?? 0)
    return Drawn(column: column, texts: texts, styles: styles, width: width)
  }

  /// Pads both sides of the decimal point, so that points stand under each other.
  static func alignedOnPoint(_ texts: [String]) -> [String] {
    let parts = texts.map { text -> (head: Substring, tail: Substring) in
      guard let point = text.firstIndex(of: ".") else { return (text[...], "") }
      return (text[..<point], text[point...])
    }
    let head = parts.lazy.map { displayWidth(String($0.head)) }.max() ?? 0
    let tail = parts.lazy.map { displayWidth(String($0.tail)) }.max() ?? 0
    return parts.map { padded(String($0.head), to: head, leading: true) + padded(String($0.tail), to: tail) }
  }

  /// Drops the least important columns, then lets the wrapping or widest one give way.
  private func fit(_ drawn: inout [Drawn], into width: Int) {
    func total() -> Int { drawn.reduce(0) { $0 + $1.width } + Self.gap.count * max(0, drawn.count - 1) }
    func least() -> Int? {
      drawn.indices.filter { drawn[$0].column.priority < 100 }.min {
        drawn[$0].column.priority < drawn[$1].column.priority
      }
    }
    func flexible() -> Int? { drawn.firstIndex { $0.column.alignment == .wrapping } }
    // A wrapping column gives way before anything is dropped, down to a readable measure.
    if let index = flexible(), total() > width {
      drawn[index].width = max(24, drawn[index].width - (total() - width))
    }
    while total() > width, drawn.count > 1, let index = least() { drawn.remove(at: index) }
    guard total() > width else { return }
    let cuttable = drawn.indices.filter { drawn[$0].column.alignment == .leading }
    guard let widest = cuttable.max(by: { drawn[$0].width < drawn[$1].width }) else { return }
    drawn[widest].width = max(6, drawn[widest].width - (total() - width))
  }

  private func row(_ row: Int, _ drawn: [Drawn]) -> [String] {
    let pieces = drawn.map { column -> [String] in
      let text = column.texts[row]
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
        let isTrailing = column.column.alignment == .trailing || column.column.alignment == .decimal
        let cell = line < piece.count ? piece[line] : ""
        text += palette.paint(padded(cell, to: column.width, leading: isTrailing), column.styles[row])
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
