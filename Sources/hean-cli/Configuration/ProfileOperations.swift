/// The commands of `hean profile` as changes of a value; nothing is written to disk here.
extension ConfigurationFile {
  struct Summary: Sendable, Equatable {
    var name: String
    var isCurrent: Bool
    /// `nil`: the default address, or the practice engine.
    var url: String?
    var isPractice: Bool
    /// The groups that it is in, as they are written; `nil` for none.
    var group: String?
    /// The server on whose loopback the engine listens; `nil` for none.
    var ssh: String?
  }

  /// All profiles by name, with the built-in one.
  func summaries() -> [Summary] {
    knownNames.map { name in
      Summary(
        name: name, isCurrent: current == name, url: profiles[name]?[Settings.url].map(SecretWords.bareAddress),
        isPractice: name == ProfileName.practice, group: profiles[name]?[Settings.group],
        ssh: profiles[name]?[Settings.ssh])
    }
  }

  /// The names that `use` and `--profile` accept, sorted.
  var knownNames: [String] { Set(profiles.keys).union([ProfileName.practice]).sorted() }

  /// Adds a profile. When it replaces one, the keys that this version does not know are kept.
  mutating func add(_ name: String, _ profile: Profile, replacing: Bool = false) throws(ConfigurationError) {
    guard ProfileName.isValid(name) else { throw .invalidProfileName(name) }
    if name == ProfileName.practice, profile[Settings.url] != nil {
      throw .practiceIsBuiltIn(problem: "it cannot have a url")
    }
    if let url = profile[Settings.url] { _ = try EngineURL.parse(url, from: .flag("--url")) }
    if let keys = profile[Settings.liveKeys] {
      try KeyBindings.check(keys, of: Settings.liveKeys.title, from: .flag("--\(Settings.liveKeys.name)"))
    }
    guard profiles[name] == nil || replacing else { throw .profileExists(name) }
    var profile = profile
    profile.unknown.merge(profiles[name]?.unknown ?? [:]) { new, _ in new }
    profiles[name] = profile
  }

  /// Makes a profile the one that is used when none is named.
  mutating func use(_ name: String) throws(ConfigurationError) {
    _ = try show(name)
    current = name
  }

  /// A profile as the file has it; the built-in one needs no entry.
  func show(_ name: String) throws(ConfigurationError) -> Profile {
    guard ProfileName.isValid(name) else { throw .invalidProfileName(name) }
    if let profile = profiles[name] { return profile }
    guard name == ProfileName.practice else { throw .unknownProfile(name: name, origin: nil, known: knownNames) }
    return Profile()
  }

  /// Removes a profile. If it was the current one, none is current afterwards.
  /// - Returns: whether it was the current one.
  @discardableResult
  mutating func remove(_ name: String) throws(ConfigurationError) -> Bool {
    if name == ProfileName.practice, profiles[name] == nil {
      throw .practiceIsBuiltIn(problem: "it cannot be removed")
    }
    _ = try show(name)
    profiles[name] = nil
    guard current == name else { return false }
    current = nil
    return true
  }
}
