/// Every command of the console. A new one is a file and a line here.
enum CommandTable {
  static let root = CommandSpec(
    name: "hean", summary: "hean: the operator console of the HEAN trading engine",
    examples: [
      Example("hean status", "what is happening, why, and what to do next"),
      Example("hean why", "why is it not trading?"),
      Example("hean --practice status", "the same on a built-in practice engine"),
      Example("hean positions --json | jq .data", "for scripts"),
    ],
    subcommands: [
      StatusCommand.spec, WhyCommand.spec, TraceCommand.spec, FunnelCommand.spec, AskCommand.spec, ExplainCommand.spec,
      PositionsCommand.spec,
      OrdersCommand.spec, StrategiesCommand.spec,
      RiskCommand.spec, EngineCommand.spec, ConfigCommand.spec, PanicCommand.spec, AuditCommand.spec,
      WatchCommand.spec, WaitCommand.spec, SignalsCommand.spec, DecisionsCommand.spec, EventsCommand.spec,
      AccountCommand.spec, PnLCommand.spec, HealthCommand.spec, SettingsCommand.spec,
      PracticeCommand.spec, ProfileCommand.spec, LoginCommand.spec, VersionCommand.spec, HelpCommand.spec,
    ])

  private static let commands: [String: any Command.Type] = [
    "status": StatusCommand.self, "why": WhyCommand.self, "trace": TraceCommand.self, "funnel": FunnelCommand.self,
    "ask": AskCommand.self, "explain": ExplainCommand.self,
    "positions list": PositionsCommand.List.self, "positions show": PositionsCommand.Show.self,
    "orders list": OrdersCommand.List.self, "orders show": OrdersCommand.Show.self,
    "strategies list": StrategiesCommand.List.self, "strategies show": StrategiesCommand.Show.self,
    "positions close": PositionsCommand.Close.self, "positions close-all": PositionsCommand.CloseAll.self,
    "orders place": OrdersCommand.Place.self, "orders cancel": OrdersCommand.Cancel.self,
    "orders cancel-all": OrdersCommand.CancelAll.self, "orders test-roundtrip": OrdersCommand.TestRoundTrip.self,
    "strategies enable": StrategiesCommand.Enable.self, "strategies disable": StrategiesCommand.Disable.self,
    "strategies params": StrategiesCommand.Parameters.self, "strategies compare": StrategiesCommand.Compare.self,
    "risk status": RiskCommand.Status.self, "risk quarantine": RiskCommand.Quarantine.self,
    "risk limits show": RiskCommand.Limits.Show.self, "risk limits set": RiskCommand.Limits.Set.self,
    "risk governor show": RiskCommand.Governor.Show.self, "risk governor clear": RiskCommand.Governor.Clear.self,
    "risk killswitch show": RiskCommand.KillSwitch.Show.self,
    "risk killswitch reset": RiskCommand.KillSwitch.Reset.self,
    "risk killswitch trigger": RiskCommand.KillSwitch.Trigger.self,
    "engine start": EngineCommand.Start.self, "engine stop": EngineCommand.Stop.self,
    "engine pause": EngineCommand.Pause.self, "engine resume": EngineCommand.Resume.self,
    "engine restart": EngineCommand.Restart.self, "engine kill": EngineCommand.Kill.self,
    "engine lock-profit": EngineCommand.LockProfit.self, "engine reset-halt": EngineCommand.ResetHalt.self,
    "config get": ConfigCommand.Get.self, "config set": ConfigCommand.Set.self, "panic": PanicCommand.self,
    "audit list": AuditCommand.List.self, "audit show": AuditCommand.Show.self,
    "watch": WatchCommand.self, "wait": WaitCommand.self,
    "signals list": SignalsCommand.List.self, "signals watch": SignalsCommand.Watch.self,
    "decisions list": DecisionsCommand.List.self, "decisions watch": DecisionsCommand.Watch.self,
    "events list": EventsCommand.List.self, "events watch": EventsCommand.Watch.self,
    "account": AccountCommand.self, "pnl snapshot": PnLCommand.Snapshot.self, "health": HealthCommand.self,
    "settings": SettingsCommand.self,
    "practice serve": PracticeCommand.Serve.self, "practice reset": PracticeCommand.Reset.self,
    "practice scenarios": PracticeCommand.Scenarios.self, "practice quirks": PracticeCommand.Quirks.self,
    "practice faults": PracticeCommand.Faults.self,
    "profile list": ProfileCommand.List.self, "profile add": ProfileCommand.Add.self,
    "profile use": ProfileCommand.Use.self, "profile show": ProfileCommand.Show.self,
    "profile remove": ProfileCommand.Remove.self,
    "login": LoginCommand.self, "version": VersionCommand.self, "help": HelpCommand.self,
  ]

  static func command(at path: [String]) -> (any Command.Type)? { commands[path.joined(separator: " ")] }

  static func help(on spec: CommandSpec, path: [String]) -> String {
    HelpRenderer(globals: GlobalOptions.all).text(for: spec, path: path)
  }

  /// Help on the command that the words name.
  static func help(for words: [String]) throws(UsageError) -> String {
    var spec = root
    var path: [String] = []
    for (index, word) in words.enumerated() {
      guard let next = spec.subcommand(word) else {
        let known = spec.subcommands.map(\.name) + (index == 0 ? HelpTopic.all.map(\.name) : [])
        throw .unknownCommand(
          word, index: index + 1, path: path, nearest: Spelling.nearest(to: word, in: known),
          meant: MeantCommands.forWord(word, in: path, of: root))
      }
      spec = next
      path.append(next.name)
    }
    return help(on: spec, path: path)
  }
}
