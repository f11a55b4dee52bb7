import HeanCore

/// Amounts inside of sentences, which are text that hean or the engine wrote.
///
/// A number is hidden unless it is a percentage, a count, a time, a price that is called one, or part of a name
/// (`RedactedName`). So a few numbers are hidden that are no amounts.
extension Redaction {
  /// Hides every number but percentages, times and addresses.
  func numbers(in text: String) -> String {
    guard text.contains(where: \.isNumber) else { return text }
    if Self.isNumber(text) { return masked(text) }
    return Sentence(text).words.map { $0.isRatio || $0.isTime || $0.isAddress ? $0.text : masked($0.text) }.joined()
  }

  /// Hides the amounts in a sentence.
  func text(_ text: String) -> String {
    guard text.contains(where: \.isNumber) else { return text }
    // A number alone, as the engine writes some of its figures.
    if Self.isNumber(text) { return masked(text) }
    return Sentence(text).words.map { $0.isAmount ? masked($0.text) : $0.text }.joined()
  }

  /// The same, with the mark filled up to the width of the number, for what is drawn in columns.
  func picture(_ line: String) -> String {
    guard line.contains(where: \.isNumber) else { return line }
    return Sentence(line).words.map { $0.isAmount ? masked($0.text, isFilled: true) : $0.text }.joined()
  }

  /// A word with a mark in place of each number, in the digits of any script; percentages, signs, currency and letters
  /// stay.
  /// - Parameter isFilled: whether the mark takes at least the room of the number.
  private func masked(_ word: String, isFilled: Bool = false) -> String {
    if let masked = maskedASCII(word, isFilled: isFilled) { return masked }
    return word.replacing(#/(\p{N}(?:[\p{N}.,'’_]*\p{N})?)(%?)/#) { number in
      if !number.output.2.isEmpty { return String(number.output.0) }
      return isFilled ? padded(mark, to: number.output.1.count, leading: true) : mark
    }
  }

  /// The same for ASCII, which nearly all text is: a table has tens of thousands of cells, and a regular expression takes
  /// a hundred times as long. `nil` for other text.
  private func maskedASCII(_ word: String, isFilled: Bool) -> String? {
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var masked = ""
    var rest = word.utf8[...]
    while let start = rest.firstIndex(where: { $0 &- 0x30 < 10 }) {
      masked += String(decoding: rest[..<start], as: UTF8.self)
      // Points and commas belong to the number where a digit follows.
      let run = rest[start...].prefix { $0 &- 0x30 < 10 || Self.inside.contains($0) }
      let last = run.lastIndex { $0 &- 0x30 < 10 } ?? start
      let number = rest[start...last]
      rest = rest[rest.index(after: last)...]
      if rest.first == UInt8(ascii: "%") {
        masked += String(decoding: number, as: UTF8.self)
      } else {
        masked += isFilled ? padded(mark, to: number.count, leading: true) : mark
      }
    }
    return masked + String(decoding: rest, as: UTF8.self)
  }

  private static let inside: Set<UInt8> = Set(".,'_".utf8)

  /// Whether the text is a number with at most a sign, and blanks around it.
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.drop(while: \.isWhitespace)[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if let sign = rest.first, "+-".contains(sign) { rest.removeFirst() }
    guard let first = rest.utf8.first, first &- 0x30 < 10 else { return false }
    return rest.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }
}

/// Text as words, each with what tells whether its number is an amount.
private struct Sentence {
  struct Word {
    /// With the blanks after it.
    var text: String
    var isAmount: Bool
    /// A number that the next word makes a ratio, as in `2.5 %`.
    var isRatio: Bool
    var isTime: Bool
    /// An endpoint, a file, or a URL.
    var isAddress: Bool
  }

  /// What a clause speaks of.
  private enum Subject { case money, trade }

  private(set) var words: [Word] = []

  /// Words after which a number is money.
  private static let money: Set<String> = [
    "amount", "balance", "capital", "cash", "cost", "equity", "expectancy", "exposure", "fee", "fees", "gain", "gross",
    "high", "initial", "loss", "margin", "net", "notional", "peak", "pnl", "profit", "realized", "total", "unrealized",
    "usd", "usdt", "value", "worth",
  ]
  /// Words after which a number is a size.
  private static let sizes: Set<String> = [
    "bought", "buy", "contracts", "filled", "long", "qty", "quantity", "sell", "short", "size", "sizes", "sold",
    "units",
  ]
  /// Words after which a number is a price of the market.
  private static let prices: Set<String> = ["entry", "mark", "price", "prices"]
  /// The same in a clause about a position or an order; elsewhere a stop may be one of equity.
  private static let tradePrices: Set<String> = ["at", "stop", "target"]
  /// What is counted: a whole number before it is no amount.
  private static let counted: Set<String> = [
    "bar", "bars", "candle", "candles", "check", "checks", "day", "days", "event", "events", "fill", "fills", "line",
    "lines", "minutes", "order", "orders", "point", "points", "position", "positions", "row", "rows", "seconds",
    "shown",
    "signal", "signals", "strategies", "symbol", "symbols", "times", "trade", "trades",
  ]
  /// Words closely after which a whole number is taken for money.
  private static let changes: Set<String> = [
    "down", "earned", "earn", "gained", "lose", "lost", "made", "make", "paid", "pay", "up",
  ]
  /// What makes a number before it something else than an amount.
  private static let ratios: Set<String> = ["%", "percent", "points", "bp", "bps", "times", "equal"]

