import HeanCore

/// What one pane shows, made from one snapshot; it is drawn for any width.
struct PaneContent: Sendable {
  /// Stands behind the name of the pane, such as how many rows there are.
  var title = ""
  /// For the rows of a list, in its order.
  var targets: [RowTarget] = []
  /// The row that is chosen before the operator has chosen one.
  var first = 0
  /// When the answer arrived, by the local clock.
  var receivedAt: Date
  var drawing: Drawing

  enum Drawing: Sendable {
    /// A report that is fitted to the pane.
    case report(@Sendable (Viewpoint, PaneRectangle) throws -> Report)
    /// Painted lines, exactly as many as the pane has.
    case lines(@Sendable (Viewpoint, PaneRectangle, ReportRenderer) -> [String])
  }

  init(
    title: String = "", targets: [RowTarget] = [], first: Int = 0, receivedAt: Date,
    _ report: @escaping @Sendable (Viewpoint, PaneRectangle) throws -> Report
  ) {
    self.title = title
    self.targets = targets
    self.first = first
    self.receivedAt = receivedAt
    drawing = .report(report)
  }

  init(
    receivedAt: Date, lines: @escaping @Sendable (Viewpoint, PaneRectangle, ReportRenderer) -> [String]
  ) {
    self.receivedAt = receivedAt
    drawing = .lines(lines)
  }
}

/// What the operator has chosen for the pane with a chart.
struct ChartChoice: Sendable, Equatable {
  /// A trading pair.
  var symbol: String
  var timeframe = Timeframe.minute
}

/// Makes the contents of panes from one snapshot. Answers that several panes need are made once.
struct PaneContents: Sendable {
  var session: Session
  var snapshot: EngineSnapshot
  var chart: ChartChoice
  /// The last change of each price that was seen, by trading pair.
  var changes: [String: PriceChange]
  /// The header and several panes are made of it.
  let status: Result<StatusAnswer, EngineError>

  init(
    _ session: Session, _ snapshot: EngineSnapshot, _ chart: ChartChoice, changes: [String: PriceChange] = [:]
  ) {
    self.session = session
    self.snapshot = snapshot
    self.chart = chart
    self.changes = changes
    do throws(EngineError) {
      let query = StatusQuery { session.pastAttempts(on: $0) }
      status = .success(try query.answer(snapshot, now: session.context.now()))
    } catch {
      status = .failure(error)
    }
  }

  /// How far back the funnel counts, in seconds.
  private static let window: Decimal = 3600

  /// What has to be read for these panes.
  static func parts(of kinds: some Sequence<PaneKind>, _ chart: ChartChoice) -> Set<SnapshotPart> {
    // The header tells of the money and of the engine, whatever panes there are.
    kinds.reduce(into: StatusQuery().parts) { parts, kind in
      switch kind {
      case .verdicts, .positions: break
      case .orders: parts.formUnion(OrdersQuery(.open).parts)
      case .risk, .equity: parts.formUnion(RiskQuery().parts)
      case .strategies: parts.formUnion(StrategiesQuery().parts)
      case .gates: parts.formUnion(WhyQuery().parts)
      case .pipeline: parts.formUnion(FunnelQuery(window: window).parts)
      case .events: parts.formUnion(EventsQuery().parts)
      case .chart: parts.formUnion(ChartQuery(CandlesQuery(chart.symbol, chart.timeframe)).parts)
      case .prices: parts.formUnion(MarketQuery().parts)
      }
    }
  }

  private func answer() throws(EngineError) -> StatusAnswer { try status.get() }

