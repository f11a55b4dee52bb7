/// Words that settle the frame whatever else is said, with how strongly they do.
enum FrameCues {
  private static let table = Dictionary(grouping: rows, by: \.0).mapValues { rows in
    rows.flatMap { _, weight, patterns in patterns.map { (weight: weight, cue: Cue($0)) } }
  }

  /// The sum of what speaks for a frame; negative when more speaks against it.
  static func bonus(_ frame: QuestionFrame, _ question: CuedWords) -> Double {
    var best = 0.0
    var worst = 0.0
    for row in table[frame] ?? [] where row.weight > best || row.weight < worst {
      guard row.cue.weight(in: question) != nil else { continue }
      best = max(best, row.weight)
      worst = min(worst, row.weight)
    }
    return best + worst - (best == 0 ? needed[frame] ?? 0 : 0)
  }

  /// What a frame loses when none of its words is there: hardly anybody asks for a cause without a `why`.
  private static let needed: [QuestionFrame: Double] = [
    .why: 8, .who: 8, .when: 6, .whatIf: 10, .difference: 10, .forecast: 5, .secret: 10, .compare: 14, .advice: 5,
    .define: 7, .safe: 4,
    .howTo: 3,
  ]

  private static let rows: [(QuestionFrame, Double, [String])] = [
    (
      .secret, 12,
      [
        "show|print|what|give|tell|reveal|see|full|value|send|paste|copy|read|dump|cat|list apikey|secret|env !how !explain !set !where_do_i_put",
        "show|print|give|tell|reveal|full|value|paste key|token !explain",
        "what|which apikey|key|token|secret use|used|set|be_the|be_my|be_our !expire !explain",
        "secret", "apikey show|full|print", "bearer token", "private key",
      ]
    ),
    (.secret, -8, ["how set|add|put|change|store|rotate|log|connect|configure|pass|save|keep"]),
    (
      .forecast, 9,
      [
        "will !when !again !what_will_happen_if !if rise|fall|go_up|go_down|go|moon|recover|make|win|hit|reach|be|green|red|come|get|end|profit|perform|continue|turn|pay|lose",
        "predict", "next_week|next_month|next_day|next_year|next_hour !do !step", "tomorrow !if", "future !trade",
        "moon", "be go_to rise|fall|hit|make|go|lose|reach|go_up|crash|moon", "bull|bullish|bear|bearish",
        "^be $symbol good|go", "by_tomorrow|by_end|by_the_end|by_friday", "price target", "soon !when",
      ]
    ),
    (.forecast, -8, ["^if", "what_if", "^when", "again", "when_will_it"]),
    (
      .advice, 9,
      [
        "should i|we|you !worry !know !see !do_now !be !what_should", "recommend",
        "should_i|should_we close|buy|sell|hold|exit|enable|disable|turn|switch|add|take|cut|keep|let|increase|reduce|wait|stop|short|long|open",
        "worth it|buy|hold|keep|trade|run|turn|the_risk",
        "better to|if|i|we|hold|close|wait|sell|turn|option|idea !than", "would you",
        "good_idea|good_time|right_time|wise|smart|sensible",
        "hold|close|sell|buy|wait|cut|keep or wait|hold|cut|sell|close|not|keep|buy",
        "which|what coin|to_buy|to_sell|to_trade buy|sell|short|long !do !be !have !lose", "you think",
        "your opinion|opinion|tip|tips", "be_it_time|time_to", "what_would_you", "do you think",
      ]
    ),
    (.advice, -9, ["worry|worried", "what_should_i_do", "what should do", "^how", "^why", "^who", "^when"]),
    (
      .why, 6,
      [
        "from_where|where_from", "where come|from lose|drawdown|red", "^why", "why", "how_come",
        "reason !list !code !most !top !by !common !count !each !per !clear !which !past !mean !show",
        "what_make|what_cause|cause|what block|stop|keep|prevent|hold_back it|engine|trade", "because_of|due",
      ]
    ),
    (.why, -6, ["why_code|reason_code", "^how_do"]),
    (
      .who, 9,
      [
        "do|have|be people touch|change|close|reset|stop|do|start|press|mess|log|disable|enable|cancel", "^who", "who",
        "which|what operator|people|user|account|idiot|guy|colleague|human|script|one_of_you", "whose",
        "by_whom|by_who",
      ]
    ),
    (.who, -9, ["^who lose|earn|win|make|perform|bring", "who|which be best|worst"]),
    (
      .when, 6,
      [
        "^when", "what_time|at_what_time|which_day|what_day|since_when", "when", "howlong ago|since|have|be", "howlong",
        "how_soon", "last_time", "since_howlong",
      ]
    ),
    (.when, -5, ["average", "holdtime", "howlong up|uptime", "what_if", "^if", "when_be_it_safe"]),
    (
      .whatIf, 9,
      [
        "^if", "what_if", "if $move", "$move would|what|howmuch|if|when|in_case|all",
        "suppose|assume|assuming|supposing|hypothetical|hypothetically|imagine|simulate|scenario|case",
        "if $symbol|market|price|all|i|every|everything !turn_off !ask", "would happen|i|my|be|have|left",
        "when all stoploss|takeprofit hit",
      ]
    ),
    (.whatIf, -7, ["^how_do", "^why", "would_you", "safe|danger|risky|hurt|ok_if|ok_to", "should"]),
    (
      .difference, 8,
      [
        "differ",
        "softbrake|hardstop|pause|stop|kill|panic|reset|killswitch|governor|drawdown|realized|equity|reject|refuse|position|order|signal versus softbrake|hardstop|pause|halt|stop|reset|killswitch|governor|unrealized|balance|reject|refuse|trade|fill|order",
        "same_thing|same_as|the_same|be same|identical", "what separate|set_apart|apart", "or be_it_the_same",
        "mix_up|confuse",
      ]
    ),
    (
      .difference, -9,
      ["my|$symbol entry|markprice|price|stop", "$symbol_versus_$symbol", "$strategy_versus_$strategy"]
    ),
    (
      .define, 7,
      [
        "mean", "explain", "what_be_a|what_be_an", "stand_for", "meaning", "define", "^what $code",
        "what_do $code|softbrake|hardstop|quarantine|mean|signify|say", "tell_me_about|what_exactly|actually",
        "what_be drawdown|notional|hardstop|softbrake|quarantine|governor|slippage|leverage !my !the !now !current",
      ]
    ),
    (.define, 6, ["no_idea what", "never heard", "what_that_is|what_it_is|what_this_is", "basis"]),
    (.define, -6, ["my|our now|today|delta|exposure", "what_do_i_do|do_now", "howmuch|howmany", "explain why"]),
    (
      .compare, 8,
      [
        "versus", "compare", "who|which more|better earn|make|lose|win $strategy|$symbol", "$symbol_or_$symbol",
        "$strategy_or_$strategy", "than_$symbol", "than_$strategy",
        "side_by_side|next_to", "long or short more|better|worse", "which_of $symbol|$strategy",
        "between $symbol|$strategy", "yesterday today",
      ]
    ),
    (
      .safe, 8,
      [
        "be that|this|it bad|normal|ok|fine|dangerous", "be we ok|safe|fine|good !now", "safe", "danger", "risky",
        "ok|fine to|if !exchange !feed !price",
        "be_i_ok|be_we_ok|be_i_safe|be_we_safe|be_i_good|everything_ok|all_ok|all_good|be_all",
        "can|may|could i|we reset|start|resume|enable|restart|sleep|leave|go|close|disable|turn|stop|pause|cancel|change|raise|just !how !see !get !watch !follow !make !know !do !show !stop_it",
        "worry|worried|concerned|nervous", "hurt|harm|harmful|break_anything|bad_idea|problem_if", "sleep|go_to_bed",
        "any risk|danger|trouble in|if|with",
      ]
    ),
    (.safe, -6, ["^how", "^why", "^who", "^when", "what_happen", "while|when i sleep", "happen"]),
    (
      .howTo, 6,
      [
        "^how do|to|can|i|we|must|should !much !many !it_do !be",
        "how_to|how_do_i|how_can_i|how_do_we|how_can_we|how_i", "way to|of",
        "command|step|procedure for|to|do|which|what|be",
        "what_should_i_do|what_do_i_do|what_can_i_do|what_now|do_now|next_step", "help me|to", "what command", "how$",
        "where change|set|put|configure|do_i",
        "stop|close|cancel|pause|resume|restart|start|enable|disable|reset|flatten|turn !be !do !have !who !why !when !howmany !list !show !which !safe !hit !can !if !last !trade_stop !should how|please|now|it|everything|all|engine|$strategy|$symbol|only|just",
      ]
    ),
    (
      .howTo, 8,
      [
        "^ping|alert|notify|tell_me|warn me when|if", "what_do_i_do|what_do_we_do|what_now|what_to_do",
        "prevent|stop|keep engine|it from",
        "can|could|would|will you close|stop|cancel|pause|resume|start|disable|enable|reset|turn|restart|sell|flatten",
        "^stop|close|cancel|pause|resume|restart|start|enable|disable|reset|flatten|turn|panic|export|kill|unblock !be_you",
        "csv|cron|jq|export !who !when",
      ]
    ),
    (
      .howTo, 5,
      [
        "^stop|close|cancel|pause|resume|restart|start|enable|disable|reset|flatten|turn|put|set|panic|export|kill|sell|buy|get|make|unblock|fix !signal_count",
        "i_want_to|i_need_to|let_me|want to|it stop|close|exit|get|trade|change|set|follow|see|disable",
      ]
    ),
    (.howTo, -8, ["find_out|see|know|tell who", "since engine|start", "^max|maximum"]),
    (
      .howTo, -6,
      ["^why", "^who", "^what be my|the", "howmuch|howmany", "safe|danger", "list", "^get_me $row|list|the"]
    ),
    (
      .list, 8,
      [
        "^close_trade", "^stop_of|stop_level|stoploss_level|target_of", "audit for|of|from|since",
        "^any position|order|trade|signal|error|alert",
        "show|list|display|print $row|order|trade|position|fill|signal|event|strategy|stoploss|target|reason",
        "^which|what order|trade|position|signal|fill|strategy|event be|do|have|get not|still|open|fill|reject|refuse|enable|disable|active|run",
        "^signal|order|trade|fill|event",
      ]
    ),
    (
      .list, 6,
      [
        "^list|show|give|print|display|dump", "list|show", "last|latest|recent $number",
        "which|what order|trade|position|signal|strategy|event be|do|get|have !most !least !best !worst !lose !earn !win !make_the",
        "per|by|each coin|strategy|side|hour|reason|$symbol", "^fill|trade|order|event|signal|position|error|action",
        "all_my|all_the|all|every order|position|trade|signal|fill|event", "overview|breakdown|table",
      ]
    ),
    (.list, -5, ["^howmany|how|why|who|when", "most|best|worst|least|highest|lowest", "apikey|key|token"]),
    (
      .figure, 6,
      [
        "howmuch|howmany|howbig|howold|howfar",
        "^what be my|the|our|$symbol pnl|equity|drawdown|margin|price|fee|leverage|exposure|winrate|balance",
        "average|total|sum|count", "number_of|amount", "most|best|worst|least|highest|lowest|biggest|smallest|closest",
        "percent|ratio|share", "bottom_line", "price $symbol !target !alert", "be we make|lose|earn money",
        "be i make|lose|earn money|win", "my|the|our delta|exposure|leverage", "most|max can lose",
        "^pnl|equity|drawdown|unrealized|realized|fee|balance|margin|leverage|exposure|price|winrate",
      ]
    ),
    (
      .figure, 7,
      [
        "^what be my|the|our|$symbol stoploss|takeprofit|stop|target|entry|size|notional|spread|volume|profitfactor|fillrate|acceptancerate|winrate|peak|exposure|uptime|unrealized|realized !if !mean",
        "what|which price|level|markprice !if", "where $symbol now|trade|at|stand|be_now", "^where be $symbol",
        "differ my|$symbol entry|markprice|price",
      ]
    ),
    (
      .why, 8,
      [
        "^what take|kick|throw|stop_out|close me|us|my|$symbol", "^what set_off|trip|close|start|pause|stop|halt",
        "why$", "on_what_ground", "what cause|drive|drove|make_it|led|bring|brought", "reason for", "how_come",
      ]
    ),
    (.figure, 12, ["^be_i|be_we up|down|lose|make|earn !trade !order !sense"]),
    (.whatIf, 24, ["what_happen i|we|you pause|stop|restart|disable|enable|reset|cancel|resume|kill|press !why"]),
    (.whatIf, 14, ["$move then|bad|damage|hurt|left|mean|survive|ruin|ok"]),
    (
      .whatIf, 24,
      [
        "^say_i|say_we pause|stop|restart|disable|enable|reset|cancel|resume|close|kill",
        "what would enable|disable|pause|restart|reset|cancel",
        "^do pause|restart|halt|disable leave|keep|close|cancel|kill|affect|touch|clear|lose|hurt",
      ]
    ),
    (.figure, 14, ["howlong do|be trade|position last|hold|keep|take !the_last !last_trade !my_last !$symbol"]),
    (.when, -15, ["howmany", "when_i|when_you|when_we look|see|check"]),
    (.list, 9, ["^what reason do|be|have"]),
    (.compare, 14, ["more|less|better|worse then_$symbol|then_$strategy"]),
    (.safe, 9, ["bad|problem|harm|wrong|danger if !$move"]),
    (.outside, 15, ["what_time !$symbol !trade !open !start !close !last"]),
    (.why, 9, ["be_behind"]),
    (.state, 9, ["^get any", "^do $symbol get stop_out|close|liquidate"]),
    (.howTo, 9, ["^fall|ditch|dump|flatten all|every|my|everything|position"]),
    (.figure, 9, ["on_average", "how_deep", "count$|count_pleas", "number_pleas", "across_all|across all"]),
    (.when, 12, ["howmuch_longer", "howmuch_more time"]),
    (
      .state, 9,
      [
        "^get my|the|our|$symbol position|long|short|order stop_out|close|fill|liquidate",
        "^current risk_state|governor|mode|state",
      ]
    ),
    (.howTo, 8, ["^put it|engine on_hold", "into excel|csv|spreadsheet|file", "^pull order|$id", "^pull $id"]),
    (.why, 9, ["what block $symbol|$strategy|long|short|my|us|entry"]),
    (.list, 8, ["^$window trade|fill|order|signal|event|position|action"]),
    (.list, 8, ["what command|action send|run|give|do"]),
    (.howTo, 8, ["^shut", "^not let|touch|trade|buy", "^lower|raise|increase|reduce|adjust|tighten|loosen|widen"]),
    (.state, 8, ["howbe_we_do", "recap|summary|summarize|sitrep|rundown|overview"]),
    (.safe, 8, ["be_we|be_i|be_it trouble|ruin|screw|toast|doomed|blow_up"]),
    (.forecast, 9, ["where be|do $symbol head|go", "crash|fall|rise|rally|moon|recession come|next"]),
    (.difference, 9, ["which_be_which", "what_be differ"]),
    (
      .figure, 8,
      [
        "where do i|we get_in|get_into|buy|enter", "what do i|we realize|book|earn|make|lose|pay",
        "room|headroom left|till|until",
        "where do|be $symbol|$strategy takeprofit|stoploss|stop|target",
        "^which|what side|direction make|lose|earn|win",
        "^be $strategy|$symbol profit|profitable|win|make|earn|lose", "be_i|be_we up|down !it", "latency",
        "ping ms|millisecond", "p99|p95", "howmany !when !what_if !if", "number$",
        "how be|do|have $strategy|$symbol do|perform|go|make|look", "how be|do we|i|it do|perform today|$window",
        "^long|short|net|gross exposure",
        "^largest|biggest|smallest|average|total|highest|lowest",
      ]
    ),
    (.figure, -4, ["^why", "^how_do|how_to", "^when", "^who", "mean|explain|differ"]),
    (
      .state, 6,
      [
        "sum_up", "^feed|price|data freeze|stale|dead|ok|alive|live|fresh|stuck", "be_it execute|fill",
        "engine not answer|respond|reply|react", "it down|up|dead|alive", "long_or_short|short_or_long",
        "^$symbol in|long|short", "how be engine|it|everything|my",
        "be engine|we|it|everything ok|fine|alright|good|live|alive|up|down|run !safe", "reward to",
        "what do|have i|we hold|own",
        "engine not answer|respond|reply", "^be it|we|this|engine live|paper|real|on|off",
        "governor|killswitch|engine|risk state|status", "^be there", "~run|alive|up|online !howlong !when !why !how",
      ]
    ),
    (
      .state, 5,
      [
        "^be|do|have|be_there", "still", "status", "what happen|new|change", "happen !if !would", "state", "or_not",
        "any|anything new|happen|wrong|change", "what_be it|engine do", "real|testnet|paper|mode", "miss",
        "summary|recap",
      ]
    ),
    (.state, -5, ["^why|how|who|when", "safe|danger", "will", "should", "howmuch|howmany", "worry|sleep"]),
    (
      .outside, 15,
      [
        "solve|calculate|weather|joke|poem|song|recipe|football|book|cook|illegal|legal|match|cricket|cpu|ram|memory|euro|dollar|zloty|gdp|tax|taxes|docs|documentation|movie|pizza|restaurant|president|capital_of|translate|python|javascript|java|regex|html|linux|windows|docker|stock|stocks|tesla|apple|nvidia|gold|oil|eur|euro|nasdaq|sp500|love|birthday|mother|horoscope|lottery|news|holiday|music|film|who_be_you|meaning_of_life"
      ]
    ),
  ]
}