  init(_ text: String) {
    let parts = Self.parts(text)
    let bare = parts.map { part in String(part.prefix { !$0.isWhitespace }) }
    // Where the clause began.
    var clause = 0
    var about: Set<Subject> = []
    for (place, part) in parts.enumerated() {
      let word = bare[place]
      let before = (max(clause, place - 2)..<place).map { Self.letters(bare[$0]) }
      let next = place + 1 < bare.count ? bare[place + 1] : ""
      let isRatio = Self.ratios.contains(Self.core(next)) && Self.isPlain(word)
      let isAmount =
        word.contains(where: \.isNumber) && !isRatio
        && Self.isAmount(word, after: before, next: next, about: about)
      let core = Self.core(word)
      words.append(
        Word(
          text: part, isAmount: isAmount, isRatio: isRatio, isTime: Self.isTime(core),
          isAddress: RedactedName.isAddress(core)))
      if Self.money.contains(Self.letters(word)) { about.insert(.money) }
      if Self.sizes.contains(Self.letters(word)) { about.insert(.trade) }
      if let last = word.last, ".;:".contains(last) { (about, clause) = ([], place + 1) }
    }
  }

  /// Words with the blanks after them, and the blanks before the first.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace }
      let blanks = rest[word.endIndex...].prefix(while: \.isWhitespace)
      parts.append(String(rest[..<blanks.endIndex]))
      rest = rest[blanks.endIndex...]
    }
    return parts
  }

  private static let marks = "()[]{}<>\"'“”‘’,.;:!?~=·…"

  private static func core(_ word: String) -> String { word.trimmed(of: marks) }

  private static func letters(_ word: String) -> String { word.lowercased().filter(\.isLetter) }

  private static func isAmount(_ word: String, after before: [String], next: String, about: Set<Subject>) -> Bool {
    let core = core(word)
    if core.contains("$") || letters(next).hasPrefix("usd") { return true }
    if isTime(core) || RedactedName.isName(core, amounts: money.union(sizes)) { return false }
    let last = before.last ?? ""
    // A part after a sign of comparison: `equity<9000`.
    if core.contains(where: { "=<>".contains($0) }) { return true }
    guard let first = core.first, first.isNumber else { return true }
    if !about.contains(.money), prices.contains(last) || about.contains(.trade) && tradePrices.contains(last) {
      return false
    }
    guard core.allSatisfy(\.isNumber), let whole = Int(core) else { return true }
    if counted.contains(letters(next)) { return false }
    return whole >= 1000 || about.contains(.money) || isUnit(letters(next))
      || before.contains { sizes.contains($0) || changes.contains($0) }
  }

  /// One number with at most a sign, so that a word after it can say what it is.
  private static func isPlain(_ word: String) -> Bool {
    core(word).wholeMatch(of: #/[^\p{L}\p{N}]{0,2}\p{N}[\p{N}.,]*/#) != nil
  }

  /// Currencies, coins, and symbols that are traded.
  private static func isUnit(_ word: String) -> Bool {
    ["dollar", "eur", "btc", "eth"].contains { word.hasPrefix($0) } || word.hasSuffix("usdt")
  }

  /// One of these is in every time.
  private static let timeSigns: Set<UInt8> = Set("-:smhd".utf8)

  /// `2026-11-21`, `17:40:41Z`, `12:00`, `1h30m`, `0.3s`.
  private static func isTime(_ word: String) -> Bool {
    guard let first = word.utf8.first, first &- 0x30 < 10, word.utf8.contains(where: { timeSigns.contains($0) }) else {
      return false
    }
    return word.wholeMatch(
      of:
        #/[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9:]+)?)?|[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?(\.[0-9]+)?(Z|[+-][0-9:]+)?/#
    )
      != nil || word.wholeMatch(of: #/([0-9]+(\.[0-9]+)?(ms|s)|[0-9]+[mhd])+/#) != nil
  }
}
