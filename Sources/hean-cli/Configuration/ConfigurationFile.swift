import HeanCore

/// The content of `config.json`. Values are kept as written and checked when they are used, so that one bad profile
/// does not make the others unusable.
struct ConfigurationFile: Sendable, Equatable {
  /// The profile that is used when none is named.
  var current: String?
  var profiles: [String: Profile] = [:]
  /// Members that this version does not know. They are kept when the file is written again.
  var unknown: [String: JSONValue] = [:]

  /// How to reach one engine.
  struct Profile: Sendable, Equatable {
    var url: String?
    var apiKeyFile: String?
    var apiKeyCommand: String?
    var apiKeyEnvironment: String?
    var allowPlainHTTPKey: Bool?
    /// Certificates to trust instead of the system's.
    var caFile: String?
    /// A duration with its unit, e.g. `10s`.
    var timeout: String?
    var timeZone: String?
    var output: String?
    var color: String?
    var theme: String?
    var practice: Practice?
    var unknown: [String: JSONValue] = [:]
  }

  /// Settings of the practice engine.
  struct Practice: Sendable, Equatable {
    var seed: Decimal?
    var scenario: String?
    /// Market seconds per real second.
    var speed: Decimal?
    var unknown: [String: JSONValue] = [:]
  }
}

extension ConfigurationFile {
  /// Pretty-printed JSON with sorted keys, ended by a newline.
  func encoded() throws(ConfigurationError) -> Data {
    var document = unknown
    document["current"] = current.map(JSONValue.string)
    document["profiles"] = .object(profiles.mapValues(\.document))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(JSONValue.object(document)) + Data("\n".utf8)
    } catch {
      throw .unwritable(reason: "the configuration cannot be put into JSON")
    }
  }
}

extension ConfigurationFile.Profile {
  fileprivate var document: JSONValue {
    var members = unknown
    members["url"] = url.map(JSONValue.string)
    members["api_key_file"] = apiKeyFile.map(JSONValue.string)
    members["api_key_command"] = apiKeyCommand.map(JSONValue.string)
    members["api_key_env"] = apiKeyEnvironment.map(JSONValue.string)
    members["allow_plain_http_key"] = allowPlainHTTPKey.map(JSONValue.bool)
    members["ca_file"] = caFile.map(JSONValue.string)
    members["timeout"] = timeout.map(JSONValue.string)
    members["tz"] = timeZone.map(JSONValue.string)
    members["output"] = output.map(JSONValue.string)
    members["color"] = color.map(JSONValue.string)
    members["theme"] = theme.map(JSONValue.string)
    if let practice {
      var inner = practice.unknown
      inner["seed"] = practice.seed.map(JSONValue.number)
      inner["scenario"] = practice.scenario.map(JSONValue.string)
      inner["speed"] = practice.speed.map(JSONValue.number)
      members["practice"] = .object(inner)
    }
    return .object(members)
  }
}
