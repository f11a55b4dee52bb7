import Testing

@testable import HeanConsole

/// What newcomers type: each guess gets a command that exists, and runs nothing.
struct NewcomerWordsTests {
  @Test(arguments: [
    ("tail", "watch"), ("ping", "health"), ("init", "profile add"), ("logs", "events"), ("log", "events"),
    ("balance", "account"), ("stat", "status"), ("get positions", "positions"), ("describe", "positions show"),
    ("dashboard", "live"), ("update", "version"), ("setup", "profile add"), ("logout", "profile remove"),
    ("ps", "status"), ("mcp", "schema"), ("man", "help commands"), ("get orders", "orders"), ("get", "status"),
    ("list positions", "positions"), ("show trades", "trades"), ("ls", "positions"), ("balances", "account"),
    ("wallet", "account"), ("funds", "account"), ("profit", "account"), ("daily", "analytics calendar"),
    ("weekly", "analytics calendar"), ("performance", "analytics"), ("stats", "status"), ("count", "status"),
    ("forcesell", "positions close"), ("forceexit btc", "positions close"), ("forcebuy", "orders place"),
    ("stopentry", "engine pause"), ("stopbuy", "engine pause"), ("reload_config", "engine restart"),
    ("show_config", "config get"), ("whitelist", "watchlist"), ("blacklist", "risk quarantine"), ("locks", "risk"),
    ("backtesting", "analytics"), ("pairlist", "market symbols"), ("ticker", "market ticker"),
    ("price btc", "market ticker"), ("candles btc", "market candles"), ("ohlcv", "market candles"),
    ("symbols", "market symbols"), ("drawdown", "analytics drawdown"), ("sharpe", "analytics"),
    ("exposure", "portfolio"), ("leverage", "positions"), ("sl", "positions protect"), ("auth", "login"),
    ("auth login", "login"), ("apikey", "login"), ("whoami", "profile show"), ("switch main", "profile use"),
    ("context", "profile list"), ("env", "help environment"), ("demo", "practice"), ("paper", "practice"),
    ("daemon", "service"), ("cron", "service"), ("install", "service install"), ("notify", "alert"),
    ("telegram", "alert receiver add"), ("metrics", "exporter"), ("prometheus", "exporter"), ("nagios", "check"),
    ("backup", "trades export"), ("apply", "config set"), ("edit", "config set"), ("set", "config set"),
    ("create", "orders place"), ("delete", "orders cancel"), ("rm", "orders cancel"), ("drain", "engine pause"),
    ("uncordon", "engine resume"), ("rollout", "engine restart"), ("reboot", "engine restart"), ("up", "engine start"),
    ("down", "engine stop"), ("cluster-info", "health"), ("api-resources", "help commands"), ("usage", "help commands"),
    ("docs", "help commands"), ("quit", "help commands"), ("repl", "ask"), ("errors", "why"), ("monitor", "live"),
    ("follow", "watch"), ("stream", "watch"), ("history", "trades"), ("exit-codes", "help exit-codes"),
    ("conditions", "help conditions"), ("reasons", "help reasons"), ("metrics --json", "exporter"),
    ("help foo-bar-baz", ""), ("--help foo-bar-baz", ""), ("strategys --help", "strategy"), ("pnl", "account"),
  ])
  func `a guess is told what was meant, and nothing runs`(line: String, meant: String) async {
    let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty, "\(ran)")
    let isJSON = line.hasSuffix("--json")
    let commands = ran.errors.replacing("--practice ", with: "")
    #expect(
      commands.contains("hean " + meant) || commands.contains("'\(meant)'") || isJSON && commands.contains(meant),
      "\(ran)")
  }

  @Test(arguments: [
    ("-V", "--version"), ("status --no-color", "--color never"), ("status --debug", "--verbose"),
    ("positions --sort-by pnl", "--sort"), ("--host x status", "--url"), ("orders --columns id", "--fields"),
  ])
  func `an option of another console is told by its name here`(line: String, meant: String) async {
    let ran = await Console().run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("Did you mean '\(meant)'?"), "\(ran)")
  }

  /// They begin with a name of hean, so that nobody needs to be told.
  @Test(arguments: ["top", "console", "st", "pos", "completion"])
  func `what many try first is another name`(word: String) {
    #expect(CommandTable.root.subcommand(word) != nil)
  }
}
