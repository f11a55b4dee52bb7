import HeanCore

/// What a guard has sent, while it watches: what the disk does not take is kept here until it does, so that nothing is sent
/// twice and nothing is left out for good.
actor PanicDesk {
  private let file: StateFile<PanicLedger>
  /// As it was last.
  private var known = PanicLedger()
  /// What the disk did not take.
  private var pending: PanicLedger?
  /// Alerts for which it was said that nothing is sent, whatever the disk says.
  private var refused: Set<String> = []
  private var delays = 0
  private var nextTry = Duration.zero

  init(_ file: StateFile<PanicLedger>) { self.file = file }

  /// Notes that a panic is about to be sent, when it may be. The note is on the disk when this returns.
  /// - Throws: when the ledger cannot be read or written.
  func claim(_ incident: String, most: Int, at now: Date) throws -> PanicLedger.Ruling {
    do {
      let ruling = try change { ledger -> PanicLedger.Ruling in
        let ruling = ledger.ruling(on: incident, most: most, at: now)
        switch ruling {
        case .free: ledger.begin(incident, at: now)
        case .spent: ledger.leaveOut(incident, at: now)
        // A write can fail after it has reached the disk.
        case .done(let entry) where entry.isSent && entry.ending == nil && refused.contains(incident):
          return PanicLedger.Ruling.free
        case .done: break
        }
        return ruling
      }
      refused.remove(incident)
      return ruling
    } catch {
      refused.insert(incident)
      throw error
    }
  }

  /// Notes what became of one.
  /// - Returns: why that is not on the disk; it is tried again with the next note.
  func note(_ body: (inout PanicLedger) -> Void) -> (any Error)? {
    do {
      try change { body(&$0) }
      return nil
    } catch {
      var ledger = pending ?? known
      body(&ledger)
      pending = ledger
      return error
    }
  }

  /// Whether the next try was not put off beyond now.
  func mayTry(at elapsed: Duration) -> Bool { elapsed >= nextTry }

  /// Puts off the next try: by 5 s, 10 s, 20 s … a minute.
  func putOff(from elapsed: Duration) {
    nextTry = elapsed + .seconds(min(60, 5 << min(delays, 4)))
    delays += 1
  }

  private func change<Value>(_ body: (inout PanicLedger) -> Value) throws -> Value {
    let (ledger, value) = try file.change(from: PanicLedger()) { ledger in
      if let pending { ledger = pending }
      let value = body(&ledger)
      return (ledger, value)
    }
    (known, pending) = (ledger, nil)
    return value
  }
}

extension Session {
  /// What a guard of this engine has sent. Where it cannot be read or written, nothing is sent.
  /// - Throws: when there is no state directory.
  func panicLedger() throws -> StateFile<PanicLedger> {
    let folder = try UserDirectories(environment: context.environment).state()
    return StateFile(
      path: "\(folder)/guard/\(target.addressName).json", limit: 1 << 20,
      damage: "is damaged: how often the guard has acted cannot be read",
      remedy: "look into it and into the audit log, then move the file away")
  }
}
