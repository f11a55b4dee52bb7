/// The members of an event's object. A member that is missing or of another type is `nil`, and the others can still be
/// read.
struct EventFields {
  let object: WireObject

  /// - Returns: `nil` when the value is no object.
  init?(_ wire: WireValue?) {
    guard let object = try? wire?.object() else { return nil }
    self.object = object
  }

  init(_ object: WireObject) { self.object = object }

  func text(_ name: StaticString) -> String? { try? object.string(name) }
  func number(_ name: StaticString) -> Decimal? { object.decimal(name) }
  func price(_ name: StaticString) -> Decimal? { object.price(name) }
  func integer(_ name: StaticString) -> Int? { object.integer(name) }
  func bool(_ name: StaticString) -> Bool? { try? object.bool(name) }
  func date(_ name: StaticString) -> Date? { object.date(name) }
  func word<Word: OpenEnum>(_ type: Word.Type, _ name: StaticString) -> Word? { text(name).map(Word.init(rawValue:)) }

  func fields(_ name: StaticString) -> EventFields? { object.member(name).flatMap(EventFields.init) }

  /// - Returns: `nil` when there is no list with this name.
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

  /// The whole object as a model; `nil` when it cannot be read as one.
  func model<Model: WireDecodable>(_ type: Model.Type) -> Model? { try? Model(from: object.value) }

  /// One member as it came; null when it is missing.
  func json(_ name: StaticString) -> JSONValue {
    object.member(name).flatMap { try? JSONValue(from: $0) } ?? .null
  }

  /// The whole object as it came.
  var json: JSONValue { (try? JSONValue(from: object.value)) ?? .null }
}

/// A list in an event. Elements that cannot be read are left out, but counted.
public struct EventList<Row: WireDecodable>: Sendable {
  /// The elements that could be read, in the engine's order.
  public var rows: [Row] = []
  /// How many elements the engine sent, readable or not.
  public var count = 0

  /// Whether every element could be read.
  public var isWhole: Bool { rows.count == count }

  /// A list of which every element could be read.
  public init(_ rows: [Row]) {
    self.rows = rows
    count = rows.count
  }

  /// - Returns: `nil` when the value is no list.
  init?(_ wire: WireValue) {
    guard wire.token.kind == .array else { return nil }
    try? wire.forEach { (item) throws(WireError) in
      count += 1
      if let row = try? Row(from: item) { rows.append(row) }
    }
  }
}
