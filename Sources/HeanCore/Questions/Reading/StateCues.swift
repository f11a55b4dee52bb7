/// What speaks for a topic when it is asked how something stands, or why it is so.
extension QuestionTopic {
  static let state = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "emergency", "killswitch trip|on|off|clear|active"]),
    (
      .mode,
      [
        "mode", "realmoney", "money at_stake|actual|real", "real money|trade|account|deal|thing|exchange",
        "live !alive !change !setting !price !feed money|account|trade|paper|testnet|real|mode", "paper", "testnet",
        "mainnet", "dryrun", "sandbox", "mainnet or|still", "it live|real", "play money",
        "live or !price !feed !data !tick",
        "go_live|be_live !change !setting !feed !price", "^live", "practice", "real",
      ]
    ),
    (
      .governor,
      [
        "be|still|in quarantine|softbrake|hardstop", "governor", "softbrake", "hardstop", "quarantine", "dailypause",
        "risk state|status|level|normal|governor",
        "normal !that", "breach|limit|over limit|threshold",
      ]
    ),
    (
      .strategy,
      [
        "$strategy on|off|enable|disable|run|active|alive|work|live|trade|up|idle|still",
        "strategy on|off|enable|disable|active|run|alive|which", "$strategy",
      ]
    ),
    (
      .prices,
      [
        "price fresh|stale|old|live|current|up|come|late|update|ok|delay|stuck|freeze|real", "feed",
        "data fresh|stale|old|live|come|current|ok|delay", "stale", "tick come|arrive|still", "fresh",
      ]
    ),
    (
      .position,
      [
        "flat", "long_or_short|short_or_long", "be in $symbol", "in $symbol", "be long|short",
        "have position|anything_open|open", "which_way|direction", "everything|all close|flat|gone",
        "left on book|exchange",
        "stop|stoploss trip|hit|work", "stop_out", "any|get open $symbol", "long|short open|any|have|left",
        "any open", "position open|in|have|any|still|close", "hold|holding",
        "still_in|still_open", "$symbol close|open|still", "anything open", "exposed", "open_position",
        "we|i|it long|short", "position",
      ]
    ),
    (
      .order,
      [
        "anything|something fill|execute", "buy|sell|order execute|fill|trigger|go_through",
        "order fill|go|happen|through|become|status|reject|cancel|still|stand|where|pass|work", "order",
        "my|the buy|sell fill|go|execute|through", "get fill", "$id",
      ]
    ),
    (
      .connection,
      [
        "engine not|down answer|respond|reply", "engine answer|respond", "server",
        "reach engine|exchange|server|it|you", "connect", "reach|reachable", "online|offline",
        "exchange|bybit|binance|api down|up|ok|reach|respond|alive|work|problem|issue",
        "server down|up|ok|respond|alive", "health|healthy", "respond", "websocket|stream|link down|ok|up",
        "outage|internet|network|wifi|apikey", "key expire|valid|work",
        "connection", "ping", "engine down", "down", "api",
      ]
    ),
    (
      .changes,
      [
        "restart", "change live|through|apply|effect|work|take", "intervention|manual",
        "happen", "what|anything new", "change", "miss",
        "sum_up|sum_me|handover", "anything break|happen|fail",
        "summary|summarize|recap|overview|update|report|briefing|digest", "since i|last",
        "go_on|been_up_to",
        "catch me up|up", "anything interesting|important|unusual|weird|strange|wrong", "news", "overnight|night",
        "while away|sleep|go|out", "panic",
      ]
    ),
    (
      .trading,
      [
        "entry|position|order|trade allow|permit|possible", "sitrep", "open new|more position|trade|entry", "trade",
        "how be engine|it|everything|thing",
        "be we ok|good|fine", "run", "alive|dead",
        "do something|anything|its_job|job", "work", "active|idle|asleep|awake|sleep", "status",
        "on|off|up engine|it|thing", "engine pause|stop|halt|start|stand|state|do|up|on|off|status|ok", "pause", "halt",
        "stop", "busy", "stuck", "everything ok", "engine", "hang", "state", "do it still", "block",
      ]
    ),
  ])

  static let why = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "emergency", "trip"]),
    (
      .governor,
      [
        "governor", "softbrake", "hardstop", "quarantine", "dailypause", "risk state|level|mode|brake", "brake",
        "size cut|small|smaller|reduce|half|halve|shrink",
      ]
    ),
    (.strategy, ["$strategy off|disable|inactive|idle|stop", "strategy off|disable|inactive|stop|idle", "disable"]),
    (
      .closed,
      [
        "be|get stop_out", "get_stop", "close !order", "stop_out", "get_stop_out|got_stop_out", "exit",
        "take_me_out|take_us_out|kick|throw_out", "fall my|our|the long|short|position", "fall_$symbol !price",
        "get_out|got_out", "close position", "position close|go|vanish|disappear|sell",
        "sell my|our|the|$symbol !order !not", "cut !size", "gone", "position not_there|miss|missing",
      ]
    ),
    (
      .refused,
      [
        "refuse", "reject", "order reject|refuse|block", "get_block|be_block", "block signal",
        "signal die|fail|not|drop|kill|ignore|skip",
        "turn_down", "say_not",
        "turn down", "pass not signal", "throw",
      ]
    ),
    (
      .order,
      [
        "order not|fill|cancel|sit|stuck|open|wait|hang|late|partial|miss|place|gone|disappear|expire",
        "fill not|slow|partial|bad|miss", "order", "cancel",
      ]
    ),
    (.drawdown, ["drawdown", "peak"]),
    (
      .loss,
      [
        "lose", "red", "down !shut !$strategy !trade !price", "minus|negative", "pnl", "profit", "make not money",
        "bad", "money", "equity|balance|account fall|low|shrink|less", "cost", "equity", "balance",
      ]
    ),
    (.prices, ["price", "stale", "feed", "data", "tick", "quote", "old"]),
    (
      .stopped,
      [
        "engine|it|everything stop|pause|halt|down|off|die|restart|shut", "pause", "halt", "^why stop !trade",
        "stop !trade !order !hardstop", "not_run", "be_down|go_down", "die|dead", "shut", "restart",
      ]
    ),
    (
      .trading,
      [
        "trade", "~not do|buy|sell|open|enter|take|happen|act|fire|move", "~do_not|not anything",
        "skip|ignore|miss|avoid $symbol|$strategy|it|trade",
        "~position not|in|no", "idle|quiet|still|stuck|sleep|freeze|silent|inactive|lazy", "~signal", "~$symbol",
        "happen", "~order not", "~not",
        "~wait", "~sit", "gate", "~flat", "~block", "~do nothing",
        "not_take|not_buy|not_open|not_enter|not_do|not_happen",
      ]
    ),
  ])
}
