import HeanCore

/// What is kept of the tutorial between runs.
struct TutorialProgress: Codable, Equatable, Sendable {
  /// Names of the steps that were done.
  var done: Set<String> = []
  /// Names of those among them that were passed over.
  var skipped: Set<String>? = nil
  /// Where the time of its markets stands (`TutorialClock`).
  var stopped: Date?
  /// Whether a first run has offered the tutorial.
  var wasOffered = false

  /// The step that comes next; `nil` when all were done.
  var next: TutorialStep? { TutorialStep.all.first { !done.contains($0.name) } }

  /// - Parameter folder: the tutorial's own.
  static func file(in folder: String) -> StateFile<TutorialProgress> {
    StateFile(
      path: folder + "/progress.json", damage: "is damaged: it tells which steps of the tutorial were done",
      remedy: "remove it; the tutorial then begins again")
  }

  /// The tutorial's folder: its progress, and everything that its commands keep, apart from what is kept of real engines.
  static func folder(_ environment: [String: String]) throws(ConfigurationError) -> String {
    try UserDirectories(environment: environment).state() + "/tutorial"
  }
}
