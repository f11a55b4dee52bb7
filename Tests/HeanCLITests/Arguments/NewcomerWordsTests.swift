import Testing

@testable import HeanConsole

/// What newcomers type: each guess gets a command that exists, and runs nothing.
struct NewcomerWordsTests {
  @Test(arguments: [
    ("tail", "watch"), ("ping", "health"), ("init", "profile add"), ("logs", "events"), ("log", "events"),
    ("balance", "account"), ("stat", "status"), ("get positions", "positions"), ("describe", "positions show"),
    ("dashboard", "live"), ("update", "version"), ("setup", "profile add"), ("logout", "profile remove"),
    ("ps", "status"), ("assistant", "mcp"), ("man", "help commands"), ("get orders", "orders"), ("get", "status"),
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
    ("delete position btc", "positions close btc"), ("sell BTCUSDT", "positions close BTCUSDT"),
    ("rm BTCUSDT", "positions close BTCUSDT"), ("apply -f x", "config set"), ("trades today", "trades --since today"),
    ("trades yesterday", "trades --since yesterday"), ("list-strategies", "strategies"),
    ("fetchTicker btc", "market ticker btc"), ("fetch_ticker", "market ticker"), ("fetchPositions", "positions"),
    ("exit-all", "positions close-all"), ("cancelAllOrders", "orders cancel-all"), ("createOrder", "orders place"),
    ("systemctl status", "status"), ("shutdown now", "engine stop"), ("freeze", "engine pause"),
    ("safe-mode", "engine pause"), ("engine off", "engine stop"), ("engine status", "status"), ("panic now", "panic"),
    ("config view", "config get"), ("config use-context main", "profile use main"), ("revert", "audit list"),
    ("psql", "pnl history"), ("journalctl -u hean", "events"), ("what is open", "ask 'what is open'"),
    ("engine please stop", "engine stop"), ("close everything now", "positions close-all"),
    ("stop-trading", "engine pause"), ("positions delete btc", "positions close btc"),
    ("orders rm abc", "orders cancel abc"), ("getBalance", "account"), ("go flat", "positions close-all"),
    ("move stop 60000", "positions protect"),
    ("rollout undo", "audit list"), ("double down", "orders place"), ("gateway start", "doctor"), ("balnce", "account"),
    ("backtst", "analytics"),
    ("histroy", "trades"), ("kil", "engine kill"),
    ("puase", "engine pause"), ("resmue", "engine resume"), ("lgos", "events"), ("load_markets", "market symbols"),
    ("git status", "status"), ("compose up -d", "engine start"), ("systemctl restart hean", "engine restart"),
    ("market buy ETHUSDT 1", "orders place"), ("plot-profit", "analytics equity"), ("describe engine", "status"),
    ("select * from trades", "trades"), ("create_market_buy_order", "orders place"), ("new-config", "profile add"),
    ("help foo-bar-baz", ""),
    ("--help foo-bar-baz", ""), ("strategys --help", "strategy"), ("pnl", "account"),
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
    ("withdraw USDT 100", "moves no money"), ("set_leverage 10 BTC", "sets leverage"),
    ("backtest --timerange x", "practice market"), ("go live", "where the engine is started"),
    ("enable live trading", "where the engine is started"), ("exec -it x", "no shell"),
  ])
  func `what hean cannot do it says`(line: String, reason: String) async {
    let ran = await Console().run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(reason), "\(ran)")
  }

  @Test(arguments: [
    ("-V", "--version"), ("status --no-color", "--color never"), ("status --debug", "--verbose"),
    ("positions --sort-by pnl", "--sort"), ("trades --pair btc", "--symbol"), ("orders --desc", "--sort"),
    ("-c config.json status", "--profile"), ("trades --start 7d", "--since"),
    ("positions close --preview btc", "--dry-run"), ("orders --number 3", "--limit"), ("watch --filter x", "--jq"),
    ("--host x status", "--url"), ("orders --columns id", "--fields"),
  ])
  func `an option of another console is told by its name here`(line: String, meant: String) async {
    let ran = await Console().run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("Did you mean '\(meant)'?"), "\(ran)")
  }

  @Test(arguments: [
    ("positions --sort -pnl", "--sort=-pnl"), ("trades --since -0d", "--since=-0d"), ("orders -n -5x", "-n-5x"),
  ])
  func `a value that begins with a dash is told how it is written`(line: String, joined: String) async {
    let ran = await Console().run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.errors.contains("write it as \(joined)"), "\(ran)")
  }

  /// An option of another console that a command has not is not told.
  @Test(arguments: ["positions --limit 3", "positions close --interval 3 btc", "health --days 3"])
  func `no option is offered that the command does not take`(line: String) async {
    let ran = await Console().run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && !ran.errors.contains("Did you mean"), "\(ran)")
  }

  /// They begin with a name of hean, so that nobody needs to be told.
  @Test(arguments: ["top", "console", "st", "pos", "completion"])
  func `what many try first is another name`(word: String) {
    #expect(CommandTable.root.subcommand(word) != nil)
  }
}
