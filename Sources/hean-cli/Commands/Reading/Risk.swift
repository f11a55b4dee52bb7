import HeanCore

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

  struct Status: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "risk", version: 2, RiskFields.status, .object, hasMoney: true)]
    }
    static let spec = CommandSpec(
      name: "status", summary: "Risk on one screen",
      examples: [Example("hean risk status", "governor, kill switch and drawdown")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> JudgedQuery<RiskQuery> {
      JudgedQuery(RiskQuery()) { session.pastAttempts(on: $0) }
    }

    func report(_ judged: JudgedAnswer<RiskAnswer>, _ session: Session) -> Report {
      let answer = judged.answer
      let fields = RiskFields.status
      var report = session.report("risk", version: 2, on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, answer)
      report.money = JudgementFields.money(session.commands).object(judged.judgement.money)
      report.screen.context(answer.context, session)
      report.screen.money(judged.judgement.money)
      report.warn(of: judged.judgement.money.reasons, session)
      report.screen.steps(judged.judgement.steps.filter { $0.aim == .protect })
      report.screen.gap()
      report.screen.record(fields, answer)
      if answer.context.isRunning == true, let next = answer.distanceText { report.screen.line(Cell(next)) }
      for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
      if answer.killSwitch.verdict != .clear { report.screen.hint(.query(.killSwitch)) }
      if answer.governorState?.rawValue != RiskState.normal.rawValue { report.screen.hint(.query(.governor)) }
      report.notes += answer.missing
      return report
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
      ])
    static let subcommands: [any CommandDeclaration.Type] = [Show.self, Reset.self, Trigger.self]
    static let defaultSubcommand: (any Command.Type)? = Show.self
  }
}

extension RiskCommand.Limits {
  struct Show: QueryCommand {
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
      let fields = RiskFields.limits
      let rows = answer.limits
      var report = session.report("risk_limits", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .list(fields, rows)
      report.screen.context(answer.context, session)
      report.screen.table(Table(fields: fields, rows: rows))
      report.screen.line(Cell("Only max_open_positions is enforced; the engine reads none of the others.", .warning))
      return report
    }
  }

}

extension RiskCommand.Governor {
  struct Show: QueryCommand {
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
      let (context, governor) = (answer.risk.context, answer.governor)
      let fields = RiskFields.governor(
        isRunning: context.isRunning, basis: answer.risk.governorBasis, drawdown: answer.risk.drawdown)
      var report = session.report("governor", on: context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, governor)
      report.screen.context(context, session)
      report.screen.record(fields, governor)
      if context.isRunning != true {
        report.screen.line(Cell("The engine says NORMAL here whenever it is not running; that is not shown.", .warning))
      } else if governor.frozenValue != nil {
        report.screen.line(Cell("'frozen' is the drawdown when the state changed; 'drawdown' is the live one."))
      }
      if let words = answer.risk.governorBasis?.message { report.screen.line(Cell("The governor \(words).", .warning)) }
      return report
    }
  }

}

extension RiskCommand.KillSwitch {
  struct Show: QueryCommand {
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
      let truth = answer.killSwitch
      let fields = RiskFields.killSwitch
      var report = session.report("killswitch", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, answer)
      report.screen.context(answer.context, session)
      report.screen.record(fields, answer)
      if let since = truth.triggeredAt { report.screen.line(Cell("Tripped at \(session.timestamp(since)).")) }
      if let words = answer.killSwitchBasis?.message {
        report.screen.line(Cell("The kill switch \(words).", .warning))
      }
      for line in truth.advice { report.screen.sentence(Guidance(line), .warning) }
      report.notes += answer.missing
      if wantsExitCode { report.exit = truth.exitCode }
      return report
    }
  }
}

extension KillSwitchTruth {
  var exitCode: ExitCode {
    switch verdict {
    case .clear: .ok
    case .triggered, .emergency, .contradiction: .conditionFalse
    case .notRunning, .unknown: .staleOrUnconfirmed
    }
  }

  var style: Style {
    switch verdict {
    case .clear: .good
    case .triggered, .emergency, .contradiction: .bad
    case .notRunning, .unknown: .warning
    }
  }

  /// The verdict in unambiguous words.
  var message: String {
    switch verdict {
    case .clear: "clear"
    case .triggered: ScreenMark.tripped.rawValue
    case .emergency: "\(ScreenMark.emergencyStop.rawValue) used"
    case .contradiction: "\(ScreenMark.contradiction.rawValue) between sources"
    case .notRunning: "not known (engine not running)"
    case .unknown: "not known"
    }
  }

  /// The same, with a note when the stop was triggered by a bookkeeping figure that is probably wrong.
  func message(_ basis: StopBasis?) -> String {
    message + (basis?.verdict == .suspect && verdict == .triggered ? " on a bookkeeping figure" : "")
  }
}
