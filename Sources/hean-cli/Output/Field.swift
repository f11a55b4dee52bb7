import HeanCore

/// Where the text of a column is placed. `wrapping` text continues on further lines instead of being
/// cut, and stands below its row where it has no room beside the others.
enum Alignment: Sendable { case leading, trailing, decimal, wrapping }

/// One named part of a row: its name in JSON, CSV and `--fields`, and how a table draws it.
struct Field<Row: Sendable>: Sendable {
  /// snake_case; never changes.
  var name: String
  /// The heading of the column, or the label of a single value.
  var title: String
  var meaning: String
  var alignment: Alignment
  /// The column with the lowest priority is dropped first on a narrow terminal. A column with 0 is drawn only when it
  /// is asked for.
  var priority: Int
  var value: @Sendable (Row) -> JSONValue
  var draw: (@Sendable (Row) -> Cell)?
  /// Whether `--redact` leaves it; `nil` to go by its name (`OpenNames`).
  var isOpen: Bool?

  init(
    _ name: String, _ title: String, _ meaning: String, _ alignment: Alignment = .leading, priority: Int,
    value: @escaping @Sendable (Row) -> JSONValue, cell: (@Sendable (Row) -> Cell)? = nil
  ) {
    self.name = name
    self.title = title
    self.meaning = meaning
    self.alignment = alignment
    self.priority = priority
    self.value = value
    draw = cell
  }

  /// The same field, which `--redact` leaves although its name may be that of an amount elsewhere.
  var leftByRedaction: Field {
    var field = self
    field.isOpen = true
    return field
  }

  func cell(_ row: Row) -> Cell { draw?(row) ?? value(row).plainCell }
}

extension Field {
  /// A time: RFC 3339 in data, in the chosen zone on a screen.
  static func moment(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ date: @escaping @Sendable (Row) -> Date?
  ) -> Field {
    Field(name, title, meaning, priority: priority, value: { .time(date($0)) }, cell: { .time(date($0)) })
  }
}

extension Field {
  /// Steps, or sentences with commands, in order.
  static func steps(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ commands: CommandLines,
    _ steps: @escaping @Sendable (Row) -> [NextStep]
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, value: { .array(steps($0).map { .string(commands($0)) }) },
      cell: { Cell(steps($0), commands) })
  }
}

/// Numeric fields: exact in data, rounded on screens.
extension Field {
  private static func figure(
    _ name: String, _ title: String, _ meaning: String, _ priority: Int,
    _ value: @escaping @Sendable (Row) -> Decimal?, isOpen: Bool? = nil, _ draw: @escaping @Sendable (Decimal?) -> Cell
  ) -> Field {
    var field = Field(
      name, title, meaning, .decimal, priority: priority, value: { .optional(value($0)) }, cell: { draw(value($0)) })
    field.isOpen = isOpen
    return field
  }

  /// An amount shown with its unit.
  static func money(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value) { Cell.money($0, unit: "USDT") } }

  /// An amount without its unit, which the title names.
  static func amount(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value) { Cell.money($0) } }

  /// A gain or loss, with its sign and in words.
  static func profit(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.profit) }

  /// A gain or loss in a column, with its sign only.
  static func signed(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.signed) }

  static func percent(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, isOpen: true, Cell.percent) }

  static func price(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, isOpen: true, Cell.price) }

  static func quantity(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.quantity) }
}

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
    var isOpen: Bool? = true

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
  private let visitRows: @Sendable (_ order: [Int]?, _ places: Set<Int>?, Redaction?, Visit) throws -> Void

  init<Row>(fields: [Field<Row>], rows: [Row]) { self.init(fields: fields, rows: rows, count: rows.count) }

  init<Row: Listed>(fields: [Field<Row>], rows: Listing<Row>) {
    self.init(fields: fields, rows: rows, count: rows.count)
  }

  private init<Row, Rows: Sequence<Row> & Sendable>(fields: [Field<Row>], rows: Rows, count: Int) {
    self.count = count
    columns = fields.enumerated().map { place, field in
      Column(
        name: field.name, title: field.title, alignment: field.alignment, priority: field.priority,
        source: .field(place), isOpen: field.isOpen)
    }
    let (unit, key) = (fields.first { $0.name == "unit" }, fields.first { $0.name == "key" })
    visitRows = { order, places, redaction, visit in
      func show(_ row: Row) throws {
        func value(_ column: Column) -> JSONValue {
          switch column.source {
          case .field(let place): fields[place].value(row)
          case .constant(let value): value
          }
        }
        func cell(_ column: Column) -> Cell {
          switch column.source {
          case .field(let place): fields[place].cell(row)
          case .constant(let value): value.plainCell
          }
        }
        guard let redaction else { return try visit(value, cell) }
        let isUnitOpen = unit.map { OpenNames.isOpen(unit: $0.value(row)) } ?? false
        let isKeyOpen = key.map { OpenNames.isOpen(key: $0.value(row)) } ?? false
        func isRatio(_ column: Column) -> Bool {
          isUnitOpen && OpenNames.besideUnit.contains(column.name) || isKeyOpen && column.name == "value"
        }
        try visit(
          { isRatio($0) ? value($0) : redaction.value(value($0), named: $0.name, isOpen: $0.isOpen) },
          { isRatio($0) ? cell($0) : redaction.cell(cell($0), of: value($0), named: $0.name, isOpen: $0.isOpen) })
      }
      guard let order else {
        for (place, row) in rows.enumerated() where places?.contains(place) ?? true { try show(row) }
        return
      }
      let all = Array(rows)
      for (place, index) in order.enumerated() where places?.contains(place) ?? true { try show(all[index]) }
    }
  }

  func forEach(_ visit: Visit) throws { try visitRows(order, places, redaction, visit) }

  /// The same rows with their amounts hidden.
  func redacted(by redaction: Redaction) -> Table {
    var table = self
    table.redaction = redaction
    return table
  }

  /// The same rows in another order.
  func sorted(by wanted: SortOrder) throws(UsageError) -> Table {
    let column = try named([wanted.field])[0]
    var values: [JSONValue] = []
    values.reserveCapacity(count)
    // Reading the values of rows that are in memory cannot fail.
    try? visitRows(nil, nil, nil) { value, _ in values.append(value(column)) }
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
