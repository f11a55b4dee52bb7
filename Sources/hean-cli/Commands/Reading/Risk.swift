import Foundation
import HeanCore

enum RiskCommand {
  static let spec = CommandSpec(
    name: "risk", summary: "Kill switch, governor, drawdown and limits",
    examples: [
      Example("hean risk", "all of it on one screen"),
      Example("hean risk killswitch", "what three endpoints say about the kill switches"),
      Example("hean risk status --json | jq .data.risk_state", "the governor's state, for a script"),
    ],
    subcommands: [Status.spec, Limits.spec, Governor.spec, KillSwitch.spec, Quarantine.spec],
    defaultSubcommand: "status")

  struct Status: Command {
    static let spec = CommandSpec(
      name: "status", summary: "Risk on one screen",
      examples: [Example("hean risk status", "governor, kill switch and drawdown")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let picture = try await session.withEngine { engine in
        try RiskPicture(await engine.snapshot(of: RiskPicture.parts, now: session.context.now))
      }
      let fields = RiskFields.status
      var report = session.report("risk", version: 2, on: picture.ground.context, receivedAt: picture.receivedAt)
      report.payload = .object(fields, picture)
      report.screen.context(picture.ground.context, session)
      report.screen.record(fields, picture)
      if picture.ground.isRunning == true, let next = picture.distanceText { report.screen.line(Cell(next)) }
      for words in picture.basisWords { report.screen.line(Cell(words, .warning)) }
      if picture.truth.verdict != .clear { report.screen.hint("hean risk killswitch") }
      if picture.governorState?.word != RiskState.normal.word { report.screen.hint("hean risk governor") }
      report.notes += picture.notes
      return .report(report)
    }
  }

  enum Limits {
    static let spec = CommandSpec(
      name: "limits", summary: "Limits, and which of them the engine enforces",
      examples: [Example("hean risk limits", "limits with their effect")],
      subcommands: [Show.spec, Set.spec], defaultSubcommand: "show")
  }

  enum Governor {
    static let spec = CommandSpec(
      name: "governor", aliases: ["gov"], summary: "The governor: state, drawdown, what clears it",
      examples: [Example("hean risk governor", "state and the distance to the next one")],
      subcommands: [Show.spec, Clear.spec], defaultSubcommand: "show")
  }

  enum KillSwitch {
    static let spec = CommandSpec(
      name: "killswitch", aliases: ["kill-switch", "ks"], summary: "The kill switches: show, reset, trigger",
      examples: [
        Example("hean risk killswitch", "what three endpoints say about it"),
        Example("hean risk killswitch reset --reason 'feed repaired'", "once the cause is gone"),
      ],
      subcommands: [Show.spec, Reset.spec, Trigger.spec], defaultSubcommand: "show")
  }
}

extension RiskCommand.Limits {
  struct Show: Command {
    static let spec = CommandSpec(
      name: "show", aliases: ["list"], summary: "Show the limits and what they do",
      examples: [Example("hean risk limits show", "limits with their effect")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let ground = try await session.withEngine { engine in
        await engine.snapshot(of: [.engine, .limits], now: session.context.now)
      }
      let reading = try ground.limits.get()
      let fields = RiskFields.limits
      let rows = RiskFields.limitRows(reading.value)
      var report = session.report("risk_limits", on: ground.context, receivedAt: reading.receivedAt)
      report.payload = .list(fields, rows)
      report.screen.context(ground.context, session)
      report.screen.table(Table(fields: fields, rows: rows))
      report.screen.line(Cell("Only max_open_positions is enforced; the engine reads none of the others.", .warning))
      return .report(report)
    }
  }

}

extension RiskCommand.Governor {
  struct Show: Command {
    static let spec = CommandSpec(
      name: "show", aliases: ["status"], summary: "Show the governor's state and the distance to the next",
      examples: [Example("hean risk governor show", "state, drawdown, what clears it")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let (reading, picture) = try await session.withEngine { engine in
        let snapshot = await engine.snapshot(of: RiskPicture.parts, now: session.context.now)
        let picture = try RiskPicture(snapshot)
        return (try snapshot.governor.get(), picture)
      }
      let ground = picture.ground
      let fields = RiskFields.governor(
        isRunning: ground.isRunning, basis: picture.governorBasis, drawdown: picture.drawdown)
      var report = session.report("governor", on: ground.context, receivedAt: reading.receivedAt)
      report.payload = .object(fields, reading.value)
      report.screen.context(ground.context, session)
      report.screen.record(fields, reading.value)
      if ground.isRunning != true {
        report.screen.line(Cell("The engine says NORMAL here whenever it is not running; that is not shown.", .warning))
      } else if reading.value.frozenValue != nil {
        report.screen.line(Cell("'frozen' is the drawdown when the state changed; 'drawdown' is the live one."))
      }
      if let words = picture.governorBasis?.words { report.screen.line(Cell("The governor \(words).", .warning)) }
      return .report(report)
    }
  }

}

extension RiskCommand.KillSwitch {
  struct Show: Command {
    static let spec = CommandSpec(
      name: "show", aliases: ["status"], summary: "What three endpoints say about the kill switches",
      discussion: """
        The engine's own switch shows in /risk/killswitch/status and /risk/status, the emergency stop only in /health. \
        A latch behind both shows nowhere: 'hean why' infers it from decisions.
        """,
      examples: [Example("hean risk killswitch --exit-code", "exit 3 when something has tripped")],
      options: [Options.exitCode])

