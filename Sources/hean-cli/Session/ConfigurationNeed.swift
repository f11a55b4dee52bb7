/// Whether a run needs the configuration file: a broken one stops only those that do.
struct ConfigurationNeed {
  var flags: SettingFlags
  var environment: [String: String]
  var command: (any Command.Type)?

  /// - Returns: what the run works with, and what is wrong with a file that it does without.
  /// - Throws: for what is wrong with flags and environment in any case, and with the file where it is needed.
  func settings(
    from store: ConfigurationStore
  ) throws(ConfigurationError) -> (LoadedConfiguration, EffectiveSettings, trouble: ConfigurationError?) {
    let file: LoadedConfiguration
    do throws(ConfigurationError) {
      file = try store.load()
    } catch .homeMissing where flags.profile == nil && environment["HEAN_PROFILE"] == nil {
      // Without a home there is no file to read, which matters only to those who name a profile.
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
    // A profile that only the environment names gives way to what was said on the command line.
    if environment["HEAN_PROFILE"] != ProfileName.practice { need.environment["HEAN_PROFILE"] = nil }
    return (Self.empty, try need.settings(Self.empty), trouble)
  }

  private var canDoWithout: Bool {
    let scope = command?.scope
    // One that writes the file would write over it.
    guard scope != .configuration else { return false }
    if let profile = flags.profile { return profile == ProfileName.practice }
    if flags.practice || flags.url != nil || scope == .local || scope == .practice { return true }
    guard let profile = environment["HEAN_PROFILE"], !profile.isEmpty else {
      return environment["HEAN_URL"]?.isEmpty == false
    }
    return profile == ProfileName.practice
  }
}

extension ConfigurationError {
  /// Whether the configuration file is at fault, and not a flag, a variable or a key.
  fileprivate var isAboutFile: Bool {
    switch self {
    case .homeMissing, .unreadable, .writableByOthers, .foreignOwner, .brokenJSON, .wrongType, .invalidProfileName,
      .practiceIsBuiltIn, .tooManyKeySources:
      true
    case .invalidValue(_, let origin, _, _): origin.isInFile
    case .unknownProfile(_, let origin, _): origin?.isInFile == true
    case .conflict(let first, let second, _, _): first.isInFile || second.isInFile
    case .unwritable, .profileExists, .keyFileTooOpen, .keyCommandFailed, .keyUnusable: false
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
