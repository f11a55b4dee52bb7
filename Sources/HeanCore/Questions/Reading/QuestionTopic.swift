/// What a question is about when it does not ask for a metric. The raw values are stable and part of the output.
public enum QuestionTopic: String, Codable, Sendable, CaseIterable {
  // How something stands, and causes.
  case trading, mode, governor, strategy, prices, changes, position, order, connection, refused, closed, loss, stopped
  case drawdown, account, any
  case killSwitch = "kill_switch"
  // Operations and tasks.
  case start, stop, pause, resume, restart, protect, export, watch, connect
  case stopAll = "stop_all"
  case closePosition = "close_position"
  case cancelOrder = "cancel_order"
  case placeOrder = "place_order"
  case resetKillSwitch = "reset_kill_switch"
  case clearGovernor = "clear_governor"
  case enableStrategy = "enable_strategy"
  case disableStrategy = "disable_strategy"
  case changeSetting = "change_setting"
  case tradeAgain = "trade_again"
  case avoidSymbol = "avoid_symbol"
  case getPast = "get_past"
  // Events whose time is asked for.
  case trade, fill, signal, refusal, unblock, price, action, error
  // Assumptions.
  case move, stops, targets, close

  /// Name in a sentence: `kill switch`.
  public var label: String {
    switch self {
    case .tradeAgain: "trading again"
    case .stopAll: "stopping and closing everything"
    case .avoidSymbol: "keeping a symbol from being traded"
    case .getPast: "getting past a reason"
    case .resetKillSwitch: "reset of the kill switch"
    case .clearGovernor: "clearing the risk governor"
    case .governor: "risk governor"
    case .any: "any action"
    case .move: "prices move"
    case .stops: "stop losses are hit"
    case .targets: "take profits are hit"
    case .close: "positions are closed"
    default: rawValue.replacing("_", with: " ")
    }
  }
}

extension QuestionTopic {
  /// The topics that a frame can have, with what speaks for each.
  static func cues(_ frame: QuestionFrame) -> CueTable<QuestionTopic>? {
    switch frame {
    case .state: state
    case .why: why
    case .howTo: howTo
    case .safe: safe
    case .when: when
    case .who: who
    case .whatIf: whatIf
    default: nil
    }
  }