  /// - Throws: the error of an endpoint without which the pane has nothing to show.
  func content(_ kind: PaneKind) throws -> PaneContent {
    switch kind {
    case .verdicts:
      let answer = try answer()
      return PaneContent(receivedAt: answer.receivedAt) { view, place, renderer in
        VerdictsView(answer: answer).lines(height: place.height, view, by: renderer)
      }
    case .equity:
      let (answer, day) = (try answer(to: RiskQuery()), try answer().day)
      let course = EquityCourse(snapshot.equityHistory.value)
      return PaneContent(receivedAt: answer.receivedAt) { view, _ in
        EquityPaneView(answer: answer, day: day, course: course).report(view)
      }
    case .positions: return try positions()
    case .orders: return try orders()
    case .risk:
      let answer = try answer(to: RiskQuery())
      return PaneContent(receivedAt: answer.receivedAt) { view, _ in
        RiskLadderView(answer: answer).report(view)
      }
    case .strategies:
      let answer = try answer(to: StrategiesQuery())
      return PaneContent(
        title: "\(answer.strategies.count)", targets: RowTargets.of(answer.strategies), receivedAt: answer.receivedAt
      ) { view, _ in StrategiesView(answer: answer).report(view) }
    case .gates: return try gates()
    case .pipeline:
      let answer = try answer(to: FunnelQuery(window: Self.window))
      return PaneContent(receivedAt: answer.receivedAt) { view, _ in
        PipelineView(answer: answer).report(view)
      }
    case .events:
      let answer = try answer(to: EventsQuery())
      return PaneContent(targets: RowTargets.of(answer.events), receivedAt: answer.receivedAt) { view, _ in
        EventsView(answer: answer, names: EventNames(), choice: RowChoice(limit: .max)).report(view)
      }
    case .chart: return try candles()
    case .prices: return try prices()
    }
  }

  private func answer<Question: Query>(to query: Question) throws(EngineError) -> Question.Answer {
    try query.answer(snapshot, now: session.context.now())
  }

  private func positions() throws -> PaneContent {
    let answer = try answer()
    guard var listed = answer.listing else { return try unlisted(answer) }
    listed.hazards = answer.judgement.money.reasons
    let (shown, judgement) = (listed, answer.judgement)
    let closes = session.unprovenCloses(shown)
    let rows = Array(shown.chosen)
    return PaneContent(title: "\(rows.count)", targets: RowTargets.of(rows), receivedAt: answer.receivedAt) { view, _ in
      PositionsView(answer: shown, judgement: judgement, closes: closes, showsWays: true).report(view)
    }
  }

  /// What is known when the engine lists no positions: why.
  private func unlisted(_ answer: StatusAnswer) throws -> PaneContent {
    throw Failure(.temporary, answer.missing.joined(separator: "; "))
  }

  private func orders() throws -> PaneContent {
    let answer = try answer(to: OrdersQuery(.open))
    let rows = Array(answer.orders)
    return PaneContent(title: "\(rows.count) open", targets: RowTargets.of(rows), receivedAt: answer.receivedAt) {
      view, _ in OrdersView(answer: answer, filter: .open, ofTime: "").report(view)
    }
  }

  private func gates() throws -> PaneContent {
    // A diagnosis is the costly part of a look, and a status has it already.
    let answer =
      try (try? status.get()).map {
        WhyAnswer(
          context: $0.context, diagnosis: $0.diagnosis, judgement: $0.judgement, receivedAt: session.context.now())
      } ?? answer(to: WhyQuery { session.pastAttempts(on: $0) })
    let gates = answer.diagnosis.gates
    // The gate that decides is looked at first.
    let first = gates.firstIndex { $0.id == answer.diagnosis.decisive?.id } ?? 0
    return PaneContent(targets: RowTargets.of(gates), first: first, receivedAt: answer.receivedAt) { view, _ in
      WhyView(answer: answer, hasLineEach: true).report(view)
    }
  }

  private func candles() throws -> PaneContent {
    let choice = chart
    let answer = try answer(to: ChartQuery(CandlesQuery(choice.symbol, choice.timeframe)))
    return PaneContent(
      title: "\(choice.symbol) \(choice.timeframe.rawValue)", receivedAt: answer.candles.receivedAt
    ) { view, place in
      let size = PictureSize(columns: max(20, place.width), rows: max(6, place.height - 3))
      let chart = ChartView(answer: answer, range: .all, style: .candles, indicators: [], size: size)
      return chart.report(try chart.content(view), view)
    }
  }

  private func prices() throws -> PaneContent {
    let answer = try answer(to: MarketQuery())
    let changes = changes
    return PaneContent(targets: RowTargets.of(answer.rows.map(\.symbol)), receivedAt: answer.receivedAt) { view, _ in
      TickerView(answer: answer, changes: changes).report(view)
    }
  }
}
