import HeanCore

/// What a question names, read before anything is said about its intent.
struct QuestionSlots: Sendable {
  private(set) var words: QuestionWords
  private(set) var symbols: [String] = []
  private(set) var strategies: [String] = []
  private(set) var window: QuestionWindow?
  private(set) var secondWindow: QuestionWindow?
  private(set) var moves: [AssumedMove] = []
  private(set) var number: Int?
  private(set) var id: String?
  private(set) var codes: [String] = []
  private(set) var condition: QuestionCondition?
  private var hasSecondCondition = false
  private var isOfToday = false
  /// Symbols and strategies that are left out.
  private(set) var exceptions: [String] = []
  /// What intents are learnt from and patterns are compared with: each slot stands as `$symbol`, `$strategy`, `$window`, `$move`,
  /// `$number`, `$id`, `$code`, `$condition`, `$except`.
  private(set) var stems: [String] = []
  /// The same with words as they are written out in place of their stems.
  private(set) var spelledOut: [String] = []

  /// The stems with what makes looking for patterns quick, and the words that no slot has taken as they were typed.
  private(set) var cued = CuedWords([])
  /// All words as they were typed, for what looks for phrases.
  private(set) var text = TypedText("")

  private let names: QuestionNames
  /// The kind of the slot that took each word; `nil` for the others.
  private var kinds: [String?]

  /// - Parameter corrected: gives the known word for one that is not known; words that may be
  ///   names are left as they are.
  init(_ question: String, names: QuestionNames, corrected: (String) -> String = { $0 }) {
    self.names = names
    // To look for what a word may have been takes milliseconds, and no question has so many.
    var left = Self.mostCorrected
    words = QuestionWords(question) { word in
      guard left > 0, !names.isName(word) else { return word }
      left -= 1
      return corrected(word)
    }
    words.dropGreeting()
    words.dropAssurance()
    kinds = Array(repeating: nil, count: words.words.count)
    take("$code") { $0.takeCodes() }
    var coins = take("$symbol") { names.symbols(in: &$0.words) }
    take("$except") { $0.leaveOut(of: &coins) }
    symbols = coins.map(\.name).withoutDuplicates
    take("$condition") { slots in
      let isAssumed = AssumedMoves.isAssumed(slots.words.stems)
      slots.condition = QuestionCondition.take(from: &slots.words, isAssumed: isAssumed)
      slots.hasSecondCondition = !isAssumed && slots.condition?.isOneOfTwo(in: slots.words) == true
    }
    take("$move") { $0.moves = AssumedMoves.take(from: &$0.words, coins) }
    take("$window") { $0.takeWindow() }
    take("$id") { $0.takeID() }
    take("$number") { $0.takeNumber() }
    var meant = take("$strategy") { names.strategies(in: &$0.words) }
    take("$except") { $0.leaveOut(of: &meant) }
    strategies = meant.map(\.name).withoutDuplicates
    for (kind, word) in zip(kinds, words.words) where kind == nil || stems.last != kind {
      stems.append(kind ?? word.stem)
      spelledOut.append(kind ?? word.spelledOut)
    }
    text = TypedText(words.words.map(\.typed).joined(separator: " "))
    cued = CuedWords(stems, typed: words.words.filter { !$0.isSlot }.map { $0.typed.lowercased() })
  }

  private static let mostCorrected = 48

  /// Notes the kind of the words that the body marks as slots.
  @discardableResult
  private mutating func take<Found>(_ kind: String, _ body: (inout QuestionSlots) -> Found) -> Found {
    let before = words
    let found = body(&self)
    for at in words.words.indices where words.words[at].isSlot && !before.words[at].isSlot { kinds[at] = kind }
    return found
  }

  /// Moves the names that the question leaves out to `exceptions`.
  private mutating func leaveOut(of named: inout [QuestionNames.Named]) {
    let places = QuestionExceptions.take(named.map(\.at), from: &words)
    exceptions += named.filter { places.contains($0.at) }.map(\.name).withoutDuplicates
    named.removeAll { places.contains($0.at) }
  }

  private mutating func takeWindow() {
    window = nextWindow()
    guard let window else { return }
    secondWindow = nextWindow() ?? theOneBefore(window)
    // `until 12:00 today` is one span, `today versus since 12:00` are two.
    guard let secondWindow, !words.stems.contains(where: Self.comparing.contains) else { return }
    for (one, other) in [(window, secondWindow), (secondWindow, window)] where one == .today && other.isOfClock {
      (self.window, self.secondWindow, isOfToday) = (other, nil, true)
    }
  }

  private static let comparing: Set<String> = ["versus", "than", "compare", "and", "or"]

