import HeanCore

/// What a guard has sent by itself, in a file of the state directory. Where it cannot be read or written, nothing is sent.
struct PanicLedgerFile: Sendable {
  let path: String
  private static let limit = 1 << 20

  /// Changes the ledger as it is on disk at that time. The change is on the disk when this returns.
  /// - Throws: when it cannot be read or written.
  func change<Value>(_ body: (inout PanicLedger) -> Value) throws -> Value {
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
    return PanicLedgerFile(path: "\(folder)/guard/\(target.addressName).json")
  }
}
