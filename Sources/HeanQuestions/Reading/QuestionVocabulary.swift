import HeanCore

/// Spellings, irregular forms and terms that `QuestionWords` knows.
enum QuestionVocabulary {
  /// Contractions without their apostrophe, and abbreviations of the field.
  static let written = Dictionary(writtenPairs.map { ($0.key, $0.value) }) { first, _ in first }

  private static let writtenPairs: KeyValuePairs = [
    "whats": "what is", "hows": "how is", "whos": "who is", "wheres": "where is", "im": "i am", "i'm": "i am",
    "ive": "i have", "its": "its", "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not",
    "arent": "are not", "wasnt": "was not", "werent": "were not", "cant": "can not", "can't": "can not",
    "cannot": "can not", "wont": "will not", "won't": "will not", "shouldnt": "should not", "havent": "have not",
    "hasnt": "has not", "aint": "is not", "thats": "that is", "theres": "there is", "gonna": "going to",
    "wanna": "want to", "gimme": "give me", "lemme": "let me", "u": "you", "ur": "your", "r": "are", "y": "why",
    "pls": "please", "plz": "please", "rn": "now", "w/o": "without", "thru": "through", "tho": "though",
    "p&l": "pnl", "pl": "pnl", "upnl": "unrealized", "upl": "unrealized", "rpnl": "realized", "pos": "position",
    "posn": "position", "strat": "strategy", "strats": "strategy", "algo": "strategy", "algos": "strategy",
    "bot": "engine", "hean": "engine", "system": "engine", "sl": "stop loss", "sls": "stop loss",
    "stoploss": "stop loss", "tp": "take profit", "tps": "take profit", "dd": "drawdown", "mdd": "drawdown",
    "ks": "kill switch", "killswitch": "kill switch", "kill-switch": "kill switch", "gov": "governor",
    "lev": "leverage", "avg": "average", "qty": "size", "px": "price", "sig": "signal", "sigs": "signal",
    "cmd": "command", "cmds": "command", "wr": "win rate", "winrate": "win rate", "pf": "profit factor",
    "vol": "volume", "acct": "account", "acc": "account", "pct": "percent", "%": "percent", "hr": "hour",
    "hrs": "hour", "mins": "minute", "min": "minute", "secs": "second", "sec": "second", "msg": "message",
    "env": "env", "info": "information", "config": "setting", "conf": "setting", "param": "setting",
    "params": "setting", "mkt": "market", "sys": "engine", "vs": "versus", "vs.": "versus", "v": "versus",
    "biggest": "most big", "largest": "most big", "highest": "most high", "greatest": "most big",
    "smallest": "least big", "lowest": "least high", "closest": "least far", "nearest": "least far",
    "farthest": "most far", "furthest": "most far", "widest": "most wide", "tightest": "least wide",
    "oldest": "most old", "longest": "most long-lasting", "newest": "last", "fewest": "least",
    "tmrw": "tomorrow", "tmr": "tomorrow", "tomorow": "tomorrow", "yday": "yesterday", "wk": "week", "wks": "week",
    "mth": "month", "hows": "how is", "usd": "usdt", "prob": "probably", "atleast": "at least", "eod": "end of day",
    "btw": "between", "b/w": "between", "u/r": "unrealized", "tot": "total", "exp": "exposure", "realised": "realized",
    "unrealised": "unrealized", "err": "error", "errs": "error", "k": "ok", "cuz": "because", "bc": "because",
    "atm": "now", "asap": "now", "expo": "exposure", "expos": "exposure", "exposition": "exposure", "tldr": "summary",
    "todays": "today", "yesterdays": "yesterday",
    "tl;dr": "summary",
    "hitrate": "win rate", "teh": "the", "actualized": "fresh", "motor": "engine", "payed": "paid", "hwm": "peak",
    "tdy": "today", "tday": "today", "2day": "today", "midnite": "midnight", "tonite": "tonight", "2nite": "tonight",
    "nite": "night", "ystrdy": "yesterday", "yest": "yesterday", "ystd": "yesterday", "ths": "this", "btwn": "between",
    "posis": "position", "pozition": "position", "4hr": "4h", "bcuz": "because", "wen": "when", "wht": "what",
    "lacks": "left", "worse": "worst", "util": "utilisation", "tf": "timeframe", "wins": "win", "shud": "should",
    "wat": "what", "wut": "what", "mch": "much", "dwn": "down", "eqty": "equity", "te": "the", "wil": "will",
    "al": "all", "fils": "fill", "lngs": "long", "shrts": "short", "ordr": "order", "ordrs": "order", "smb": "somebody",
    "sth": "something", "conn": "connection", "prcs": "price", "prce": "price", "closd": "closed", "opn": "open",
    "trds": "trade", "tradin": "trading", "posit": "position", "poss": "position", "2moro": "tomorrow", "abt": "about",
    "bal": "balance", "mrgn": "margin", "sprd": "spread", "unreal": "unrealized", "unrlzd": "unrealized",
    "ppl": "people",
    "shot": "shot", "perf": "performance", "yr": "year", "mornin": "morning", "hav": "have",
    "realizd": "realized", "nm": "number", "unquarantine": "clear the quarantine of", "cnt": "count",
    "rlzd": "realized", "thx": "thanks", "lst": "last",
    "nxt": "next",
    "prft": "profit", "proft": "profit", "fctr": "factor", "tody": "today", "mo": "month", "mnth": "month", "hw": "how",
    "wich": "which", "pnls": "pnl", "liqd": "liquidate",
  ]

