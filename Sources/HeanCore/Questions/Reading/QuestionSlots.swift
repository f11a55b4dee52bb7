import Foundation

/// What a question names, read before anything is said about its intent.
struct QuestionSlots: Sendable {
  private(set) var words: QuestionWords
  private(set) var symbols: [String] = []
  private(set) var strategies: [String] = []
  private(set) var window: QuestionWindow?
  private(set) var hasSecondWindow = false
  private(set) var moves: [AssumedMove] = []
  private(set) var number: Int?
  private(set) var id: String?
  private(set) var codes: [String] = []
  private(set) var condition: QuestionCondition?
  /// Symbols and strategies that are left out.
  private(set) var exceptions: [String] = []
  /// The words for the patterns: each slot stands as `$symbol`, `$strategy`, `$window`, `$move`,
  /// `$number`, `$id`, `$code`, `$condition`, `$except`.
  private(set) var stems: [String] = []

  /// - Parameter corrected: gives the known word for one that is not known; words that may be
  ///   names are left as they are.
  init(_ question: String, names: QuestionNames, corrected: (String) -> String = { $0 }) {
    words = QuestionWords(question) { names.isName($0) ? $0 : corrected($0) }
    words.dropGreeting()
    var kinds = [String?](repeating: nil, count: words.words.count)
    func note(_ kind: String, _ before: QuestionWords) {
      for at in words.words.indices where words.words[at].isSlot && !before.words[at].isSlot { kinds[at] = kind }
    }
    var before = words
    takeCodes()
    note("$code", before)
    before = words
    var named = names.symbols(in: &words)
    note("$symbol", before)
    before = words
    let leftOut = QuestionExceptions.take(named.map(\.at), from: &words)
    exceptions = named.filter { leftOut.contains($0.at) }.map(\.symbol).withoutDuplicates
    named.removeAll { leftOut.contains($0.at) }
    symbols = named.map(\.symbol).withoutDuplicates
    note("$except", before)
    before = words
    condition = QuestionCondition.take(from: &words, isAssumed: !Self.assumed.isDisjoint(with: words.stems))
    note("$condition", before)
    before = words
    takeMoves(named)
    note("$move", before)
    before = words
    window = QuestionWindow.take(from: &words)
    if window != nil {
      var rest = words
      for at in rest.words.indices where rest.words[at].isSlot {
        (rest.words[at].stem, rest.words[at].typed) = ("", "")
      }
      hasSecondWindow = QuestionWindow.take(from: &rest) != nil
    }
    note("$window", before)
    before = words
    takeID()
    note("$id", before)
    before = words
    takeNumber()
    note("$number", before)
    before = words
    let meant = names.strategies(in: &words)
    note("$strategy", before)
    before = words
    let notMeant = QuestionExceptions.take(meant.map(\.at), from: &words)
    exceptions += meant.filter { notMeant.contains($0.at) }.map(\.strategy).withoutDuplicates
    strategies = meant.filter { !notMeant.contains($0.at) }.map(\.strategy).withoutDuplicates
    note("$except", before)
    for (at, word) in words.words.enumerated() {
      let stem = kinds[at] ?? word.stem
      if kinds[at] == nil || stems.last != stem { stems.append(stem) }
    }
  }

  /// `RISK_LIMIT_DAILY`: capitals with an underscore, or a reason code that the engine is known to send.
  private mutating func takeCodes() {
    for at in words.words.indices {
      let typed = words.words[at].typed
      let isCode = typed.contains("_") && typed == typed.uppercased() && typed.contains(where: \.isLetter)
      let states = ["HARD_STOP", "SOFT_BRAKE", "QUARANTINE", "NORMAL"]
      guard isCode, !states.contains(typed) else {
        if states.contains(typed) || typed.contains("_") && states.contains(typed.uppercased()) {
          words.words[at].stem = typed.lowercased().replacing("_", with: "")
        }
        continue
      }
      codes.append(typed)
      words.words[at].isSlot = true
    }
  }

  private static let falls: Set<String> =
    ([
      "fall", "down", "lose", "minus", "low", "correct", "correction", "refuse", "decrease", "against", "bad", "worse",
      "red", "below",
      "haircut", "off",
    ] as [String]).stemmed
  private static let rises: Set<String> =
    (["rise", "up", "gain", "plus", "high", "increase", "grow", "more", "higher", "green", "moon", "double"] as [String])
    .stemmed
  private static let assumed: Set<String> =
    ([
      "if", "suppose", "assum", "assume", "imagin", "imagine", "would", "when", "simulat", "simulate", "case",
      "scenario",
      "hypothetical", "hypothetically", "surviv", "survive", "happen", "say", "stress",
    ] as [String]).stemmed
  private static let spelledNumbers = [
    "one": 1.0, "two": 2, "three": 3, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
  ]

