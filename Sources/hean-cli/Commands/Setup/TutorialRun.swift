import HeanCore
import HeanPractice
import Synchronization

/// The tutorial on a terminal: tells a step, runs what is typed on the practice engine, and goes on when the step was done.
struct TutorialRun: Sendable {
  var session: Session
  /// The tutorial's own folder.
  var folder: String
  var file: StateFile<TutorialProgress>
  var clock: TutorialClock

  private static let seed: UInt64 = 7
  private static let mostColumns = 80

  func run() async throws -> ExitCode {
    guard try (file.load() ?? TutorialProgress()).next != nil else {
      let skipped = (try file.load()?.skipped ?? []).sorted()
      let passed = skipped.isEmpty ? "" : " or passed over (\(skipped.joined(separator: ", ")))"
      try say("Every step was done\(passed). To begin again: \(.command(.tutorial, "--restart", choosing: []))")
      return .ok
    }
    try say(
      """
      This is practice: a simulated market inside this program, no engine, no money. Its time stands still while you read. \
      Type what each step says; skip passes over it, quit leaves, and the next time it goes on from here.
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
      case .skip:
        try file.change(from: TutorialProgress()) { $0.skipped = ($0.skipped ?? []).union([step.name]) }
        return true
      case .nothing: continue
      case .clear: try session.context.output.write("\u{1B}[H\u{1B}[2J")
      case .refused(let words): try say(words)
      case .run(let words, let isStep):
        let ran = await execute(words, in: step.world)
        guard isStep else { continue }
        let isDone = ran.code == step.exit && step.sign.map(ran.text.contains) ?? true
        if isDone || step.others[ran.code] != nil {
          try session.context.output.write("\n" + session.output.palette.paint("Done.", as: .good) + "\n")
          try say(isDone ? step.after : step.others[ran.code] ?? step.after)
          if let line = step.keepsake { try session.context.output.write("  \(Self.schedule) \(program(in: line))\n") }
          return true
        }
        try say(
          Guidance(ran.code == .declined ? "You did not agree, so nothing was sent. Type it again." : step.otherwise))
        // A market that is not there yet gets there.
        clock.stop(later: 3)
      }
    }
    return false
  }

  /// What a typed line asks for.
  private enum Reading {
    case nothing, skip, leave, clear
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
    case ["clear"]: return .clear
    case let words where words.contains(where: { ["|", ">", ">>", "<", "&&", "||", ";", "&"].contains($0) }):
      return .refused("Here is no shell: one command of this program at a time.")
    case let words where Self.ofShells.contains(words[0]):
      return .refused("Only commands of this program run here; quit brings you back to your shell.")
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
    // As if it had begun that long ago.
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
    clock.goOn()
    let code = await session.context.runLine?(words, context) ?? .bug
    let stopped = clock.stop()
    _ = try? file.change(from: TutorialProgress()) { $0.stopped = stopped }
    let text = Palette.unpainted(written.withLock { $0 })
    return (code, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// A context in which the practice world is the only engine: no profile, no variable and no state of real engines is
  /// in sight.
  private func context(for world: TutorialStep.World) -> Context {
    var context = session.context.nested
    context.now = { [clock] in clock.time() }
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

  private static let schedule = "5 * * * *"
  private static let ofShells: Set<String> = [
    "ls", "cd", "cat", "pwd", "man", "vi", "nano", "less", "sudo", "bash", "sh",
  ]

  /// A line for cron, whose PATH is short: with the path of this program.
  private func program(in line: Guidance) -> String {
    let words = CommandLines().text(line)
    let name = CommandTable.spec.name
    guard let path = session.context.program(), words.hasPrefix(name + " ") else { return words }
    return ShellWord.quoted(path) + words.dropFirst(name.count)
  }

  private static let silent = Sink(isTerminal: false) { _ in }

  private func say(_ words: Guidance) throws {
    let width = min(session.width ?? Self.mostColumns, Self.mostColumns)
    let text = CommandLines().text(words)
    try session.context.output.write(HelpRenderer.wrap(text, indent: 0, width: width).joined(separator: "\n") + "\n")
  }
}
