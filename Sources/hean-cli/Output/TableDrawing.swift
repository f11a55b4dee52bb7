import Foundation

/// Draws a table into lines. Without a width nothing is dropped, cut or wrapped: a pipe gets everything.
struct TableDrawing {
  var width: Int?
  var palette: Palette
  var zone: TimeZone

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
    if let width { fit(&drawn, into: width) }
    let kept = Set(drawn.map(\.column.name))
    let titles = drawn.map { padded($0.column.title, to: $0.width, leading: $0.isTrailing) }
    try emit(palette.paint(trimmingEnd(titles.joined(separator: Self.gap)), .faint))
    for row in 0..<table.count {
      for line in self.row(row, drawn) { try emit(line) }
    }
    return all.filter { !kept.contains($0) }
  }

  /// Drops the least important columns, then makes the wrapping or the widest one narrower.
  private func fit(_ drawn: inout [Drawn], into width: Int) {
    func total() -> Int { drawn.reduce(0) { $0 + $1.width } + Self.gap.count * max(0, drawn.count - 1) }
    func least() -> Int? {
      drawn.indices.filter { drawn[$0].column.priority < 100 }.min {
        drawn[$0].column.priority < drawn[$1].column.priority
      }
    }
    func flexible() -> Int? { drawn.firstIndex { $0.column.alignment == .wrapping } }
    // A wrapping column becomes narrower before any column is dropped, but not narrower than is readable.
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
