import Foundation
import HeanCore

struct HealthCommand: Command {
  static let spec = CommandSpec(
    name: "health", summary: "Is the engine's process healthy?",
    discussion: """
      The engine calls itself healthy with a stopped engine and a tripped kill switch, so its word is shown beside \
      what the other endpoints say. With --exit-code: 0 healthy, running and not stopped by a kill switch, 3 not.
      """,
    examples: [
      Example("hean health", "components, and what they leave out"),
      Example("hean health --exit-code", "as a probe"),
    ],
    options: [Options.exitCode])

  var wantsExitCode: Bool

  init(_ line: ParsedLine) { wantsExitCode = line.flag(Options.exitCode) }

  func run(_ session: Session) async throws -> Output {
    let (ground, health, picture) = try await session.withEngine { engine in
      async let ground = engine.ground()
      async let readiness = engine.attempt(.readiness)
      async let killSwitch = engine.attempt(.killSwitch)
      async let risk = engine.attempt(.riskStatus)
      async let positions = engine.attempt(.positions)
      let health = await engine.attempt(.health)
      let whole = await ground
      let truth = await engine.killSwitchTruth(isRunning: whole.isRunning)
      let ready = try? await readiness.get().value.isReady
      let reading = try health.get()
      let equity = await EquityTruth(
        status: whole.isRunning == true ? whole.engine : nil, positions: try? positions.get().value.elements,
        risk: try? risk.get().value, mode: whole.mode)
      let basis = await StopBasis.killSwitch(try? killSwitch.get().value, equity)
      return (
        whole, reading,
        HealthPicture(ground: whole, health: reading.value, truth: truth, basis: basis, isReady: ready ?? nil)
      )
    }
    var report = session.report("health", on: ground, receivedAt: health.receivedAt)
    report.payload = .object(HealthFields.all, picture)
    report.screen.ground(ground, session)
    report.screen.record(HealthFields.all, picture)
    for problem in picture.problems { report.screen.line(Cell(problem, .warning)) }
    if !picture.problems.isEmpty { report.screen.hint("hean why") }
    if wantsExitCode { report.exit = picture.problems.isEmpty ? .ok : .conditionFalse }
    return .report(report)
  }
}

struct HealthPicture: Sendable {
  var ground: EngineGround
  var health: Health
  var truth: KillSwitchTruth
  /// What a tripped kill switch rests on.
  var basis: StopBasis?
  var isReady: Bool?

  /// What stands against "healthy", whatever the engine calls itself.
  var problems: [String] {
    var found: [String] = []
    if ground.isRunning != true {
      found.append("The engine is \(ground.engine?.state.word ?? "not known"), whatever 'status' says.")
    }
    switch truth.verdict {
    case .emergency:
      found.append(
        ground.isRunning == true
          ? "The emergency stop was used, and nothing shows that the engine was restarted since."
          : "The emergency stop was used; an engine that is started after it takes signals again.")
    case .triggered:
      let more = basis?.words.map { " It \($0)." } ?? ""
      found.append("The kill switch is tripped: \(truth.reasons.first ?? "no reason told").\(more)")
    case .contradiction: found.append("The sources about the kill switch contradict each other.")
    case .unknown:
      found.append("Whether the kill switch is clear is not told by \(truth.unanswered.joined(separator: ", ")).")
    // That it does not run stands above already.
    case .clear, .notRunning: break
    }
    if truth.isEmergencyOver {
      found.append("/health shows an emergency stop from before this engine was started; it stops nothing any more.")
    }
    if ground.mode == .paperFallback { found.append("The engine is \(ground.mode.meaning).") }
    let fine: Set<String> = ["healthy", "connected", "running", "normal", "not_configured", "not_initialized"]
    for part in health.components where part.name != "engine" && part.name != "killswitch" {
      if let status = part.status, !fine.contains(status.lowercased()) { found.append("\(part.name) is \(status).") }
    }
    if isReady == false, ground.isRunning == true { found.append("/ready says not ready.") }
    return found
  }
}

enum HealthFields {
  static let all: [Field<HealthPicture>] = [
    Field("status", "Says of itself", "the engine's own word, not to be relied on", priority: 1) {
      .optional($0.health.status)
    },
    Field("ok", "Seen", "whether nothing stands against it", priority: 1) {
      .bool($0.problems.isEmpty)
    } cell: {
      $0.problems.isEmpty ? Cell("no problem", .good) : Cell("\($0.problems.count) problem(s)", .bad)
    },
    Field("engine_state", "Engine", "from /engine/status", priority: 1) {
      .optional($0.ground.engine?.state.word)
    } cell: {
      Cell.engine($0.ground.engine)
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
    .moment("engine_time", "Engine time", "the engine's clock", priority: 0) { $0.health.timestamp },
  ]
}
