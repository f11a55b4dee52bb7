import HeanCore

/// The right to record an engine, which one process has at a time.
struct RecordClaim: Sendable {
  typealias Holder = RecordStanding.Holder

  let folder: RecordFolder
  /// Where the right is noted, and locked beside it.
  private var path: String { folder.path + "/recorder" }
  /// Somebody who only looks whether the right is taken has it for a moment.
  private static let patience = Duration.seconds(1)

  private var file: StateFile<Holder> {
    StateFile(
      path: path, damage: "is damaged: who records cannot be read",
      remedy: "move the file away; nothing is lost by that")
  }

  /// Takes the right, until the value that is returned is gone.
  /// - Throws: exit 1 when another process has it.
  func take(by holder: Holder) async throws -> ExclusiveChange {
    try PrivateDirectory.make(folder.path)
    let claim: ExclusiveChange
    do {
      claim = try await ExclusiveChange.waited(for: path, deadline: Self.patience)
    } catch FileError.lockTimedOut {
      let other = try? file.load()
      throw Failure(
        .refused,
        "another process records this engine already\(other.map { " (pid \($0.pid))" } ?? ""): one does it at a time",
        nextStep: .command(.recordStatus))
    }
    try claim.whileHeld {
      try AtomicFile.write(try JSONEncoder().encode(holder), to: path, permissions: .ownerOnly, isDurable: false)
    }
    return claim
  }

  /// Who records now; `nil` when nobody does.
  func holder() throws -> Holder? {
    guard (try? FileStatus.of(folder.path).kind) == .directory, try ExclusiveChange.free(path) == nil else {
      return nil
    }
    return try file.load()
  }
}
