import HeanCore

/// The user's lists of symbols, by name: the content of `watchlists.json`.
struct Watchlists: Sendable, Equatable {
  struct List: Sendable, Equatable {
    /// As the engine writes them, in the order in which they are shown.
    var symbols: [String] = []
    /// Fields that a screen shows; `nil` for the usual ones.
    var columns: [String]?
    /// Members that this version does not know. They are kept when the file is written again.
    var unknown: [String: JSONValue] = [:]
  }

  var lists: [String: List] = [:]
  var unknown: [String: JSONValue] = [:]

  /// Each symbol costs the engine two reads a look.
  static let mostSymbols = 30

  /// Whether a symbol can be kept: any name that an engine gives, as long as every screen shows it whole and as it is.
  static func accepts(_ symbol: String) -> Bool {
    (1...64).contains(symbol.unicodeScalars.count) && sanitized(symbol) == symbol
      && !symbol.contains(where: \.isWhitespace)
  }

  /// In the order of their names.
  var names: [String] { lists.keys.sorted() }

  /// The place of a symbol in a list, in any spelling.
  static func place(of word: String, in symbols: [String]) -> Int? {
    let spellings = [word.uppercased(), Symbols.guess(word)].compactMap(\.self)
    return symbols.firstIndex { symbol in spellings.contains { $0 == symbol.uppercased() } }
  }
}

/// Reads and writes `watchlists.json`. A damaged file is refused, so that writing never replaces what a person may repair.
extension Watchlists: KeptDocument {
  static let file = "watchlists.json"

  /// - Throws: for JSON that is not valid, and for members that are not of the expected type.
  init(_ data: Data, path: String) throws(ConfigurationError) {
    let document = try ConfigurationDocument(data, path: path)
    let wrong = document.wrongType
    func texts(_ value: JSONValue, _ place: [String], _ expected: String) throws(ConfigurationError) -> [String] {
      guard case .array(let values) = value else { throw wrong(place, expected, value.typePhrase) }
      var texts: [String] = []
      for value in values {
        guard case .string(let text) = value, !text.isEmpty else { throw wrong(place, expected, value.typePhrase) }
        texts.append(text)
      }
      return texts
    }
    guard case .object(var members) = document.value else {
      throw wrong([], "an object", document.value.typePhrase)
    }
    let stored = members.removeValue(forKey: "lists") ?? [:]
    guard case .object(let lists) = stored else { throw wrong(["lists"], "an object", stored.typePhrase) }
    unknown = members
    for (name, value) in lists {
      guard case .object(var members) = value else { throw wrong(["lists", name], "an object", value.typePhrase) }
      var list = List()
      let place = ["lists", name, "symbols"]
      list.symbols = try texts(members.removeValue(forKey: "symbols") ?? [], place, "a list of symbols")
      guard list.symbols.count <= Self.mostSymbols else {
        throw wrong(
          place, "a list of at most \(Self.mostSymbols) symbols", "one of \(list.symbols.count)")
      }
      if let stranger = list.symbols.first(where: { !Self.accepts($0) }) {
        throw wrong(place, "a list of symbols", "one with '\(stranger.printable)'")
      }
      if let columns = members.removeValue(forKey: "columns"), columns != .null {
        let columns = try texts(columns, ["lists", name, "columns"], "a list of names of fields")
        // A screen without columns would tell nothing.
        if !columns.isEmpty { list.columns = columns }
      }
      list.unknown = members
      self.lists[name] = list
    }
  }

  /// Pretty-printed JSON with sorted keys, ended by a newline.
  func encoded() throws(ConfigurationError) -> Data {
    var document = unknown
    document["lists"] = .object(
      lists.mapValues { list in
        var members = list.unknown
        members["symbols"] = .array(list.symbols.map(JSONValue.string))
        members["columns"] = list.columns.map { .array($0.map(JSONValue.string)) }
        return .object(members)
      })
    return try JSONValue.object(document).written(as: "the watchlists")
  }
}
