import HeanCore

/// An earlier look that a run shows instead of asking the engine.
struct OfflineLook: Sendable {
  var look: StoredLook
  /// When the run began, by this machine's clock.
  var now: Date

  /// How old it is (seconds).
  var age: TimeInterval { max(0, now.timeIntervalSince(look.at)) }
}

extension Session {
  /// The looks that are kept of this engine; `nil` for the practice engine of a run, which is always there, and where there
  /// is no state directory.
  var storedLooks: StoredLooks? {
    guard case .network = target.address,
      let folder = try? UserDirectories(environment: context.environment).state()
    else { return nil }
    return StoredLooks(folder: "\(folder)/engines/\(target.memoryName).looks", url: sourceURL)
  }

  /// Shows what the engine said last instead of asking it. Time stands at that look: what is shown is as it was then.
  /// - Throws: exit 4 when nothing is kept that is young enough.
  mutating func goOffline(_ name: StoredLook.Name) throws(Failure) {
    guard let looks = storedLooks else {
      throw Failure(
        .usage, "--offline is about an engine that may be gone, and the practice engine lives in each run of hean",
        nextStep: "leave it out")
    }
    let now = context.now()
    let (found, problems) = looks.latest(for: name)
    for problem in problems { warn("what the engine said before cannot be read: \(problem)") }
    guard let look = found else {
      throw Failure(
        .staleOrUnconfirmed,
        "nothing is kept of what the engine at \(sourceURL) said: no command has read it from here",
        nextStep: .query(.health))
    }
    let age = now.timeIntervalSince(look.at)
    guard age < StoredLooks.life else {
      throw Failure(
        .staleOrUnconfirmed,
        "what the engine at \(sourceURL) said last is \(Spans.text(age)) old, and says nothing any more after 24h",
        nextStep: .query(.health))
    }
    // A clock that was set back since makes the age unknown, and it could be anything.
    guard age > -Self.clockSlack else {
      throw Failure(
        .staleOrUnconfirmed,
        "what the engine at \(sourceURL) said last is dated \(timestamp(look.at)), which is to come",
        nextStep: "check this machine's clock, then: \(.query(.health))")
    }
    offline = OfflineLook(look: look, now: now)
    recorder = nil
    let moment = look.at
    context.now = { moment }
  }

  private static let clockSlack: TimeInterval = 5

  /// Keeps what this run has read, when it is due.
  func keepLook() {
    guard let looks = storedLooks, let look = recorder?.look(url: sourceURL) else { return }
    if let error = looks.keep(look, at: context.now()) { warn("what the engine said cannot be kept: \(error.message)") }
  }

  /// How to see what the engine said last, for a failure to reach it; `nil` when nothing is kept.
  func offlineAdvice(_ path: [String]) -> Guidance? {
    guard let name = recorder?.name, let look = storedLooks?.latest(for: name).look else { return nil }
    let age = context.now().timeIntervalSince(look.at)
    guard age >= 0, age < StoredLooks.life else { return nil }
    let words = path + ["--\(GlobalOptions.offline.name)"]
    return "what it said \(Spans.text(age)) ago: \(Guidance(.command(ConsoleCommand(words, named: path.count))))"
  }
}

/// `--offline` applies to commands whose answers are kept.
enum OfflineUse {
  /// - Parameter isVerb: whether the command changes the engine.
  static func requireKept(_ line: ParsedLine, by command: any Command.Type) throws(UsageError) {
    guard line[GlobalOptions.offline] else { return }
    let name = (["hean"] + line.path).joined(separator: " ")
    guard command.keeps != nil else {
      let isVerb = command.spec.options.contains { $0.name == OperationWords.preview }
      throw .contradiction(
        isVerb
          ? "--offline sends nothing, and '\(name)' changes the engine: what it said before is no ground for that"
          : "--offline does not apply to '\(name)': nothing of its answers is kept",
        nextStep: "leave it out")
    }
    guard let other = ["watch", "line"].first(where: { name in line.isGiven(Flag(name, help: "")) }) else { return }
    throw .contradiction(
      "--offline shows one earlier look, and --\(other) is about what is now", nextStep: "keep one of them")
  }
}

/// Words of the command line that verbs have.
private enum OperationWords { static let preview = "dry-run" }
