/// What speaks for an event whose time is asked for, or for an assumption.
extension QuestionTopic {
  static let when = CueTable<QuestionTopic>([
    (.killSwitch, ["killswitch", "trip", "emergency", "be|get halt"]),
    (
      .unblock,
      [
        "howlong until|till", "until|till|over|end softbrake|hardstop|quarantine|dailypause|pause|brake howlong|when",
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
    (
      .refusal,
      ["last refuse|reject|block", "refuse", "reject", "turn_down", "block signal|last", "say_not", "turn down"]
    ),
    (.fill, ["fill", "execute", "last fill|execute", "fill in|of|on|for $symbol", "order fill"]),
    (.error, ["last error|exception|failure", "error", "go_wrong", "fail|exception"]),
    (.order, ["order"]),
    (
      .signal,
      [
        "signal", "$strategy last|send|fire|do|speak !trade !order !fill !refuse !reject !sell !buy !close !open",
        "send", "opportunity",
      ]
    ),
    (
      .action,
      [
        "people|operator touch|do|change|last|action", "touch", "action|command|audit|intervention",
        "change setting|config|max|leverage|strategy", "setting", "reset|panic !last_trip", "enable|disable",
        "last human|manual|operator", "log_in|login", "pause", "intervene", "cancel",
      ]
    ),
    (
      .price,
      [
        "last tick|price|update", "tick come|arrive|last|send", "price", "tick", "feed", "quote", "data", "update",
        "fresh",
      ]
    ),
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

  static let whatIf = CueTable<QuestionTopic>([
    (
      .stops,
      [
        "stoploss", "stop hit|trigger|trip|fire|go|out|reach|touch|execute|all|every|fill !i_stop !engine", "stop_out",
        "stop !i_stop !we_stop !engine !bot !trade !it !$strategy !strategy",
      ]
    ),
    (.pause, ["pause"]), (.resume, ["resume"]), (.restart, ["restart|reboot|bounce"]),
    (.resetKillSwitch, ["reset", "killswitch reset|clear"]),
    (.disableStrategy, ["disable", "$strategy|strategy off|stop|kill|disable|pause"]),
    (.enableStrategy, ["enable", "$strategy|strategy on|start|enable|back"]),
    (.cancelOrder, ["cancel"]),
    (
      .stop,
      ["stop|halt|kill|shut engine|bot|it|trade|everything", "i_stop|we_stop|you_stop|to_stop", "engine off|down"]
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
        "i_fall|we_fall", "i|we close|exit|sell|flatten|get_out", "flat", "close", "exit", "sell", "flatten|unload",
        "get_out", "not have|hold", "cash_out|out", "without", "panic", "liquidate",
        "realize", "end",
      ]
    ),
  ])
}
