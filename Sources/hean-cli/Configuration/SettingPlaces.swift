import HeanCore

/// A variable of the environment that hean reads, and its line of `hean help environment`.
struct SettingVariable: Sendable {
  var name: String
  var help: String
  /// Whether many systems set it for all programs. A profile, which is about one engine, then has priority over it.
  var isShared = false

  init(_ name: String, _ help: String, isShared: Bool = false) {
    self.name = name
    self.help = help
    self.isShared = isShared
  }

  /// `nil` when it is unset or empty: an empty variable counts as unset.
  func text(in environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A key of a profile in the configuration file.
struct SettingKey: Sendable, Hashable {
  /// What its value is in JSON.
  enum Kind: Sendable, Hashable {
    case text, truth, number
    /// A text. A relative path is relative to the directory of the configuration file.
    case path
  }

  /// Which object holds it.
  enum Place: Sendable, Hashable {
    case profile
    /// The object `practice` of a profile.
    case practice
  }

  var name: String
  var kind: Kind
  var place: Place

  init(_ name: String, _ kind: Kind = .text, in place: Place = .profile) {
    self.name = name
    self.kind = kind
    self.place = place
  }

  /// As people write it: `timeout`, `practice.seed`.
  var path: String { place == .profile ? name : "practice.\(name)" }
}

extension SettingKey.Kind {
  func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.text, .string), (.path, .string), (.truth, .bool), (.number, .number): true
    default: false
    }
  }

  /// What must stand there, for errors.
  var phrase: String {
    switch self {
    case .text, .path: "a string"
    case .truth: "true or false"
    case .number: "a number"
    }
  }
}

/// The text that was given for a setting, with what reading it can need.
struct SettingText: Sendable {
  /// The name of the setting, for errors.
  var name: String
  var text: String
  var origin: Origin
  /// As it is: an empty TZ is UTC.
  var environment: [String: String]
  /// Path of the configuration file.
  var configurationPath = ""

  func invalid(_ problem: String, nextStep: Guidance) -> ConfigurationError {
    .invalidValue(name: name, origin: origin, problem: "\"\(text.printable)\" \(problem)", nextStep: nextStep)
  }

  /// The text as a path. A relative one in the configuration file is relative to that file's directory; any other is
  /// unchanged.
  func path() throws(ConfigurationError) -> String {
    guard case .profile = origin else { return text }
    let path = try UserDirectories(environment: environment).expandingTilde(text)
    if path.hasPrefix("/") { return path }
    let folder = configurationPath.lastIndex(of: "/").map { configurationPath[..<$0] } ?? "."
    return folder + "/" + path
  }
}
