/// Questions in which a few words say what is asked, whatever the others are like: of some of them there are too few examples
/// to learn from, and some are taken for a forecast.
enum PlainWording {
  /// What is asked for, where each part of a wording stands in the question in one of its forms, and none of `without`.
  private struct Wording: Sendable {
    var parts: [[String]]
    var without: [String] = []
    var intent: QuestionIntent
  }

  /// - Returns: `nil` when it is none of them.
  static func intent(_ text: TypedText) -> QuestionIntent? {
    wordings.first { wording in
      wording.parts.allSatisfy { $0.contains(where: text.has) } && !wording.without.contains(where: text.has)
    }?.intent
  }

  private static let wordings = [
    Wording(
      parts: [["starting capital", "initial capital", "start capital", "starting balance", "capital at the start"]],
      without: ["below", "above", "if", "why", "from", "change", "set"],
      intent: QuestionIntent(.figure, metric: .initialCapital)),
    Wording(
      parts: [
        [
          "position limit", "positions limit", "limit of positions", "max positions", "max number of open positions",
          "max open positions", "maximum number of positions", "max number of positions", "maximum of open positions",
          "how many positions are allowed", "how many positions may", "most positions",
        ]
      ],
      without: [
        "set", "change", "raise", "lower", "increase", "reduce", "if", "why", "make", "to 1", "more than", "which",
        "order",
      ], intent: QuestionIntent(.figure, metric: .positionRoom)),
    Wording(
      parts: [
        ["internet", "wifi", "laptop", "computer", "terminal", "ssh", "my phone", "my machine", "my pc"],
        [
          "drops", "drop", "close", "closes", "goes", "go", "dies", "die", "shut", "lose", "crashes", "crash", "off",
          "quit",
          "exit", "sleep", "sleeps", "disconnect", "disconnects", "reboot", "fails", "down",
        ],
        ["if", "when", "while", "once"],
      ],
      without: ["how do i", "how can i"], intent: QuestionIntent(.whatIf, topic: .console)),
    Wording(
      parts: [
        [
          "close hean", "quit hean", "exit hean", "hean crashes", "hean dies", "hean is closed", "hean stops",
          "close the console", "console closes", "quit the console", "console crashes", "console dies",
          "close this window",
        ], ["if", "when", "while", "once"],
      ], intent: QuestionIntent(.whatIf, topic: .console)),
    Wording(
      parts: [
        [
          "down", "lost", "lose", "fallen", "fell", "drop", "dropped", "below", "off", "under", "given back",
          "gave back",
        ],
        [
          "since the top", "from the top", "from the peak", "since the peak", "off the high", "off the highs",
          "from the high", "from our high", "from our peak", "from the highs", "below the peak", "off the peak",
          "since the high", "off our high", "from our best", "from peak", "off peak",
        ],
      ],
      without: ["why", "when", "who", "if"], intent: QuestionIntent(.figure, metric: .drawdown)),
    Wording(
      parts: [
        ["which", "what", "how many"], ["coins", "symbols", "pairs", "markets", "tickers"],
        ["trade", "watching", "watch", "follow", "following", "trading", "configured", "set up", "on the list"],
      ],
      without: [
        "stopped", "lost", "lose", "losing", "won", "winning", "profit", "pnl", "open", "not", "most", "best", "worst",
        "today", "refused", "blocked", "never", "now", "frozen", "stale", "stop", "yet", "last", "off", "how do",
        "can i",
        "quarantine", "quarantined", "today's", "trades",
      ], intent: QuestionIntent(.state, topic: .markets)),
    Wording(
      parts: [
        [
          "get liquidated", "be liquidated", "being liquidated", "getting liquidated", "liquidation risk",
          "margin call", "margin called",
        ]
      ],
      without: ["what is", "what does", "mean", "if"], intent: QuestionIntent(.figure, metric: .liquidationPrice)),
    Wording(
      parts: [
        [
          "how many more", "can we still", "can i still", "can it still", "could we still", "room for", "slots", "slot",
        ],
        ["positions", "position", "trades", "slots", "slot"],
        ["open", "opened", "left", "free", "room", "available", "hold", "take", "add"],
      ],
      without: ["margin", "money", "usdt", "have a", "order", "orders"],
      intent: QuestionIntent(.figure, metric: .positionRoom)),
    Wording(
      parts: [
        ["by itself", "on its own", "by themselves", "automatically", "by its own", "all by itself", "alone"],
        [
          "will", "does", "do", "would", "can", "is it going to", "is it gonna",
        ],
        [
          "start", "restart", "resume", "trade again", "trading again", "recover", "reset", "unlock", "come back",
          "clear", "go away", "start trading", "start again", "turn back on", "release", "expire", "end",
        ],
      ],
      without: ["how do i", "how can i", "how do we", "strategy", "did"], intent: QuestionIntent(.when, topic: .unblock)
    ),
    Wording(
      parts: [["logged in", "log in as", "who am i", "which profile", "what profile", "my profile"]],
      intent: QuestionIntent(.state, topic: .profile)),
    Wording(
      parts: [
        [
          "which engine", "what engine", "which server", "which host", "which url", "what url", "which address",
          "what address",
        ], ["talking", "connected", "talk", "this", "using", "asking", "am i on"],
      ],
      intent: QuestionIntent(.state, topic: .profile)),
  ]
}