    var wantsExitCode: Bool

    init(_ line: ParsedLine) { wantsExitCode = line.flag(Options.exitCode) }

    func run(_ session: Session) async throws -> Output {
      let picture = try await session.withEngine { engine in
        try RiskPicture(await engine.snapshot(of: RiskPicture.parts, now: session.context.now))
      }
      let truth = picture.truth
      let fields = RiskFields.killSwitch
      var report = session.report("killswitch", on: picture.ground.context, receivedAt: picture.receivedAt)
      report.payload = .object(fields, picture)
      report.screen.context(picture.ground.context, session)
      report.screen.record(fields, picture)
      if let since = truth.triggeredAt { report.screen.line(Cell("Tripped at \(session.clock(since)).")) }
      if let words = picture.killSwitchBasis?.words {
        report.screen.line(Cell("The kill switch \(words).", .warning))
      }
      for line in truth.advice { report.screen.line(Cell(line, .warning)) }
      report.notes += picture.notes
      if wantsExitCode { report.exit = truth.exitCode }
      return .report(report)
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

  /// The verdict in words that cannot be taken for another.
  var words: String {
    switch verdict {
    case .clear: "clear"
    case .triggered: "TRIPPED"
    case .emergency: "EMERGENCY STOP used"
    case .contradiction: "CONTRADICTION between sources"
    case .notRunning: "not known (engine not running)"
    case .unknown: "not known"
    }
  }

  /// The same, when it tripped on a figure that was never true.
  func words(_ basis: StopBasis?) -> String {
    words + (basis?.verdict == .suspect && verdict == .triggered ? " on a bookkeeping figure" : "")
  }

  /// What the engine is known to do from here.
  var advice: [String] {
    switch verdict {
    case .clear:
      (stopTrading == true ? ["stop_trading is set; by itself it neither proves a halt nor causes one."] : [])
        + (isEmergencyOver
          ? ["/health shows an emergency stop from before this engine was started; it goes with the process."] : [])
    case .triggered:
      [
        "Open positions and orders stay; exits go on.",
        "After a reset a hidden latch can go on blocking until the engine restarts: check with 'hean why'.",
      ]
    case .emergency:
      [
        "An engine that is started or restarted after it takes signals again.",
        "/health goes on showing it until the engine's process restarts; /risk/killswitch/status never does.",
      ]
    case .contradiction:
      ["Take it as tripped until both sources agree."]
    case .notRunning:
      ["A stopped engine reports 'not triggered' whatever is true, so that is not shown."]
    case .unknown:
      ["Not told by \(unanswered.joined(separator: ", ")); 'clear' would say more than is known."]
    }
  }
}
