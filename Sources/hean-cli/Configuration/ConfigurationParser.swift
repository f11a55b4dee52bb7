import HeanCore

/// Something in the file that has no effect.
struct ConfigurationWarning: Sendable, Equatable {
  var path: String
  var line: Int?
  /// With its path, e.g. `profiles.main.urll`.
  var key: String

  var message: String { "\(path)\(line.map { ":\($0)" } ?? ""): unknown key \"\(key.printable)\" has no effect" }
}

/// Reads `config.json`: strict about JSON and types, but unknown keys are allowed.
struct ConfigurationParser {
  private let document: ConfigurationDocument
  private(set) var warnings: [ConfigurationWarning] = []

  static func parse(
    _ data: Data, path: String
  ) throws(ConfigurationError) -> (file: ConfigurationFile, warnings: [ConfigurationWarning]) {
    var parser = ConfigurationParser(document: try ConfigurationDocument(data, path: path))
    let file = try parser.file(parser.document.value)
    return (file, parser.warnings.sorted { ($0.line ?? 0, $0.key) < ($1.line ?? 0, $1.key) })
  }

  private init(document: ConfigurationDocument) { self.document = document }

  private mutating func file(_ document: JSONValue) throws(ConfigurationError) -> ConfigurationFile {
    var members = try Members(document, at: [], in: self)
    var file = ConfigurationFile()
    file.current = try members.string("current")
    if let profiles = try members.object("profiles") {
      for (name, value) in profiles {
        guard ProfileName.isValid(name) else {
          throw .invalidValue(
            name: "profiles", origin: .file(key: "profiles.\(name.printable)", path: place(["profiles", name])),
            problem: ConfigurationError.invalidProfileName(name).message,
            nextStep: ConfigurationError.invalidProfileName(name).nextStep)
        }
        file.profiles[name] = try profile(name, value)
      }
    }
    file.enginesCommand = try members.string(EngineList.commandKey)
    file.unknown = keep(members)
    return file
  }

  /// Profiles by their names, of a list of engines.
  /// - Parameter place: where the list stands, for errors.
  static func profiles(
    ofList data: Data, path: String
  ) throws(ConfigurationError) -> (profiles: [String: ConfigurationFile.Profile], warnings: [ConfigurationWarning]) {
    var parser = ConfigurationParser(document: try ConfigurationDocument(data, path: path))
    var rows: [JSONValue]
    switch parser.document.value {
    case .array(let all): rows = all
    case .object(let members):
      guard case .array(let all)? = members["engines"] else {
        throw parser.wrongType(["engines"], "a list", members["engines"] ?? .null)
      }
      rows = all
    default: throw parser.wrongType([], "a list of engines", parser.document.value)
    }
    var profiles: [String: ConfigurationFile.Profile] = [:]
    for row in rows {
      guard case .object(var members) = row else { throw parser.wrongType(["engines"], "a list of objects", row) }
      guard case .string(let name)? = members.removeValue(forKey: "name") else {
        throw parser.wrongType(["engines", "name"], "a string in each engine", members["name"] ?? .null)
      }
      func reject(_ problem: String, _ nextStep: Guidance) -> ConfigurationError {
        .invalidValue(
          name: "engines", origin: .file(key: "name", path: path), problem: problem, nextStep: nextStep)
      }
      guard ProfileName.isValid(name) else {
        let error = ConfigurationError.invalidProfileName(name)
        throw reject(error.message, error.nextStep)
      }
      guard name != ProfileName.practice else {
        throw reject("\"\(name)\" is the built-in practice engine", "give the engine another name")
      }
      guard profiles[name] == nil else {
        throw reject("\"\(name)\" is in it twice", "give each engine a name of its own")
      }
      // Groups of an inventory are a list more often than not.
      if case .array(let groups)? = members["group"] {
        members["group"] = .string(groups.compactMap(\.text).joined(separator: ","))
      }
      // What prints a list must not choose what is run here.
      guard members[Settings.apiKeyCommand.title] == nil else {
        throw parser.wrongType([name, Settings.apiKeyCommand.title], "left out of a list of engines", .string(""))
      }
      profiles[name] = try parser.profile(name, .object(members))
    }
    return (profiles, parser.warnings)
  }

  private mutating func profile(
    _ name: String, _ value: JSONValue
  ) throws(ConfigurationError) -> ConfigurationFile.Profile {
    var members = try Members(value, at: ["profiles", name], in: self)
    var profile = ConfigurationFile.Profile()
    profile.values = try members.values(Settings.keys(in: .profile))
    if let practice = members.take("practice") {
      profile.practice = try self.practice(practice, at: ["profiles", name, "practice"])
    }
    profile.unknown = keep(members)
    if name == ProfileName.practice, profile[Settings.url] != nil {
      throw .practiceIsBuiltIn(problem: "it cannot have a url (\(place(["profiles", name, "url"])))")
    }
    return profile
  }

  private mutating func practice(
    _ value: JSONValue, at place: [String]
  ) throws(ConfigurationError) -> ConfigurationFile.Practice {
    var members = try Members(value, at: place, in: self)
    var practice = ConfigurationFile.Practice()
    practice.values = try members.values(Settings.keys(in: .practice))
    practice.unknown = keep(members)
    return practice
  }

  private mutating func keep(_ members: Members) -> [String: JSONValue] {
    for key in members.rest.keys {
      let place = members.place + [key]
      warnings.append(
        ConfigurationWarning(path: document.path, line: document.line(place), key: place.joined(separator: ".")))
    }
    return members.rest
  }

  private func place(_ key: [String]) -> String { "\(document.path)\(document.line(key).map { ":\($0)" } ?? "")" }

  fileprivate func wrongType(_ place: [String], _ expected: String, _ value: JSONValue) -> ConfigurationError {
    document.wrongType(place, expected, value.typePhrase)
  }
}

/// The members of one object; each is removed when it has been read, so that the unknown ones remain. `null` counts as
/// absent.
private struct Members {
  let place: [String]
  private(set) var rest: [String: JSONValue]
  private let parser: ConfigurationParser

  init(_ value: JSONValue, at place: [String], in parser: ConfigurationParser) throws(ConfigurationError) {
    guard case .object(let members) = value else { throw parser.wrongType(place, "an object", value) }
    self.place = place
    self.rest = members
    self.parser = parser
  }

  mutating func take(_ key: String) -> JSONValue? {
    guard let value = rest.removeValue(forKey: key), value != .null else { return nil }
    return value
  }

  mutating func string(_ key: String) throws(ConfigurationError) -> String? {
    switch take(key) {
    case nil: nil
    case .string(let text): text
    case let other?: throw parser.wrongType(place + [key], "a string", other)
    }
  }

  /// The members with these keys. The first one of a wrong type is the one that the error is about.
  mutating func values(_ keys: [SettingKey]) throws(ConfigurationError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for key in keys {
      guard let value = take(key.name) else { continue }
      guard key.kind.accepts(value) else { throw parser.wrongType(place + [key.name], key.kind.phrase, value) }
      values[key.name] = value
    }
    return values
  }

  mutating func object(_ key: String) throws(ConfigurationError) -> [String: JSONValue]? {
    switch take(key) {
    case nil: nil
    case .object(let members): members
    case let other?: throw parser.wrongType(place + [key], "an object", other)
    }
  }
}

extension JSONValue {
  /// What it is, as in "must be an object, not a list".
  var typePhrase: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