  /// `this month with the last one`, `this month vs last`
  private mutating func theOneBefore(_ window: QuestionWindow) -> QuestionWindow? {
    let typed = words.words.map { $0.isSlot ? "" : $0.typed.lowercased() }
    let isCompared = typed.contains { ["versus", "vs", "with", "than", "against", "to", "compared"].contains($0) }
    guard window == .month || window == .week || window == .today, isCompared,
      let at = typed.lastIndex(where: { ["last", "previous"].contains($0) }),
      typed[(at + 1)...].allSatisfy({ ["one", "times", "time", "", "please"].contains($0) })
    else { return nil }
    for place in at..<typed.count { words.words[place].isSlot = true }
    return window == .month ? .lastMonth : window == .today ? .yesterday : .lastWeek
  }

  /// The first span among the words that no slot has.
  private mutating func nextWindow() -> QuestionWindow? {
    var rest = words
    for at in rest.words.indices where rest.words[at].isSlot {
      rest.words[at] = QuestionWords.Word(typed: "", stem: "", spelledOut: "")
    }
    guard let window = QuestionWindow.take(from: &rest) else { return nil }
    for at in rest.words.indices where rest.words[at].isSlot { words.words[at].isSlot = true }
    return window
  }

  /// What the slots say of a question, with the frame that it was found to have.
  func reading(_ frame: QuestionFrame) -> QuestionReading {
    var reading = QuestionReading(frame: frame)
    reading.symbols = symbols
    reading.strategies = strategies
    reading.except = exceptions
    reading.condition = condition
    reading.hasSecondCondition = hasSecondCondition
    reading.hasPairs = hasPairs
    reading.isOfToday = isOfToday
    reading.window = window
    reading.moves = moves
    reading.number = number
    reading.id = id
    reading.isNegated = FigureWords.isNegated(stems)
    reading.secondWindow = secondWindow
    let rest = words.words.filter { !$0.isSlot }.map(\.typed)
    reading.unreadNumber = rest.first { $0.contains(where: \.isNumber) || Self.numberWords.contains($0.lowercased()) }
    reading.unreadTime = words.words.first { !$0.isSlot && Self.times.contains($0.stem) }?.typed
    let content = rest.filter { $0.count >= 3 }.map { $0.lowercased() }
    reading.unknownWords = content.filter { typed in
      typed.allSatisfy { $0.isLetter || $0 == "_" } && (!QuestionSpelling.knows(typed) || isNearName(typed))
    }
    reading.nearNames = reading.unknownWords.filter(isNearName)
    let text = words.words.map { $0.isSlot ? "" : $0.spelledOut.split(atEach: " ").first ?? "" }
    reading.hasSecondQuestion = text.indices.dropFirst(2).dropLast().contains { at in
      text[at] == "and"
        && (Self.asking.contains(text[at + 1]) || text[at + 1] == "by" && ["whom", "who"].contains(text.last))
    }
    let strange = reading.unknownWords.count { $0.allSatisfy(\.isLetter) }
    reading.isMostlyUnknown = strange > 0 && strange * 2 >= content.count { $0.allSatisfy(\.isLetter) }
    return reading
  }

  /// Whether two kinds of slots, or symbols and sides, take turns: `momentum on eth and impulse on link`.
  private var hasPairs: Bool {
    let turns = [
      ["$strategy", "$symbol"], ["$symbol", "$window"], ["$strategy", "$window"],
    ]
    func takeTurns(_ kinds: [String]) -> Bool {
      let row = stems.filter(kinds.contains)
      return row.count >= 4 && zip(row, row.dropFirst()).allSatisfy { $0 != $1 }
    }
    let sides = zip(stems, stems.dropFirst()).filter { pair in
      [pair.0, pair.1].contains("$symbol")
        && ([pair.0, pair.1].contains("long") || [pair.0, pair.1].contains("short"))
    }.map { [$0.0, $0.1].contains("long") }
    return turns.contains(where: takeTurns) || Set(sides).count == 2 && symbols.count > 1
  }