  /// `btc drops 5 %`, `eth up 10%`, `everything -3%`, `btc falls 3 % and eth 5 %`: each percentage with the symbol before it.
  private mutating func takeMoves(_ named: [(at: Int, symbol: String)]) {
    let stems = words.stems
    let isAssumed = stems.contains(where: Self.assumed.contains)
    let isShare = stems.contains { ["howmany", "share", "winrate", "var", "be_at"].contains($0) }
    let isAll = stems.contains { ["everything", "market", "board", "all"].contains($0) }
    let before = stems[..<(stems.lastIndex(of: "percent") ?? stems.endIndex)]
    guard !isShare, isAssumed || isAll || !named.isEmpty && !before.contains("be") else { return }
    takeBareMoves(named)
    for at in stems.indices.dropFirst() where stems[at] == "percent" {
      let text = stems[at - 1]
      guard
        let size = Double(text.trimmingCharacters(in: CharacterSet(charactersIn: "+-"))) ?? Self.spelledNumbers[text]
      else { continue }
      // The nearest word of direction decides: `btc up 2 % and eth down 3 %`.
      let near = stems.indices.sorted { abs($0 - at + 1) < abs($1 - at + 1) }.first {
        Self.falls.contains(stems[$0]) || Self.rises.contains(stems[$0])
      }
      let isFall = text.hasPrefix("-") || (!text.hasPrefix("+") && near.map { Self.falls.contains(stems[$0]) } == true)
      guard isFall || text.hasPrefix("+") || near != nil else { continue }
      let symbol = named.last { $0.at < at }?.symbol ?? named.first?.symbol
      moves.append(AssumedMove(symbol: symbol, percent: isFall ? -size : size))
      words.words[at].isSlot = true
      words.words[at - 1].isSlot = true
    }
    // `btc and eth drop 5 %`: one percentage for all that were named.
    if moves.count == 1, symbols.count > 1 {
      moves = symbols.map { AssumedMove(symbol: $0, percent: moves[0].percent) }
    }
  }

  /// `btc +2`, `sol does -10`, `prices double`: a sign or a factor says as much as a percent sign.
  private mutating func takeBareMoves(_ named: [(at: Int, symbol: String)]) {
    let stems = words.stems
    let lastPercent = stems.lastIndex(of: "percent") ?? 0
    for at in stems.indices.dropFirst() where at + 1 < lastPercent && stems[at + 1] != "percent" {
      // `eth up 3 and sol down 2 percent`: the sign of percent is said once.
      let isFall = Self.falls.contains(stems[at - 1])
      guard let size = Double(stems[at]), isFall || Self.rises.contains(stems[at - 1]) else { continue }
      moves.append(
        AssumedMove(symbol: named.last { $0.at < at }?.symbol ?? named.first?.symbol, percent: isFall ? -size : size))
      words.words[at].isSlot = true
    }
    let factors = ["double": 100.0, "halv": -50, "halves": -50, "halve": -50, "half": -50, "doubl": 100]
    for at in stems.indices where !words.words[at].isSlot {
      let text = stems[at]
      let isSigned =
        text.count > 1 && "+-".contains(text.prefix(1)) && (at + 1 >= stems.count || stems[at + 1] != "percent")
      let isToZero = text == "zero" && at > 0 && stems[at - 1] == "to"
      guard let percent = isToZero ? -100 : isSigned ? Double(text) : factors[text] else { continue }
      guard isSigned || stems.contains("price") || !named.isEmpty || stems.contains("market") else { continue }
      moves.append(AssumedMove(symbol: named.last { $0.at < at }?.symbol ?? named.first?.symbol, percent: percent))
      words.words[at].isSlot = true
    }
  }

  /// An id of an order, a position or a signal: at least six hexadecimal digits with a digit among them, or with a dash.
  private mutating func takeID() {
    for at in words.words.indices where !words.words[at].isSlot {
      let typed = words.words[at].typed.trimmingCharacters(in: CharacterSet(charactersIn: "#"))
      let hex = typed.filter { $0 != "-" }
      let isHex =
        hex.count >= 6 && hex.allSatisfy(\.isHexDigit) && hex.contains(where: \.isNumber)
        && (hex.contains(where: \.isLetter) || hex.count >= 7)
      let isNamed =
        at > 0 && ["order", "position", "id", "signal", "trade"].contains(words.words[at - 1].stem)
        && typed.contains(where: \.isNumber) && typed.count >= 3
      guard isHex || isNamed, QuestionWindow.isNoDate(typed) else { continue }
      id = typed
      words.words[at].isSlot = true
      return
    }
  }

  private static let spelled = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "twenty": 20]

  private mutating func takeNumber() {
    for at in words.words.indices where !words.words[at].isSlot {
      let stem = words.words[at].stem
      let isCounted =
        at > 0
        && ["last", "best", "worst", "top", "first", "latest", "recent", "most", "bottom"].contains(
          words.words[at - 1].stem)
      guard let value = Int(stem) ?? (isCounted ? Self.spelled[stem] : nil), (1...1000).contains(value) else {
        continue
      }
      let next = at + 1 < words.words.count ? words.words[at + 1].stem : ""
      let isRanked = ["best", "worst", "biggest", "smallest", "highest", "lowest", "last", "latest", "most", "top"]
        .contains(next)
      let isRows =
        isRanked
        || [
          "order", "trade", "fill", "signal", "event", "position", "error", "action", "strategy", "coin", "decision",
          "refuse", "reject", "reason", "line", "close", "win", "lose", "command",
        ].contains(next)
      guard isCounted || isRows else { continue }
      number = value
      words.words[at].isSlot = true
      return
    }
  }
}

extension QuestionWindow {
  static func isNoDate(_ typed: String) -> Bool {
    !(typed.count == 10 && typed.split(separator: "-").count == 3) && !typed.contains(":")
  }
}

extension [String] {
  /// The stems of these words.
  fileprivate var stemmed: Set<String> { Set(map(QuestionWords.stem)) }
}
