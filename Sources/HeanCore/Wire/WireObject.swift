/// An object, with the rules for reading everything that the engine sends: a missing key and `null` both mean "not
/// known"; so does, once it is noted, what stands in the place of a number or a time and is none. Any other value of
/// the wrong type is an error that names its path. When several names are given, the first that is present wins; when a
/// key is repeated, its first value does.
struct WireObject {
  let value: WireValue

  private var document: WireDocument { value.document }

  func contains(_ name: StaticString) -> Bool { document.member(value.index, name) != nil }

  /// A figure; `nil` also for what is none: an empty text, a number that no figure of an engine reaches.
  func decimal(_ name: StaticString, _ others: StaticString...) -> Decimal? {
    document.present(value.index, name, others).flatMap(figure)
  }

  /// A price that a market has; `nil` also for 0 and below.
  func price(_ name: StaticString, _ others: StaticString...) -> Decimal? {
    guard let place = document.present(value.index, name, others), let figure = figure(place) else { return nil }
    guard figure > 0 else {
      document.note(.noPrice, place, "is \(figure), which is no price: taken as not known")
      return nil
    }
    return figure
  }

  /// A price where one was planned or asked for; 0 and below stand for none, as the engine writes it.
  func level(_ name: StaticString, _ others: StaticString...) -> Decimal? {
    document.present(value.index, name, others).flatMap(figure).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the number begins with a minus sign. `Decimal` has no minus zero, which is what a sum of floating-point
  /// numbers can leave.
  func isMinus(_ name: StaticString, _ others: StaticString...) -> Bool {
    guard let place = document.present(value.index, name, others) else { return false }
    return document.bytes[Int(document.tokens[place].start)] == UInt8(ascii: "-")
  }

  private func figure(_ place: Int) -> Decimal? {
    let number: Decimal? =
      switch document.tokens[place].kind {
      case .number: WireNumber.decimal(document.bytes, document.tokens[place].range)
      case .plain, .text: (try? document.text(place)).flatMap { Decimal(exactly: $0) }
      default: nil
      }
    if let figure = number?.figure { return figure }
    document.note(.noNumber, place, "is \(noun(place)): taken as not known")
    return nil
  }

  /// What stands at this place, for a sentence.
  private func noun(_ place: Int) -> String {
    switch document.tokens[place].kind {
    case .number: "\(document.spelling(place).prefix(40)), which no figure reaches"
    case .plain, .text:
      document.tokens[place].length == 0
        ? "an empty text" : "'\(document.spelling(place).prefix(40))', which is no number"
    default: "\(WireValue(document: document, index: place).noun), which is no number"
    }
  }

  /// A count; `nil` also for what is none. `0.0` and `10.0` are whole numbers here (docs/engine.md 7.1), and a fraction
  /// is rounded.
  func integer(_ name: StaticString, _ others: StaticString...) -> Int? {
    guard let value = present(name, others) else { return nil }
    if let whole = value.whole { return whole }
    guard let figure = figure(value.index) else { return nil }
    if let whole = Int(exactly: figure.double.rounded()) { return whole }
    document.note(.noNumber, value.index, "is \(figure), which counts nothing: taken as not known")
    return nil
  }

  func string(_ name: StaticString, _ others: StaticString...) throws(WireError) -> String? {
    guard let place = document.present(value.index, name, others) else { return nil }
    return try document.text(place)
  }

  /// The text without which the object cannot be read.
  func required(_ name: StaticString, _ others: StaticString...) throws(WireError) -> String {
    guard let place = document.present(value.index, name, others) else {
      throw WireError(kind: .missing, at: value, .key("\(name)"), message: "no \(name)")
    }
    return try document.text(place)
  }

  func bool(_ name: StaticString, _ others: StaticString...) throws(WireError) -> Bool? {
    try present(name, others)?.bool()
  }

  /// A direction. A word that is none stays as it came, and is noted.
  func side<Side: OpenEnum>(_ type: Side.Type, _ name: StaticString) throws(WireError) -> Side? {
    guard let side = try value(type, name) else { return nil }
    if !Side.known.contains(side), !side.rawValue.isEmpty {
      note(.noSide, name, "is '\(side.rawValue.prefix(40))', which is no side: the direction is not known")
    }
    return side
  }

  /// A size without its sign, where a side tells the direction; a sign is noted.
  func amount(_ name: StaticString, _ others: StaticString...) -> Decimal? {
    guard let place = document.present(value.index, name, others), let figure = figure(place) else { return nil }
    if figure < 0 { document.note(.contradiction, place, "is \(figure), and no size has a sign: taken without it") }
    return abs(figure)
  }

  /// A time; `nil` also for what is none, such as a moment before any exchange of this field, or after its end.
  func date(_ name: StaticString, _ others: StaticString...) -> Date? {
    guard let place = document.present(value.index, name, others) else { return nil }
    let moment = moment(place)
    if let moment, EngineTime.told.contains(moment) { return moment }
    // What has not happened yet has the time 0 in counters.
    if moment == Date(timeIntervalSince1970: 0), document.tokens[place].kind == .number { return nil }
    document.note(.noTime, place, "is '\(document.spelling(place).prefix(40))', which is no time: taken as not known")
    return nil
  }

  private func moment(_ place: Int) -> Date? {
    let token = document.tokens[place]
    switch token.kind {
    case .number: return WireNumber.decimal(document.bytes, token.range).flatMap(EngineTime.date(epoch:))
    case .plain:
      if let date = EngineTime.parse(document.bytes, token.range) { return date }
      return EngineTime.parse(WireText.plain(document.bytes, token.range))
    case .text: return (try? document.text(place)).flatMap { EngineTime.parse($0) }
    default: return nil
    }
  }

  /// Notes something about this field.
  func note(_ kind: WireFinding.Kind, _ name: StaticString, _ message: @autoclosure () -> String) {
    document.note(kind, document.member(value.index, name) ?? value.index, message())
  }

  /// A list without those of its elements that cannot be read; throws when there are some and none can be.
  func list<Element: WireDecodable>(
    _ type: Element.Type, _ name: StaticString, _ others: StaticString...
  ) throws(WireError) -> [Element]? {
    guard let value = present(name, others) else { return nil }
    var (rows, unreadable): ([Element], WireError?) = ([], nil)
    rows.reserveCapacity(value.count)
    try value.forEach { (row) throws(WireError) in
      do throws(WireError) {
        rows.append(try Element(from: row))
      } catch {
        document.note(.unreadableRow, row.index, "cannot be read and is left out: \(error.message)")
        if unreadable == nil { unreadable = error }
      }
    }
    if rows.isEmpty, let unreadable { throw unreadable }
    return rows
  }

  /// How many elements a list has, readable or not; 0 without one. It tells whether the engine sent as many as it ever
  /// does.
  func count(_ name: StaticString) -> Int {
    member(name)?.count ?? 0
  }

  func value<Value: WireDecodable>(
    _ type: Value.Type, _ name: StaticString, _ others: StaticString...
  ) throws(WireError) -> Value? {
    guard let value = present(name, others) else { return nil }
    return try Value(from: value)
  }

  /// The value of a key; `nil` when it is missing or null.
  func member(_ name: StaticString) -> WireValue? { present(name, []) }

  private func present(_ name: StaticString, _ others: [StaticString]) -> WireValue? {
    document.present(value.index, name, others).map { WireValue(document: document, index: $0) }
  }

  /// Each member with its key, in the order of the document.
  func forEach(_ body: (String, WireValue) throws(WireError) -> Void) throws(WireError) {
    var place = value.index + 1
    let end = Int(value.token.next)
    while place < end {
      let key = try WireValue(document: value.document, index: place).string()
      let member = WireValue(document: value.document, index: place + 1)
      try body(key, member)
      place = Int(member.token.next)
    }
  }
}

extension WireValue {
  /// The value of a number that is written without a point or an exponent; otherwise `nil`.
  var whole: Int? {
    let token = token
    guard token.kind == .number else { return nil }
    return Int(WireText.plain(document.bytes, token.range))
  }
}
