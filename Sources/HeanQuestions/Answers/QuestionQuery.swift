public import HeanCore

/// A question in plain words.
public struct QuestionQuery: Query {
  /// As somebody typed it.
  public var question: String
  /// Whose midnight `today` and `yesterday` mean.
  public var zone: Zone
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts
  /// What operators did, for questions about it.
  public var actions: QuestionActions
  private let earlier: QuestionReading?
  private let first: QuestionReading
  private let readings: ReadingMemo
  /// `nil` unless somebody wishes to be told of something later.
  private let wish: AlertWish?

  /// - Parameters:
  ///   - earlier: the reading of the question before in a conversation; what a short question leaves out is taken from it.
  ///   - tried: operations that were already tried on this engine; none by default.
  public init(
    _ question: String, after earlier: QuestionReading? = nil, zone: Zone = .utc,
    actions: QuestionActions = QuestionActions(),
    tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    let question = Self.pointed(question)
    self.question = question
    self.zone = zone
    self.actions = actions
    self.tried = tried
    self.earlier = earlier
    readings = ReadingMemo(question, after: earlier)
    first = readings.reading(by: QuestionReader())
    wish = AlertWish(question, symbols: first.symbols)
  }

  /// The question with decimal points: `5,5 %` is one number. A comma before exactly three digits separates thousands.
  private static func pointed(_ question: String) -> String {
    var characters = Array(question)
    func isDigit(_ place: Int) -> Bool { characters.indices.contains(place) && characters[place].isWholeNumber }
    for place in characters.indices where characters[place] == "," && isDigit(place - 1) && isDigit(place + 1) {
      let digits = characters[(place + 1)...].prefix { $0.isWholeNumber }.count
      let next = place + 1 + digits
      // Of a list, or with another comma or point, nothing is changed: what is meant is not certain.
      let isPart = characters.indices.contains(next) && ",.".contains(characters[next]) && isDigit(next + 1)
      let start = characters[..<place].lastIndex { !$0.isWholeNumber }
      let isLater = start.map { ",.".contains(characters[$0]) } ?? false
      let whole = characters[(start.map { $0 + 1 } ?? 0)..<place]
      // No thousands begin with 0.
      if digits != 3 || whole == ["0"], !isPart, !isLater { characters[place] = "." }
    }
    return String(characters)
  }

  /// Whether the engine has to be read for an answer: not for meanings, and not for what is never answered.
  public var needsEngine: Bool {
    wish == nil && (!QuestionParts(first).parts.isEmpty || !first.unknownWords.isEmpty && first.frame.isAboutEngine)
  }

  /// What the answer needs, by what was understood; the engine's own names too where the question has unknown words.
  public var parts: Set<SnapshotPart> {
    guard needsEngine else { return [] }
    let parts = QuestionParts(first).parts.union(Self.names(first)).union([.engine])
    guard !first.unknownWords.isEmpty else { return parts }
    let query = self
    return parts.union([
      SnapshotPart(
        "names in \(question)",
        reads: { _ in [EndpointRead(.strategies), EndpointRead(.state), EndpointRead(.positions)] },
        then: { snapshot in
          guard snapshot.strategies.isAsked, snapshot.state.isAsked else { return [] }
          let again = query.readings.reading(by: query.reader(snapshot))
          guard again != query.first else { return [] }
          return QuestionParts(again).parts.union(Self.names(again)).flatMap { $0.reads(nil) + $0.then(snapshot) }
        })
    ])
  }

  /// What tells whether the engine knows the names of a question.
  private static func names(_ reading: QuestionReading) -> Set<SnapshotPart> {
    Set(
      reading.symbols.map { SnapshotPart.names(NameFilter(symbol: $0)) }
        + reading.strategies.map { SnapshotPart.names(NameFilter(strategy: $0)) })
  }

