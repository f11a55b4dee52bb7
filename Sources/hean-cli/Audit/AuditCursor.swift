import HeanCore

/// How far the audit log was told to one receiver, in a file of the state directory. Several processes may tell one
/// receiver: they share the file, and one at a time tells.
struct AuditCursor: Sendable {
  let path: String

  /// - Parameter name: of the receiver.
  init(_ name: String, environment: [String: String]) throws(ConfigurationError) {
    path = try UserDirectories(environment: environment).state() + "/audit-follow/\(name).json"
  }

  /// What was told last; `nil` when nothing was.
  /// - Throws: when the file cannot be read, or is damaged.
  func load() throws -> AuditPlace? {
    try StateFile<AuditPlace>(
      path: path, damage: "is damaged: how far the audit log was told cannot be read",
      remedy: "move the file away, and name with --since from when on to tell"
    ).load()
  }

  /// - Parameter isDurable: whether a power failure keeps it; without that it can bring an older place back, so that lines
  ///   are told twice, but none is left out.
  func keep(_ place: AuditPlace, isDurable: Bool) throws {
    try AtomicFile.write(try JSONEncoder().encode(place), to: path, permissions: .ownerOnly, isDurable: isDurable)
  }

  /// Runs the body while no other process tells this receiver.
  /// - Returns: `nil`, without having run it, when another one does.
  func whileFree<Value>(_ body: () throws -> Value) throws -> Value? {
    try PrivateDirectory.make(PathParts.directory(of: path))
    return try ExclusiveChange.free(path)?.whileHeld(body)
  }
}
