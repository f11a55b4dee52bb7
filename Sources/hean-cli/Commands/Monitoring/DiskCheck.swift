import HeanCore

/// Whether what hean writes on this machine has room, and is written.
struct DiskCheck: Sendable {
  let session: Session
  /// Why the audit log cannot be written; `nil` when it can.
  let auditProblem: String?

  init(session: Session) {
    self.session = session
    var test = AuditTest(environment: session.context.environment)
    auditProblem = test.problem(at: session.context.elapsed())
  }

  func finding() -> PartFinding {
    let environment = session.context.environment
    let folder: String
    do {
      folder = try UserDirectories(environment: environment).state()
    } catch {
      return PartFinding(.disk, .unknown, "the folder of hean's state is not known: \(session.failure(error).message)")
    }
    let room = DiskRoom(of: folder)
    var finding = PartFinding(.disk, .ok, "hean's state can be written")
    if let free = room?.free { finding.message += ", \(free.rounded(to: 1)) % of its disk is free" }
    finding.figures = [
      PluginFigure("disk_free", room?.free.rounded(to: 2), .percent, least: 0, most: 100),
      PluginFigure("disk_free_bytes", room.map { Decimal($0.freeBytes) }, .bytes, least: 0),
    ]
    if room == nil {
      finding.state = .unknown
      finding.message = "how much room there is for \(folder) is not known"
    }
    if let auditProblem {
      finding.state = .warning
      finding.message = auditProblem
      finding.nextStep = .query(.audit)
    }
    let now = session.context.now()
    do {
      let records = RecordFolder(state: folder, engine: session.target.memoryName)
      let isRunning = try RecordClaim(folder: records).holder() != nil
      try RecorderCheck(records, now: now)?.note(in: &finding, isRunning: isRunning, now: now)
    } catch {
      finding.state = .worst([finding.state, .unknown])
      finding.details.append("whether the recorder goes on is not known: \(session.failure(error).message)")
    }
    return finding
  }
}

extension DiskRoom {
  /// Percent (0-100) of the disk.
  fileprivate var free: Decimal { Decimal(freeBytes) / Decimal(allBytes) * 100 }
}
