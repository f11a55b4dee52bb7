import HeanCore

/// Figures beside each other: of several names, sides or spans, or two of one scope.
extension FigureAnswer {
  func compare(_ metric: QuestionMetric, _ answer: inout QuestionAnswer) {
    let reading = answer.reading
    var items: [(name: String, reading: QuestionReading)] = []
    func add(_ name: String, _ change: (inout QuestionReading) -> Void) {
      var one = reading
      (one.frame, one.group) = (.figure, nil)
      change(&one)
      items.append((name, one))
    }
    if reading.symbols.count > 1 {
      for symbol in reading.symbols { add(symbol) { $0.symbols = [symbol] } }
    } else if reading.strategies.count > 1 {
      for strategy in reading.strategies { add(strategy) { $0.strategies = [strategy] } }
    } else if reading.group == .side, reading.symbols.count + reading.strategies.count <= 1 {
      for side in [QuestionSide.long, .short] { add(side.rawValue) { $0.side = side } }
    } else if let first = reading.window, let second = reading.secondWindow {
      // What is open now has a value of now only, whatever the span.
      if metric == .pnl || metric == .dayPnL {
        answer.say("Realized PnL of closed trades; what is open has no value of the past.")
      }
      for window in [first, second] {
        add(window.description) {
          ($0.window, $0.secondWindow) = (window, nil)
          if metric == .pnl || metric == .dayPnL { $0.metric = .realized }
        }
      }
    } else {
      answer.kind = .notUnderstood
      answer.say(
        "What to compare with what was not understood: name two symbols, two strategies, two spans, or long and short.")
      return
    }
    for item in items { join(item.name, item.reading, &answer) }
    together(metric, &answer)
  }

  /// The sum of what stands side by side, where it makes sense: of symbols or strategies that the question names.
  private func together(_ metric: QuestionMetric, _ answer: inout QuestionAnswer) {
    let reading = answer.reading
    guard reading.symbols.count > 1 || reading.strategies.count > 1, reading.aggregate == nil, metric.isAdditive,
      !metric.isRatio, !metric.isStreak, metric != .size, answer.kind == .answered
    else { return }
    var whole = QuestionAnswer(context: answer.context, receivedAt: now, reading: reading)
    (whole.reading.frame, whole.reading.group) = (.figure, nil)
    fill(&whole)
    guard whole.kind == .answered, (1...2).contains(whole.figures.count) else { return }
    answer.figures += whole.figures
    for line in whole.lines.prefix(whole.figures.count) { answer.say("Together: " + line) }
  }

  /// A figure, and how much of the equity it is.
  func shareOfEquity(_ metric: QuestionMetric, _ answer: inout QuestionAnswer) {
    var one = answer.reading
    (one.secondMetric, one.aggregate) = (nil, nil)
    join(nil, one, &answer)
    let values = answer.figures.compactMap(\.value)
    guard answer.kind == .answered, !values.isEmpty, values.count == answer.figures.count else { return }
    // Of a symbol or a span, realized and unrealized PnL are told apart.
    let value = values.reduce(0, +)
    guard let equity = snapshot.equityTruth.shown, equity > 0 else {
      return answer.cannotTell("How much of the equity that is is not known: \(snapshot.equityTruth.because).")
    }
    let percent = value / equity * 100
    answer.figures.append(
      QuestionFigure(name: "share of equity", value: percent, unit: "%", source: "/engine/status"))
    answer.lines.insert(
      "\(values.count > 1 ? "Together " : "")\(DiagnosisFormat.percent(percent)) of an equity of \(Figures.money(equity)) USDT\(snapshot.equityTruth.remark).",
      at: 0)
    answer.cite("/engine/status", "equity \(Figures.money(equity))")
  }

  /// Two metrics of the same scope, one after the other: `stop loss and take profit of btc`.
  func both(_ first: QuestionMetric, _ second: QuestionMetric, _ answer: inout QuestionAnswer) {
    let reading = answer.reading
    for metric in [first, second] {
      var one = reading
      (one.metric, one.secondMetric) = (metric, nil)
      one.becomeRealized()
      if one.frame == .compare, one.symbols.count < 2, one.strategies.count < 2, one.group != .side {
        one.frame = .figure
      }
      // Both are realized PnL then: their figures have to be told apart.
      let isOfResult = one.metric != metric
      join(nil, one, lead: metric.label.sentenceStart, of: isOfResult ? metric.label : nil, &answer)
    }
  }

  /// Adds the answer to a part of a question.
  /// - Parameters:
  ///   - lead: what the figure is, said in front of lines that do not begin with it.
  ///   - rows: of what the figures are, for their names; `name` when it is `nil`.
  private func join(
    _ name: String?, _ reading: QuestionReading, lead: String? = nil, of rows: String? = nil,
    _ answer: inout QuestionAnswer
  ) {
    var one = QuestionAnswer(context: answer.context, receivedAt: now, reading: reading)
    fill(&one)
    for line in one.lines {
      let isLed = lead.map { line.begins(with: $0) } ?? true
      answer.say((name ?? (isLed ? nil : lead)).map { "\($0): " + line } ?? line)
    }
    answer.figures += one.figures.map { figure in
      QuestionFigure(
        name: (name ?? rows).map { "\(figure.name) of \($0)" } ?? figure.name, value: figure.value, unit: figure.unit,
        source: figure.source)
    }
    for evidence in one.evidence where !answer.evidence.contains(evidence) { answer.evidence.append(evidence) }
    // Of two figures one that is known is an answer.
    let isPart = name == nil && answer.figures.contains { $0.value != nil }
    if one.kind != .answered, !isPart { answer.kind = one.kind }
    for command in one.commands where !answer.commands.contains(command) { answer.commands.append(command) }
  }
}

extension QuestionReading {
  /// The average win, or the worst loss, is one by its PnL.
  fileprivate mutating func becomeRealized() {
    guard condition == nil, let aggregate, aggregate == .average || aggregate.isExtreme,
      metric == .wins || metric == .losses
    else {
      return
    }
    condition = metric == .wins ? .inProfit : .inLoss
    if aggregate == .top, metric == .losses { self.aggregate = .bottom }
    metric = .realized
  }
}
