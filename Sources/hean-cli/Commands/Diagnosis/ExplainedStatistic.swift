import HeanCore

/// A figure of an analysis with its formula and, where the engine answered, its numbers.
struct ExplainedStatistic: Sendable {
  var term: GlossaryTerm
  var name: Statistic.Name
  /// Hides the amounts of a formula whose result is none; `nil` shows them.
  var redaction: Redaction?
  /// `nil` when nothing was read.
  var answer: StatisticAnswer?
  /// Why there are no numbers; `nil` when there are.
  var notRead: String?

  private var figure: Statistic? { notRead == nil ? answer?.statistic : nil }

  /// The formula with numbers in the places of its inputs, and what it gives; `nil` without a figure.
  private var worked: String? {
    guard let answer, let value = figure?.value, !answer.inputs.isEmpty else { return nil }
    // Longer names first: a short one can be a part of them.
    let inputs = answer.inputs.sorted { $0.name.count > $1.name.count }
    var text = name.formula
    for (place, input) in inputs.enumerated() { text = text.replacing(input.name, with: "\u{1}\(place)\u{2}") }
    for (place, input) in inputs.enumerated() { text = text.replacing("\u{1}\(place)\u{2}", with: self.text(input)) }
    guard text != name.formula else { return nil }
    let result = name.unit.text(value) + (name.unit == .usdt ? " USDT" : "")
    return "\(text) = \(result)"
  }

  /// As it stands in a formula: shares as fractions, so that the sum can be checked.
  private func text(_ input: StatisticInput) -> String {
    let text = digits(input)
    return text.hasPrefix("-") ? "(\(text))" : text
  }

  private func digits(_ input: StatisticInput) -> String {
    switch input.unit {
    case .usdt: redaction?.mark ?? Figures.money(Decimal(shown: input.value))
    case .trades: Figures.text(Decimal(shown: input.value), places: 0)
    case .seconds: "\(Figures.text(Decimal(shown: input.value), places: 1))s"
    case .fraction: Figures.quantity(Decimal(shown: input.value).rounded(to: 6))
    case .ratio: Figures.quantity(Decimal(shown: input.value).rounded(to: 3))
    }
  }

  private var yours: Cell {
    if let notRead { return Cell("no numbers: \(notRead)", .warning) }
    guard let figure else { return Cell("") }
    if let refusal = figure.refusal { return Cell("refused: \(refusal)", .warning) }
    guard let value = figure.value else { return Cell("not known", .warning) }
    return Cell(worked ?? name.unit.text(value) + (name.unit == .usdt ? " USDT" : ""))
  }

  private var engine: Cell {
    guard notRead == nil, let answer else { return Cell("") }
    guard let comparison = answer.comparison else {
      let isTold = EngineComparison.Name(rawValue: name.rawValue) != nil
      return Cell(isTold ? "not known: it does not run" : "tells no figure of this name", .faint)
    }
    guard let value = comparison.engine else { return Cell("did not tell it (\(comparison.source))", .warning) }
    let caveat = comparison.caveat.map { "; \($0)" } ?? ""
    let text = name.unit.text(value)
    let ours = comparison.ours.map(name.unit.text)
    let apart =
      comparison.difference.map { ours == text ? ", as ours" : ", \(name.unit.signed($0)) against ours" } ?? ""
    return Cell("\(text)\(apart) (\(comparison.source))\(caveat)")
  }

  private var from: String {
    guard notRead == nil, let answer else { return "" }
    let count = Figures.counted(answer.statistic.count, name.observation)
    return count + (answer.basis.map { " of \($0.words)" } ?? "")
  }

  static func fields(_ commands: CommandLines = CommandLines()) -> [Field<ExplainedStatistic>] {
    let term: [Field<ExplainedStatistic>] = ExplainCommand.fields(commands).map { field in
      var field = field.of { (row: ExplainedStatistic) in row.term }
      (field.title, field.priority, field.isLeftByRedaction) = ("", 0, true)
      return field
    }
    return term + own
  }

  private static let inputs: [Field<StatisticInput>] = [
    .member("name") { $0.name }, .member("value") { $0.value }, .member("unit") { $0.unit },
  ]

  private static let own: [Field<ExplainedStatistic>] = [
    Field("name", "", "stable name of the figure", priority: 0) { $0.name },
    Field("definition", "Definition", "what the figure is", priority: 1) {
      $0.name.definition
    } cell: {
      Cell($0.term.meaning == $0.name.definition ? "" : $0.name.definition)
    }.leftByRedaction,
    Field("formula", "Formula", "how it is computed; r are the daily returns", priority: 1) {
      $0.name.formula
    }.leftByRedaction,
    Field("value", "Yours", "as of now; null when refused or not known", priority: 1) {
      $0.figure?.value
    } cell: {
      $0.yours
    },
    Field("unit", "", "fraction, ratio, usdt, trades or seconds", priority: 0) { $0.name.unit },
    .parts("inputs", "", "the numbers in the formula: name, value and unit of each", of: inputs) { row in
      row.notRead == nil ? row.answer?.inputs ?? [] : []
    },
    Field("n", "From", "how many trades, daily returns or equity readings there are", priority: 1) {
      $0.figure?.count
    } cell: {
      Cell($0.from)
    },
    Field("least", "", "the least n for which there is a figure", priority: 0) { $0.name.least },
    Field("interval_low", "95 %", "lower end of the 95 % interval of the bootstrap", priority: 1) {
      $0.figure?.interval?.low
    } cell: { row in
      Cell(row.figure?.interval.map { row.name.unit.text($0) } ?? "")
    },
    Field("interval_high", "", "upper end; null beside a lower end: it has no bound", priority: 0) {
      $0.figure?.interval?.high
    },
    Field("engine", "Engine", "the engine's own figure, in the same unit; null when it tells none", priority: 1) {
      $0.notRead == nil ? $0.answer?.comparison?.engine : nil
    } cell: {
      $0.engine
    },
    Field("engine_source", "", "the endpoint of the engine's figure", priority: 0) {
      $0.answer?.comparison?.source
    },
    Field("refusal", "", "why there is no figure; null when there is one", priority: 0) {
      $0.notRead ?? $0.figure?.refusal
    },
  ]
}
