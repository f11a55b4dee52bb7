import HeanNetworking

/// The right to change one file, among all processes that ask for it in this way. It ends with the value.
///
/// A file that is read, changed and written back whole is replaced by another one, so the lock is on a file beside it.
/// Without it, of two processes that read the same content the second to write undoes what the first wrote.
final class ExclusiveChange: Sendable {
  private let lock: LockedFile

  /// Waits on this thread while another process holds the lock: for changes that take milliseconds.
  init(of path: String, deadline: Duration = .seconds(10)) throws(FileError) {
    lock = try LockedFile(path: Self.lockPath(path), permissions: .ownerOnly, deadline: deadline)
  }

  private init(_ lock: consuming LockedFile) { self.lock = lock }

  private static func lockPath(_ path: String) -> String { path + ".lock" }

  /// Waits without a thread, in real time, as other processes do: for changes that take as long as a command.
  /// - Throws: `FileError.lockTimedOut` when another process holds the lock until the deadline.
  static func waited(for path: String, deadline: Duration) async throws -> ExclusiveChange {
    let clock = ContinuousClock()
    let end = clock.now + deadline
    while true {
      if let change = try free(path) { return change }
      guard clock.now < end else { throw FileError.lockTimedOut(path: path, after: deadline) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The right, when no other process holds it now; else `nil`.
  static func free(_ path: String) throws(FileError) -> ExclusiveChange? {
    do throws(FileError) {
      return ExclusiveChange(
        try LockedFile(path: lockPath(path), permissions: .ownerOnly, deadline: .zero))
    } catch .lockTimedOut {
      return nil
    }
  }

  /// Runs the body; the lock is not released before its end.
  func whileHeld<Value>(_ body: () throws -> Value) rethrows -> Value { try lock.whileHeld(body) }
}