  /// A reader with the names that the engine told.
  private func reader(_ snapshot: EngineSnapshot) -> QuestionReader {
    let state = snapshot.state.value
    let held = (snapshot.positions.value?.elements ?? []) + (state?.positions ?? [])
    let symbols =
      held.map(\.symbol) + (state?.openOrders ?? []).map(\.symbol) + (state?.decisions ?? []).compactMap(\.symbol)
    let running = snapshot.isRunning == true ? snapshot.strategies.value?.elements.compactMap(\.id) : nil
    return QuestionReader(symbols: symbols.withoutDuplicates, strategies: running.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// - Throws: the error of `/engine/status`, for a question that needs the engine; `notFound` for a symbol or a strategy
  ///   that the engine does not know.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> QuestionAnswer {
    let reading = snapshot.strategies.isAsked ? readings.reading(by: reader(snapshot)) : first
    var answer = QuestionAnswer(context: snapshot.context, receivedAt: now, reading: reading)
    if let wish {
      (answer.reading.frame, answer.reading.topic, answer.reading.metric) = (.howTo, .watch, nil)
      wish.fill(&answer)
      return answer
    }
    if let doubt = QuestionDoubt(question, reading) {
      answer.kind = .notUnderstood
      answer.lines = [NextStep(advice: doubt.message)]
      answer.suggestions = doubt.suggestions
      answer.commands = ShownNoun.steps(question, reading)
      return answer
    }
    if needsEngine {
      _ = try snapshot.status.get()
      for symbol in reading.symbols { _ = try NameFilter.symbol(symbol, snapshot, ListedNames()) }
      for strategy in reading.strategies { _ = try NameFilter.strategy(strategy, snapshot, ListedNames()) }
    }
    if let window = reading.windowToCome(at: now, in: zone) {
      answer.cannotTell("Not known: the time that was asked about (\(window.description)) is still to come.")
      return answer
    }
    fill(&answer, snapshot, now)
    // What no answer can hold, and what was not understood, is shown by a command of its own.
    if answer.kind == .notUnderstood || reading.topic == .watch || reading.metric == .events {
      let steps = ShownNoun.steps(question, reading)
      answer.commands = steps + answer.commands.filter { !steps.contains($0) }
    }
    if reading.hasSecondQuestion, reading.secondMetric == nil, answer.kind == .answered {
      answer.say("Only one part of the question was answered: ask the other by itself.")
    }
    if answer.kind == .answered, !answer.figures.isEmpty, answer.figures.allSatisfy({ $0.value == nil }) {
      answer.kind = .notKnown
    }
    return answer
  }

  private func fill(_ answer: inout QuestionAnswer, _ snapshot: EngineSnapshot, _ now: Date) {
    let reading = answer.reading
    func sources() -> AnswerSources {
      var scope = DiagnosisScope(symbol: reading.symbols.first, strategy: reading.strategies.first)
      if let window = reading.window {
        scope.window = max(1, DiagnosisFormat.seconds(from: window.interval(at: now, in: zone).start, to: now))
      }
      let past = tried(snapshot)
      let diagnosis = Diagnosis(snapshot, scope: scope, tried: past, now: now)
      return AnswerSources(
        snapshot: snapshot, now: now, zone: zone, diagnosis: diagnosis,
        judgement: Judgement(snapshot, diagnosis, past: past, now: now), actions: actions)
    }
    switch reading.frame {
    case .figure, .list, .compare:
      if reading.metric == .actions {
        WhoAnswer(now: now, zone: zone, actions: actions).fill(&answer)
      } else {
        FigureAnswer(snapshot: snapshot, now: now, zone: zone).fill(&answer)
      }
    case .state: StateAnswer(sources: sources()).fill(&answer)
    case .why: CauseAnswer(sources: sources()).fill(&answer)
    case .howTo: HowToAnswer(sources: sources()).fill(&answer)
    case .safe: SafeAnswer(sources: sources()).fill(&answer)
    case .when: WhenAnswer(sources: sources()).fill(&answer)
    case .who: WhoAnswer(now: now, zone: zone, actions: actions).fill(&answer)
    case .whatIf: WhatIfAnswer(sources: sources()).fill(&answer)
    case .define, .difference: MeaningAnswer().fill(&answer)
    case .forecast, .advice, .secret, .outside: RefusalAnswer().fill(&answer)
    }
  }
}
