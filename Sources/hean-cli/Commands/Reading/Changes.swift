import HeanCore

/// `hean changes`: what is different since the last look.
struct ChangesCommand: Command {
  static let effect = CommandEffect.changesMachine
  static var documents: [OutputDocument] {
    [OutputDocument(.diagnosis, "changes", ChangesFields.all(), .object)]
  }
  static let since = Option(
    "since", "TIME", .sinceLast, default: .last, help: "compare with: the last look, or 2h, 01:40, 2026-11-21")
  static let peek = Flag("peek", help: "do not take this look as the last one")
  static let spec = CommandSpec(
    name: "changes", aliases: ["diff"], summary: "What is different since the last look",
    discussion: """
      Positions first, then states, orders, equity, what this console sent, and settings. Each look is kept on this \
      machine, for each engine apart, up to a week: --since compares with the newest one that is so old. What is not \
      known in one of the two looks is told as such: a list that did not come closes nothing. Positions that a restart \
      of the engine took from its books are not closed either.
      """,
    examples: [
      Example("hean changes", "at the start of a shift"),
      Example("hean changes --since 8h --peek", "what happened in the night; the mark stays"),
      Example("hean changes --json | jq '.data.changes[].message'", "in a script"),
    ], options: [since, peek])

  var since: SinceLast
  var isPeek: Bool
  /// It moves the mark from which the next run tells.
  var effect: CommandEffect { isPeek ? .reads : .changesMachine }

  init(_ line: ParsedLine) throws(UsageError) {
    since = try line[Self.since]
    isPeek = line[Self.peek]
  }

  func run(_ session: Session) async throws -> Output {
    guard session.record == nil else {
      throw Failure(
        .usage, "this compares with the last look of now, and a record is shown",
        nextStep: "step from look to look instead")
    }
    let file = try session.looksFile()
    var moment: Date?
    if case .time(let typed) = since { moment = try session.moment(typed) }
    let before = try file.load().base(since: moment)
    let answer = try await session.askOnce(LookQuery { session.pastAttempts(on: $0) })
    session.context.workLimit.end()
    var notes: [String] = []
    let changes = EngineChanges(
      from: before, to: answer.look, runs: session.runs(since: before?.at, missing: &notes))
    if !isPeek {
      do {
        try file.add(answer.look)
      } catch {
        notes.append(
          "this look could not be kept, so the next one is compared with the same: \(session.failure(error).message)")
      }
    }
    let view = ChangesView(answer: answer, changes: changes, asked: moment, isKept: !isPeek)
    var report = view.report(session.viewpoint)
    report.notes += notes
    return .report(report)
  }
}

extension Session {
  /// The looks at this engine.
  /// - Throws: when there is no state directory.
  fileprivate func looksFile() throws -> KeptLooksFile {
    let folder = try UserDirectories(environment: context.environment).state()
    return KeptLooksFile(path: "\(folder)/looks/\(target.memoryName).json")
  }

  /// What this console sent to this engine since a time.
  fileprivate func runs(since moment: Date?, missing: inout [String]) -> [AuditRun] {
    guard let moment else { return [] }
    do {
      let read = try AuditLog(environment: context.environment).runs()
      if !read.missing.isEmpty { missing.append("not read of the audit log: \(read.missing.joined(separator: ", "))") }
      return read.runs.filter { run in run.isAbout(self) && run.time.map { $0 > moment } ?? false }
    } catch {
      missing.append("what was sent from here is not known: \(failure(error).message)")
      return []
    }
  }
}
