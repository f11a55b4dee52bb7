import HeanCore

/// How to give a key to the engine of this run.
extension Session {
  /// The failure for an error, with advice that fits the host and profile of this run.
  func failure(_ error: any Error) -> Failure {
    var failure = Failure(error, url: sourceURL)
    if failure.nextStep == Failure.storingKey { failure.nextStep = keyAdvice }
    if [.unreachable, .temporary].contains(failure.exit), let advice = offlineAdvice(path) {
      failure.nextStep = failure.exit == .unreachable ? "check that the engine runs there; " + advice : advice
    }
    // An engine that is down does not hide what it holds, where its exchange can be asked.
    if [.unreachable, .temporary].contains(failure.exit), offline == nil, case .success? = target.exchange {
      let look: Guidance = "what the exchange holds: \(.command(.exchangePositions))"
      failure.nextStep = failure.nextStep.map { "\($0); \(look)" } ?? look
    }
    // What an earlier look lacks is no mistake of the configuration.
    if offline != nil, failure.exit == .configuration { failure.exit = .staleOrUnconfirmed }
    return failure
  }

  /// `login` is suggested only for the engine that a profile names, and only when the profile names no other source of
  /// the key.
  var keyAdvice: Guidance {
    guard let name = target.profile else {
      return "give the key for this run with \(Failure.keyForOneRun), or name this engine: \(addingProfile)"
    }
    guard let source = configuration.file.profiles[name]?.keySource else { return Failure.storingKey }
    return "profile \(name) takes its key from \(source): correct it there; for one run: \(Failure.keyForOneRun)"
  }

  /// The command that adds a profile for the engine of this run, so that a key can be stored for it.
  var addingProfile: Guidance { .command(.profileAdd, "NAME", "--url", sourceURL, choosing: []) }
}

extension ConfigurationFile.Profile {
  /// The key source that the profile names, in words; never the key, and never the text of a command, which can contain
  /// one.
  var keySource: String? {
    let (file, variable, command) = (Settings.apiKeyFile, Settings.apiKeyEnvironment, Settings.apiKeyCommand)
    if let path = self[file] { return "the file \(path) (\(file.title))" }
    if let name = self[variable] { return "the variable \(name) (\(variable.title))" }
    return self[command] == nil ? nil : "the output of its \(command.title)"
  }
}
