import Foundation
import HeanCore

struct HealthCommand: Command {
  static let spec = CommandSpec(
    name: "health", summary: "Is the engine's process healthy?",
    discussion: """
      The engine calls itself healthy with a stopped engine and a tripped kill switch, so its word is shown beside \
      what the other endpoints say, and what blocks trading. With --exit-code: 0 when nothing stands against it, 3 when \
      something does: not running, a stop, old prices, a blocked or unknown verdict of 'hean why'.
      """,
    examples: [
      Example("hean health", "components, and what they leave out"),
      Example("hean health --exit-code", "as a probe"),
    ],
    options: [Options.exitCode])

  var wantsExitCode: Bool

  init(_ line: ParsedLine) { wantsExitCode = line.flag(Options.exitCode) }

  func run(_ session: Session) async throws -> Output {
    // The same parts as those of status and why, so that the three never disagree.
    let parts = Part.diagnosis().union(PositionsAnswer.parts()).union([Part(.readiness)])
    let observation = try await session.withEngine { engine in
      await engine.snapshot(of: parts, now: session.context.now)
    }
    let isReady = observation[.readiness].value?.isReady
    let answer = try? PositionsAnswer(observation)
    let health = try observation.health.get()
    let diagnosis = session.diagnose(observation, now: session.context.now())
    let unproven = (answer.map { session.unprovenCloses($0) } ?? []).map { session.aim($0.words(session)) }
    let picture = HealthPicture(
      observation: observation, diagnosis: diagnosis, health: health.value,
      positions: answer.flatMap { $0.doubt == nil ? $0.positions.elements : nil }, unproven: unproven, isReady: isReady)
    var report = session.report("health", on: observation.context, receivedAt: health.receivedAt)
    report.payload = .object(HealthFields.all(session.commands), picture)
    report.screen.context(observation.context, session)
    report.screen.verdict(diagnosis)
    for problem in picture.problems where problem != diagnosis.summary {
      report.screen.line(Cell(problem, .warning))
    }
    // It must not send anybody back to where they are.
    let steps = picture.problems.isEmpty ? [] : diagnosis.nextSteps.filter { $0 != .query(.health) }
    report.screen.steps(picture.problems.isEmpty ? [] : Array(steps.prefix(1)) + [.query(.why)])
    report.screen.gap()
    report.screen.record(HealthFields.all(session.commands), picture)
    if wantsExitCode { report.exit = picture.problems.isEmpty ? .ok : .conditionFalse }
    return .report(report)
  }
}

struct HealthPicture: Sendable {
  var observation: EngineSnapshot
  var diagnosis: Diagnosis
  var health: Health
  /// `nil` when they are not known.
  var positions: [Position]?
  /// Closes sent from here that nothing has proved.
  var unproven: [String] = []
  var isReady: Bool?

  private var truth: KillSwitchTruth { observation.killSwitchTruth }

  /// What stands against "healthy", whatever the engine calls itself.
  var problems: [String] {
    var found: [String] = []
    // What blocks trading, in the words of the diagnosis.
    if [.blocked, .unknown].contains(diagnosis.verdict) { found.append(diagnosis.summary) }
    func isSaid(_ id: Gate.ID) -> Bool { !found.isEmpty && diagnosis.decisive?.id == id }
    if observation.isRunning != true, !isSaid(.engine) {
      found.append("The engine is \(observation.engine?.state.word ?? "not known"), whatever 'status' says.")
    }
    if observation.isRunning == true { found += gates.filter { !isSaid($0.id) }.map(Self.sentence) }
    let basis = StopBasis.killSwitch(
      observation.killSwitch.value, observation.equityTruth)
    if let words = basis?.words, !found.contains(where: { $0.contains(words) }) {
      found.append("The kill switch \(words).")
    }
    switch truth.verdict {
    case .emergency where observation.isRunning != true:
      found.append("The emergency stop was used; an engine that is started after it takes signals again.")
    // What a running engine says stands among its gates, and that it does not run above.
    case .emergency, .triggered, .contradiction, .unknown, .clear, .notRunning: break
    }
    if truth.isEmergencyOver {
      found.append("/health shows an emergency stop from before this engine was started; it stops nothing any more.")
    }
    if observation.mode == .paperFallback, !isSaid(.mode) { found.append("The engine is \(observation.mode.meaning).") }
    let beyond = (positions ?? []).filter { !$0.breachedLevels.isEmpty }.map(\.symbol)
    if observation.isRunning == true, !beyond.isEmpty {
      found.append("The price is beyond stop or target, and still open: \(beyond.joined(separator: ", ")).")
    }
    found += unproven
    let fine: Set<String> = ["healthy", "connected", "running", "normal", "not_configured", "not_initialized"]
    for part in health.components where part.name != "engine" && part.name != "killswitch" {
      if let status = part.status, !fine.contains(status.lowercased()) { found.append("\(part.name) is \(status).") }
    }
    if isReady == false, observation.isRunning == true { found.append("/ready says not ready.") }
    return found
  }

  private static func sentence(_ gate: Gate) -> String {
    // The name of a field stays as it is.
    let first = gate.finding.prefix { $0 != " " }
    return (first.contains("_") ? gate.finding : gate.finding.sentenceStart) + "."
  }

  /// Gates that are about the engine itself, and not quite open.
  private var gates: [Gate] {
    let ids: Set<Gate.ID> = [.marketData, .killSwitch, .latch, .governor, .fills]
    return diagnosis.gates.filter { gate in
      guard ids.contains(gate.id) else { return false }
      return gate.state == .closed || gate.state == .unknown || gate.state == .narrowed
    }
  }
}

enum HealthFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<HealthPicture>] {
    [

      Field("status", "Says of itself", "the engine's own word, not to be relied on", priority: 1) {
        .optional($0.health.status)
      },
      Field("ok", "Seen", "whether nothing stands against it", priority: 1) {
        .bool($0.problems.isEmpty)
      } cell: {
        $0.problems.isEmpty ? Cell("no problem", .good) : Cell("\($0.problems.count) problem(s)", .bad)
      },
      Field("engine_state", "Engine", "from /engine/status", priority: 1) {
        .optional($0.observation.engine?.state.word)
      } cell: {
        Cell.engine($0.observation.engine)
      },
      Field("verdict", "", "as of 'hean why': trading, quiet, holding, waiting, blocked or unknown", priority: 0) {
        .string($0.diagnosis.verdict.rawValue)
      },
      Field("ready", "Ready", "from /ready", priority: 1) {
        .optional($0.isReady)
      } cell: {
        Cell.flag($0.isReady)
      },
      Field("emergency_stop", "Emergency stop", "used since the process started", priority: 1) {
        .optional($0.health.isEmergencyStopped)
      } cell: {
        Cell.flag($0.health.isEmergencyStopped, bad: true)
      },
      Field("components", "Components", "name and status of each", priority: 1) { picture in
        .object(
          Dictionary(picture.health.components.map { ($0.name, JSONValue.optional($0.status)) }) { first, _ in first })
      } cell: { picture in
        Cell(picture.health.components.map { "\($0.name) \($0.status ?? "?")" }.joined(separator: ", "))
      },
      Field("problems", "", "what stands against healthy", priority: 0) { .array($0.problems.map { .string($0) }) },
      Field("next_steps", "", "what to do, most urgent first", priority: 0) {
        .array($0.diagnosis.nextSteps.map { .string(commands($0)) })
      },
      .moment("engine_time", "Engine time", "the engine's clock", priority: 0) { $0.health.timestamp },
    ]
  }
}
