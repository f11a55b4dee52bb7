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
  var isLeftByRedaction: Bool?

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
    field.isLeftByRedaction = true
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
    _ value: @escaping @Sendable (Row) -> Decimal?, isLeftByRedaction: Bool? = nil,
    _ draw: @escaping @Sendable (Decimal?) -> Cell
  ) -> Field {
    var field = Field(
      name, title, meaning, .decimal, priority: priority, value: { .optional(value($0)) }, cell: { draw(value($0)) })
    field.isLeftByRedaction = isLeftByRedaction
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
  ) -> Field { figure(name, title, meaning, priority, value, isLeftByRedaction: true, Cell.percent) }

  static func price(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, isLeftByRedaction: true, Cell.price) }

  static func quantity(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Decimal?
  ) -> Field { figure(name, title, meaning, priority, value, Cell.quantity) }
}
