/// What speaks for an operation or a task: how to do it, whether it is safe, who did it.
extension QuestionTopic {
  static let howTo = CueTable<QuestionTopic>([
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
        "stoploss", "stoploss move|set|put|tighten|raise|lower|change|adjust|to|breakeven", "takeprofit",
        "takeprofit move|set|put|raise|lower|change|adjust", "protect",
        "stop tight|tighten|move|set|put|add|raise|lower|place|change|adjust|trail|breakeven", "breakeven", "hedge",
        "trail", "secure profit|gain",
      ]
    ),
    (
      .avoidSymbol,
      [
        "prevent|keep|stop|block|ban from trade|buy|touch $symbol",
        "not|stop|avoid|exclude|block|ban|blacklist|keep|prevent trade|buy|sell|touch|enter|open|take $symbol",
        "keep|stay off|away|out $symbol", "avoid|exclude|ban|blacklist|ignore|leave|skip $symbol",
        "not touch|trade|buy $symbol", "stop trade $symbol",
        "blacklist|exclude|whitelist", "trade only not $symbol", "$symbol no_more|not_more|anymore",
        "stop it|engine buy|sell|trade|touch $symbol", "stop buy|sell $symbol",
        "quarantine $symbol !clear !out !lift !end !undo !remove !release !leave !get !reset !unquarantine",
      ]
    ),
    (
      .cancelOrder,
      [
        "cancel", "openorder remove|pull|delete|kill|withdraw|rid|drop|revoke|clean|clear",
        "order remove|pull|delete|kill|withdraw|rid|drop|cancel|take_back|revoke|clean|clear",
      ]
    ),
    (
      .placeOrder,
      [
        "place|put limit|market buy|sell|order", "place", "manual|manually|hand order|buy|sell|trade|long|short",
        "put|send|enter|submit|make order|trade",
        "buy|sell|open|long|short !stop !close !avoid $symbol", "open position|long|short|trade",
        "order market|limit|new|test", "buy|sell !everything !all !stop !not",
      ]
    ),
    (
      .closeAll,
      [
        "close|sell|exit|dump|flatten|liquidate everything|all|every|whole|each|both !$symbol !order !openorder !save !export !store !write !stop !panic !kill !shut !halt",
        "flatten !engine", "flat !$symbol", "close all position|open !save !export !write !close_trade !stop !panic",
        "all_out", "get me out !panic", "get_out|get_me_out|get_us_out|out !$symbol !sit_out !panic !emergency",
      ]
    ),
    (
      .stopAll,
      [
        "stop|kill|halt everything|all|every|whole|each|both !$symbol !order !openorder !save !export !store !write !long !short",
        "panic", "everything_off",
        "emergency", "pull_the_plug|plug", "abort", "stop|halt|kill|shut close|sell|flatten everything|all|position",
        "kill engine|trade|it",
      ]
    ),
    (
      .closePosition,
      [
        "close !all !everything !not", "exit", "sell position|my|the", "get_out|get_rid|rid|out position|$symbol",
        "close position|long|short|$symbol",
        "reduce|cut|half|halve|trim|unwind",
      ]
    ),
    (
      .disableStrategy,
      [
        "disable", "$strategy|strategy off|disable|stop|kill|mute|pause|remove|out|rid|shut|halt|deactivate",
        "turn off $strategy|strategy|one", "stop $strategy|strategy", "off !killswitch !it !engine",
      ]
    ),
    (
      .enableStrategy,
      [
        "enable", "$strategy|strategy on|enable|start|resume|back|activate|run|again|reactivate",
        "get $strategy|strategy run|trade|work again", "turn on|back_on $strategy|strategy",
        "put|bring back $strategy|strategy",
      ]
    ),
    (
      .tradeAgain,
      [
        "trade again|back|resume|go|unblock|start", "unblock|unstick|fix|repair|solve|recover|revive|unfreeze", "again",
        "what do now|next|i|first !cron !export !save", "make|get it|engine trade|work|run|go",
        "hardstop past|do|again|go", "next_step",
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
        "max", "limit", "tune", "change", "leverage", "max position|order|open|size|number|trade",
        "max open position|order|trade", "risk per_trade|per|a_trade",
        "paper|real|live|testnet|mainnet money|pass|switch|move|go|change|from|to",
      ]
    ),
    (.restart, ["restart", "bounce|cycle|relaunch"]),
    (
      .resume,
      [
        "resume", "continue", "pause lift|end|undo|off|leave|out|over|stop|quit|exit|remove", "un_pause", "unhalt",
        "carry_on",
      ]
    ),
    (
      .pause,
      [
        "pause", "suspend|freeze|hold_off|break",
        "stop|halt|not|prevent|block|avoid open|buy|enter|short|add !close !close_to !$symbol !stoploss !everything !all",
        "stop|halt|not|prevent|block|avoid new position|trade|entry|long|short", "stop_the bleed", "on_hold",
        "hold not|new entry|trade|position", "sit_out|stand_aside",
        "not new trade|position|entry", "stop new",
      ]
    ),
    (
      .start,
      [
        "start", "engine|it get_go|boot_up|come_up", "launch|boot|fire_up|bring_up|begin|get_going", "run engine",
        "switch engine on|enable",
        "enable engine|it|thing", "strategy engine",
      ]
    ),
    (
      .stop,
      [
        "stop", "shut|kill|shutdown|down", "halt", "turn engine off", "turn_it off", "disable engine|it|thing",
        "end|quit",
      ]
    ),
    (
      .export,
      [
        "save|export|store|write|download trade|position|order|pnl|to|file", "export",
        "csv|json|file|excel|spreadsheet|disk|jq", "cron|schedule|scheduled|log_it", "cron line|job|entry|need|row|tab",
        "hour row|line|file|csv",
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

  static let operations: [(QuestionTopic, [String])] = [
    (.resetKillSwitch, ["reset", "killswitch reset", "killswitch", "rearm", "untrip", "clear killswitch"]),
    (
      .clearGovernor,
      ["governor", "clear !killswitch", "quarantine clear|lift|out|release", "hardstop|softbrake clear|override|force"]
    ),
    (.closeAll, ["flatten !engine", "close|sell|exit everything|all|every !stop !panic !$symbol", "liquidate all"]),
    (.stopAll, ["panic", "stop everything|all|every", "stop close everything|all|every", "get_out"]),
    (
      .closePosition, ["close !close_to", "exit", "sell !order", "close position|long|short|$symbol", "cut", "get_rid"]
    ),
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

  static let safe = CueTable<QuestionTopic>(
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

  static let who = CueTable<QuestionTopic>(
    operations + [
      (.stop, ["stop|halt|kill|shut engine|it|bot|us|trade", "take_down"]),
      (.stopAll, ["panic", "emergency", "hit_the_button|button"]),
      (.any, ["who", "last", "do|touch|change|log|play|mess|make", "what|which do", "anything"]),
    ])
}