  /// Inflected and irregular forms, and words that mean the same in every question.
  static let stems: [String: String] = {
    var stems: [String: String] = [:]
    // A little more than there are: to grow takes as long as to fill.
    stems.reserveCapacity(1536)
    for (stem, forms) in [
      ("be", "is are was were am been being be"), ("do", "do does did done doing"), ("have", "have has had having"),
      ("not", "not never no none nothing nobody"), ("get", "get gets got gotten getting"),
      (
        "lose",
        "lose loses lost losing loose looses loosing loss losses loser losers bleed bleeds bleeding bled burn burns burning burned"
      ),
      ("make", "make makes made making"), ("win", "win wins won winning winner winners"),
      ("buy", "buy buys bought buying"), ("sell", "sell sells sold selling"), ("go", "go goes went gone going"),
      ("hold", "hold holds held holding holdings"), ("take", "take takes took taken taking"),
      ("trade", "trade trades traded trading"), ("trader", "trader traders"),
      ("close", "close closes closed closing closure"), ("open", "open opens opened opening"),
      ("reject", "reject rejects rejected rejecting rejection rejections rejectd"),
      ("refuse", "refuse refuses refused refusing refusal refusals deny denies denied decline declined declines"),
      ("block", "block blocks blocked blocking blocker blockers"), ("accept", "accept accepts accepted accepting"),
      ("fill", "fill fills filled filling"), ("execute", "execute executes executed execution executions"),
      ("trip", "trip trips tripped tripping trigger triggers triggered triggerd fired fire"),
      ("price", "price prices priced pricing quote quotes"), ("tick", "tick ticks ticker tickers"),
      ("realized", "realized realised booked"), ("unrealized", "unrealized unrealised floating"),
      ("fee", "fee fees commission commissions comission comissions"),
      ("coin", "coin coins symbol symbols pair pairs ticker instrument"),
      ("strategy", "strategy strategies"), ("setting", "setting settings configuration configure"),
      ("change", "change changes changed changing changd modify modified"),
      ("safe", "safe safely savely safety"), ("danger", "danger dangerous dangerously"), ("risk", "risk risks"),
      ("risky", "risky"), ("ok", "ok okay fine alright"), ("stale", "stale outdated"), ("old", "old older"),
      ("exposure", "exposure exposures exposed"), ("enter", "enter enters entered entering"),
      ("entry", "entry entries"), ("earn", "earn earns earned earning earnings"), ("profit", "profit profits"),
      ("gain", "gain gains gained"), ("average", "average mean typical"), ("hour", "hour hours hourly"),
      ("minute", "minute minutes"), ("second", "second seconds"), ("day", "day days daily"),
      ("week", "week weeks weekly"),
      ("month", "month months monthly"), ("operator", "operator operators opertors"),
      ("error", "error errors exception exceptions"),
      (
        "fall",
        "fall falls fell falling drop drops dropped dropping crash crashes crashed dump dumps dip dips dipped sink sinks tank tanks tumble tumbles slip slips"
      ),
      (
        "rise",
        "rise rises rose rising pump pumps pumped pumping rally rallies rallied jump jumps jumped climb climbs gain surge surges"
      ),
      ("halt", "halt halts halted halting"), ("stop", "stop stops stopped stopping stoped stoping"),
      ("start", "start starts started starting boot booted"), ("pause", "pause pauses paused pausing"),
      ("resume", "resume resumes resumed resuming unpause unpaused"),
      ("restart", "restart restarts restarted restarting reboot rebooted"),
      ("reset", "reset resets resetting resetted"), ("clear", "clear clears cleared clearing lift lifted"),
      ("cancel", "cancel cancels cancelled canceled cancelling canceling cancellation"),
      ("enable", "enable enables enabled enabling activate activated reenable"),
      ("disable", "disable disables disabled disabling deactivate deactivated"),
      ("switch", "switch switches switched switching toggle toggled"), ("turn", "turn turns turned turning"),
      ("flat", "flat"), ("across", "across"), ("error", "error errors fault"), ("say", "say says said saying"),
      ("send", "send sends sent sending"), ("exit", "exit exits exited exiting"), ("sit", "sit sits sitting sat"),
      ("eat", "eat eats eaten ate"), ("come", "come comes came coming"), ("leave", "leave leaves leaving"),
      ("keep", "keep keeps kept keeping"), ("think", "think thinks thought"), ("become", "become became becomes"),
      ("pay", "pay pays paid paying"), ("cost", "cost costs costing"),
      ("flatten", "flatten flattened flattening liquidate liquidated"),
      ("mode", "mode modes"), ("paper", "paper simulated simulation demo fake simulator"), ("live", "live"),
      ("money", "money mony cash funds fund dollars bucks"), ("show", "show shows showing display print"),
      ("list", "list lists listing"), ("give", "give gives gave giving"), ("tell", "tell tells told"),
      ("between", "between"),
      ("differ", "differ differs difference different differences distinguish distinction diff"),
      ("mean", "meaning means meant"), ("explain", "explain explains explained definition define describe"),
      ("happen", "happen happens happened happening happend"), ("will", "will going_to gonna"), ("long", "long longs"),
      ("short", "short shorts shorted shorting"), ("each", "each every"), ("most", "most"), ("best", "best top"),
      ("worst", "worst weakest poorest"), ("size", "size sizes sized quantity quantities amount"),
      ("hit", "hit hits"), ("reach", "reach reached reaches reachable"), ("wide", "wide wider"), ("bad", "bad"),
      ("target", "target targets"), ("signal", "signal signals"), ("order", "order orders"),
      ("position", "position positions"), ("reason", "reason reasons cause causes"), ("command", "command commands"),
      ("event", "event events"), ("action", "action actions"), ("add", "add adds adding added"),
      ("know", "know knows knew known"), ("run", "run runs ran running runing"),
      ("move", "move moves moved moving"), ("set", "set sets setting_"), ("place", "place places placed placing"),
      ("ask", "ask asks asked"), ("left", "left remaining remain remains"), ("big", "big large huge bigger larger"),
      ("high", "high higher"), ("low", "low lower"), ("people", "people somebody someone anybody anyone person"),
      ("kill", "kill kills killed"), ("quarantine", "quarantine quarantined"), ("work", "work works working worked"),
      ("connect", "connect connects connected connection connecting"), ("fresh", "fresh live_feed"),
      ("feed", "feed feeds"), ("balance", "balance balances"), ("versus", "versus against"),
      ("compare", "compare compares compared comparison"),
      ("percent", "percent percentage"), ("now", "now currently"), ("should", "should shoud shld"),
      ("recommend", "recommend recommends recommended recommendation advise advice suggest"),
      ("predict", "predict predicts prediction forecast forecasts projected projection outlook expect expected"),
      ("secret", "secret secrets password passwords passphrase credential credentials"), ("token", "token tokens"),
      ("key", "key keys"), ("sleep", "sleep sleeping bed asleep"),
      ("bps", "bps bp pips"),
      ("watch", "watch watching follow following stream tail"),
      ("export", "export exports save saving csv"), ("idle", "idle"), ("freeze", "freeze frozen froze"),
    ] {
      for form in forms.split(atEach: " ") { stems[form] = stem }
    }
    return stems
  }()

