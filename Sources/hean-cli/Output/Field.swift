import HeanCore

/// Where the text of a column is placed. `wrapping` text continues on further lines instead of being
/// cut, and stands below its row where it has no room beside the others.
enum Alignment: Sendable { case leading, trailing, decimal, wrapping }

/// One named part of a row: its name in JSON, CSV and `--fields`, its type, and how a table draws it.
struct Field<Row: Sendable>: Sendable {
  /// snake_case; never changes.
  var name: String
  /// The heading of the column, or the label of a single value.
  var title: String
  var meaning: String
  /// What stands there in data. Made only when it is asked for: no read needs it.
  var type: FieldType { makeType() }
  private let makeType: @Sendable () -> FieldType
  var alignment: Alignment
  /// The column with the lowest priority is dropped first on a narrow terminal. A column with 0 is drawn only when it
  /// is asked for.
  var priority: Int
  var value: @Sendable (Row) -> JSONValue
  var draw: (@Sendable (Row) -> Cell)?
  /// Whether `--redact` leaves it; `nil` to go by its name (`OpenNames`).
  var isLeftByRedaction: Bool?

  /// A field whose type in data is that of its value in Swift.
  /// - Parameter unit: of a number; counts need none.
  init<Value: FieldValue>(
    _ name: String, _ title: String, _ meaning: String, _ alignment: Alignment = .leading, priority: Int,
    unit: FieldUnit? = nil, value: @escaping @Sendable (Row) -> Value, cell: (@Sendable (Row) -> Cell)? = nil
  ) {
    self.init(
      name, title, meaning, alignment, priority: priority, type: Value.type.measured(in: unit),
      json: { value($0).json }, cell: cell)
  }

  /// A field whose type Swift does not tell: of other fields, or of what somebody else has written.
  init(
    _ name: String, _ title: String, _ meaning: String, _ alignment: Alignment = .leading, priority: Int,
    type: @autoclosure @escaping @Sendable () -> FieldType, json: @escaping @Sendable (Row) -> JSONValue,
    cell: (@Sendable (Row) -> Cell)? = nil
  ) {
    self.name = name
    self.title = title
    self.meaning = meaning
    makeType = type
    self.alignment = alignment
    self.priority = priority
    value = json
    draw = cell
  }

  /// The same field, whose text goes on below instead of being cut.
  var wrapped: Field {
    var field = self
    field.alignment = .wrapping
    return field
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
  static func moment<Value: FieldMoment>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ date: @escaping @Sendable (Row) -> Value
  ) -> Field {
    Field(name, title, meaning, priority: priority, value: date, cell: { .time(date($0).known) })
  }
}

extension Field {
  /// Steps, or sentences with commands, in order.
  static func steps(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ commands: CommandLines,
    _ steps: @escaping @Sendable (Row) -> [NextStep]
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, value: { steps($0).map { commands($0) } },
      cell: { Cell(steps($0), commands) })
  }
}

/// Numeric fields: exact in data, rounded on screens.
extension Field {
  private static func figure<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, _ priority: Int, _ unit: FieldUnit,
    _ value: @escaping @Sendable (Row) -> Value, isLeftByRedaction: Bool? = nil,
    _ draw: @escaping @Sendable (Decimal?) -> Cell
  ) -> Field {
    var field = Field(
      name, title, meaning, .decimal, priority: priority, unit: unit, value: value, cell: { draw(value($0).known) })
    field.isLeftByRedaction = isLeftByRedaction
    return field
  }

  /// An amount shown with its unit.
  static func money<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .usdt, value) { Cell.money($0, unit: "USDT") }
  }

  /// An amount without its unit, which the title names.
  static func amount<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .usdt, value) { Cell.money($0) }
  }

  /// A gain or loss, with its sign and in words.
  static func profit<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .usdt, value, Cell.profit)
  }

  /// A gain or loss in a column, with its sign only.
  static func signed<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, unit: FieldUnit = .usdt,
    _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, unit, value, Cell.signed)
  }

  static func percent<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .percent, value, isLeftByRedaction: true, Cell.percent)
  }

  static func price<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .price, value, isLeftByRedaction: true, Cell.price)
  }

  static func quantity<Value: FieldFigure>(
    _ name: String, _ title: String, _ meaning: String, priority: Int, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field {
    figure(name, title, meaning, priority, .size, value, Cell.quantity)
  }
}

/// Fields that are made of other fields: objects, and lists of them.
extension Field {
  /// - Parameter fields: those of the object.
  static func part<Part>(
    _ name: String, _ title: String, _ meaning: String, priority: Int = 0, of fields: [Field<Part>],
    _ value: @escaping @Sendable (Row) -> Part, cell: (@Sendable (Row) -> Cell)? = nil
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, type: FieldType(.object(fields.described())),
      json: { fields.object(value($0)) }, cell: cell)
  }

  /// The same for an object that may be missing.
  static func part<Part>(
    _ name: String, _ title: String, _ meaning: String, priority: Int = 0, of fields: [Field<Part>],
    _ value: @escaping @Sendable (Row) -> Part?, cell: (@Sendable (Row) -> Cell)? = nil
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, type: FieldType(.object(fields.described()), canBeMissing: true),
      json: { value($0).map { fields.object($0) } ?? .null }, cell: cell)
  }

  /// - Parameter fields: those of each object in the list.
  static func parts<Part>(
    _ name: String, _ title: String, _ meaning: String, priority: Int = 0, of fields: [Field<Part>],
    _ values: @escaping @Sendable (Row) -> [Part], cell: (@Sendable (Row) -> Cell)? = nil
  ) -> Field {
    Field(
      name, title, meaning, priority: priority, type: FieldType(.list(FieldType(.object(fields.described())))),
      json: { .array(values($0).map { fields.object($0) }) }, cell: cell)
  }

  /// The same for a list that may be missing.
  static func parts<Part>(
    _ name: String, _ title: String, _ meaning: String, priority: Int = 0, of fields: [Field<Part>],
    _ values: @escaping @Sendable (Row) -> [Part]?, cell: (@Sendable (Row) -> Cell)? = nil
  ) -> Field {
    Field(
      name, title, meaning, priority: priority,
      type: FieldType(.list(FieldType(.object(fields.described()))), canBeMissing: true),
      json: { values($0).map { .array($0.map { fields.object($0) }) } ?? .null }, cell: cell)
  }

  /// A field that no screen shows: of an object inside another.
  static func member<Value: FieldValue>(
    _ name: String, _ meaning: String = "", unit: FieldUnit? = nil, _ value: @escaping @Sendable (Row) -> Value
  ) -> Field { Field(name, "", meaning, priority: 0, unit: unit, value: value) }
}
