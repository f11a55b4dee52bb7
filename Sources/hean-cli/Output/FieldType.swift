import HeanCore

/// What stands in a field: of which kind it is, in which unit, and whether it can be missing.
struct FieldType: Sendable {
  /// Kinds of values, by what they are in JSON.
  indirect enum Kind: Sendable {
    case text, integer, decimal, truth
    /// RFC 3339 in UTC, as text.
    case moment
    /// One of these words, and no other.
    case words([String])
    /// Usually one of these words. The engine can have others, which are passed on.
    case engineWords([String])
    case list(FieldType)
    /// An object whose members have names that are not fixed.
    case named(FieldType)
    case object([FieldDescription])
    /// Number, text, truth value or nothing: of a kind that only the value itself tells.
    case scalar
    /// What somebody else has written: any JSON.
    case foreign
  }

  var kind: Kind
  /// `nil` where the value has none, or where another field tells it.
  var unit: FieldUnit?
  /// Whether `null` can stand in its place.
  var canBeMissing = false

  init(_ kind: Kind, unit: FieldUnit? = nil, canBeMissing: Bool = false) {
    self.kind = kind
    self.unit = unit
    self.canBeMissing = canBeMissing
  }

  /// The same, and `null` can stand in its place.
  var orMissing: FieldType {
    var type = self
    type.canBeMissing = true
    return type
  }

  /// The same in a unit; of a list each element is.
  func measured(in unit: FieldUnit?) -> FieldType {
    guard let unit else { return self }
    var type = self
    if case .list(let element) = kind {
      type.kind = .list(element.measured(in: unit))
    } else {
      type.unit = unit
    }
    return type
  }
}

/// In what a number is measured. The raw values stand in schemas.
enum FieldUnit: String, Sendable {
  case usdt = "USDT"
  /// 0 to 100, or more.
  case percent
  /// A share of 1.
  case fraction
  case basisPoints = "basis points"
  /// One amount over another.
  case ratio
  case seconds
  case bytes
  /// How many.
  case count
  /// USDT for one base unit.
  case price
  /// Base units of the symbol.
  case size
  /// A rank or a code: counted in nothing.
  case unitless
}

/// A field without the way to its value.
struct FieldDescription: Sendable {
  var name: String
  var meaning: String
  var type: FieldType
  /// Whether the object has it in every case, if only as null.
  var isAlwaysThere = true

  /// The same, which the object has in some cases only.
  var sometimes: FieldDescription {
    var field = self
    field.isAlwaysThere = false
    return field
  }
}

extension FieldDescription {
  /// Of something that has no field: a part of a frame, or of a line.
  init(_ name: String, _ meaning: String = "", _ type: FieldType) {
    self.init(name: name, meaning: meaning, type: type)
  }
}

extension Array {
  /// What the fields are, for a schema.
  func described<Row>() -> [FieldDescription] where Element == Field<Row> {
    map { FieldDescription(name: $0.name, meaning: $0.meaning, type: $0.type) }
  }

  /// A row as the object that stands for it in JSON.
  func object<Row>(_ row: Row) -> JSONValue where Element == Field<Row> { .object(members(row)) }

  /// The members of that object.
  func members<Row>(_ row: Row) -> [String: JSONValue] where Element == Field<Row> {
    Dictionary(map { ($0.name, $0.value(row)) }, uniquingKeysWith: { first, _ in first })
  }
}
