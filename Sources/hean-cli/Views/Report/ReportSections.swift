import HeanCore

/// The parts of the page, in the order in which they are read: what matters first, long lists last.
extension ReportPage {
  var sections: [PageSection] {
    [state, positions, figures, equity, strategies, signals, incidents, operators, unknown, allFigures, trades]
  }

  private func table<Row: Sendable>(_ fields: [Field<Row>], _ rows: [Row], _ names: Set<String>? = nil) -> Markup {
    PageTable(fields: fields, rows: rows, zone: zone, names: names, redaction: redaction).markup
  }

  private var state: PageSection {
    var parts: [Markup] = []
    if let status = content.report.status {
      let money = status.judgement.money
      parts.append(.paragraph(money.summary, money.state.style))
      parts += money.reasons.map { .paragraph($0.message + ".", $0.style) }
      parts.append(.paragraph(status.diagnosis.summary, status.diagnosis.style))
      let steps = status.judgement.steps
      if !steps.isEmpty {
        let lines = steps.map { step in
          let reason = step.reason.isEmpty ? [] : [Markup.paragraph(step.reason, .faint)]
          return Markup("li", [Markup(commands.pieces(Guidance(step.step)))] + reason)
        }
        parts += [Markup("h3", "What to do next"), Markup("ol", lines)]
      }
      parts.append(PageTable.record(StatusFields.all(commands), status, zone, redaction))
    } else {
      parts.append(.paragraph("The engine did not tell its state.", .warning))
    }
    if !content.gates.isEmpty {
      let names: Set<String> = ["gate", "state", "finding"]
      let rows = content.gates.map { GateRow(gate: $0) }
      parts += [
        Markup("h3", "Gates that stop or reduce signals"),
        table(GateRow.fields(window: DiagnosisScope.usualWindow, width: nil), rows, names),
      ]
    }
    return PageSection(id: "state", title: "State when this was made", content: parts)
  }

  private var positions: PageSection {
    guard let open = content.positions else {
      let words = content.report.status?.listing?.doubt?.message
      return PageSection(
        id: "positions", title: "Open positions",
        content: [.paragraph(words.map { "Not known: \($0)." } ?? "Not known.", .warning)])
    }
    let names: Set<String> = [
      "symbol", "side", "size", "entry_price", "mark_price", "notional", "unrealized_pnl", "unrealized_pnl_percent",
      "take_profit", "stop_loss", "breached", "strategy_id",
    ]
    let isBreached = open.contains { !$0.breachedLevels.isEmpty }
    return PageSection(
      id: "positions", title: "Open positions",
      content: open.isEmpty
        ? [.paragraph("None when this was made.")]
        : (isBreached ? [.paragraph(content.positionsLine, .bad)] : [])
          + [table(PositionFields.all(now: content.madeAt), open, names)])
  }

  /// A figure, marked where it is none of an amount, so that it is left on a page without amounts.
  private func figure(_ words: String, _ row: FigureRow) -> Markup {
    redaction != nil && OpenNames.isOpen(unit: row.unit.json) ? Markup("strong", words) : Markup(words)
  }

  private var figures: PageSection {
    let cards = content.mainFigures.map { row in
      Markup(
        "div", ["class": "card"],
        [
          Markup("span", row.title),
          row.text.map { Markup("b", ["class": row.style.className], [figure($0 + row.unitWord, row)]) }
            ?? Markup("b", ["class": "warning"], "not known"),
          Markup("p", row.refusal.map { "Refused: \($0)." } ?? row.basis), Markup("p", row.definition),
        ])
    }
    let none = Markup.paragraph("No list of closed trades could be read, so there are no figures.", .warning)
    return PageSection(
      id: "figures", title: "Figures", content: cards.isEmpty ? [none] : [Markup("div", ["class": "cards"], cards)])
  }

  private var allFigures: PageSection {
    let names: Set<String> = ["name", "value", "interval", "n", "engine", "note", "definition"]
    return PageSection(
      id: "definitions", title: "Every figure, with its definition",
      content: [
        .note(
          "N is the number of trades, fees or daily returns behind a figure. Intervals are the middle 95 % of 1000 "
            + "bootstrap resamples. ENGINE is the engine's own figure."),
        table(FigureRow.fields, content.figures, names),
      ])
  }

