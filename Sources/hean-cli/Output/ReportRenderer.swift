import HeanCore

/// Writes a report in the chosen format.
struct ReportRenderer: Sendable {
  var format: OutputFormat
  /// `--fields`; `nil` is all of them.
  var fields: [String]?
  /// `--sort`; `nil` is the order of the list.
  var sort: SortOrder?
  /// Columns of the terminal; `nil` when there is none.
  var width: Int?
  var palette: Palette
  var zone: Zone
  /// Whether standard output is a terminal: then hints are shown, and JSON is indented.
  var isTerminal: Bool
  var commands: CommandLines
  /// Hides amounts; `nil` shows them.
  var redaction: Redaction?
  /// Where the lines are that a window is too low for.
  var rest = "in a higher window"
  /// Whether what casts doubt on the rows stands below those of `--fields`: a screen that is drawn again and again has no
  /// standard error beside it.
  var tellsCaveats = false
  /// Whether figures on a terminal have their digits in groups of three.
  var groupsDigits = false
  /// Whether a terminal gets hints.
  var hasHints = true
  /// Whether an earlier report was written before this one: rows need no second header.
  var isContinued = false

  /// - Parameter emit: called with parts of the text in order, so that a large answer is never twice in memory.
  func render(_ report: Report, emit: (String) throws -> Void) throws {
    if redaction != nil, !report.holdsAmounts {
      var open = self
      open.redaction = nil
      return try open.render(report, emit: emit)
    }
    if let rows = format.rows {
      return try rows(
        try selected(report), report, RowsStyle(isWhole: fields == nil, isContinued: isContinued), emit)
    }
    switch format {
    case .json: try document(report, emit)
    case .ndjson: try lines(report, emit)
    default:
      try drawing(report).draw(try screen(report)) { line in
        try emit(line + "\n")
      }
    }
  }

  /// The lines of a screen for a window with this many rows. When there are too many lines, the least important ones
  /// are removed.
  func lines(_ report: Report, fitting rows: Int) throws -> [String] {
    let drawing = drawing(report)
    func lines(_ screen: Screen) -> [String] {
      var lines: [String] = []
      try? drawing.draw(screen) { lines.append($0) }
      return lines
    }
    // hean never breaks a command. It takes as many rows as the terminal needs to show it.
    func height(_ line: String) -> Int {
      width.map { max(1, (displayWidth(Palette.unpainted(line)) + $0 - 1) / max(1, $0)) } ?? 1
    }
    func height(_ lines: [String]) -> Int { lines.reduce(0) { $0 + height($1) } }
    let drawn = lines(try screen(report).fitted(to: rows) { height(lines($0)) })
    guard height(drawn) > rows else { return drawn }
    var kept: [String] = []
    for line in drawn {
      guard height(kept) + height(line) < rows else { break }
      kept.append(line)
    }
    return kept + ["… more \(rest)"]
  }

  private func drawing(_ report: Report) -> ScreenDrawing {
    var drawing = ScreenDrawing(
      width: width, palette: report.theme.map { Palette($0, palette.depth) } ?? palette, zone: zone,
      hints: isTerminal && hasHints,
      commands: commands)
    drawing.redaction = redaction
    drawing.groupsDigits = groupsDigits && isTerminal
    drawing.rest = rest
    // Columns are suggested for `--fields` only when `--fields` was not given.
    if case .list(let table) = report.payload, fields == nil { drawing.fields = Set(table.columns.map(\.name)) }
    return drawing
  }

  /// A text as painted lines of this width.
  func lines(_ text: String, _ style: Style, width: Int) -> [String] {
    var screen = Screen()
    screen.line(Cell(text, style))
    var renderer = self
    renderer.width = width
    return renderer.draw(screen).split(separator: "\n").map(String.init)
  }

  func draw(_ screen: Screen, hints: Bool = false) -> String {
    screen.render(
      width: width, palette: palette, zone: zone, hints: hints, commands: commands, redaction: redaction)
  }

  /// Refuses `--sort` and `--fields` that a single record with these fields cannot obey.
  func check<Row>(record: [Field<Row>]) throws(UsageError) {
    try checkSortOfRecord()
    if let fields { _ = try Table(fields: record, rows: []).selecting(fields) }
  }

  private func checkSortOfRecord() throws(UsageError) {
    if sort != nil {
      throw .contradiction("--sort is for lists, and this is a single record", nextStep: "leave it out")
    }
  }

