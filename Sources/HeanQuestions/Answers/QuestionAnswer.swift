public import HeanCore

/// An answer to a question, with what it rests on.
public struct QuestionAnswer: Codable, Sendable {
  /// What kind of answer it is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// It says what was asked.
    case answered
    /// What was asked is not known now; the lines say why.
    case notKnown = "not_known"
    /// hean never answers this: a forecast, a recommendation, a secret, or something that is not about the engine.
    case refused
    /// The question, or a part of it, was not understood; nothing is said about the engine.
    case notUnderstood = "not_understood"
  }

  /// Mode, state of the engine and age of prices at that time.
  public var context: AnswerContext
  /// When the answer was made, by the local clock.
  public var receivedAt: Date
  /// What the question was understood to ask, with the engine's own names.
  public var reading: QuestionReading
  /// What kind of answer it is.
  public var kind = Kind.answered
  /// The answer in sentences, some of which name an operation or a query.
  public var lines: [NextStep] = []
  /// The figures in the sentences, for programs.
  public var figures: [QuestionFigure] = []
  /// What the answer rests on.
  public var evidence: [Gate.Evidence] = []
  /// Operations and queries that show more, or change something about it.
  public var commands: [NextStep] = []
  /// Questions that may have been meant, for one that was not understood.
  public var suggestions: [String] = []

  /// An answer that says nothing yet.
  public init(context: AnswerContext, receivedAt: Date, reading: QuestionReading) {
    self.context = context
    self.receivedAt = receivedAt
    self.reading = reading
  }

  mutating func say(_ line: NextStep) { lines.append(line) }

  mutating func cite(_ source: String, _ says: String) {
    let evidence = Gate.Evidence(source, says)
    if !self.evidence.contains(evidence) { self.evidence.append(evidence) }
  }

  mutating func cannotTell(_ line: NextStep, _ commands: NextStep...) {
    kind = .notKnown
    lines.append(line)
    self.commands += commands
  }
}

/// One figure of an answer.
public struct QuestionFigure: Codable, Sendable, Equatable {
  /// What it is: `unrealized`, `fees of ETHUSDT`.
  public var name: String
  /// `nil` when it is not known.
  public var value: Decimal?
  /// `USDT`, `%`, `s`, `count`, `x`, or `base units`.
  public var unit: String
  /// Endpoint, or file, from which it is.
  public var source: String

  /// A figure from its parts.
  public init(name: String, value: Decimal?, unit: String, source: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.source = source
  }
}

extension QuestionReading {
  /// What was understood, in a line that begins every answer: `unrealized PnL · SOLUSDT · now`.
  public var summary: String {
    var parts: [String] = []
    let figures = [metric, secondMetric].compactMap { $0?.label }.joined(
      separator: isShareOfEquity ? " as a share of " : isOfIdleStrategies ? " without " : " and ")
    let subject = metric != nil ? figures : topic?.label ?? terms.joined(separator: " and ")
    switch frame {
    case .figure, .list, .compare:
      let lead = [
        isShareOfEquity ? nil : aggregateLabel, frame == .list ? "list of" : nil,
        frame == .compare ? "comparison of" : nil,
      ]
      parts.append((lead.compactMap(\.self) + [subject]).joined(separator: " "))
    case .state: parts.append("state: \(subject)")
    case .why: parts.append("why: \(subject)")
    case .howTo: parts.append("how to: \(subject)")
    case .define: parts.append("meaning of \(subject)")
    case .difference: parts.append("difference between \(subject)")
    case .safe: parts.append("is it safe: \(subject)")
    case .when: parts.append("when: \(subject)")
    case .who: parts.append("who: \(subject)")
    case .whatIf:
      parts.append("what if " + (moves.isEmpty ? subject : moves.map(\.description).joined(separator: ", ")))
    case .forecast: parts.append("a forecast")
    case .advice: parts.append("a recommendation")
    case .secret: parts.append("a secret")
    case .outside: parts.append("not about the engine")
    }
    if frame != .forecast && frame != .advice && frame != .secret && frame != .outside {
      parts += symbols + strategies
      if !except.isEmpty { parts.append("without \(except.joined(separator: ", "))") }
      if let condition { parts.append(condition.description(of: metric, topic)) }
      if let isOn { parts.append(isOn ? "enabled" : "disabled") }
      if let side { parts.append(side == .long ? "long" : "short") }
      if let group { parts.append("by \(group.rawValue)") }
      if topic == .setting || topic == .changeSetting { parts += terms }
      if isNegated, isOn == nil, !isOfIdleStrategies, [.figure, .list].contains(frame) { parts.append("not") }
      if let number { parts.append("\(number)") }
      if let id { parts.append(id) }
      switch frame {
      case .figure, .list, .compare:
        parts.append(
          window?.description ?? (metric?.isOfNow == true && !isOfIdleStrategies ? "now" : "all that the engine lists"))
        if let secondWindow { parts[parts.count - 1] += " versus \(secondWindow.description)" }
      default: if let window { parts.append(window.description) }
      }
    }
    if !unusedWords.isEmpty { parts.append("not used: \"\(unusedWords.joined(separator: "\", \""))\"") }
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var aggregateLabel: String? {
    switch aggregate {
    case .count: "number of"
    case .top: "highest"
    case .bottom: "lowest"
    case .average: "average"
    case .last: "last"
    case .ratio: "share of"
    case nil: nil
    }
  }
}

extension AssumedMove {
  var description: String {
    if let price { return "\(symbol ?? "all prices") at \(Figures.price(price))" }
    let size = Figures.quantity(Decimal(checked: abs(percent)) ?? 0)
    return "\(symbol ?? "all prices") \(percent < 0 ? "-" : "+")\(size) %"
  }
}
