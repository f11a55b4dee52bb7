import HeanCore

/// What a field can hold. Its type in Swift is its type in data, so the two cannot differ.
protocol FieldValue: Sendable {
  static var type: FieldType { get }
  var json: JSONValue { get }
}

/// Words of hean: a schema names all of them.
protocol FieldWord: FieldValue, CaseIterable, RawRepresentable<String> {}

extension FieldWord {
  static var type: FieldType { FieldType(.words(allCases.map(\.rawValue))) }
  var json: JSONValue { .string(rawValue) }
}

/// Words of the engine: a schema names those that hean knows, and allows others.
protocol FieldEngineWord: FieldValue, OpenEnum {}

extension FieldEngineWord {
  static var type: FieldType { FieldType(.engineWords(known.map(\.rawValue))) }
  var json: JSONValue { .string(rawValue) }
}

/// A decimal number that may be missing.
protocol FieldFigure: FieldValue {
  var known: Decimal? { get }
}

/// A moment that may be missing.
protocol FieldMoment: FieldValue {
  var known: Date? { get }
}

extension String: FieldValue {
  static var type: FieldType { FieldType(.text) }
  var json: JSONValue { .string(self) }
}

extension Bool: FieldValue {
  static var type: FieldType { FieldType(.truth) }
  var json: JSONValue { .bool(self) }
}

extension Int: FieldValue {
  static var type: FieldType { FieldType(.integer, unit: .count) }
  var json: JSONValue { .number(Decimal(self)) }
}

extension Decimal: FieldFigure {
  static var type: FieldType { FieldType(.decimal) }
  var json: JSONValue { .number(self) }
  var known: Decimal? { self }
}

extension Double: FieldValue {
  /// Not every binary number has decimal digits: NaN has none.
  static var type: FieldType { FieldType(.decimal, canBeMissing: true) }
  var json: JSONValue { .figure(self) }
}

extension Date: FieldMoment {
  static var type: FieldType { FieldType(.moment) }
  var json: JSONValue { .time(self) }
  var known: Date? { self }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  static var type: FieldType { Wrapped.type.orMissing }
  var json: JSONValue { self?.json ?? .null }
}

extension Optional: FieldFigure where Wrapped == Decimal {
  var known: Decimal? { self }
}

extension Optional: FieldMoment where Wrapped == Date {
  var known: Date? { self }
}

extension Array: FieldValue where Element: FieldValue {
  static var type: FieldType { FieldType(.list(Element.type)) }
  var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
  static var type: FieldType { FieldType(.named(Value.type)) }
  var json: JSONValue { .object(mapValues(\.json)) }
}

extension JSONValue {
  /// A binary number with the digits that tell it apart.
  static func figure(_ value: Double?) -> JSONValue { .optional(value.flatMap { Decimal(exactly: "\($0)")?.figure }) }
}
