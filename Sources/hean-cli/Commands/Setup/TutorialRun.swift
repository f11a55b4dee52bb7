import HeanCore
import HeanPractice
import Synchronization

/// The tutorial on a terminal: tells a step, runs what is typed on the practice engine, and goes on when the step was done.
struct TutorialRun: Sendable {
  var session: Session
  /// The tutorial's own folder.
  var folder: String
  var file: StateFile<TutorialProgress>

  private static let seed: UInt64 = 7
  private static let mostColumns = 80

  func run() async throws -> ExitCode {
    guard try (file.load() ?? TutorialProgress()).next != nil else {
      try say("Every step was done. To begin again: \(.command(.tutorial, "--restart", choosing: []))")
      return .ok
    }
    try say(
      """
      This is practice: a simulated market inside this program, no engine, no money. Type what each step says; skip \
      passes over it, quit leaves, and the next time it goes on from here.
      """)
    while let step = (try file.load() ?? TutorialProgress()).next {
      guard try await take(step) else {
        try say("Left. To go on: \(.command(.tutorial, choosing: []))")
        return .ok
      }
      try file.change(from: TutorialProgress()) { _ = $0.done.insert(step.name) }
    }
    try say(
      """
      That was all. Other worlds: \(.command(.practiceScenarios, choosing: [])). With an engine of your own: \
      \(.command(.status, choosing: []))
      """)
    return .ok
  }

  /// - Returns: whether it was done or passed over; false when the operator leaves.
  private func take(_ step: TutorialStep) async throws -> Bool {
    try await prepare(step.world)
    let number = (TutorialStep.all.firstIndex { $0.name == step.name } ?? 0) + 1
    let title = "Step \(number) of \(TutorialStep.all.count): \(step.name)"
    try session.context.output.write("\n" + session.output.palette.paint(title, as: .strong) + "\n")
    try say(Guidance(step.why))
    while !Task.isCancelled {
      try say("Type: \(step.command)")
      try session.context.output.write("> ")
      guard let typed = try await session.context.input.readLine() else {
        try session.context.output.write("\n")
        return false
      }
      switch try reading(typed, in: step) {
      case .leave: return false
      case .skip: return true
      case .nothing: continue
      case .refused(let words): try say(words)
      case .run(let words, let isStep):
        let ran = await execute(words, in: step.world)
        guard isStep else { continue }
        if ran.code == step.exit, step.sign.map(ran.text.contains) ?? true {
          try session.context.output.write("\n" + session.output.palette.paint("Done.", as: .good) + "\n")
          try say(step.after)
          if let line = step.keepsake { try session.context.output.write("  " + CommandLines().text(line) + "\n") }
          return true
        }
        try say(Guidance(step.otherwise))
      }
    }
    return false
  }

  /// What a typed line asks for.
  private enum Reading {
    case nothing, skip, leave
    case refused(Guidance)
    case run([String], isStep: Bool)
  }

  private func reading(_ typed: String, in step: TutorialStep) throws -> Reading {
    var words: [String]
    do { words = try ShellWords.split(typed) } catch { return .refused("A quote has no end.") }
    if words.first == CommandTable.spec.name { words.removeFirst() }
    switch words {
    case []: return .nothing
    case ["skip"]: return .skip
    case ["quit"], ["exit"]: return .leave
    default: break
    }
    let line: ParsedLine
    do {
      line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(words)
    } catch {
      // The console says best what is wrong with it.
      return .run(words, isStep: false)
    }
    guard TargetFlags(line).words.isEmpty else {
      return .refused("Leave out what names an engine: here it is the practice engine of this step.")
    }
    if line.wantsHelp { return .run(words, isStep: false) }
    if line.path == step.path { return .run(words, isStep: true) }
    guard let type = CommandTable.command(at: line.path), let command = try? type.init(line), command.effect == .reads
    else { return .refused("Not in this step: only what reads can be tried besides.") }
    return .run(words, isStep: false)
  }

  /// Lets a new world run on before anybody looks at it.
  private func prepare(_ world: TutorialStep.World) async throws {
    let context = context(for: world)
    guard world.headStart > .zero,
      let path = try? PracticeWorld(choice(of: world).configuration(), in: context).file,
      (try? FileStatus.of(path)) == nil
    else { return }
    var earlier = context
    let now = context.now
    earlier.now = { now().addingTimeInterval(-TimeInterval(world.headStart.milliseconds) / 1_000) }
    earlier.output = Self.silent
    earlier.errors = Self.silent
    _ = await session.context.runLine?(["health"], earlier)
  }

  /// Runs a command line on the world.
  /// - Returns: how it ended, and what it wrote as one line without colours.
  private func execute(_ words: [String], in world: TutorialStep.World) async -> (code: ExitCode, text: String) {
    var context = context(for: world)
    let written = Mutex("")
    let output = session.context.output
    context.output.write = { text in
      written.withLock { $0 += text }
      try output.write(text)
    }
    context.output.writeBytes = { bytes in
      written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      try output.writeBytes(bytes)
    }
    let code = await session.context.runLine?(words, context) ?? .bug
    let text = Palette.unpainted(written.withLock { $0 })
    return (code, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// A context in which the practice world is the only engine: no profile, no variable and no state of real engines is
  /// in sight.
  private func context(for world: TutorialStep.World) -> Context {
    var context = session.context.nested
    context.environment = context.environment.filter { !$0.key.hasPrefix("HEAN_") }
    context.environment["XDG_STATE_HOME"] = folder + "/state"
    context.environment["XDG_CONFIG_HOME"] = folder + "/configuration"
    var target = session.target
    target.address = .practice(choice(of: world))
    target.keySource = nil
    // What is offered can be typed here as it is.
    target.flags = TargetFlags()
    context.target = target
    context.offersTutorial = false
    return context
  }

  private func choice(of world: TutorialStep.World) -> PracticeChoice {
    PracticeChoice(
      seed: Self.seed, scenario: Setting(world.scenario.rawValue, from: .default), speed: world.speed,
      quirks: world.quirks)
  }

  private static let silent = Sink(isTerminal: false, write: { _ in }, writeBytes: { _ in }, untilClosed: {})

  private func say(_ words: Guidance) throws {
    let width = min(session.width ?? Self.mostColumns, Self.mostColumns)
    let text = CommandLines().text(words)
    try session.context.output.write(HelpRenderer.wrap(text, indent: 0, width: width).joined(separator: "\n") + "\n")
  }
}
