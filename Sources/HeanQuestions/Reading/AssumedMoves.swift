import HeanCore

/// Reads the changes of price that a question assumes: `btc drops 5 %`, `everything -3%`, `prices double`.
enum AssumedMoves {
  private static let falls = stems(
    "fall down lose minus low correct correction refuse decrease against bad worse red below haircut off nuke puke plunge slide shed slump plummet nosedive collapse crater"
  )
  private static let rises = stems(
    "rise up gain gains plus high increase grow more higher green moon double rip spike soar rocket jump")
  private static let leads = stems(
    """
    if suppose assum assume imagin imagine would when simulat simulate case scenario hypothetical hypothetically surviv
    survive happen say stress
    """)
  private static let others = stems("rest others everything else remainder")
  /// A price that stays, a group of coins that has no list, and half a percent: what would be read without them is another
  /// assumption.
  private static let unread = stems("flat same unchanged alt alts altcoin altcoins")
  private static let spelledNumbers = [
    "one": 1.0, "two": 2, "three": 3, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
  ]
  /// In percent.
  private static let factors = ["double": 100.0, "doubl": 100, "halv": -50, "halve": -50, "halves": -50, "half": -50]

  private static func stems(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map { QuestionWords.stem(String($0)) })
  }

  /// Whether the question assumes something.
  static func isAssumed(_ stems: [String]) -> Bool { stems.contains(where: leads.contains) }

  /// Takes each change with the symbol before it; the words of the change are marked as slots.
  static func take(from words: inout QuestionWords, _ named: [QuestionNames.Named]) -> [AssumedMove] {
    let stems = words.stems
    let isShare = stems.contains { ["howmany", "winrate", "var", "be_at"].contains($0) }
    let isAll = stems.contains { ["everything", "market", "board", "all"].contains($0) }
    let before = stems[..<(stems.lastIndex(of: "percent") ?? stems.endIndex)]
    // `at the same time` says nothing of a price.
    let isStrange =
      stems.indices.contains { unread.contains(stems[$0]) && !stems[$0...].starts(with: ["same", "time"]) }
      && !stems.contains(where: others.contains)
    let isHalf = stems.indices.contains { stems[$0...].starts(with: ["and", "a", "half"]) }
    guard !isShare, !isStrange, !isHalf, isAssumed(stems) || isAll || !named.isEmpty && !before.contains("be") else {
      return []
    }
    var moves: [AssumedMove] = []
    var end = -1
    func add(_ percent: Double, at place: Int) {
      guard abs(percent) <= 10_000 else { return }
      let last = named.last { $0.at < place }
      // `sol rallies 7% while the rest falls 2%`: the second is of all others.
      let isOfRest =
        last.map { named in
          moves.contains { $0.symbol == named.name } && stems[named.at..<place].contains(where: others.contains)
        } ?? false
      // `btc and eth both fall 4 %`: all that were named since the last change.
      let since = named.filter { $0.at > end && $0.at < place }
      let group = isRow(since, stems) ? since.map(\.name).withoutDuplicates : []
      let one: [String?] = [isOfRest ? nil : last?.name ?? named.first?.name]
      let symbols = isOfRest || group.count < 2 ? one : group.map(Optional.some)
      for symbol in symbols where !moves.contains(AssumedMove(symbol: symbol, percent: percent)) {
        moves.append(AssumedMove(symbol: symbol, percent: percent))
      }
      end = place
      words.words[place].isSlot = true
    }
    var found = withSharedPercent(stems)
    let shared = Set(found.map(\.place))
    for place in stems.indices where !words.words[place].isSlot && !shared.contains(place) {
      if let percent = bare(stems, place, hasScope: !named.isEmpty) { found.append((place, percent)) }
    }
    for at in stems.indices.dropFirst() where stems[at] == "percent" {
      guard let percent = signed(stems, at) else { continue }
      found.append((at, percent))
      words.words[at - 1].isSlot = true
    }
    for at in stems.indices.dropFirst() where ["a", "an", "one"].contains(stems[at - 1]) {
      guard at + 1 == stems.count || stems[at + 1] != "time", let size = fractions[stems[at]],
        let sign = direction(stems, at)
      else { continue }
      found.append((at, sign * size))
      words.words[at - 1].isSlot = true
    }
    moves += reached(&words, named)
    for change in found.sorted(by: { $0.place < $1.place }) { add(change.percent, at: change.place) }
    // `btc and eth drop 5 %`: one percentage for all that were named.
    let symbols = named.map(\.name).withoutDuplicates
    guard moves.count == 1, moves[0].price == nil, symbols.count > 1, isRow(named, stems) else { return moves }
    return symbols.map { AssumedMove(symbol: $0, percent: moves[0].percent) }
  }

  private static let ways = stems("go goes get come run head return trade touch hit reach climb pump rally")
  /// A unit behind a number says that it is no price.
  private static let units = stems("percent hour minute day second week times x position trade order")

  /// `if eth falls to 3000`, `if btc hits 100k`: a price of the symbol before it.
  private static func reached(_ words: inout QuestionWords, _ named: [QuestionNames.Named]) -> [AssumedMove] {
    let stems = words.stems
    // `when will btc hit 200k` assumes nothing.
    guard stems.contains(where: { $0 != "when" && leads.contains($0) }), !stems.contains("will") else { return [] }
    var moves: [AssumedMove] = []
    for at in stems.indices.dropFirst() where !words.words[at].isSlot {
      guard let symbol = named.last(where: { $0.at < at }), let price = price(stems[at]),
        at + 1 == stems.count || !units.contains(stems[at + 1])
      else { continue }
      let way = stems[symbol.at..<at].dropFirst()
      let isReached = ["hit", "reach", "touch"].contains(way.last)
      let isTo =
        ["to", "below", "under", "above", "over", "at"].contains(way.last)
        && way.contains { falls.contains($0) || rises.contains($0) || ways.contains($0) }
      guard isReached || isTo else { continue }
      moves.append(AssumedMove(symbol: symbol.name, reaching: price))
      words.words[at].isSlot = true
    }
    return moves
  }

  /// `3000`, `100k`
  private static func price(_ text: String) -> Decimal? {
    let isShort = text.hasSuffix("k")
    let digits = isShort ? String(text.dropLast()) : text
    guard digits.first?.isNumber == true, let value = Decimal(exactly: digits), value > 0
    else { return nil }
    return isShort ? value * 1000 : value
  }

  /// Whether names stand one after another: not in `what happens to eth if btc falls 5 %`, where one of them moves.
  private static func isRow(_ named: [QuestionNames.Named], _ stems: [String]) -> Bool {
    guard let first = named.map(\.at).min(), let last = named.map(\.at).max() else { return true }
    return stems[first...last].indices.allSatisfy { at in
      ["and", "or", "both", "plus", "with", "the", "n"].contains(stems[at]) || named.contains { $0.at == at }
    }
  }

  /// `eth up 3 and sol down 2 percent`: the sign of percent is said once, behind the last.
  private static func withSharedPercent(_ stems: [String]) -> [(place: Int, percent: Double)] {
    let last = stems.lastIndex(of: "percent") ?? 0
    return stems.indices.dropFirst().compactMap { at in
      guard at + 1 < last, stems[at + 1] != "percent", let size = Double(stems[at]) else { return nil }
      if falls.contains(stems[at - 1]) { return (at, -size) }
      return rises.contains(stems[at - 1]) ? (at, size) : nil
    }
  }

  /// `btc +2`, `sol does -10`, `to zero`, `prices double`: a sign or a factor says as much as a percent sign.
  private static func bare(_ stems: [String], _ at: Int, hasScope: Bool) -> Double? {
    let text = stems[at]
    if text.count > 1, text.hasPrefix("+") || text.hasPrefix("-"), at + 1 >= stems.count || stems[at + 1] != "percent" {
      return number(text)
    }
    guard hasScope || stems.contains("price") || stems.contains("market") else { return nil }
    // `half an hour` is no move, nor is `half of sol`.
    let units: Set<String> = ["hour", "minute", "day", "second", "week", "percent"]
    if text == "half", at + 1 < stems.count, stems[at + 1] == "of" { return nil }
    if text == "half", stems[(at + 1)...].prefix(2).contains(where: units.contains) { return nil }
    if text == "zero", at > 0, stems[at - 1] == "to" { return -100 }
    return factors[text]
  }

  /// Decimal only: `0x10` is no number to people.
  private static func number(_ text: String) -> Double? {
    text.allSatisfy { $0.isNumber || "+-.".contains($0) } ? Double(text) : nil
  }

  /// `by a fifth`, in percent.
  private static let fractions = Dictionary(
    [("third", 100.0 / 3), ("quarter", 25), ("fifth", 20), ("tenth", 10)].map { (QuestionWords.stem($0.0), $0.1) }
  ) { first, _ in first }

  /// 1 for a rise and -1 for a fall, by the nearest word of direction; `nil` without one.
  private static func direction(_ stems: [String], _ at: Int) -> Double? {
    let near = stems.indices.sorted { abs($0 - at + 1) < abs($1 - at + 1) }.first {
      falls.contains(stems[$0]) || rises.contains(stems[$0])
    }
    return near.map { falls.contains(stems[$0]) ? -1 : 1 }
  }

  /// The number before a `percent`, with the sign of the nearest word of direction: `btc up 2 % and eth down 3 %`.
  private static func signed(_ stems: [String], _ at: Int) -> Double? {
    let text = stems[at - 1]
    guard let size = number(text.trimmed(of: "+-")) ?? spelledNumbers[text]
    else { return nil }
    // `drops -5 %` may be a rise or a fall.
    if text.hasPrefix("-") { return at > 1 && falls.contains(stems[at - 2]) ? nil : -size }
    if text.hasPrefix("+") { return at > 1 && falls.contains(stems[at - 2]) ? nil : size }
    return direction(stems, at).map { $0 * size }
  }
}
