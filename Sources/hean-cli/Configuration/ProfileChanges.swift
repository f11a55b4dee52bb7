import HeanCore

/// Changes of single keys of a profile, and of its name, as changes of a value; nothing is written to disk here.
extension ConfigurationFile {
  /// The key of a profile with this path (`timeout`, `practice.seed`); `nil` when there is none.
  static func key(_ path: String) -> SettingKey? { Settings.all.compactMap(\.key).first { $0.path == path } }

  /// All keys, as people write them.
  static var keyPaths: [String] { Settings.all.compactMap { $0.key?.path } }

  /// Changes one key of a profile and keeps the rest. The built-in profile gets an entry with its first key.
  /// - Parameter value: `nil` removes the key.
  /// - Returns: the value that it had.
  @discardableResult
  mutating func change(
    _ key: SettingKey, of name: String, to value: JSONValue?
  ) throws(ConfigurationError) -> JSONValue? {
    var profile = try show(name)
    let before: JSONValue?
    switch key.place {
    case .profile:
      before = profile.values[key.name]
      profile.values[key.name] = value
    case .practice:
      var practice = profile.practice ?? Practice()
      before = practice.values[key.name]
      practice.values[key.name] = value
      profile.practice = practice.values.isEmpty && practice.unknown.isEmpty ? nil : practice
    }
    if name == ProfileName.practice, profile[Settings.url] != nil {
      throw .practiceIsBuiltIn(problem: "it cannot have a url")
    }
    profiles[name] = profile
    return before
  }

  /// Gives a profile another name; the one in use stays in use.
  mutating func rename(_ name: String, to other: String) throws(ConfigurationError) {
    guard ProfileName.isValid(other) else { throw .invalidProfileName(other) }
    guard name != ProfileName.practice, other != ProfileName.practice else {
      throw .practiceIsBuiltIn(problem: "no profile is renamed from or to it")
    }
    let profile = try show(name)
    guard name != other else {
      throw .conflict(
        .flag("NAME"), .flag("NEW"), problem: "they are the same name", nextStep: "give it another one")
    }
    guard profiles[other] == nil else { throw .profileExists(other) }
    profiles[name] = nil
    profiles[other] = profile
    if current == name { current = other }
  }

  /// The keys, by their paths, that a profile has and another has not.
  func lost(of name: String, in other: Profile) -> [String] {
    guard let profile = profiles[name] else { return [] }
    return Settings.all.filter { profile[$0] != nil && other[$0] == nil }.compactMap { $0.key?.path }
  }
}

extension ConfigurationFile.Profile {
  /// Keys that stay on this machine: where a key is found, and what hean would run. A file of somebody else's must not
  /// bring any.
  static let ownKeys = [
    Settings.apiKeyFile.key, Settings.apiKeyCommand.key, Settings.apiKeyEnvironment.key, Settings.pager.key,
    Settings.allowPlainHTTPKey.key,
  ].compactMap { $0?.name }

  /// Without what stays on this machine and without what this version does not know.
  /// - Returns: the profile, and the paths of what was left out.
  func shareable() -> (profile: ConfigurationFile.Profile, left: [String]) {
    var kept = values.filter { !Self.ownKeys.contains($0.key) }
    // A password in it is no part of an address, and no run would take it.
    if let key = Settings.url.key?.name, let url = kept[key]?.text { kept[key] = .string(SecretWords.bareAddress(url)) }
    let own = values.keys.filter { Self.ownKeys.contains($0) }
    let ofPractice = (practice?.unknown.keys.map { "practice.\($0)" }) ?? []
    return (
      ConfigurationFile.Profile(kept, practice: practice.map { .init($0.values) }),
      (own + Array(unknown.keys) + ofPractice).sorted()
    )
  }
}
