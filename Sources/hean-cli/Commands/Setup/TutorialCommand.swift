import HeanCore

struct TutorialCommand: Command {
  static let scope = CommandScope.practice
  static let effect = CommandEffect.changesMachine
  static var documents: [OutputDocument] { [OutputDocument(.console, "tutorial", fields)] }
  static let restart = Flag("restart", help: "begin again, with fresh markets")
  static let list = Flag("list", help: "list the steps and what was done, and end")
  static let spec = CommandSpec(
    name: "tutorial", summary: "Ten minutes in the practice engine: look, protect, ask why, prove",
    discussion: """
      Each step says what to type and why, runs it on the built-in practice engine, and looks whether it was done. No real \
      engine is asked, whatever a profile or a variable names, and nothing is added to your audit log. It goes on where it was \
      left. Commands that only read can be tried in between; skip passes over a step, quit or Ctrl-D leaves. Without a terminal the \
      steps are listed.
      """,
    examples: [
      Example("hean tutorial", "begin, or go on"),
      Example("hean tutorial --restart", "from the first step"),
    ],
    options: [restart, list])

  /// A step, and whether it was done.
  struct Row: Sendable {
    var step: TutorialStep
    var isDone: Bool
    var isSkipped: Bool

    init(_ step: TutorialStep, _ progress: TutorialProgress) {
      self.step = step
      isSkipped = progress.skipped?.contains(step.name) == true
      isDone = progress.done.contains(step.name) && !isSkipped
    }
  }

  static let fields: [Field<Row>] = [
    Field("step", "STEP", "name", priority: 100) { $0.step.name },
    Field(
      "done", "DONE", "whether it was done", priority: 90, value: { $0.isDone },
      cell: { Cell($0.isDone ? "yes" : $0.isSkipped ? "skipped" : "") }),
    Field("type", "TYPE", "the command to type there", .wrapping, priority: 100) {
      CommandLines().text($0.step.command)
    },
    Field("why", "WHY", "what it is for", .wrapping, priority: 80) { $0.step.why },
  ]

  var startsAnew: Bool
  var isList: Bool

  init(_ line: ParsedLine) {
    startsAnew = line[Self.restart]
    isList = line[Self.list]
  }

  func run(_ session: Session) async throws -> Output {
    let folder = try TutorialProgress.folder(session.context.environment)
    let file = TutorialProgress.file(in: folder)
    if startsAnew {
      if let refusal = session.context.input.refusal {
        throw Failure(
          .declined, "\(refusal), and to begin again forgets what was done: nothing was changed",
          nextStep: "on a terminal: \(.command(.tutorial, "--restart", choosing: []))")
      }
      try restart(file, in: folder)
    }
    let progress = try file.load() ?? TutorialProgress()
    let context = session.context
    let isPlayable = context.input.refusal == nil && context.output.isTerminal
    guard !isList, session.output.format == .table, isPlayable else {
      var report = session.localReport("tutorial")
      report.holdsAmounts = false
      report.list(Self.fields, TutorialStep.all.map { Row($0, progress) })
      report.screen.hint("\(isPlayable ? "to play it" : "on a terminal"): \(.command(.tutorial, choosing: []))")
      return .report(report)
    }
    let clock = TutorialClock(now: context.now, stopped: progress.stopped)
    return .ended(try await TutorialRun(session: session, folder: folder, file: file, clock: clock).run())
  }

  private func restart(_ file: StateFile<TutorialProgress>, in folder: String) throws {
    for name in ["state", "configuration"] {
      let path = "\(folder)/\(name)"
      do {
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
      } catch {
        throw Failure(.cannotWrite, "the markets of the tutorial in \"\(path)\" cannot be removed")
      }
    }
    try file.change(from: TutorialProgress()) { progress in
      progress.done = []
      progress.skipped = nil
      progress.stopped = nil
    }
  }
}
