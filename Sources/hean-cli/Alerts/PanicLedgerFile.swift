import HeanCore

/// What a guard has sent by itself, in a file of the state directory. Where it cannot be read or written, nothing is sent.
struct PanicLedgerFile: Sendable {
  let path: String
  private static let limit = 1 << 20

  /// Notes that a panic is about to be sent, when it may be. The note is on the disk when this returns.
  /// - Throws: when the ledger cannot be read or written.
  func claim(_ incident: String, most: Int, at now: Date) throws -> PanicLedger.Ruling {
    try change { ledger in
      let ruling = ledger.ruling(on: incident, most: most, at: now)
      if ruling == .free { ledger.begin(incident, at: now) }
      return ruling
    }
  }

  /// Notes what became of one. Where that cannot be kept, it counts as one of which that is not known.
  func note(_ body: (inout PanicLedger) -> Void) { try? change { body(&$0) } }

  private func change<Value>(_ body: (inout PanicLedger) -> Value) throws -> Value {
    try PrivateDirectory.make(PathParts.directory(of: path))
    return try ExclusiveChange(of: path).whileHeld {
      let before = try load()
      var ledger = before
      let value = body(&ledger)
      if ledger != before {
        try AtomicFile.write(try JSONEncoder().encode(ledger), to: path, permissions: .ownerOnly)
      }
      return value
    }
  }

  /// - Throws: when it is there and cannot be read.
  func load() throws -> PanicLedger {
    let data: Data
    do throws(FileError) {
      data = try FileContents.read(path, limit: Self.limit).data
    } catch .notFound {
      return PanicLedger()
    }
    do {
      return try JSONDecoder().decode(PanicLedger.self, from: data)
    } catch {
      throw Failure(
        .configuration, "\"\(path)\" is damaged: how often the guard has acted cannot be read",
        nextStep: "look into it and into the audit log, then move the file away")
    }
  }
}

extension Session {
  /// What a guard of this engine has sent.
  /// - Throws: when there is no state directory.
  func panicLedger() throws -> PanicLedgerFile {
    let folder = try UserDirectories(environment: context.environment).state()
    return PanicLedgerFile(path: "\(folder)/guard/\(target.memoryName).json")
  }
}
