import HeanCore

extension EffectiveSettings {
  /// Finds the settings of a run. A flag has priority over the environment, then the profile, then the default. Empty
  /// variables count as unset. Nothing is read or run here.
  ///
  /// The practice engine is chosen by `--practice` or by a profile named `practice`. An address from an origin of
  /// higher priority than that profile is used instead; at the same priority the two contradict each other.
  /// - Parameter isEmergency: whether a wrong value of a setting that is not essential is replaced by its default, with
  ///   a note.
  static func resolve(
    flags: SettingFlags, environment: [String: String], file: LoadedConfiguration, isEmergency: Bool = false
  ) throws(ConfigurationError) -> EffectiveSettings {
    try SettingResolver(flags: flags, environment: environment, configuration: file, isEmergency: isEmergency)
      .settings()
  }
}

struct SettingResolver {
  /// Whether a wrong value of a setting that is not essential is replaced by its default, with a note.
  let isEmergency: Bool
  private let flags: SettingFlags
  private let environment: [String: String]
  private let configuration: LoadedConfiguration
  private let name: Setting<String?>
  private let profile: ConfigurationFile.Profile
  private let profileOrigin: Origin

  fileprivate init(
    flags: SettingFlags, environment: [String: String], configuration: LoadedConfiguration, isEmergency: Bool
  ) throws(ConfigurationError) {
    self.isEmergency = isEmergency
    self.flags = flags
    self.environment = environment
    self.configuration = configuration
    name = try Self.profileName(flags, environment, configuration)
    profileOrigin = .profile(name: name.value ?? "", path: configuration.path)
    guard let chosen = name.value else {
      profile = ConfigurationFile.Profile()
      return
    }
    do throws(ConfigurationError) {
      profile = try configuration.file.show(chosen)
    } catch .unknownProfile(_, _, let known) {
      throw .unknownProfile(name: chosen, origin: name.origin, known: known)
    }
  }

  fileprivate func settings() throws(ConfigurationError) -> EffectiveSettings {
    var notes: [String] = []
    let engine = try engine(&notes)
    var settings = EffectiveSettings(
      profile: name, engine: engine, isProfilesEngine: isOwn(engine.value), notes: notes)
    let ordinary = Settings.settled
    for setting in ordinary where !setting.isEssential { try setting.settle(&settings, by: self) }
    settings.apiKey = try apiKey(engine.value, &settings.notes)
    for setting in ordinary where setting.isEssential { try setting.settle(&settings, by: self) }
    return settings
  }

  /// The text from the origin that has priority; `nil` when there is none.
  func given(_ setting: any AnySetting) -> SettingText? {
    if let text = flags[setting] { return given(setting, text, .flag("--\(setting.name)")) }
    let variable = setting.variable
    if variable?.isShared == true, let own = inProfile(setting) { return own }
    if let variable, let text = variable.text(in: environment) {
      return given(setting, text, .environment(variable.name))
    }
    return inProfile(setting)
  }

  private func inProfile(_ setting: any AnySetting) -> SettingText? {
    profile[setting].map { given(setting, $0, profileOrigin) }
  }

  private func given(_ setting: any AnySetting, _ text: String, _ origin: Origin) -> SettingText {
    SettingText(
      name: setting.name, text: text, origin: origin, environment: environment, configurationPath: configuration.path)
  }

  private static func profileName(
    _ flags: SettingFlags, _ environment: [String: String], _ configuration: LoadedConfiguration
  ) throws(ConfigurationError) -> Setting<String?> {
    if flags.practice {
      if let other = flags[Settings.profile], other != ProfileName.practice {
        throw .conflict(
          .flag("--practice"), .flag("--profile \(other.printable)"), problem: "each selects an engine",
          nextStep: "leave one of them out")
      }
      return Setting(ProfileName.practice, from: .flag("--practice"))
    }
    if let name = flags[Settings.profile] { return Setting(name, from: .flag("--\(Settings.profile.name)")) }
    let variable = Settings.profileVariable
    if let name = variable.text(in: environment) { return Setting(name, from: .environment(variable.name)) }
    if let name = configuration.file.current {
      return Setting(name, from: .file(key: "current", path: configuration.path))
    }
    return Setting(nil, from: .default)
  }