  private var strategies: PageSection {
    let names: Set<String> = [
      "strategy_id", "trades", "realized_pnl", "win_rate", "profit_factor", "expectancy", "average_held", "dropped",
      "engine_pnl",
    ]
    let none = Markup.paragraph(
      content.areTradesKnown ? "No closed trade of that time." : "Not known, because the closed trades are not.")
    let refused =
      "A dash is a figure that is refused: win rate, profit factor and expectancy take \(Statistic.Name.winRate.least) trades."
    return PageSection(
      id: "strategies", title: "Strategies",
      content: content.strategies.isEmpty
        ? [none] : [table(GroupRow.strategies, content.strategies, names), .note(refused)])
  }

  private var signals: PageSection {
    guard let blocked = content.blocked else {
      return PageSection(
        id: "signals", title: "Blocked signals",
        content: [.paragraph("Not known: the engine lists no decision.", .warning)])
    }
    var parts = [
      Markup.paragraph(
        "\(Figures.counted(blocked.judged, "signal")) judged: \(blocked.accepted) accepted, \(blocked.refused) refused. "
          + "The engine's lists reach back to \(timestamp(blocked.reachesBackTo)).")
    ]
    let fields = ReasonFields.all(commands)
    if !blocked.reasons.isEmpty { parts.append(table(fields, blocked.reasons)) }
    if let filters = blocked.filters, !filters.isEmpty {
      parts += [
        Markup("h3", "Refused inside strategies, before there was a signal, since the engine's process began"),
        table(fields, filters),
      ]
    }
    return PageSection(id: "signals", title: "Blocked signals", content: parts)
  }

  private var incidents: PageSection {
    let rows = content.report.incidents
    return PageSection(
      id: "incidents", title: "Incidents",
      content: rows.isEmpty
        ? [.paragraph("None is told by the lists that could be read.")] : [table(IncidentFields.all, rows)])
  }

  private var operators: PageSection {
    var fields = AuditFields.fields
    for place in fields.indices where ["title", "reason"].contains(fields[place].name) {
      fields[place].title = fields[place].name.uppercased()
      fields[place].alignment = .wrapping
    }
    let names: Set<String> = ["time", "id", "verb", "title", "user", "reason", "outcome"]
    let items = content.operators.items
    return PageSection(
      id: "operators", title: "What operators sent and wrote down",
      content: items.isEmpty
        ? [
          .paragraph(
            content.operators.failure == nil
              ? "By the audit log, nothing was sent to this engine from here in that time."
              : "Not known: the audit log cannot be read.")
        ] : [table(fields, items, names)])
  }

  private var unknown: PageSection {
    let missing = content.missing
    return PageSection(
      id: "unknown", title: "What is missing, and what is not known",
      content: (missing.isEmpty ? [.paragraph("Everything that was asked for could be read.")] : [])
        + (missing.isEmpty ? [] : [Markup("h3", "Could not be read")]) + Markup.list(missing)
        + [Markup("h3", "Not told, or not for sure")] + Markup.list(content.limits { timestamp($0) }))
  }

  /// The engine's list, and what this console closed and the engine does not list.
  private var listedTrades: [Position] { content.trades + content.unlisted }

  private var trades: PageSection {
    let names: Set<String> = [
      "closed_at", "symbol", "side", "size", "entry_price", "mark_price", "realized_pnl", "realized_pnl_percent",
      "entry_fee", "held_seconds", "dropped", "strategy_id", "source",
    ]
    let none = Markup.paragraph(
      content.areTradesKnown ? "No closed trade of that time." : "Not known.",
      content.areTradesKnown ? .plain : .warning)
    return PageSection(
      id: "trades", title: "Closed trades, newest first",
      content: listedTrades.isEmpty ? [none] : [table(TradeFields.all, listedTrades, names)])
  }
}

extension FigureRow {
  /// A gain or loss has the colour of its sign.
  fileprivate var style: Style {
    guard unit == .usdt, isSigned, let value, value != 0 else { return .plain }
    return value > 0 ? .profit : .loss
  }

  fileprivate var unitWord: String { unit == .usdt ? " USDT" : "" }

  /// On how much it rests.
  fileprivate var basis: String {
    let (low, high) = (interval.map { unit.text($0.low) }, interval?.high.map { unit.text($0) } ?? "no bound")
    let thing = name == "fees" ? "fee" : Statistic.Name(rawValue: name)?.observation ?? "trade"
    return "Of \(Figures.counted(count, thing)). " + (low.map { "95 % interval \($0) to \(high)." } ?? "")
  }
}
