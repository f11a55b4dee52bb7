import Foundation
import HeanCore

struct WhyCommand: Command {
  static let spec = CommandSpec(
    name: "why", summary: "Why is it not trading?",
    discussion: """
      Asks every gate on a signal's way in order, from the engine's state to rejected orders, each with its evidence. \
      The first closed gate is the answer. With --exit-code: 0 nothing is closed, 3 blocked, 4 not enough answered to tell.
      """,
    examples: [
      Example("hean why", "the answer, gate by gate"),
      Example("hean why --exit-code || alert", "in a script: 0 nothing closed, 3 blocked, 4 unknown"),
      Example("hean why --json | jq .data.summary", "one sentence"),
    ],
    options: [Options.exitCode])

  var wantsExitCode: Bool

  init(_ line: ParsedLine) { wantsExitCode = line.flag(Options.exitCode) }

  func run(_ session: Session) async throws -> Output {
    let observation = try await session.withEngine { engine in await engine.observe() }
    // When nothing at all answers there is nothing to diagnose: the engine is unreachable, with its own exit code.
    if case .failure(let error) = observation.ground.status, case .failure = observation.risk,
      case .failure = observation.health
    {
      throw error
    }
    let now = session.context.now()
    let diagnosis = Diagnosis(observation, now: now)
    var report = session.report("why", on: observation.ground, receivedAt: now)
    report.payload = .object(WhyFields.all, diagnosis)
    report.screen.ground(observation.ground, session)
    report.screen.verdict(diagnosis)
    report.screen.table(Table(fields: WhyFields.gates, rows: diagnosis.gates))
    report.screen.evidence(diagnosis)
    report.screen.steps(diagnosis.nextSteps)
    if wantsExitCode { report.exit = diagnosis.exitCode }
    return .report(report)
  }
}

extension Diagnosis {
  var exitCode: ExitCode {
    switch verdict {
    case .trading, .quiet: .ok
    case .blocked: .conditionFalse
    case .unknown: .staleOrUnconfirmed
    }
  }

  var style: Style {
    switch verdict {
    case .trading: .good
    case .quiet: .plain
    case .blocked: .bad
    case .unknown: .warning
    }
  }
}

extension Gate.State {
  var style: Style {
    switch self {
    case .open: .good
    case .narrowed, .unknown: .warning
    case .closed: .bad
    }
  }
}

/// How a diagnosis is named in JSON and drawn on a screen.
enum WhyFields {
  static let all: [Field<Diagnosis>] = [
    Field("verdict", "Verdict", "trading, quiet, blocked or unknown", priority: 1) { .string($0.verdict.rawValue) },
    Field("summary", "Summary", "one sentence", priority: 1) { .string($0.summary) },
    Field("decisive_gate", "Gate", "the first closed gate, or the first unanswered one", priority: 1) {
      .optional($0.decisive?.id.rawValue)
    },
    Field(
      "gates", "Gates", "every gate in order: gate, state, finding, evidence, age_seconds, since, next_step",
      priority: 1
    ) {
      .array($0.gates.map(gate))
    },
    Field("next_steps", "Next", "what to do, most urgent first", priority: 1) {
      .array($0.nextSteps.map { .string($0) })
    },
  ]

  static let gates: [Field<Gate>] = [
    Field("gate", "GATE", "stable name", priority: 100) {
      .string($0.id.rawValue)
    } cell: {
      Cell($0.id.rawValue.replacing("_", with: " "))
    },
    Field("state", "STATE", "open, narrowed, closed or unknown", priority: 100) {
      .string($0.state.rawValue)
    } cell: {
      Cell($0.state.rawValue.uppercased(), $0.state.style)
    },
    Field("finding", "FINDING", "what was seen", .wrapping, priority: 100) { .string($0.finding) },
    Field("age_seconds", "AGE", "of the evidence", .trailing, priority: 50) {
      .optional($0.age)
    } cell: { gate in
      Cell(gate.age.map { Spans.text($0) } ?? "", .faint)
    },
  ]

  private static func gate(_ gate: Gate) -> JSONValue {
    [
      "gate": .string(gate.id.rawValue),
      "state": .string(gate.state.rawValue),
      "finding": .string(gate.finding),
      "evidence": .array(gate.evidence.map { ["source": .string($0.source), "says": .string($0.says)] }),
      "age_seconds": .optional(gate.age),
      "since": .time(gate.since),
      "next_step": .optional(gate.nextStep),
    ]
  }
}
