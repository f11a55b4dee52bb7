import HeanCore

/// Rows with their fields as a table of a page. On a narrow page each row becomes a card, whose values carry the
/// headings of their columns.
struct PageTable<Row: Sendable> {
  var fields: [Field<Row>]
  var rows: [Row]
  var zone: Zone
  /// Which fields are shown; `nil` for those that a wide terminal shows.
  var names: Set<String>?
  /// Hides amounts; `nil` shows them.
  var redaction: Redaction?

  var markup: Markup {
    let chosen = fields.filter { names?.contains($0.name) ?? ($0.priority > 0) }
    // A column in which no row has anything would only take room.
    let shown = chosen.filter { field in rows.contains { !field.cell($0).text(in: zone).isEmpty } }
    let head = shown.map { field in
      Markup("th", ["scope": "col", "class": field.style, "title": field.meaning], field.heading)
    }
    let body = rows.map { row in
      Markup(
        "tr",
        shown.map { field in
          let cell = redaction?.cell(of: field, in: row, ratio: ratio(row)) ?? field.cell(row)
          let text = cell.text(in: zone)
          let style = [field.style, cell.style.className, text.isEmpty ? "none" : ""].filter { !$0.isEmpty }
          return Markup("td", ["class": style.joined(separator: " "), "data-label": field.heading], text)
        })
    }
    return Markup(
      "table", [Markup("thead", [Markup("tr", head)]), .newLine, Markup("tbody", body.flatMap { [$0, .newLine] })])
  }

  /// Whether the figure of a row has a unit of its own that is none of an amount.
  private func ratio(_ row: Row) -> Bool {
    fields.first { $0.name == "unit" }.map { OpenNames.isOpen(unit: $0.value(row)) } ?? false
  }
}

extension PageTable {
  /// One row, with a line for each of its fields.
  static func record(_ fields: [Field<Row>], _ row: Row, _ zone: Zone, _ redaction: Redaction?) -> Markup {
    Markup(
      "dl",
      fields.filter { $0.priority > 0 }.map { field in
        let cell = redaction?.cell(of: field, in: row, ratio: false) ?? field.cell(row)
        return Markup(
          "div",
          [
            Markup("dt", ["title": field.meaning], field.title),
            Markup("dd", ["class": cell.style.className], cell.text(in: zone)),
          ])
      })
  }
}

extension Redaction {
  /// - Parameter ratio: whether a figure beside its unit is none of an amount.
  fileprivate func cell<Row>(of field: Field<Row>, in row: Row, ratio: Bool) -> Cell {
    if ratio, OpenNames.besideUnit.contains(field.name) { return field.cell(row) }
    return cell(field.cell(row), of: field.value(row), named: field.name, isLeftByRedaction: field.isLeftByRedaction)
  }
}

extension Field {
  fileprivate var heading: String { title.isEmpty ? name.replacing("_", with: " ").uppercased() : title }

  /// Figures stand at the right edge of their column.
  fileprivate var style: String {
    switch alignment {
    case .trailing, .decimal: "n"
    case .wrapping: "w"
    case .leading: ""
    }
  }
}

extension Style {
  /// Its name in the style sheet. Colour only repeats what the words say.
  var className: String {
    switch tone {
    case .good: "good"
    case .bad: "bad"
    case .warning: "warning"
    case .strong, .changed: "strong"
    case .faint: "faint"
    case .calmBanner: "calm"
    case .cautionBanner: "caution"
    case .dangerBanner: "danger"
    default: ""
    }
  }
}