  private func engine(_ notes: inout [String]) throws(ConfigurationError) -> Setting<EffectiveSettings.Engine> {
    var given = given(Settings.url)
    // A profile that was typed is meant, as --practice is: a variable that is left over in the shell must not lead its verbs
    // to another engine.
    if case .flag = name.origin, case .environment? = given?.origin, let own = inProfile(Settings.url) { given = own }
    let origin = given?.origin ?? .default
    let url = try EngineURL.parse(given?.text ?? EngineURL.standard, from: origin)
    guard name.value == ProfileName.practice else { return Setting(.network(url), from: origin) }
    if origin.rank == name.origin.rank {
      throw .conflict(
        name.origin, origin, problem: "one asks for the practice engine, the other for a real one",
        nextStep: "leave one of them out")
    }
    guard origin.rank < name.origin.rank else { return Setting(.practice, from: name.origin) }
    notes.append("profile practice (\(name.origin)) is not used, because of \(origin): this is a real engine")
    return Setting(.network(url), from: origin)
  }

  /// Whether the address is the profile's own. Neither the key nor the name of a profile is used with another server.
  private func isOwn(_ engine: EffectiveSettings.Engine) -> Bool {
    guard case .network(let url) = engine else { return true }
    guard let home = try? EngineURL.parse(profile[Settings.url] ?? EngineURL.standard, from: profileOrigin) else {
      return false
    }
    return name.value != ProfileName.practice && EngineURL.isSameServer(url, home)
  }

  private func apiKey(
    _ engine: EffectiveSettings.Engine, _ notes: inout [String]
  ) throws(ConfigurationError) -> Setting<APIKeySource>? {
    // The practice engine needs no key, so none is read.
    guard case .network = engine else { return nil }
    let file = Settings.apiKeyFile
    if let path = flags[file] { return Setting(.file(path: path), from: .flag("--\(file.name)")) }
    let variable = Settings.apiKeyVariable
    if variable.text(in: environment) != nil {
      return Setting(.environment(variable: variable.name), from: .environment(variable.name))
    }
    if let variable = file.variable, let path = variable.text(in: environment) {
      return Setting(.file(path: path), from: .environment(variable.name))
    }
    guard let own = try profileKey() else { return nil }
    guard isOwn(engine) else {
      notes.append(
        "the API key of profile \(name.value ?? "") is not sent to another server than the profile's; "
          + "use HEAN_API_KEY_FILE or --api-key-file to give one")
      return nil
    }
    return own
  }

  /// The key source that the profile names, else the key that `hean login` stored for it.
  private func profileKey() throws(ConfigurationError) -> Setting<APIKeySource>? {
    guard let name = name.value else { return nil }
    var sources: [(setting: TargetSetting, source: APIKeySource)] = []
    if let path = inProfile(Settings.apiKeyFile) {
      sources.append((Settings.apiKeyFile, .file(path: try path.path())))
    }
    if let command = inProfile(Settings.apiKeyCommand) {
      sources.append((Settings.apiKeyCommand, .command(command.text)))
    }
    if let variable = inProfile(Settings.apiKeyEnvironment) {
      sources.append((Settings.apiKeyEnvironment, .environment(variable: variable.text)))
    }
    guard sources.count <= 1 else { throw .tooManyKeySources(profile: name, keys: sources.map(\.setting.title)) }
    if let source = sources.first?.source { return Setting(source, from: profileOrigin) }
    return configuration.storedKeys[name].map { Setting(.stored(path: $0), from: profileOrigin) }
  }
}
