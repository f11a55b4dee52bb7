import HeanCore
import Synchronization

enum RiskCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "risk", summary: "Kill switch, governor, drawdown and limits",
    examples: [
      Example("hean risk", "all of it on one screen"),
      Example("hean risk killswitch", "what three endpoints say about the kill switches"),
      Example("hean risk status --json | jq .data.risk_state", "the governor's state, for a script"),
    ],
    habits: [
      "stop": ["risk killswitch trigger", "panic"], "halt": ["risk killswitch trigger", "panic"],
      "emergency": ["panic", "risk killswitch trigger"], "set": ["risk limits set"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Status.self, History.self, Limits.self, Governor.self, KillSwitch.self, Quarantine.self, WhatIf.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = Status.self

  struct Status: Command {
    static let effect = CommandEffect.reads
    static let prices = PriceUse.heeded
    static let keeps: StoredLook.Name? = .risk
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "risk", version: 2, RiskFields.status, .object, hasMoney: true)]
    }
    static let spec = CommandSpec(
      name: "status", summary: "Risk on one screen: ladder, drawdown with each threshold, limits, latch, lamps",
      discussion: """
        The governor as a ladder with the present state, the size factor of each and the way back; the drawdown as a bar \
        with every fall at which the engine brakes or stops, and how far each is away in points and USDT, by the engine's \
        own figures, by which it acts. The kill switch's are those that the engine tells now. Limits, the latch and the \
        lamps stand apart, each with its source. --watch tells each change of state as it happens.
        """,
      examples: [
        Example("hean risk status", "governor, kill switch and drawdown"),
        Example("hean risk --watch", "each change of state as it happens"),
      ], options: Watching.options + [RecordOptions.at])

    var watching: Watching?
    var record: RecordUse?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      watching = try Watching(line)
      record = try RecordOptions.moment(line)
    }

    func run(_ session: Session) async throws -> Output {
      let seen = SeenRisk()
      return try await Watching.run(watching, session) { engine in
        let judged = try await session.ask(JudgedQuery(RiskQuery()) { session.pastAttempts(on: $0) }, engine)
        let changes = watching == nil ? nil : seen.changes(to: judged.answer, at: session.context.now())
        var report = RiskView(judged: judged, changes: changes).report(session.viewpoint)
        if session.wantsStep, watching == nil {
          report.end(with: judged.judgement, nil, usual: .query(.why), in: session.path)
        }
        return report
      }
    }
  }

  enum Limits: CommandGroup {
    static let spec = CommandSpec(
      name: "limits", summary: "Limits, and which of them the engine enforces",
      examples: [Example("hean risk limits", "limits with their effect")])
    static let subcommands: [any CommandDeclaration.Type] = [Show.self, Set.self]
    static let defaultSubcommand: (any Command.Type)? = Show.self
  }

  enum Governor: CommandGroup {
    static let spec = CommandSpec(
      name: "governor", aliases: ["gov"], summary: "The governor: state, drawdown, what clears it",
      examples: [Example("hean risk governor", "state and the distance to the next one")])
    static let subcommands: [any CommandDeclaration.Type] = [Show.self, Clear.self]
    static let defaultSubcommand: (any Command.Type)? = Show.self
  }

  enum KillSwitch: CommandGroup {
    static let spec = CommandSpec(
      name: "killswitch", aliases: ["kill-switch", "ks"], summary: "The kill switches: show, reset, trigger",
      examples: [
        Example("hean risk killswitch", "what three endpoints say about it"),
        Example("hean risk killswitch reset --reason 'feed repaired'", "once the cause is gone"),
      ],
      habits: [
        "off": ["risk killswitch reset"], "clear": ["risk killswitch reset"], "disarm": ["risk killswitch reset"],
        "disengage": ["risk killswitch reset"], "release": ["risk killswitch reset"],
        "on": ["risk killswitch trigger"], "engage": ["risk killswitch trigger"], "arm": ["risk killswitch trigger"],
        "activate": ["risk killswitch trigger"], "fire": ["risk killswitch trigger"],
        "status": ["risk killswitch show"],
      ])
    static let subcommands: [any CommandDeclaration.Type] = [Show.self, Reset.self, Trigger.self]
    static let defaultSubcommand: (any Command.Type)? = Show.self
  }
}

/// The states of risk that a watch has seen, with the changes between its looks.
private final class SeenRisk: Sendable {
  private let seen = Mutex<(last: RiskAnswer?, changes: [RiskView.SeenChange])>((nil, []))

  /// All changes so far, the latest first.
  func changes(to answer: RiskAnswer, at now: Date) -> [RiskView.SeenChange] {
    seen.withLock { seen in
      if let last = seen.last { seen.changes = answer.changes(since: last, at: now) + seen.changes }
      seen.last = answer
      return seen.changes
    }
  }
}

extension RiskCommand.Limits {
  struct Show: QueryCommand {
    static let usualStep: Guidance? = .query(.risk)
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "risk_limits", line: "hean risk limits", RiskFields.limits)]
    }
    static let spec = CommandSpec(
      name: "show", aliases: ["list"], summary: "Show the limits and what they do",
      examples: [Example("hean risk limits show", "limits with their effect")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> RiskLimitsQuery { RiskLimitsQuery() }

    func report(_ answer: RiskLimitsQuery.Answer, _ session: Session) -> Report {
      LimitsView(answer: answer).report(session.viewpoint)
    }
  }
}

extension RiskCommand.Governor {
  struct Show: QueryCommand {
    static let usualStep: Guidance? = .query(.risk)
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "governor", line: "hean risk governor", RiskFields.governor(isRunning: nil), .object)]
    }
    static let spec = CommandSpec(
      name: "show", aliases: ["status"], summary: "Show the governor's state and the distance to the next",
      examples: [Example("hean risk governor show", "state, drawdown, what clears it")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> GovernorQuery { GovernorQuery() }

    func report(_ answer: GovernorQuery.Answer, _ session: Session) -> Report {
      GovernorView(answer: answer).report(session.viewpoint)
    }
  }
}

extension RiskCommand.KillSwitch {
  struct Show: QueryCommand {
    static let usualStep: Guidance? = .query(.risk)
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "killswitch", line: "hean risk killswitch", RiskFields.killSwitch, .object)]
    }
    static let spec = CommandSpec(
      name: "show", aliases: ["status"], summary: "What three endpoints say about the kill switches",
      discussion: """
        The engine's own switch shows in /risk/killswitch/status and /risk/status, the emergency stop only in /health. \
        A latch behind both shows in none of them: it is told by the engine's log, by its decisions, and by what this \
        console remembers of stops.
        """,
      examples: [Example("hean risk killswitch --exit-code", "exit 3 when something has tripped")],
      options: [Options.exitCode])

    var wantsExitCode: Bool

    init(_ line: ParsedLine) { wantsExitCode = line[Options.exitCode] }

    func query(_ session: Session) -> RiskQuery { RiskQuery() }

    func report(_ answer: RiskQuery.Answer, _ session: Session) -> Report {
      KillSwitchView(answer: answer, wantsExitCode: wantsExitCode).report(session.viewpoint)
    }
  }
}
