import HeanCore

/// Settings of the engine that people name in their own words.
enum SettingWords {
  /// A key that `/config/current` lists, or one that no call lists.
  private struct Setting: Sendable {
    let key: String
    let phrases: [Phrases]

    init(_ key: String, _ phrases: Phrases...) { (self.key, self.phrases) = (key, phrases) }
  }

  /// The council's threshold, which only the engine's process knows (docs/engine.md 4.1).
  static let councilThreshold = "TRADE_COUNCIL_ENTRY_THRESHOLD"

  /// What no call of the engine sets.
  static let leverage = "leverage"

  /// Narrow names come before wide ones: the kill switch has a drawdown of its own.
  private static let settings = [
    Setting(leverage, "leverage"),
    Setting(
      "max_trade_risk_pct", riskOfTrade, "risk for each trade|risk of a trade|risk of each trade|risk in a trade"),
    Setting(
      "consecutive_losses_limit", "consecutive losses|losses in a row|losing trades in a row|losing streak"),
    Setting(
      "max_open_positions",
      """
      max open positions|maximum open positions|limit of open positions|open positions limit|open positions to
      max positions|position limit|positions limit|number of positions|limit of positions|limit on positions
      positions at once|positions at the same time|maximum positions
      """),
    Setting(
      "max_daily_drawdown_pct", "daily drawdown|daily loss|drawdown a day|drawdown per day|daily pause"),
    Setting(
      "killswitch_drawdown_pct",
      """
      kill switch limit|kill switch drawdown|kill switch level|kill switch threshold|kill switch percent
      kill switch to|kill switch at|killswitch limit|killswitch drawdown|killswitch level|killswitch threshold
      killswitch percent|killswitch to|killswitch at
      """),
    Setting(councilThreshold, "council|council s"),
  ]

  /// What is risked in one trade.
  static let riskOfTrade: Phrases = """
    risk per trade|risk a trade|risk on a trade|risk on each trade|risk each trade|risk every trade|risk on every trade
    risk per position|risk on one trade|risking per trade|risking on each trade|risked per trade|trade risk
    """

  /// The key that a question about settings names; `nil` for none.
  static func key(_ text: TypedText) -> String? { settings.first { $0.phrases.contains(where: text.has) }?.key }

  /// Whether `config set` can change it.
  static func isListed(_ key: String) -> Bool { key != councilThreshold && key != leverage }

  /// What a wish to change one setting may say beside its name and its value. Anything else narrows it, turns it around, or
  /// is a second wish.
  private static let allowed = Set(
    """
    set change raise lower increase reduce adjust make put move bump drop decrease turn update edit modify the my our a an
    to at it is can could i we you how do does please pls max maximum of open current new value setting settings limit
    limits up down percent pct % position positions trade trades each every per on risk risked risking daily loss losses
    drawdown number kill switch killswitch threshold level consecutive in row losing streak hean want would like need let
    s us now pause once same time for one where what command alter dial wanna smaller bigger higher tighter looser
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  ).union(["kill switch"])

  /// The first word that a wish to change a setting does not explain, or a number that is none; `nil` when there is none.
  /// - Parameter typed: the words as they were typed, in lower case.
  static func unread(_ typed: [String], value: String?) -> String? {
    typed.indices.first { at in
      if typed[at] == value { return at + 1 < typed.count && !follows(typed[at + 1]) }
      return !allowed.contains(typed[at])
        || typed[at] == "for" && !(at + 1 < typed.count && ["each", "every", "one", "a"].contains(typed[at + 1]))
    }.map { typed[$0] == value ? typed[$0] + " " + typed[$0 + 1] : typed[$0] }
  }

  /// What may stand behind a value.
  private static func follows(_ word: String) -> Bool {
    ["%", "percent", "pct", "positions", "position", "please", "pls", "now"].contains(word)
  }
}