  private func selected(_ report: Report) throws(UsageError) -> Table {
    let table: Table
    switch report.payload {
    case .none: return Table(fields: [Field<Int>](), rows: [])
    case .list(let rows): table = try sort.map { (order) throws(UsageError) in try rows.sorted(by: order) } ?? rows
    case .object(let row):
      try checkSortOfRecord()
      table = row
    }
    let shown = redaction.map(table.redacted(by:)) ?? table
    guard let fields else { return shown }
    return try shown.selecting(fields)
  }

  private func screen(_ report: Report) throws(UsageError) -> Screen {
    var report = report
    if report.isOffline || report.isRecorded { report.screen = report.screen.ofEarlierLook }
    guard fields != nil else {
      guard let sort else { return report.screen }
      // Refuses a field that no row has, and a report that is no list.
      _ = try selected(report)
      // A table on the screen can lack the title that was typed, or have it over another field.
      guard case .list(let rows) = report.payload else { return report.screen }
      return report.screen.sorted(by: sort.naming(try rows.named(sort.fields).map(\.name)))
    }
    var screen = report.screen.banners
    var isRecord = false
    if case .object = report.payload { isRecord = true }
    screen.show(try selected(report), asRecord: isRecord)
    if tellsCaveats { for caveat in report.caveats { screen.line(Cell(caveat, .warning)) } }
    return screen
  }

  private func document(_ report: Report, _ emit: (String) throws -> Void) throws {
    let table = try selected(report)
    var members = Report.frame.members(report)
    if let source = report.source { members["source"] = source.json }
    if let money = report.money { members["money"] = redaction?.value(money, named: "money") ?? money }
    if let sums = report.sums { members["sums"] = redaction?.value(sums, named: "sums") ?? sums }
    if redaction != nil { members["redacted"] = .bool(true) }
    if report.isOffline { members["offline"] = .bool(true) }
    let warnings = self.warnings(report)
    if !warnings.isEmpty { members["warnings"] = .array(warnings.map { .string($0) }) }
    let names = JSONText.Members(Array(members.keys) + ["data"])
    let record = Record(table)
    var text = JSONText(pretty: isTerminal)
    try text.writeObject(names) { text, name in
      if let value = members[name] { return text.write(value) }
      switch report.payload {
      case .none: text.write(.null)
      case .object: try table.forEach { value, _ in record.write(to: &text, value) }
      case .list:
        try text.writeArray { text in
          try table.forEach { value, _ in
            text.separate()
            record.write(to: &text, value)
            try text.flush(above: Self.piece, emit)
          }
        }
      }
    }
    text.endLine()
    try text.flush(emit)
  }

  private func warnings(_ report: Report) -> [String] {
    let warnings = report.caveats + report.notes
    return redaction == nil ? warnings : warnings.map { Redaction.data.text($0) }
  }

  /// How many bytes are collected before they are passed on.
  static let piece = 65_536

  /// Each line can be used alone, so each one has schema, time and mode.
  private func lines(_ report: Report, _ emit: (String) throws -> Void) throws {
    var table = try selected(report)
    func constant(_ name: String, _ value: some FieldValue) -> Table.Column {
      Table.Column(name: name, title: name, alignment: .leading, priority: 0, source: .constant(value.json))
    }
    var frame = [constant("schema", report.schema), constant("as_of", report.asOf)]
    if let source = report.source { frame.append(constant("mode", source.mode)) }
    if redaction != nil { frame.append(constant("redacted", true)) }
    if report.isOffline { frame.append(constant("offline", true)) }
    let warnings = self.warnings(report)
    if !warnings.isEmpty { frame.append(constant("warnings", warnings)) }
    // A field of the record has priority over a field of the frame with the same name.
    let taken = Set(table.columns.map(\.name))
    table.columns += frame.filter { !taken.contains($0.name) }
    let record = Record(table)
    var text = JSONText(pretty: false)
    try table.forEach { value, _ in
      record.write(to: &text, value)
      text.endLine()
      try text.flush(above: Self.piece, emit)
    }
    try text.flush(emit)
  }

  /// Writes rows as JSON objects. The names are sorted once for all rows.
  private struct Record {
    let names: JSONText.Members
    let columns: [Table.Column]

    init(_ table: Table) {
      let names = JSONText.Members(table.columns.map(\.name))
      self.names = names
      columns = names.names.compactMap { name in table.columns.first { $0.name == name } }
    }

    func write(to text: inout JSONText, _ value: (Table.Column) -> JSONValue) {
      text.writeObject(names) { (text: inout JSONText, place: Int) in text.write(value(columns[place])) }
    }
  }
}
