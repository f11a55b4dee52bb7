import HeanCore

/// How many verbs assistants have sent on a day, kept by user: servers that run side by side share it. Where it cannot be read
/// or written, nothing is sent.
struct VerbLedger: Sendable {
  private struct Day: Codable, Equatable {
    /// As 2026-11-21, in UTC.
    var day = ""
    var sent = 0
  }

  /// Verbs a day.
  var most: Int
  private let file: StateFile<Day>

  init(folder: String, most: Int) {
    self.most = most
    file = StateFile(
      path: "\(folder)/verbs.json", damage: "is damaged: how many verbs were sent today cannot be read, so none is",
      remedy: "move the file away")
  }

  /// Notes that one is about to be sent; the note is on the disk when this returns.
  /// - Throws: when there were enough, or it cannot be noted.
  func count(at now: Date) throws {
    let today = String(EngineTime.format(now).prefix(10))
    let most = most
    try file.change(from: Day()) { kept in
      // A clock that was put back does not free what was counted.
      guard kept.day <= today else {
        throw Failure(
          .declined, "the ledger of verbs is of \(kept.day), which is yet to come: nothing was sent",
          nextStep: "set the clock of this machine, or move the ledger away")
      }
      if kept.day < today { kept = Day(day: today) }
      guard kept.sent < most else {
        throw Failure(
          .declined, "assistants have sent \(kept.sent) verbs today, as many as are allowed: nothing was sent",
          nextStep: "a person sends it in a terminal")
      }
      kept.sent += 1
    }
  }
}
