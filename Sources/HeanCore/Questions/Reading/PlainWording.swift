/// Questions whose wording says what is asked, and of which there are too few examples to learn from, or which would be taken
/// for a forecast. Each wording is narrow: what it catches by mistake gets an answer to something else.
enum PlainWording {
  private struct Wording: Sendable {
    /// Of each part one phrase has to stand in the question.
    var parts: [[String]]
    /// None of these may stand in it.
    var without: [String] = []
    /// Whether a phrase of the last part has to end the question.
    var endsIt = false
    /// A longer question says more than the wording.
    var mostWords = 16
    var intent: QuestionIntent

    func fits(_ text: TypedText) -> Bool {
      guard text.words.count <= mostWords, parts.allSatisfy({ $0.contains(where: text.has) }),
        !without.contains(where: text.has)
      else { return false }
      return !endsIt || parts.last?.contains { text.text.hasSuffix(" \($0) ") } == true
    }
  }

  /// - Returns: `nil` when it is none of them, and for a question that names a symbol or a strategy: these are of the whole
  ///   account, or of the engine.
  static func intent(_ slots: QuestionSlots) -> QuestionIntent? {
    guard slots.symbols.isEmpty, slots.strategies.isEmpty, slots.codes.isEmpty else { return nil }
    let text = TypedText(slots.words.words.map(\.typed).joined(separator: " "))
    return wordings.first { $0.fits(text) }?.intent
  }

  private static let wordings = [
    Wording(
      parts: [["starting capital", "initial capital", "start capital", "starting balance", "capital at the start"]],
      without: [
        "below", "above", "under", "over", "on", "if", "why", "from", "change", "set", "return", "percent", "of",
        "made",
        "make", "and", "how do", "vs", "versus", "than",
      ], mostWords: 7, intent: QuestionIntent(.figure, metric: .initialCapital)),
    Wording(
      parts: [
        ["what", "whats", "how close", "how far", "how near"],
        [
          "position limit", "positions limit", "limit of positions", "max positions", "max number of open positions",
          "max open positions", "maximum number of positions", "max number of positions", "maximum of open positions",
          "maximum number of open positions",
        ],
      ],
      without: [
        "set", "change", "changed", "raise", "lower", "increase", "reduce", "adjust", "if", "why", "when", "who",
        "because",
        "refused", "happens", "hit", "how do", "how can",
      ], intent: QuestionIntent(.figure, metric: .positionRoom)),
    Wording(
      parts: [
        ["positions", "position", "trades", "slots", "slot"],
        [
          "can we still open", "can i still open", "can it still open", "could we still open", "could it still open",
          "can still be opened", "can we open", "can it open", "can i open", "room for more", "room for another",
          "slots are free", "slots left", "free slots", "slots are left", "still be opened",
          "positions are left to open",
        ],
      ],
      without: ["margin", "money", "usdt", "close", "order", "orders", "how do", "why", "stop"],
      intent: QuestionIntent(.figure, metric: .positionRoom)),
    Wording(
      parts: [
        ["internet", "wifi", "laptop", "computer", "terminal", "ssh", "phone", "pc", "macbook"],
        ["my", "this", "our office"], ["if", "when", "while", "once"],
        [
          "drops", "drop", "close", "closes", "goes", "go", "dies", "die", "shut", "lose", "crashes", "crash", "off",
          "sleep", "sleeps", "disconnect", "disconnects", "reboot", "fails", "down", "turn off", "switch off",
        ],
      ],
      without: ["how do i", "how can i", "bybit", "exchange", "server", "engine", "bot"],
      intent: QuestionIntent(.whatIf, topic: .console)),
    Wording(
      parts: [
        ["down", "lost", "lose", "fallen", "fell", "drop", "dropped", "given back", "gave back", "below", "under"],
        [
          "since the top", "from the top", "from the peak", "since the peak", "from the high", "from our high",
          "from our peak", "from the highs", "since the high", "off the peak", "off our peak", "from our best",
          "the peak",
        ],
      ],
      without: [
        "why", "when", "who", "if", "should", "losers", "trades", "positions", "price", "and", "what",
        "ever", "furthest", "farthest", "deepest", "max", "worst", "most",
      ],
      intent: QuestionIntent(.figure, metric: .drawdown)),
    Wording(
      parts: [
        ["which", "what", "how many"], ["coins", "symbols", "pairs", "markets", "tickers"],
        [
          "does it trade", "do we trade", "does the bot trade", "does the engine trade", "does it watch", "do we watch",
          "are we watching", "is it watching", "are we trading", "is it trading", "are watched", "are configured",
          "can it trade", "are traded", "does it follow", "are set up", "do you trade",
          "are there",
        ],
      ], endsIt: true, mostWords: 8, intent: QuestionIntent(.state, topic: .markets)),
    Wording(
      parts: [
        [
          "get liquidated", "be liquidated", "being liquidated", "getting liquidated", "liquidation risk",
          "risk of liquidation", "margin call", "margin called",
        ]
      ],
      without: ["what is", "what does", "what s", "mean", "if", "when", "why"],
      intent: QuestionIntent(.figure, metric: .liquidationPrice)),
    Wording(
      parts: [
        [
          "will it", "will trading", "will the", "does it", "does trading", "would it", "is it going to", "is it gonna",
        ],
        [
          "start", "restart", "resume", "trade again", "trading again", "recover", "unlock", "come back", "go away",
          "turn back on", "release", "reset itself", "clear itself",
        ],
        ["by itself", "on its own", "by themselves", "automatically", "by its own", "itself"],
      ],
      without: [
        "pnl", "profit", "loss", "position", "positions", "price", "prices", "strategy", "order", "orders", "midnight",
        "drawdown",
        "did",
      ], intent: QuestionIntent(.when, topic: .unblock)),
    Wording(
      parts: [
        [
          "logged in as", "log in as", "who am i", "which profile am i", "what profile am i", "engine am i talking",
          "engine am i connected", "engine am i on", "server am i", "host am i", "url am i", "address am i",
        ]
      ], without: ["key", "user", "password"], intent: QuestionIntent(.state, topic: .profile)),
  ]
}
