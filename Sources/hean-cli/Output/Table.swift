import HeanCore

/// Rows with their fields, independent of the row's type. Each row is made when it is visited, and not kept.
struct Table: Sendable {
  struct Column: Sendable {
    enum Source: Sendable {
      case field(Int)
      /// The same value in every row.
      case constant(JSONValue)
    }

    var name: String
    var title: String
    var alignment: Alignment
    var priority: Int
    var source: Source
    /// Whether `--redact` leaves it; `nil` to go by its name.
    var isLeftByRedaction: Bool? = true

    /// Whether a word that is not exactly the name means this column.
    func isCalled(_ word: String) -> Bool {
      [name, title].contains { !$0.isEmpty && $0.lowercased() == word.lowercased() }
    }
  }

  /// Called for each row; the row's values can be read only during the call.
  typealias Visit = (_ value: (Column) -> JSONValue, _ cell: (Column) -> Cell) throws -> Void

  var columns: [Column]
  var count: Int
  /// Places of the rows to show, in the order in which they are shown; `nil` is all of them.
  private var places: Set<Int>?
  /// Indices of the rows in the order in which they are shown; `nil` is the order of the list.
  private var order: [Int]?
  /// Hides amounts in values and cells; sorting still goes by the figures.
  private var redaction: Redaction?
  /// Whether figures in cells have their digits in groups of three.
  private var isGrouped = false
  private let visitRows:
    @Sendable (_ order: [Int]?, _ places: Set<Int>?, Redaction?, _ isGrouped: Bool, Visit) throws -> Void

  init<Row>(fields: [Field<Row>], rows: [Row]) { self.init(fields: fields, rows: rows, count: rows.count) }

  init<Row: Listed>(fields: [Field<Row>], rows: Listing<Row>) {
    self.init(fields: fields, rows: rows, count: rows.count)
  }

  private init<Row, Rows: Sequence<Row> & Sendable>(fields: [Field<Row>], rows: Rows, count: Int) {
    self.count = count
    columns = fields.enumerated().map { place, field in
      Column(
        name: field.name, title: field.title, alignment: field.alignment, priority: field.priority,
        source: .field(place), isLeftByRedaction: field.isLeftByRedaction)
    }
    let (unit, key) = (fields.first { $0.name == "unit" }, fields.first { $0.name == "key" })
    visitRows = { order, places, redaction, isGrouped, visit in
      func show(_ row: Row) throws {
        func value(_ column: Column) -> JSONValue {
          switch column.source {
          case .field(let place): fields[place].value(row)
          case .constant(let value): value
          }
        }
        func cell(_ column: Column) -> Cell {
          let plain =
            switch column.source {
            case .field(let place): fields[place].cell(row)
            case .constant(let value): value.plainCell
            }
          guard isGrouped, case .number = value(column) else { return plain }
          return plain.grouped
        }
        guard let redaction else { return try visit(value, cell) }
        let isUnitOpen = unit.map { OpenNames.isOpen(unit: $0.value(row)) } ?? false
        let isKeyOpen = key.map { OpenNames.isOpen(key: $0.value(row)) } ?? false
        func isRatio(_ column: Column) -> Bool {
          isUnitOpen && OpenNames.besideUnit.contains(column.name) || isKeyOpen && column.name == "value"
        }
        try visit(
          {
            isRatio($0)
              ? value($0) : redaction.value(value($0), named: $0.name, isLeftByRedaction: $0.isLeftByRedaction)
          },
          {
            isRatio($0)
              ? cell($0)
              : redaction.cell(cell($0), of: value($0), named: $0.name, isLeftByRedaction: $0.isLeftByRedaction)
          })
      }
      guard let order else {
        for (place, row) in rows.enumerated() where places?.contains(place) ?? true { try show(row) }
        return
      }
      let all = Array(rows)
      for (place, index) in order.enumerated() where places?.contains(place) ?? true { try show(all[index]) }
    }
  }

  func forEach(_ visit: Visit) throws { try visitRows(order, places, redaction, isGrouped, visit) }

  /// The same rows, with the digits of figures in groups of three on the screen; their values stay.
  var grouped: Table {
    var table = self
    table.isGrouped = true
    return table
  }

  /// The same rows with their amounts hidden.
  func redacted(by redaction: Redaction) -> Table {
    var table = self
    table.redaction = redaction
    return table
  }

  /// The same rows in another order.
  func sorted(by wanted: SortOrder) throws(UsageError) -> Table {
    let columns = try named(wanted.fields)
    var values: [[JSONValue]] = Array(repeating: [], count: columns.count)
    for place in values.indices { values[place].reserveCapacity(count) }
    // Reading the values of rows that are in memory cannot fail.
    try? visitRows(nil, nil, nil, false) { value, _ in
      for (place, column) in columns.enumerated() { values[place].append(value(column)) }
    }
    var table = self
    table.order = wanted.indices(of: values)
    return table
  }

  /// Only the rows at these places of the order in which they are shown.
  func keeping(_ places: Set<Int>) -> Table {
    var table = self
    table.count = places.count
    // Of a table that was cut before, the places are those among its rows.
    let before = self.places.map { $0.sorted() }
    table.places = before.map { before in Set(places.map { before[$0] }) } ?? places
    return table
  }

  /// Only the named columns, in the order of the names.
  func selecting(_ names: [String]) throws(UsageError) -> Table {
    var table = self
    var seen: Set<String> = []
    table.columns = try named(names).filter { seen.insert($0.name).inserted }.map { column in
      var chosen = column
      chosen.priority = max(column.priority, 1)
      if chosen.title.isEmpty { chosen.title = column.name }
      return chosen
    }
    return table
  }

  /// The columns that these words name: by the name in JSON, or by the title on the screen, in any case.
  /// - Throws: for words that name no column, and for a title that several have.
  func named(_ words: [String]) throws(UsageError) -> [Column] {
    var found: [Column] = []
    var unknown: [String] = []
    for word in words {
      let meant = columns.filter { $0.name == word }.first.map { [$0] } ?? columns.filter { $0.isCalled(word) }
      guard meant.count < 2 else { throw .ambiguousField(word, meant.map(\.name)) }
      if let column = meant.first { found.append(column) } else { unknown.append(word) }
    }
    guard unknown.isEmpty else { throw .unknownFields(unknown, valid: columns.map(\.name)) }
    return found
  }
}