  private static let state = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "emergency", "killswitch trip|on|off|clear|active"]),
    (
      .mode,
      [
        "mode", "realmoney", "real money|trade|account|deal|thing|exchange",
        "live !alive !change !setting !price !feed money|account|trade|paper|testnet|real|mode", "paper", "testnet",
        "mainnet", "dryrun", "sandbox", "mainnet or|still", "it live|real", "play money", "live or",
        "go_live|be_live !change !setting !feed !price", "^live", "practice", "real",
      ]
    ),
    (
      .governor,
      [
        "governor", "softbrake", "hardstop", "quarantine", "dailypause", "risk state|status|level|normal|governor",
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
        "have position|anything_open|open", "position open|in|have|any|still|close", "hold|holding",
        "still_in|still_open", "$symbol close|open|still", "anything open", "exposed", "open_position",
        "we|i|it long|short", "position",
      ]
    ),
    (
      .order,
      [
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
        "connection", "ping", "engine down", "down", "api",
      ]
    ),
    (
      .changes,
      [
        "restart", "change live|through|apply|effect|work|take", "intervention|manual",
        "happen", "what|anything new", "change", "miss",
        "summary|summarize|recap|overview|update|report|briefing|digest", "since i|last", "go_on|been_up_to",
        "catch me up|up", "anything interesting|important|unusual|weird|strange|wrong", "news", "overnight|night",
        "while away|sleep|go|out", "panic",
      ]
    ),
    (
      .trading,
      [
        "trade", "how be engine|it|everything|thing", "be we ok|good|fine", "run", "alive|dead",
        "do something|anything|its_job|job", "work", "active|idle|asleep|awake|sleep", "status",
        "on|off|up engine|it|thing", "engine pause|stop|halt|start|stand|state|do|up|on|off|status|ok", "pause", "halt",
        "stop", "busy", "stuck", "everything ok", "engine", "hang", "state", "do it still", "block",
      ]
    ),
  ])

  private static let why = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "emergency", "trip"]),
    (
      .governor,
      ["governor", "softbrake", "hardstop", "quarantine", "dailypause", "risk state|level|mode|brake", "brake"]
    ),
    (.strategy, ["$strategy off|disable|inactive|on|idle|stop", "strategy off|disable|inactive|stop|idle", "disable"]),
    (
      .closed,
      [
        "be|get stop_out", "get_stop", "close !order", "stop_out", "get|got_stop_out", "exit", "stop_out",
        "get_out|got_out", "close position", "position close|go|vanish|disappear|sell",
        "sell|dump my|our|the|$symbol !order", "cut", "gone", "position not_there|miss|missing",
      ]
    ),
    (
      .refused,
      [
        "refuse", "reject", "block signal", "signal die|fail|not|drop|kill|ignore|skip", "turn_down", "say_not",
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

  private static let howTo = CueTable<QuestionTopic>([
    (
      .resetKillSwitch,
      [
        "reset killswitch", "killswitch reset|clear|off|disable|untrip|undo|rid|release|past|rearm|arm|unlock",
        "killswitch", "reset it|latch|trip", "reset", "rearm", "untrip", "emergency clear|reset|undo|over",
      ]
    ),
    (
      .clearGovernor,
      [
        "governor",
        "softbrake|hardstop|quarantine|dailypause clear|out|leave|lift|exit|get|remove|back|end|reset|release",
        "risk state|governor clear|reset|back|normal", "clear risk", "quarantine", "back_to normal", "normal",
      ]
    ),
    (
      .protect,
      [
        "stoploss", "takeprofit", "protect",
        "stop tight|tighten|move|set|put|add|raise|lower|place|change|adjust|trail|breakeven", "breakeven", "hedge",
        "trail", "secure profit|gain",
      ]
    ),
    (
      .avoidSymbol,
      [
        "prevent|keep|stop|block|ban from trade|buy|touch $symbol",
        "not|stop|avoid|exclude|block|ban|blacklist|keep|prevent trade|buy|sell|touch|enter|open|take $symbol",
        "avoid|exclude|ban|blacklist|ignore|leave|skip $symbol", "not touch|trade|buy $symbol", "stop trade $symbol",
        "blacklist|exclude|whitelist", "trade only not $symbol", "$symbol no_more|not_more|anymore",
        "stop it|engine buy|sell|trade|touch $symbol", "stop buy|sell $symbol",
      ]
    ),
    (.cancelOrder, ["cancel", "order remove|pull|delete|kill|withdraw|rid|drop|cancel|take_back|revoke|clean|clear"]),
    (
      .placeOrder,
      [
        "place", "manual|manually|hand order|buy|sell|trade|long|short", "put|send|enter|submit|make order|trade",
        "buy|sell|open|long|short !stop !close !avoid $symbol", "open position|long|short|trade",
        "order market|limit|new|test", "buy|sell !everything !all !stop !not",
      ]
    ),
    (
      .stopAll,
      [
        "stop|close|sell|exit|dump|kill|flatten|liquidate|cancel everything|all|every|whole|each|both !$symbol !order !save !export !store !write",
        "panic", "get_out|get_me_out|get_us_out|out !$symbol", "flatten", "flat !$symbol", "all_out|everything_off",
        "emergency", "pull_the_plug|plug", "abort", "close all position|open !save !export !write !close_trade",
        "stop close everything|all|position", "get me out", "kill engine|trade|it",
      ]
    ),
    (
      .closePosition,
      [
        "close !all !everything !not", "exit", "sell position|my|the", "get_out|get_rid|rid|out position|$symbol",
        "close position|long|short|$symbol", "stop $symbol|long|short|position !trade !buy !engine",
        "reduce|cut|half|halve|trim|unwind",
      ]
    ),
    (
      .disableStrategy,
      [
        "disable", "$strategy|strategy off|disable|stop|kill|mute|pause|remove|out|rid|shut|halt|deactivate",
        "turn off $strategy|strategy|it|one", "stop $strategy|strategy", "off !killswitch",
      ]
    ),
    (
      .enableStrategy,
      [
        "enable", "$strategy|strategy on|enable|start|resume|back|activate|run|again|reactivate",
        "turn on|back_on $strategy|strategy", "put|bring back $strategy|strategy",
      ]
    ),
    (
      .tradeAgain,
      [
        "trade again|back|resume|go|unblock|start", "unblock|unstick|fix|repair|solve|recover|revive|unfreeze", "again",
        "what do now|next|i|first", "make|get it|engine trade|work|run|go", "hardstop past|do|again|go", "next_step",
        "what do about", "what should|can|must|now|next do", "back_to trade|work",
      ]
    ),
    (
      .getPast,
      [
        "past|around|bypass|overcome|circumvent|beyond|through|rid $code|reason|refuse|code", "$code",
        "reason clear|past|around|fix|rid|solve|away",
      ]
    ),
    (
      .changeSetting,
      [
        "setting",
        "change|set|raise|increase|lower|reduce|adjust|limit|edit|tune|update leverage|max|limit|size|value|number|threshold|cap|timeframe|risk|param",
        "max", "limit", "tune", "change", "leverage",
      ]
    ),
    (.restart, ["restart", "bounce|cycle|relaunch"]),
    (.resume, ["resume", "continue", "pause lift|end|undo|off|leave|out|over|stop", "un_pause", "unhalt", "carry_on"]),
    (.pause, ["pause", "suspend|freeze|hold_off|break", "not new trade|position|entry", "stop new"]),
    (
      .start,
      [
        "start", "launch|boot|fire_up|bring_up|begin|get_going", "run engine", "switch engine on|enable",
        "enable engine|it|thing", "strategy engine",
      ]
    ),
    (.stop, ["stop", "shut|kill|shutdown|down", "halt", "turn engine off", "disable engine|it|thing", "end|quit"]),
    (
      .export,
      [
        "save|export|store|write|download trade|position|order|pnl|to|file", "export",
        "csv|json|file|excel|spreadsheet|disk|jq", "cron|schedule|scheduled|log_it",
        "save|dump|store|write|record|download", "every hour|minute|day", "report", "pipe|script", "snapshot",
      ]
    ),
    (
      .watch,
      [
        "ping|alert|notify|warn|tell_me me when|if", "watch", "live !money", "follow|monitor|stream|tail|track|observe",
        "real_time|realtime", "see|show event|happen|order|log|signal live|come", "alert|notify|notification|ping_me",
        "refresh", "dashboard", "wait", "keep_eye|eye",
      ]
    ),
    (
      .connect,
      [
        "apikey", "login", "connect", "point", "profile", "url|address|host|port",
        "another|other|remote|different|second engine|box|server|machine", "key",
        "set_up|setup|configure|install|password", "link engine|server|box|give", "password|token|credential|secret",
      ]
    ),
    (.strategy, ["strategy see|list|compare"]),
  ])

  private static let operations: [(QuestionTopic, [String])] = [
    (.resetKillSwitch, ["reset", "killswitch reset", "killswitch", "rearm", "untrip", "clear killswitch"]),
    (
      .clearGovernor,
      ["governor", "clear !killswitch", "quarantine clear|lift|out|release", "hardstop|softbrake clear|override|force"]
    ),
    (.stopAll, ["panic", "flatten", "close|sell|stop everything|all|every", "get_out", "liquidate all"]),
    (.closePosition, ["close", "exit", "sell !order", "close position|long|short|$symbol", "cut", "get_rid"]),
    (.cancelOrder, ["cancel", "order remove|pull|kill|delete"]),
    (.disableStrategy, ["disable", "$strategy|strategy off|disable|kill|stop|mute|pause", "off"]),
    (.enableStrategy, ["enable", "$strategy|strategy on|enable|start|activate|back|run|let|more", "turn on !engine"]),
    (
      .placeOrder,
      ["place", "order !cancel", "buy", "open !position_open !position", "manual trade|order", "sell order", "enter"]
    ),
    (.changeSetting, ["setting", "change", "leverage", "max|limit", "raise|lower|increase|reduce|adjust", "set"]),
    (.restart, ["restart", "bounce"]),
    (.resume, ["resume", "continue", "unhalt"]),
    (.pause, ["pause", "suspend"]),
    (.start, ["start", "launch", "turn on engine|it|again", "enable engine", "bring up|back", "run it|again"]),
    (.stop, ["stop", "shut|shutdown", "halt", "turn off engine|it", "kill", "disable engine"]),
  ]

  private static let safe = CueTable<QuestionTopic>(
    operations + [
      (
        .account,
        [
          "account|money|we|i|everything|position|all safe|ok|risk|good|fine|secure|danger|trouble|well",
          "be safe|ok|good|fine", "sleep", "worry|worried|concern|concerned|nervous|afraid|scare|panic_or", "danger",
          "safe", "ok", "risky", "risk", "trouble", "wrong", "leave it|alone|unattended", "good_shape|shape", "healthy",
          "blow", "problem", "vacation|away|go_out|weekend|night",
        ]
      )
    ])

  private static let who = CueTable<QuestionTopic>(
    operations + [
      (.stop, ["stop|halt|kill|shut engine|it|bot|us|trade", "take_down"]),
      (.stopAll, ["panic", "emergency", "hit_the_button|button"]),
      (.any, ["who", "last", "do|touch|change|log|play|mess|make", "what|which do", "anything"]),
    ])

  private static let when = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "trip", "emergency", "be|get halt"]),
    (
      .unblock,
      [
        "unblock", "will !$symbol", "again !last", "clear !be_the !last", "until|till", "resume trade|again|it|will",
        "when trade again|back|resume|next", "end cooldown|pause|quarantine|brake", "over", "back_to normal|trade",
        "lift", "expire", "unfreeze", "next trade|signal", "can trade|reset",
      ]
    ),
    (
      .governor,
      [
        "governor", "softbrake|hardstop|quarantine|dailypause",
        "howlong in|be softbrake|hardstop|quarantine|dailypause|brake", "risk state|level", "brake", "normal",
      ]
    ),
    (.refusal, ["refuse", "reject", "turn_down", "block signal|last", "say_not", "turn down"]),
    (.fill, ["fill", "execute"]),
    (.error, ["last error|exception|failure", "error", "go_wrong", "fail|exception"]),
    (.order, ["order"]),
    (
      .signal,
      ["signal", "$strategy last|send|fire|do|speak !trade !order !fill !refuse !reject", "send", "opportunity"]
    ),
    (
      .action,
      [
        "people|operator touch|do|change|last|action", "touch", "action|command|audit|intervention",
        "change setting|config|max|leverage|strategy", "setting", "reset|panic !last_trip", "enable|disable",
        "last human|manual|operator", "log_in|login", "pause", "intervene", "cancel",
      ]
    ),
    (.price, ["price", "tick", "feed", "quote", "data", "update", "fresh"]),
    (
      .position,
      [
        "position", "howlong $symbol|long|short|hold|open", "hold", "open $symbol|long|short|position|we|i|it !trade",
        "enter|buy|sell|get_in|get_into|into|go_long|go_short $symbol|long|short", "in $symbol|market|it",
        "$symbol open|long|short|since", "long|short !howlong", "be_in", "since when $symbol", "enter|open|buy",
      ]
    ),
    (
      .trade,
      [
        "trade", "deal", "close", "last profit|win|lose|buy|sell", "do last|anything", "make money|profit", "profit",
        "last do", "last active|activity|act",
      ]
    ),
    (
      .start,
      [
        "start", "run", "up", "uptime", "restart", "engine stop|start|up|down|run|off|die|begin|crash|halt", "stop",
        "boot", "online", "alive", "down", "engine", "it begin|live",
      ]
    ),
  ])

  private static let whatIf = CueTable<QuestionTopic>([
    (
      .stops,
      ["stoploss", "stop hit|trigger|trip|fire|go|out|reach|touch|happen|execute|all|every|fill", "stop_out", "stop"]
    ),
    (.targets, ["takeprofit", "target hit|reach|go|fill|all|every|trip", "target"]),
    (
      .move,
      [
        "$move", "fall", "rise", "percent", "price go|down|up|move|half|double|change", "go up|down|to|against",
        "market up|down|turn|move|flat", "half|double|zero", "move", "lose|gain percent",
      ]
    ),
    (
      .close,
      [
        "close", "exit", "sell", "flatten", "get_out", "not have|hold", "cash_out|out", "without", "panic", "liquidate",
        "realize", "end",
      ]
    ),
  ])
}
