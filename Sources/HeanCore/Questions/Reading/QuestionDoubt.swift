/// Why a question is not answered although something was understood: a wrong answer would be worse than none.
struct QuestionDoubt: Sendable {
  var message: String
  /// Questions that may have been meant.
  var suggestions: [String] = []

  /// - Returns: `nil` when the question can be answered as it was read.
  init?(_ question: String, _ reading: QuestionReading) {
    if reading.frame.isAboutEngine, let name = reading.unknownWords.first(where: { Self.mayBeName($0, question) }) {
      message = "\"\(name)\" is no symbol or strategy of this engine, and no word that hean knows"
      suggestions = Self.suggestions(reading)
      return
    }
    if reading.frame.isAboutEngine, let part = UnreadPart(question, reading) {
      message = part.message
      return
    }
    if reading.frame.isAboutEngine, reading.isMostlyUnknown {
      message = "most of its words are not known; hean understands English"
      suggestions = ["is it trading", "what is my pnl", "why is it not trading"]
      return
    }
    if let scope = reading.unreadScope {
      message = "\(scope) in a question about closing was not understood, so nothing is offered to be closed"
      suggestions = ["list positions", "how do i close btc"]
      return
    }
    if reading.hasSecondWindow, reading.frame != .compare, reading.frame.isAboutEngine {
      message = "two times were named, and only one can be used"
      return
    }
    if let number = reading.unreadNumber, [.figure, .list, .compare, .state, .when].contains(reading.frame) {
      message = "what \"\(number)\" means was not understood"
      suggestions = Self.suggestions(reading)
      return
    }
    if let noun = reading.unusedNouns.first {
      message =
        "what \"\(noun)\" means beside \(reading.metric?.label ?? reading.topic?.label ?? "the rest") was not understood"
      suggestions = Self.suggestions(reading)
      return
    }
    switch reading.frame {
    case .figure, .list, .compare:
      guard let metric = reading.metric else {
        message = "what figure or list is meant was not understood"
        suggestions = ["what is my pnl", "list positions", "how many signals were refused today"]
        return
      }
      if metric.isCounted, [.average, .top, .bottom].contains(reading.aggregate), reading.group == nil {
        message = "which value of the \(metric.label) is meant was not understood"
        suggestions = ["which position is closest to its stop", "which strategy lost most", "list \(metric.label)"]
        return
      }
      if reading.isNegated, !metric.takesNegation || (metric == .positions && !Self.namesExit(question)) {
        message = "the \"not\" in the question was not understood"
        suggestions = Self.suggestions(reading)
        return
      }
    case .state, .why, .howTo, .when, .whatIf:
      guard reading.topic != nil else {
        message = "what the question is about was not understood"
        suggestions = ["is it trading", "why is it not trading", "what changed in the last hour"]
        return
      }
    default: break
    }
    guard reading.margin < QuestionReader.requiredMargin, let second = reading.second else { return nil }
    // A list and its figure are the same answer, longer or shorter.
    if reading.metric == .positions || reading.topic == .position,
      Set([reading.frame, second]).isSubset(of: [.figure, .list, .state])
    {
      return nil
    }
    if Set([reading.frame, second]).isSubset(of: [.figure, .list]) { return nil }
    var other = reading
    other.frame = second
    message = "it can be understood in two ways"
    suggestions = Self.suggestions(reading) + Self.suggestions(other)
  }

  /// `without a stop`, `no take profit`: the only "not" about open positions that is understood.
  private static func namesExit(_ question: String) -> Bool {
    QuestionWords(question).stems.contains { ["stoploss", "takeprofit", "stop", "target"].contains($0) }
  }

  /// Whether an unknown word stands where a name stands: `pnl of pepe`, `is pepe open`.
  private static func mayBeName(_ word: String, _ question: String) -> Bool {
    let words = question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "/" }.map(String.init)
    guard let at = words.firstIndex(of: word), word.count >= 2 else { return false }
    let before: Set<String> = [
      "of", "for", "on", "if", "is", "did", "does", "are", "by", "close", "sell", "buy", "long", "short", "trading",
      "vs", "why",
    ]
    // After these, a longer word is an ordinary one more often than a name: `for the handover`.
    let weak: Set<String> = ["in", "my", "with", "about", "the", "and"]
    guard at > 0 else { return false }
    return before.contains(words[at - 1]) || word.count <= 5 && weak.contains(words[at - 1])
  }

  /// The question in its usual form, as it can be asked again.
  static func suggestions(_ reading: QuestionReading) -> [String] {
    let scope = (reading.symbols + reading.strategies).joined(separator: " and ")
    let of = scope.isEmpty ? "" : " of \(scope)"
    let on = scope.isEmpty ? "" : " on \(scope)"
    let metric = (reading.metric ?? .pnl).label
    switch reading.frame {
    case .figure: return ["what is the \(metric)\(of)"]
    case .list: return ["list \(metric)\(of)"]
    case .compare: return ["compare \(metric)\(of)"]
    case .state: return ["what changed in the last hour", "is it trading\(on)"]
    case .why: return ["why is it not trading\(on)"]
    case .howTo: return ["how do i get it trading again"]
    case .define, .difference: return ["what is \(reading.terms.first ?? "drawdown")"]
    case .safe: return ["am i safe"]
    case .when: return ["when was the last trade\(of)"]
    case .who: return ["who did the last action"]
    case .whatIf: return ["what if btc drops 5 %"]
    case .forecast, .advice, .secret, .outside: return []
    }
  }
}