  /// Words that only look inflected.
  static let whole: Set<String> = [
    "previous", "really", "wtd", "mtd", "intraday",
    "since", "this", "these", "those", "there", "where", "before", "while", "because", "above", "anything", "something",
    "everything", "thing", "morning", "evening", "during", "always", "yes", "less", "minus", "plus", "across", "status",
    "news", "us", "its", "need", "red", "bed", "only", "rally", "reply", "need", "speed", "his", "bus", "usdt", "whole",
  ]

  private static let table = Dictionary(tablePairs.map { ($0.key, $0.value) }) { first, _ in first }

  private static let tablePairs: KeyValuePairs = [
    "kill switch": "killswitch", "emergency stop": "killswitch", "hard stop": "hardstop", "soft brake": "softbrake",
    "soft break": "softbrake", "stop loss": "stoploss", "take profit": "takeprofit", "profit factor": "profitfactor",
    "win rate": "winrate", "win ratio": "winrate", "hit rate": "winrate", "win percent": "winrate",
    "fill rate": "fillrate", "fill ratio": "fillrate", "dry run": "dryrun", "real money": "realmoney",
    "mark price": "markprice", "profit and loss": "pnl", "profit and lose": "pnl", "api key": "apikey",
    "draw down": "drawdown", "risk state": "governor", "risk governor": "governor", "daily pause": "dailypause",
    "time in force": "timeinforce", "break even": "breakeven", "high water mark": "peak", "how many": "howmany",
    "how much": "howmuch", "how long": "howlong", "how far": "howfar", "how come": "why",
    "how often": "howmany", "how old": "howold", "how close": "howfar", "how big": "howbig", "how large": "howbig",
    "lock in": "realized", "at once": "now", "shot down": "refuse", "shoot down": "refuse", "thrown out": "refuse",
    "knocked back": "refuse", "buy power": "freemargin", "buying power": "freemargin", "turn down": "refuse",
    "shut down": "stop", "shut off": "disable", "switch off": "disable", "turn off": "disable",
    "switch on": "enable", "turn on": "enable", "un pause": "resume", "hold time": "holdtime",
    "audit log": "audit", "audit trail": "audit", "open order": "openorder", "work order": "openorder",
    "rest order": "openorder", "pend order": "openorder", "market data": "feed", "data feed": "feed",
    "price feed": "feed", "round trip": "trade",
    "acceptance rate": "acceptancerate",
    "accept rate": "acceptancerate", "accept percent": "acceptancerate", "net worth": "equity",
    "account value": "equity", "risk limit": "limit", "reason code": "reason", "log in": "login",
    "no of": "howmany", "number of": "howmany", "not confirm": "notconfirmed", "most deep": "deepest",
    "consecutive loss": "lossstreak", "most high": "highest", "most big": "biggest", "least big": "smallest",
    "least high": "lowest",
    "least far": "closest", "in a row": "streak", "on the trot": "streak", "i mean": "imean",
  ]

  /// The names under which terms of several words are known.
  static let termNames = Set(table.values)

  /// Terms of several words, the longer ones first.
  static let terms: [(words: [String], name: String)] = {
    table.map { entry in
      (entry.key.split(atEach: " ").map(QuestionWords.stem), entry.value)
    }.sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }
  }()
}
