import HeanCore

extension RiskCommand.KillSwitch {
  struct Reset: OperationCommand {
    static let spec = CommandSpec(
      name: "reset", summary: "Reset the kill switch, once its cause is gone",
      discussion: """
        Refused while the cause persists: the switch would trip again within ten seconds. After the reset hean waits \
        for a signal, because a hidden latch can still block trading; only a restart of the engine clears it.
        """,
      examples: [Example("hean risk killswitch reset --reason 'feed repaired'", "reset and see whether it helped")],
      options: [OperationOptions.force] + OperationOptions.all)

    var options: OperationOptions
    var isForced: Bool
    var operation: EngineOperation { .resetKillSwitch(isForced: isForced) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      isForced = line[OperationOptions.force]
      guard let reason = options.reason, !reason.allSatisfy(\.isWhitespace) else {
        throw .contradiction("a reset needs a reason, for the audit log", nextStep: "add --reason 'what was repaired'")
      }
    }
  }

  struct Trigger: OperationCommand {
    static let spec = CommandSpec(
      name: "trigger", summary: "Use the emergency stop: no new signal is accepted",
      discussion: """
        Positions and orders stay open; 'hean panic' closes them, too. A restart of the engine ends the halt; /health \
        shows it until there is a new engine process.
        """,
      examples: [Example("hean risk killswitch trigger --reason 'exchange misbehaves'", "stop new entries now")],
      options: OperationOptions.all)

    var options: OperationOptions
    var operation: EngineOperation { .triggerKillSwitch }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }
}

extension RiskCommand.Governor {
  struct Clear: OperationCommand {
    static let symbol = Option(
      "symbol", "SYMBOL", .text(.symbol), help: "release this symbol from quarantine only")
    static let spec = CommandSpec(
      name: "clear", summary: "Set the governor back to NORMAL",
      discussion: """
        Refused while drawdown is 10 % or more: the governor would enter the same state again at once. The engine \
        allows it only an hour after the governor changed. --force overrides both.
        """,
      examples: [
        Example("hean risk governor clear --force", "now, without waiting for the hour"),
        Example("hean risk governor clear --symbol BTCUSDT", "one symbol out of quarantine"),
      ],
      options: [symbol, OperationOptions.force] + OperationOptions.all)

    var options: OperationOptions
    var symbol: String?
    var isForced: Bool
    var operation: EngineOperation { .clearGovernor(symbol: symbol, isForced: isForced) }

    func resolved(_ session: Session) async throws -> Clear {
      guard let symbol else { return self }
      // The engine accepts any word as a symbol to quarantine, so any listed word must be accepted here to remove it.
      let listed = try await session.withEngine { engine in
        await engine.answer(to: .governor).value?.quarantinedSymbols ?? []
      }
      var verb = self
      if !listed.contains(symbol) { verb.symbol = try await session.symbol(symbol) }
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      symbol = try line[Self.symbol]
      isForced = line[OperationOptions.force]
    }
  }
}

extension RiskCommand {
  struct Quarantine: OperationCommand {
    static let name = Operand("SYMBOL", .text(.symbol), help: "e.g. BTCUSDT")
    static let spec = CommandSpec(
      name: "quarantine", summary: "Refuse new signals for one symbol",
      examples: [Example("hean risk quarantine DOGEUSDT", "until 'risk governor clear --symbol DOGEUSDT'")],
      options: OperationOptions.all, operands: [name])

    var options: OperationOptions
    var symbol: String
    var operation: EngineOperation { .quarantine(symbol, reason: options.reason ?? "MANUAL") }

    func resolved(_ session: Session) async throws -> Quarantine {
      var verb = self
      verb.symbol = try await session.symbol(symbol)
      return verb
    }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      symbol = try line[Self.name]
    }
  }
}

extension RiskCommand.Limits {
  struct Set: OperationCommand {
    static let pairs = Operand("KEY=VALUE", each: .assignment(.riskLimit), help: "a limit and its new value")
    static let spec = CommandSpec(
      name: "set", summary: "Change limits (dry run only)",
      discussion: "The engine enforces only max_open_positions.",
      examples: [Example("hean risk limits set max_open_positions=5", "fewer positions at once")],
      options: OperationOptions.all,
      operands: [pairs])

    var options: OperationOptions
    var values: [(key: String, text: String)]
    var operation: EngineOperation { .setLimits(values) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      values = try line.assignments(try line[Self.pairs])
    }
  }
}
