import HeanCore

/// The open positions, with what is doubtful about the list above them.
struct PositionsView {
  var answer: PositionsAnswer
  var judgement: Judgement
  /// Closes that were sent from here and whose effect was never confirmed.
  var closes: [UnprovenClose]
  /// Whether it is drawn again and again: then a low window keeps what matters, and a pipe gets a line.
  var isWatched = false
  /// Whether a column shows how far each one is on the way from stop to target.
  var showsWays = false

  func report(_ view: Viewpoint) -> Report {
    let positions = answer.chosen
    let failures = answer.closeFailures
    let fields =
      PositionFields.all(now: view.engineTime(of: answer.context), ages: view.ages, exchange: answer.exchange)
      + (showsWays ? PositionFields.way(view.glyphs) : [])
    var report = view.report("positions", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(fields, positions)
    let closes = chosenCloses
    if isWatched { report.summary = summary }
    report.screen.context(answer.context, view)
    if let doubt = answer.doubt, positions.isEmpty, answer.exchange == nil {
      report.warn(of: doubt, answer.context.mode, view)
      report.end(as: Failure(positions: doubt, answer.context.mode))
    } else if answer.context.isRunning != true, answer.exchange == nil {
      report.screen.line(
        Cell("Engine \(answer.context.engineState ?? "not known"): the list may be old.", .warning))
    } else if positions.isEmpty {
      Self.tellEmpty(answer, closes, &report)
    }
    let said = report.screen.blocks.count
    report.money = JudgementFields.money(view.commands).object(judgement.money)
    // That nothing is open was said above.
    if answer.context.isRunning == true || answer.exchange != nil, judgement.money.state != .flat,
      answer.doubt == nil || !positions.isEmpty
    {
      report.screen.money(judgement.money)
    } else {
      report.screen.exchange(judgement.money)
    }
    report.warn(of: answer.hazards)
    report.warn(of: answer, closes, view)
    report.screen.steps(judgement.steps.filter { $0.aim == .protect })
    if report.screen.blocks.count > said, !positions.isEmpty { report.screen.blank() }
    if !positions.isEmpty {
      // In a short window, positions beyond their stop are kept.
      let order = !isWatched ? nil : PositionFields.order(positions.elements)
      report.screen.table(
        Table(fields: fields, rows: positions),
        cut: Screen.Cut(rows: "positions", command: .query(.positions), order: order))
    }
    report.screen.later { screen in
      let told = answer.hazards.contains { $0.kind == .beyondStop }
      let breached = positions.filter { row in
        row.source == nil && row.breachedLevels.contains { !told || $0 != .stopLoss }
      }
      guard !breached.isEmpty else { return }
      let symbols = breached.map(\.symbol).joined(separator: ", ")
      let level = told ? "target" : "stop or target"
      screen.line(Cell("Price beyond \(level), and still open: \(symbols).", .bad))
      screen.hint(.operation(.closePositions, answer.positions.name(breached[0])))
    }
    report.warn(of: failures, answer.context.mode, view)
    if let error = answer.detailsMissing {
      report.notes.append("opening times and leverage are missing: /trading/state: \(error)")
    }
    report.screen = report.screen.with(view.ages)
    return report
  }

  /// Says "flat" about an empty list only when no recent close is still unconfirmed.
  private static func tellEmpty(
    _ answer: PositionsAnswer, _ closes: [UnprovenClose], _ report: inout Report
  ) {
    report.screen.line(
      answer.isSurelyEmpty(unproven: closes)
        ? Cell(
          "No open position\(answer.names.phrase)\(answer.exchange == nil ? "" : ", in the engine's books and at the exchange")."
        )
        : Cell("No position is in the engine's books\(answer.names.phrase).", .warning))
    report.screen.isListEmpty = answer.names.isAll
    guard answer.positions.isEmpty else { return }
    if let failure = answer.closeFailures.first {
      report.end(
        as: Failure(
          .staleOrUnconfirmed, failure.message,
          nextStep: answer.context.mode.isPaper ? "\(.query(.audit))" : "look at the exchange itself"))
    }
    if !closes.isEmpty { report.end(as: Failure(unproven: closes, answer.context.mode)) }
  }

  private var chosenCloses: [UnprovenClose] {
    guard let symbol = answer.names.symbol else { return closes }
    return closes.filter { $0.what.contains(symbol) }
  }

  /// What is at risk comes first.
  private var summary: String {
    let positions = answer.chosen
    if let doubt = answer.doubt, positions.isEmpty, answer.exchange == nil {
      return Failure(positions: doubt, answer.context.mode).message
    }
    let isTold = answer.context.isRunning == true && judgement.money.state != .flat
    return (isTold ? judgement.money.summary + " " : "") + list
  }

  private var list: String {
    let positions = answer.chosen
    let rows = positions.map { position in
      "\(position.symbol) \(position.sideText) \(position.sizeText) "
        + "\(position.unrealizedPnL.map { Figures.signed($0) } ?? "?")"
    }
    if rows.isEmpty {
      return chosenCloses.isEmpty ? "no open position" : "none in the engine's books, and a close was not confirmed"
    }
    return "\(rows.count) open: " + rows.joined(separator: ", ")
  }
}
