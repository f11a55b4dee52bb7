import Foundation

/// The members of an event's object. One that is missing or of another type is not known, and takes none of the others
/// with it.
struct EventFields {
  let object: WireObject

  /// - Returns: `nil` for what is no object.
  init?(_ wire: WireValue?) {
    guard let object = try? wire?.object() else { return nil }
    self.object = object
  }

  init(_ object: WireObject) { self.object = object }

  func text(_ name: StaticString) -> String? { try? object.string(name) }
  func number(_ name: StaticString) -> Decimal? { try? object.decimal(name) }
  func integer(_ name: StaticString) -> Int? { try? object.integer(name) }
  func bool(_ name: StaticString) -> Bool? { try? object.bool(name) }
  func date(_ name: StaticString) -> Date? { try? object.date(name) }
  func word<Word: OpenEnum>(_ type: Word.Type, _ name: StaticString) -> Word? { text(name).map(Word.init(rawValue:)) }

  func fields(_ name: StaticString) -> EventFields? { object.member(name).flatMap(EventFields.init) }

  /// - Returns: `nil` when there is no list of this name.
  func list<Row: WireDecodable>(_ type: Row.Type, _ name: StaticString) -> EventList<Row>? {
    object.member(name).flatMap(EventList.init)
  }

  /// The elements of a list that are objects.
  func items(_ name: StaticString) -> [EventFields] {
    var items: [EventFields] = []
    try? object.member(name)?.forEach { (item) throws(WireError) in
      if let fields = EventFields(item) { items.append(fields) }
    }
    return items
  }

  /// All of it as a model.
  func model<Model: WireDecodable>(_ type: Model.Type) -> Model? { try? Model(from: object.value) }

  /// All of it as it came.
  var json: JSONValue { (try? JSONValue(from: object.value)) ?? .null }
}

/// A list in an event. What cannot be read is left out, and counted.
public struct EventList<Row: WireDecodable>: Sendable {
  public var rows: [Row] = []
  /// How many there are, readable or not.
  public var count = 0

  /// Whether nothing was left out.
  public var isWhole: Bool { rows.count == count }

  public init(_ rows: [Row]) {
    self.rows = rows
    count = rows.count
  }

  /// - Returns: `nil` for what is no list.
  init?(_ wire: WireValue) {
    guard wire.token.kind == .array else { return nil }
    try? wire.forEach { (item) throws(WireError) in
      count += 1
      if let row = try? Row(from: item) { rows.append(row) }
    }
  }
}
