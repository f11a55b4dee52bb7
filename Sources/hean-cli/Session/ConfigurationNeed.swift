/// Whether a run needs the configuration file. A broken file stops only runs that need it.
struct ConfigurationNeed {
  var flags: SettingFlags
  var environment: [String: String]
  var command: (any Command.Type)?

  private var variable: String { Settings.profileVariable.name }

  /// - Returns: the settings of the run, and the error of a broken file that the run does not need.
  /// - Throws: an error in flags or environment always, an error in the file only when the run needs it.
  func settings(
    from store: ConfigurationStore
  ) throws(ConfigurationError) -> (LoadedConfiguration, EffectiveSettings, trouble: ConfigurationError?) {
    let file: LoadedConfiguration
    do throws(ConfigurationError) {
      file = try store.load()
    } catch .homeMissing where flags[Settings.profile] == nil && Settings.profileVariable.text(in: environment) == nil {
      // Without a home directory there is no file to read. That is an error only when a profile is named.
      return (Self.empty, try settings(Self.empty), nil)
    } catch {
      return try doWithout(error)
    }
    do throws(ConfigurationError) {
      return (file, try settings(file), nil)
    } catch {
      return try doWithout(error)
    }
  }

  /// The same for a run that knows its engine.
  func known(
    from store: ConfigurationStore
  ) throws(ConfigurationError) -> (LoadedConfiguration, EffectiveSettings, ConfigurationError?, isEngineKnown: Bool) {
    let (file, settings, trouble) = try settings(from: store)
    return (file, settings, trouble, true)
  }

  /// For a run that tells what is wrong with the configuration: it goes on whatever that is.
  /// - Returns: the settings, the error of what cannot be used, and whether it is known all the same which engine is meant.
  /// - Throws: an error that is met even without file, environment and the flags that choose an engine.
  func examined(
    from store: ConfigurationStore
  ) throws(ConfigurationError) -> (LoadedConfiguration, EffectiveSettings, ConfigurationError?, isEngineKnown: Bool) {
    do throws(ConfigurationError) {
      let (file, settings, trouble) = try settings(from: store)
      return (file, settings, trouble, true)
    } catch {
      var need = self
      need.flags = SettingFlags(practice: false)
      for setting in [Settings.output.name, Settings.color.name, Settings.theme.name] {
        for declared in Settings.global where declared.name == setting { need.flags[declared] = flags[declared] }
      }
      let environments = [environment, environment.filter { !$0.key.hasPrefix("HEAN_") }]
      for environment in environments {
        need.environment = environment
        if let settings = try? need.settings(Self.empty) { return (Self.empty, settings, error, false) }
      }
      need.environment = [:]
      return (Self.empty, try need.settings(Self.empty), error, false)
    }
  }

  private static let empty = LoadedConfiguration(path: "", file: ConfigurationFile())

  private func settings(_ file: LoadedConfiguration) throws(ConfigurationError) -> EffectiveSettings {
    try EffectiveSettings.resolve(
      flags: flags, environment: environment, file: file, isEmergency: command?.isEmergency == true)
  }

  private func doWithout(
    _ trouble: ConfigurationError
  ) throws(ConfigurationError) -> (LoadedConfiguration, EffectiveSettings, trouble: ConfigurationError?) {
    guard trouble.isAboutFile, canDoWithout else { throw trouble }
    var need = self
    // HEAN_PROFILE is ignored when the file cannot be read and the command line names an engine itself.
    if environment[variable] != ProfileName.practice { need.environment[variable] = nil }
    return (Self.empty, try need.settings(Self.empty), trouble)
  }

  private var canDoWithout: Bool {
    let scope = command?.scope
    // A command that writes the file would overwrite it.
    guard scope != .configuration else { return false }
    if let profile = flags[Settings.profile] { return profile == ProfileName.practice }
    if flags.practice || flags[Settings.url] != nil || scope == .local || scope == .practice { return true }
    guard let profile = Settings.profileVariable.text(in: environment) else {
      return Settings.url.variable?.text(in: environment) != nil
    }
    return profile == ProfileName.practice
  }
}

extension ConfigurationError {
  /// Whether the error is in the configuration file, and not in a flag, a variable or a key.
  fileprivate var isAboutFile: Bool {
    switch self {
    case .homeMissing, .unreadable, .writableByOthers, .foreignOwner, .brokenJSON, .wrongType, .invalidProfileName,
      .listCommandFailed,
      .practiceIsBuiltIn, .tooManyKeySources:
      true
    case .invalidValue(_, let origin, _, _): origin.isInFile
    case .unknownProfile(_, let origin, _): origin?.isInFile == true
    case .conflict(let first, let second, _, _): first.isInFile || second.isInFile
    case .unwritable, .profileExists, .keyFileTooOpen, .keyCommandFailed, .keyUnusable, .keyPairUnusable: false
    }
  }
}

extension Origin {
  fileprivate var isInFile: Bool {
    switch self {
    case .profile, .file: true
    case .flag, .environment, .default: false
    }
  }
}
