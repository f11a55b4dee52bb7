import Foundation
import HeanCore

/// Where a column's text stands. `wrapping` flows over several lines instead of being cut.
enum Alignment: Sendable { case leading, trailing, decimal, wrapping }

/// One named part of a listed thing: its name in JSON, CSV and `--fields`, and how a table draws it.
struct Field<Row: Sendable>: Sendable {
  /// snake_case; never changes.
  var name: String
  /// Over the column, or beside the value of a single thing.
  var title: String
  var meaning: String
  var alignment: Alignment
  /// The lowest goes first when the terminal is too narrow; 0 is never drawn unless asked for.
  var priority: Int
  var value: @Sendable (Row) -> JSONValue
  var draw: (@Sendable (Row) -> Cell)?

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

  func cell(_ row: Row) -> Cell { draw?(row) ?? value(row).plainCell }
}

extension Field {
  /// A moment: RFC 3339 in data, the asked-for zone on a screen.
  static func moment(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ date: @escaping @Sendable (Row) -> Date?
  ) -> Field {
    Field(name, title, meaning, priority: priority, value: { .time(date($0)) }, cell: { .time(date($0)) })
  }
}

extension Field {
  /// Steps, or sentences that name commands, in order.
  static func steps(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ commands: CommandLines,
    _ steps: @escaping @Sendable (Row) -> [NextStep]
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, value: { .array(steps($0).map { .string(commands($0)) }) },
      cell: { Cell(steps($0), commands) })
  }
}

/// A figure: exact in data, drawn for reading.
extension Field {
  private static func figure(
    _ name: String, _ title: String, _ meaning: String, _ priority: Int,
    _ value: @escaping @Sendable (Row) -> Decimal?, _ draw: @escaping @Sendable (Decimal?) -> Cell
  ) -> Field {
    Field(
      name, title, meaning, .decimal, priority: priority, value: { .optional(value($0)) }, cell: { draw(value($0)) })
  }

  /// An amount with its unit beside it.
  static func money(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value) { Cell.money($0, unit: "USDT") } }

  /// An amount under a title that names the unit.
  static func amount(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value) { Cell.money($0) } }

  /// A gain or loss, in words as well.
  static func profit(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.profit) }

  /// A gain or loss in a column, told by its sign.
  static func signed(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.signed) }

  static func percent(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.percent) }

  static func price(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.price) }

  static func quantity(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.quantity) }
}

/// Rows with their fields, the row's type forgotten. A row is made when it is its turn and not kept.
struct Table: Sendable {
  struct Column: Sendable {
    enum Source: Sendable {
      case field(Int)
      /// The same in every row.
      case constant(JSONValue)
    }

    var name: String
    var title: String
    var alignment: Alignment
    var priority: Int
    var source: Source
  }

  /// What is done with each row, which is at hand only then.
  typealias Visit = (_ value: (Column) -> JSONValue, _ cell: (Column) -> Cell) throws -> Void

  var columns: [Column]
  var count: Int
  /// Of the rows that are shown; `nil` is all of them.
  private var places: Set<Int>?
  private let visitRows: @Sendable (Set<Int>?, Visit) throws -> Void

  init<Row>(fields: [Field<Row>], rows: [Row]) { self.init(fields: fields, rows: rows, count: rows.count) }

  init<Row: Listed>(fields: [Field<Row>], rows: Listing<Row>) {
    self.init(fields: fields, rows: rows, count: rows.count)
  }

  private init<Row, Rows: Sequence<Row> & Sendable>(fields: [Field<Row>], rows: Rows, count: Int) {
    self.count = count
    columns = fields.enumerated().map { place, field in
      Column(
        name: field.name, title: field.title, alignment: field.alignment, priority: field.priority,
        source: .field(place))
    }
    visitRows = { places, visit in
      for (place, row) in rows.enumerated() where places?.contains(place) ?? true {
        try visit(
          { column in
            switch column.source {
            case .field(let place): fields[place].value(row)
            case .constant(let value): value
            }
          },
          { column in
            switch column.source {
            case .field(let place): fields[place].cell(row)
            case .constant(let value): value.plainCell
            }
          })
      }
    }
  }

  func forEach(_ visit: Visit) throws { try visitRows(places, visit) }

  /// Only the rows at these places.
  func keeping(_ places: Set<Int>) -> Table {
    var table = self
    table.count = places.count
    table.places = places
    return table
  }

  /// Only the named columns, in the order of the names.
  func selecting(_ names: [String]) throws(UsageError) -> Table {
    let unknown = names.filter { name in !columns.contains { $0.name == name } }
    guard unknown.isEmpty else { throw .unknownFields(unknown, valid: columns.map(\.name)) }
    var table = self
    var seen: Set<String> = []
    table.columns = names.filter { seen.insert($0).inserted }.compactMap { name in
      columns.first { $0.name == name }.map { column in
        var chosen = column
        chosen.priority = max(column.priority, 1)
        if chosen.title.isEmpty { chosen.title = column.name }
        return chosen
      }
    }
    return table
  }
}
