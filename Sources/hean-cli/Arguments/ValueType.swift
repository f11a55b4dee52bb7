import HeanCore

/// How a value is read from text, and what its text may look like.
struct ValueType<Value: Sendable>: Sendable {
  var shape: ValueShape
  /// - Throws: an error that names the text and what was expected.
  var read: @Sendable (TypedText) throws(UsageError) -> Value
  /// The value as text that `read` accepts; used to show a default.
  var text: @Sendable (Value) -> String
}

extension ValueType where Value == String {
  /// Any text.
  /// - Parameter names: what the text is the name of.
  static func text(_ names: ValueShape.Named? = nil, pattern: String? = nil, format: String? = nil) -> ValueType {
    ValueType(
      shape: ValueShape(names: names, pattern: pattern, format: format),
      read: { (typed) throws(UsageError) in typed.text },
      text: { $0 })
  }

  /// The name of a file. `-`, which is standard input or output elsewhere, makes no sense here.
  /// - Parameter reason: why, and what to do instead.
  static func file(_ reason: String) -> ValueType {
    ValueType(
      shape: ValueShape(names: .file),
      read: { (typed) throws(UsageError) in
        guard typed.text != "-" else { throw typed.invalid(expected: "the name of a file: \(reason)") }
        return typed.text
      }, text: { $0 })
  }

  /// `KEY=VALUE`; split by `assignments`.
  static func assignment(_ names: ValueShape.Named? = nil) -> ValueType { .text(names, pattern: "^[^=]+=.+$") }

  static func choice(_ words: [String]) -> ValueType { .choice(words, spelled: { $0 }) }
}

extension ValueType {
  /// One of a fixed set of values; the parser refuses every other word.
  static func choice(_ values: [Value], spelled: @escaping @Sendable (Value) -> String) -> ValueType {
    let words = values.map(spelled)
    return ValueType(
      shape: ValueShape(choices: words),
      read: { (typed) throws(UsageError) in
        guard let place = words.firstIndex(of: typed.text) else {
          throw typed.invalid(
            expected: "one of " + words.joined(separator: ", "), nearest: Spelling.nearest(to: typed.text, in: words))
        }
        return values[place]
      }, text: spelled)
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  static func choice(_ type: Value.Type) -> ValueType { .choice(Array(type.allCases), spelled: \.rawValue) }
}

extension ValueType where Value == Int {
  static func whole(in range: ClosedRange<Int>) -> ValueType {
    ValueType(
      shape: ValueShape(
        kind: .whole, minimum: Decimal(range.lowerBound),
        maximum: range.upperBound == .max ? nil : Decimal(range.upperBound)),
      read: { (typed) throws(UsageError) in
        guard let value = Int(typed.text), range.contains(value) else {
          throw typed.invalid(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
      }, text: { "\($0)" })
  }

  /// A number of bytes, with an optional unit: `KiB`, `MiB` or `GiB`.
  static func bytes(in range: ClosedRange<Int>) -> ValueType {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)]
    return ValueType(
      shape: ValueShape(pattern: "^[0-9]+([KkMmGg][Ii][Bb])?$"),
      read: { (typed) throws(UsageError) in
        let unit = units.first { typed.text.lowercased().hasSuffix($0.0.lowercased()) }
        let digits = unit.map { String(typed.text.dropLast($0.0.count)) } ?? typed.text
        guard let number = Int(digits), number > 0, number <= 1 << 31, range.contains(number << (unit?.1 ?? 0)) else {
          throw typed.invalid(expected: "a size such as 64KiB, 16MiB or 1GiB")
        }
        return number << (unit?.1 ?? 0)
      },
      text: { bytes in
        let unit = units.first { bytes >= 1 << $0.1 && bytes % (1 << $0.1) == 0 }
        return unit.map { "\(bytes >> $0.1)\($0.0)" } ?? "\(bytes)"
      })
  }
}

extension ValueType where Value == Decimal {
  /// A decimal number above 0. All its digits are kept.
  static var positive: ValueType {
    ValueType(
      shape: ValueShape(kind: .number, above: 0),
      read: { (typed) throws(UsageError) in
        guard let value = Decimal(exactly: typed.text)?.figure else { throw typed.invalid(expected: "a number") }
        guard value > 0 else { throw typed.invalid(expected: "a number above 0") }
        return value
      }, text: { "\($0)" })
  }
}

extension ValueType where Value == Duration {
  /// What `Spans` reads: `90s`, `1h30m`; a number without a unit is in seconds.
  static func span(atLeast least: Duration? = nil, atMost most: Duration? = nil) -> ValueType {
    ValueType(
      shape: ValueShape(pattern: Spans.pattern),
      read: { (typed) throws(UsageError) in
        guard let value = Spans.duration(typed.text) else {
          throw typed.invalid(expected: Spans.accepted)
        }
        if let least, value < least { throw typed.invalid(expected: "\(Spans.exact(least)) or more") }
        if let most, value > most { throw typed.invalid(expected: "\(Spans.exact(most)) or less") }
        return value
      }, text: Spans.exact)
  }
}

extension Spans {
  /// A regular expression for what `duration` accepts.
  fileprivate static let pattern = #"^([0-9]+(\.[0-9]+)?|([0-9]+(\.[0-9]+)?(ms|s|m|h|d|w))+)$"#
}

/// A start of a time range, with the text that was typed. Whether it is in the past depends on the clock, so that is
/// checked later.
struct TypedSince: Sendable, CustomStringConvertible {
  var since: Since
  /// `nil` when the value is a default.
  private var typed: TypedText?

  init(_ since: Since, typed: TypedText? = nil) {
    self.since = since
    self.typed = typed
  }

  /// As it was typed; a default in its shortest form.
  var description: String {
    if let typed { return typed.text }
    guard case .span(let span) = since else { return "\(since)" }
    return Spans.exact(span)
  }

  func invalid(expected: String) -> UsageError {
    (typed ?? TypedText(text: description, spelled: "--since", path: [])).invalid(expected: expected)
  }
}

extension ValueType where Value == TypedSince {
  /// What `Since` reads.
  static var since: ValueType {
    ValueType(
      shape: ValueShape(names: .time),
      read: { (typed) throws(UsageError) in
        guard let since = Since(typed.text) else {
          throw typed.invalid(expected: Since.accepted)
        }
        return TypedSince(since, typed: typed)
      }, text: \.description)
  }
}

extension ValueType where Value == Condition {
  /// A condition; the error points at the column where parsing failed.
  static var condition: ValueType {
    ValueType(
      shape: ValueShape(names: .condition),
      read: { (typed) throws(UsageError) in
        do throws(ConditionError) {
          return try Condition(typed.text)
        } catch {
          throw .invalidCondition(
            typed.text, option: String(typed.spelled.drop { $0 == "-" }), column: error.column, message: error.message)
        }
      }, text: \.text)
  }
}
