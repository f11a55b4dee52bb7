import HeanCore

/// Whether what is sent can be recorded, tried now and then.
struct AuditTest: Sendable {
  let environment: [String: String]
  private var tried: (at: Duration, problem: String?)?

  private static let pace = Duration.seconds(30)
  /// Bytes that a night of records needs.
  private static let room: Int64 = 1 << 20

  init(environment: [String: String]) { self.environment = environment }

  /// Why it cannot; `nil` when it can.
  /// - Parameter elapsed: by a clock that is never set.
  mutating func problem(at elapsed: Duration) -> String? {
    if let tried, elapsed - tried.at < Self.pace { return tried.problem }
    let problem = find()
    tried = (elapsed, problem)
    return problem
  }

  private func find() -> String? {
    do {
      let log = try AuditLog(environment: environment)
      try log.test()
      let folder = PathParts.directory(of: log.path)
      let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize]
      if let free = free as? any BinaryInteger, Int64(clamping: free) < Self.room {
        return "the disk of \(folder) has less than 1 MB left: soon nothing can be recorded"
      }
      return nil
    } catch {
      return "the audit log cannot be written: \(Failure(error, url: "").message)"
    }
  }
}
