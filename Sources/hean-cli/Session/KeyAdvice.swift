import HeanCore

/// How a key gets to the engine of a run.
extension Session {
  /// An error as it is told of this run: errors know neither hosts nor profiles.
  func failure(_ error: any Error) -> Failure {
    var failure = Failure(error, url: sourceURL)
    if failure.nextStep == Failure.storingKey { failure.nextStep = keyAdvice }
    return failure
  }

  /// `login` stores a key for a profile's own engine, and only where the profile names no other source.
  var keyAdvice: Guidance {
    guard let name = target.profile else {
      return "give the key for this run with \(Failure.keyForOneRun), or name this engine: \(addingProfile)"
    }
    guard let source = configuration.file.profiles[name]?.keySource else { return Failure.storingKey }
    return "have the right key in \(source), where profile \(name) takes it from; for one run: \(Failure.keyForOneRun)"
  }

  /// Gives the engine of this run a profile, for which a key can be stored.
  var addingProfile: Guidance { .command(.profileAdd, "NAME", "--url", sourceURL, choosing: []) }
}

extension ConfigurationFile.Profile {
  /// What the profile itself names, in words; never the key, and not the line of a command, which can hold one.
  var keySource: String? {
    if let apiKeyFile { return "the file \(apiKeyFile) (api_key_file)" }
    if let apiKeyEnvironment { return "the variable \(apiKeyEnvironment) (api_key_env)" }
    return apiKeyCommand == nil ? nil : "what its api_key_command prints"
  }
}
