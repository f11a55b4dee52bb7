import HeanCore

/// How far the alerts of one engine are, in a file of the state directory: it outlives the process that watches, and other
/// consoles take note of alerts and silence them in it.
struct AlertFile: Sendable {
  let path: String
  /// Of the right to watch this engine.
  let claimPath: String

  private var file: StateFile<AlertBook> {
    StateFile(
      path: path, limit: 16 << 20,
      damage: "is damaged: what was told and what has to be delivered cannot be read",
      remedy: "move the file away; alerts that fire are told again then")
  }

  /// What the file says; a missing one is a new book.
  /// - Throws: when it cannot be read, or is damaged.
  func load() throws -> AlertBook { try file.load() ?? AlertBook() }

  /// Changes the book as it is on disk at that time. Another process that changes it waits.
  func update<Value>(_ change: (inout AlertBook) throws -> Value) throws -> Value {
    // That it has looked, and what it saw, may be lost with the power; what it has to tell may not.
    try file.change(from: AlertBook(), isDurable: { $0.essence != $1.essence }, change)
  }

  /// Puts a damaged file aside, so that watching goes on.
  /// - Returns: where it is now; `nil` when it is not damaged.
  func setAside() throws -> String? {
    do {
      _ = try load()
      return nil
    } catch let failure as Failure where failure.exit == .configuration {
      return try ExclusiveChange(of: path).whileHeld {
        let place = path + ".damaged"
        try? FileManager.default.removeItem(atPath: place)
        try FileManager.default.moveItem(atPath: path, toPath: place)
        return place
      }
    }
  }

  /// The right to watch, which one process has at a time.
  /// - Throws: exit 1 when another process has it.
  func claim() throws -> ExclusiveChange {
    try PrivateDirectory.make(PathParts.directory(of: path))
    guard let claim = try ExclusiveChange.free(claimPath) else {
      throw Failure(
        .refused, "another 'alert run' or 'guard' watches this engine already: two would tell everything twice",
        nextStep: .query(.alertList))
    }
    return claim
  }
}

extension Session {
  /// What somebody wants to be told of, and where.
  var alertSettings: DocumentStore<AlertSettings> { DocumentStore(environment: context.environment) }

  /// The alerts of this engine.
  /// - Throws: when there is no state directory.
  func alertFile() throws -> AlertFile {
    let folder = try UserDirectories(environment: context.environment).state()
    return AlertFile(
      path: "\(folder)/alerts/\(target.memoryName).json", claimPath: "\(folder)/alerts/\(target.addressName).run")
  }
}
