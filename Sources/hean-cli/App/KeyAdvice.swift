import HeanCore

/// How a key gets to the engine of a run.
extension Session {
  /// `login` stores a key for a profile's own engine, and only where the profile names no other source.
  var keyAdvice: Guidance {
    guard let name = target.profile else {
      return "give the key for this run with \(Failure.oneRun), or name this engine: \(naming)"
    }
    guard let source = configuration.file.profiles[name]?.keySource else { return Failure.storingKey }
    return "have the right key in \(source), where profile \(name) takes it from; for one run: \(Failure.oneRun)"
  }

  /// Makes the engine of this run one that a key can be stored for.
  var naming: Guidance { .command(ProfileCommand.Add.self, "NAME", "--url", sourceURL, choosing: []) }
}

extension Failure {
  static let oneRun = "--api-key-file FILE or HEAN_API_KEY"

  /// What an engine of a profile's own needs; a run that met another one has `settle` correct it.
  static let storingKey: Guidance =
    "run '\(.operation(.login))' to store the key of this profile; for one run: \(oneRun)"

  /// Errors know nothing of profiles; the session does.
  mutating func settle(for session: Session) {
    if nextStep == Self.storingKey { nextStep = session.keyAdvice }
  }
}

extension ConfigurationFile.Profile {
  /// What the profile itself names, in words; never the key, and not the line of a command, which can hold one.
  var keySource: String? {
    if let apiKeyFile { return "the file \(apiKeyFile) (api_key_file)" }
    if let apiKeyEnvironment { return "the variable \(apiKeyEnvironment) (api_key_env)" }
    return apiKeyCommand == nil ? nil : "what its api_key_command prints"
  }
}
