import HeanCore

/// The content of `config.json`. Values are kept as written and checked when they are used, so that one bad profile
/// does not make the others unusable.
struct ConfigurationFile: Sendable, Equatable {
  /// The profile that is used when none is named.
  var current: String?
  var profiles: [String: Profile] = [:]
  /// Prints a list of engines (`EngineList`), as that of an inventory system; `nil`: there is none.
  var enginesCommand: String?
  /// Members that this version does not know. They are kept when the file is written again.
  var unknown: [String: JSONValue] = [:]

  /// How to reach one engine.
  struct Profile: Sendable, Equatable {
    /// By their keys in `Settings`; each has the type that its key wants.
    var values: [String: JSONValue]
    var practice: Practice?
    var unknown: [String: JSONValue]

    init(_ values: [String: JSONValue] = [:], practice: Practice? = nil, unknown: [String: JSONValue] = [:]) {
      self.values = values
      self.practice = practice
      self.unknown = unknown
    }

    /// What it says about a setting; `nil`: nothing.
    subscript(_ setting: any AnySetting) -> String? {
      guard let key = setting.key else { return nil }
      let values = key.place == .practice ? practice?.values : values
      return switch values?[key.name] {
      case .string(let text): text
      case .number(let number): "\(number)"
      case .bool(let isSo): "\(isSo)"
      case nil, .null, .array, .object: nil
      }
    }
  }

  /// Settings of the practice engine.
  struct Practice: Sendable, Equatable {
    var values: [String: JSONValue]
    var unknown: [String: JSONValue]

    init(_ values: [String: JSONValue] = [:], unknown: [String: JSONValue] = [:]) {
      self.values = values
      self.unknown = unknown
    }
  }
}

extension ConfigurationFile {
  /// Pretty-printed JSON with sorted keys, ended by a newline.
  func encoded() throws(ConfigurationError) -> Data {
    var document = unknown
    document["current"] = current.map(JSONValue.string)
    if let enginesCommand { document[EngineList.commandKey] = .string(enginesCommand) }
    document["profiles"] = .object(profiles.mapValues(\.document))
    return try JSONValue.object(document).written(as: "the configuration")
  }
}

extension ConfigurationFile.Profile {
  fileprivate var document: JSONValue {
    var members = unknown.merging(values) { _, known in known }
    if let practice { members["practice"] = .object(practice.unknown.merging(practice.values) { _, known in known }) }
    return .object(members)
  }
}