  /// Whether a word was probably meant to be a name: to read it as another word would drop the name.
  private func isNearName(_ typed: String) -> Bool {
    guard typed.count >= 3, typed.allSatisfy({ $0.isLetter && $0.isASCII }), !QuestionSpelling.isWord(typed) else {
      return false
    }
    return names.symbols.contains { symbol in
      let ticker = symbol.lowercased().replacing("usdt", with: "")
      guard ticker != typed, abs(ticker.count - typed.count) <= 1, ticker.count >= 3 else { return false }
      return ticker.count == 3 ? ticker.sorted() == typed.sorted() : EditDistance.between(ticker, typed) <= 1
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

  /// An id of an order, a position or a signal: at least six hexadecimal digits with a digit among them, or with a dash.
  private mutating func takeID() {
    for at in words.words.indices where !words.words[at].isSlot {
      let typed = words.words[at].typed.trimmed(of: "#")
      let hex = typed.filter { $0 != "-" }
      let isHex =
        hex.count >= 6 && hex.allSatisfy(\.isHexDigit) && hex.contains(where: \.isNumber)
        && hex.contains(where: \.isLetter)
      let isNamed =
        at > 0 && ["order", "position", "id", "signal", "trade"].contains(words.words[at - 1].stem)
        && typed.contains(where: \.isNumber) && typed.count >= 3 && !typed.contains(".")
      // `smart_limit_1795`
      let isJoined =
        typed.contains("_") && typed.contains(where: \.isNumber) && typed.contains(where: \.isLowercase)
        && !names.isName(typed)
      guard isHex || isNamed || isJoined, QuestionWindow.isNoDate(typed) else { continue }
      id = typed
      words.words[at].isSlot = true
      return
    }
  }

  /// Behind an `and`, these begin a question of its own.
  private static let asking: Set<String> = [
    "where", "how", "what", "why", "when", "who", "which", "is", "are", "did", "does", "do", "was", "were", "should",
    "can", "will", "tell",
  ]

  /// Numbers in words that are hardly ever said without meaning them.
  private static let numberWords: Set<String> = [
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozen", "fifteen", "twenty",
    "thirty",
    "forty", "fifty", "hundred", "thousand",
  ]
  /// Words of time that narrow a question to a span.
  private static let times = Set(
    [
      "midnight", "overnight", "tonight", "yesterday", "today", "tomorrow", "evening", "weekend", "week", "month",
      "quarter",
      "year",
      "fortnight", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february",
      "april", "june", "july", "august", "september", "october", "november", "december",
    ].map(QuestionWords.stem))
  private static let spelled = Dictionary(
    [
      ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8),
      ("nine", 9), ("ten", 10), ("twelve", 12), ("fifteen", 15), ("twenty", 20), ("fifty", 50), ("hundred", 100),
    ].map { (QuestionWords.stem($0.0), $0.1) }
  ) { first, _ in first }
  /// Before a number, these say that rows are counted.
  private static let leads: Set<String> = [
    "last", "best", "worst", "top", "first", "latest", "recent", "most", "bottom", "which", "what", "closest",
    "highest", "lowest", "biggest", "smallest",
  ]
  /// Behind a number, these do.
  private static let counted: Set<String> = [
    "best", "worst", "biggest", "smallest", "highest", "lowest", "last", "latest", "most", "top", "order", "trade",
    "fill", "signal", "event", "position", "error", "action", "strategy", "coin", "decision", "refuse", "reject",
    "reason", "line", "close", "win", "lose", "command",
  ]

  private static let spans = Set(
    [
      "month", "months", "year", "years", "quarter", "quarters", "fortnight", "fortnights", "candle", "candles", "bar",
      "bars",
    ]
    .map(QuestionWords.stem))

  private mutating func takeNumber() {
    let stems = words.stems
    for at in stems.indices where !words.words[at].isSlot {
      let isLed = at > 0 && Self.leads.contains(stems[at - 1])
      // A span that no window has is no number of rows: `the last 2 months`.
      if at + 1 < stems.count, Self.spans.contains(stems[at + 1]) { continue }
      let isRanked =
        at + 1 < stems.count
        && ["best", "worst", "biggest", "smallest", "highest", "lowest", "last", "latest", "closest", "most", "least"]
          .contains(stems[at + 1])
      // `the two strategies with the highest profit factor`
      let isOfBest =
        at + 1 < stems.count && Self.counted.contains(stems[at + 1]) && stems[at...].contains("with")
        && stems.contains { Self.leads.contains($0) && $0 != "which" && $0 != "what" }
      let isSpelled = (isLed || isRanked || isOfBest) && stems[at] != "one"
      // `tail -10`
      let isTail = stems[at].hasPrefix("-") && at > 0 && words.words[at - 1].typed.lowercased() == "tail"
      let digits = isTail ? String(stems[at].dropFirst()) : stems[at]
      // `more than 3 losing positions` compares their number.
      if at > 1, ["than", "least"].contains(stems[at - 1]), ["more", "less", "fewer", "at"].contains(stems[at - 2]) {
        continue
      }
      guard let value = Int(digits) ?? (isSpelled ? Self.spelled[stems[at]] : nil), (1...1000).contains(value),
        isLed || at + 1 < stems.count && Self.counted.contains(stems[at + 1])
      else { continue }
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
