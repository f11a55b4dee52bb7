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
    var resolver = try SettingResolver(flags: flags, environment: environment, configuration: file)
    resolver.isEmergency = isEmergency
    return try resolver.settings()
  }
}

private struct SettingResolver {
  let flags: SettingFlags
  /// Without variables that are empty: those count as unset.
  let environment: [String: String]
  /// As it is. An empty TZ is UTC.
  let wholeEnvironment: [String: String]
  let configuration: LoadedConfiguration
  let name: Setting<String?>
  let profile: ConfigurationFile.Profile
  let profileOrigin: Origin
  var isEmergency = false

  init(
    flags: SettingFlags, environment: [String: String], configuration: LoadedConfiguration
  ) throws(ConfigurationError) {
    self.flags = flags
    wholeEnvironment = environment
    self.environment = environment.filter { !$0.value.isEmpty }
    self.configuration = configuration
    name = try Self.profileName(flags, self.environment, configuration)
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

  func settings() throws(ConfigurationError) -> EffectiveSettings {
    var notes: [String] = []
    let engine = try engine(&notes)
    var zoneNote: String?
    let zone = try shaping(.utc, &notes) { () throws(ConfigurationError) in
      try pick(flags.timeZone, "--tz", "HEAN_TZ", profile.timeZone, .utc) { (text, origin) throws(ConfigurationError) in
        try SettingValue.timeZone(text, origin, ZoneDatabase(environment: wholeEnvironment), &zoneNote)
      }
    }
    if let zoneNote { notes.append(zoneNote) }
    return EffectiveSettings(
      profile: name,
      engine: engine,
      isProfilesEngine: isOwn(engine.value),
      timeout: try shaping(.seconds(10), &notes) { () throws(ConfigurationError) in
        try pick(flags.timeout, "--timeout", "HEAN_TIMEOUT", profile.timeout, .seconds(10), SettingValue.timeout)
      },
      timeZone: zone,
      output: try shaping(.table, &notes) { () throws(ConfigurationError) in
        try pick(flags.output, "--output", "HEAN_OUTPUT", profile.output, .table) {
          (text, origin) throws(ConfigurationError) in try SettingValue.choice("output", text, origin)
        }
      },
      color: try shaping(.auto, &notes) { () throws(ConfigurationError) in
        try pick(flags.color, "--color", "HEAN_COLOR", profile.color, .auto) {
          (text, origin) throws(ConfigurationError) in try SettingValue.choice("color", text, origin)
        }
      },
      theme: try shaping(.hean, &notes) { () throws(ConfigurationError) in
        try pick(flags.theme, "--theme", "HEAN_THEME", profile.theme, .hean) {
          (text, origin) throws(ConfigurationError) in try SettingValue.choice("theme", text, origin)
        }
      },
      apiKey: try apiKey(engine.value, &notes),
      allowsKeyOverPlainHTTP: profile.allowPlainHTTPKey.map { Setting($0, from: profileOrigin) }
        ?? Setting(false, from: .default),
      caFile: try caFile(),
      practiceSeed: try pick(
        flags.seed, "--seed", nil, profile.practice?.seed.map { "\($0)" }, 1, SettingValue.seed),
      practiceScenario: try pick(flags.scenario, "--scenario", nil, profile.practice?.scenario, "calm") {
        (text, _) throws(ConfigurationError) in text
      },
      practiceSpeed: try pick(
        flags.speed, "--speed", nil, profile.practice?.speed.map { "\($0)" }, 1, SettingValue.speed),
      notes: notes)
  }

  /// The profile has priority over SSL_CERT_FILE: the profile is about this engine, and many systems set the variable
  /// for all programs.
  private func caFile() throws(ConfigurationError) -> Setting<String?> {
    if let path = profile.caFile { return Setting(try absolute(path), from: profileOrigin) }
    guard let path = environment["SSL_CERT_FILE"], !path.isEmpty else { return Setting(nil, from: .default) }
    return Setting(path, from: .environment("SSL_CERT_FILE"))
  }

  private static func profileName(
    _ flags: SettingFlags, _ environment: [String: String], _ configuration: LoadedConfiguration
  ) throws(ConfigurationError) -> Setting<String?> {
    if flags.practice {
      if let other = flags.profile, other != ProfileName.practice {
        throw .conflict(
          .flag("--practice"), .flag("--profile \(other.printable)"), problem: "each selects an engine",
          nextStep: "leave one of them out")
      }
      return Setting(ProfileName.practice, from: .flag("--practice"))
    }
    if let name = flags.profile { return Setting(name, from: .flag("--profile")) }
    if let name = environment["HEAN_PROFILE"] { return Setting(name, from: .environment("HEAN_PROFILE")) }
    if let name = configuration.file.current {
      return Setting(name, from: .file(key: "current", path: configuration.path))
    }
    return Setting(nil, from: .default)
  }

  /// Reads a setting that is not essential. In an emergency a wrong value is replaced by the default.
  private func shaping<Value>(
    _ standard: Value, _ notes: inout [String], _ read: () throws(ConfigurationError) -> Setting<Value>
  ) throws(ConfigurationError) -> Setting<Value> {
    do {
      return try read()
    } catch {
      guard isEmergency else { throw error }
      notes.append("\(error.message); going on with the default")
      return Setting(standard, from: .default)
    }
  }

  private func pick<Value>(
    _ flag: String?, _ flagName: String, _ variable: String?, _ inProfile: String?, _ standard: Value,
    _ read: (String, Origin) throws(ConfigurationError) -> Value
  ) throws(ConfigurationError) -> Setting<Value> {
    if let flag { return Setting(try read(flag, .flag(flagName)), from: .flag(flagName)) }
    if let variable, let text = environment[variable] {
      return Setting(try read(text, .environment(variable)), from: .environment(variable))
    }
    if let inProfile { return Setting(try read(inProfile, profileOrigin), from: profileOrigin) }
    return Setting(standard, from: .default)
  }

  private func engine(_ notes: inout [String]) throws(ConfigurationError) -> Setting<EffectiveSettings.Engine> {
    let standard = try EngineURL.parse(EngineURL.standard, from: .default)
    let url = try pick(flags.url, "--url", "HEAN_URL", profile.url, standard, EngineURL.parse)
    guard name.value == ProfileName.practice else { return Setting(.network(url.value), from: url.origin) }
    if url.origin.rank == name.origin.rank {
      throw .conflict(
        name.origin, url.origin, problem: "one asks for the practice engine, the other for a real one",
        nextStep: "leave one of them out")
    }
    guard url.origin.rank < name.origin.rank else { return Setting(.practice, from: name.origin) }
    notes.append("profile practice (\(name.origin)) is not used, because of \(url.origin): this is a real engine")
    return Setting(.network(url.value), from: url.origin)
  }

  /// Whether the address is the profile's own. Neither the key nor the name of a profile is used with another server.
  private func isOwn(_ engine: EffectiveSettings.Engine) -> Bool {
    guard case .network(let url) = engine else { return true }
    guard let home = try? EngineURL.parse(profile.url ?? EngineURL.standard, from: profileOrigin) else { return false }
    return name.value != ProfileName.practice && EngineURL.isSameServer(url, home)
  }

  private func apiKey(
    _ engine: EffectiveSettings.Engine, _ notes: inout [String]
  ) throws(ConfigurationError) -> Setting<APIKeySource>? {
    // The practice engine needs no key, so none is read.
    guard case .network = engine else { return nil }
    if let path = flags.apiKeyFile { return Setting(.file(path: path), from: .flag("--api-key-file")) }
    for (variable, source) in [
      ("HEAN_API_KEY", APIKeySource.environment(variable: "HEAN_API_KEY")),
      ("HEAN_API_KEY_FILE", environment["HEAN_API_KEY_FILE"].map { .file(path: $0) } ?? .file(path: "")),
    ] where environment[variable] != nil {
      return Setting(source, from: .environment(variable))
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
    var sources: [(key: String, source: APIKeySource)] = []
    if let path = profile.apiKeyFile {
      sources.append(("api_key_file", .file(path: try absolute(path))))
    }
    if let command = profile.apiKeyCommand { sources.append(("api_key_command", .command(command))) }
    if let variable = profile.apiKeyEnvironment { sources.append(("api_key_env", .environment(variable: variable))) }
    guard sources.count <= 1 else { throw .tooManyKeySources(profile: name, keys: sources.map(\.key)) }
    if let source = sources.first?.source { return Setting(source, from: profileOrigin) }
    return configuration.storedKeys[name].map { Setting(.stored(path: $0), from: profileOrigin) }
  }

  /// A relative path in the configuration file is relative to that file's directory.
  private func absolute(_ path: String) throws(ConfigurationError) -> String {
    let path = try UserDirectories(environment: environment).expandingTilde(path)
    if path.hasPrefix("/") { return path }
    let folder = configuration.path.lastIndex(of: "/").map { configuration.path[..<$0] } ?? "."
    return folder + "/" + path
  }
}
