import HeanCore

extension Report {
  /// Adds a caveat to documents, and on the screen as a sentence.
  mutating func caveat(_ words: String, _ style: Style) {
    caveats.append(words)
    screen.line(Cell(words.sentenceStart + ".", style))
  }

  /// Says that the engine's lists are shorter than the time asked for.
  /// - Parameters:
  ///   - reach: how far back they go (seconds); `nil` when that is far enough.
  ///   - window: the time asked for (seconds).
  mutating func warn(ofReach reach: Decimal?, _ window: Decimal) {
    guard let reach else { return }
    caveat(
      "the engine's lists reach back \(Spans.text(reach)) only: these are lower bounds for \(Spans.text(window))",
      .warning)
  }
}

extension Report {
  /// Adds the reason why an empty list of positions does not prove that nothing is open, on the screen and in
  /// documents.
  mutating func warn(of doubt: PositionsAnswer.Doubt?, _ mode: OperatingMode, _ view: Viewpoint) {
    guard let doubt else { return }
    switch doubt {
    case .notRunning(let state):
      let isGone = mode.isPaper && state == EngineState.stopped.rawValue
      let proof = isGone ? "What it held on paper ended with it." : "This is no proof of being flat."
      screen.line(Cell("Engine \(state ?? "not known"): positions are not known. \(proof)", .warning))
    case .vanished(let positions):
      let last = view.timestamp(positions.compactMap(\.closedAt).max())
      caveats.append("no proof of being flat: \(doubt.message)")
      screen.line(
        Cell(
          "No proof of being flat: \(doubt.message) at \(last), as it does when it cannot read the exchange.",
          .bad))
    case .restarted(let at):
      caveats.append("no proof of being flat: \(doubt.message)")
      screen.line(
        Cell(
          "No proof of being flat: the engine was started at \(view.timestamp(at)); \(doubt.message).", .bad))
    case .counted, .unread, .unchecked, .startedLater:
      caveat("no proof of being flat: \(doubt.message)", .bad)
    }
    screen.hint(
      mode.isPaper
        ? "it trades on paper, so nothing is at an exchange; what was sent: \(.query(.audit))"
        : "look at the exchange itself before relying on this")
  }
}

extension Report {
  /// Adds the closes that the engine could not carry out.
  mutating func warn(of failures: [CloseFailure], _ mode: OperatingMode, _ view: Viewpoint) {
    for failure in failures.prefix(3) {
      caveat("\(failure.message) (its log, \(view.timestamp(failure.at)))", .bad)
    }
    if failures.count > 3 { screen.line(Cell("… and \(failures.count - 3) more that could not be closed.", .bad)) }
    guard !failures.isEmpty else { return }
    screen.hint(
      mode.isPaper
        ? "it may be open without stop or target: \(.query(.positions))"
        : "look at the exchange: it may be open there without stop or target")
  }
}

extension Report {
  /// Adds the positions that are listed, or not listed, without proof, on the screen and in documents.
  mutating func warn(of answer: PositionsAnswer, _ closes: [UnprovenClose], _ view: Viewpoint) {
    func say(_ words: Guidance) {
      caveats.append(view.commands.text(words))
      screen.sentence(words.offersCommand ? words : words + ".", .bad)
    }
    for close in closes.suffix(UnprovenClose.maxListed) { say(close.words(view, answer.context.mode)) }
    if closes.count > UnprovenClose.maxListed {
      say("\(closes.count - UnprovenClose.maxListed) earlier closes were not confirmed either: \(.query(.audit))")
    }
    if case .vanished? = answer.doubt {
      // The doubt about the list already said this.
    } else {
      // Where the exchange itself was looked at, what is left there of them is told by name.
      let dropped = answer.exchange == nil ? answer.dropped(within: UnprovenClose.window) : []
      // The reconciler drops several at once.
      let times = dropped.map { view.timestamp($0.closedAt) }
      let names = zip(dropped, times).enumerated().map { place, item in
        let isLast = place == dropped.count - 1 || times[place + 1] != item.1
        return isLast ? "\(item.0.symbol) at \(item.1)" : item.0.symbol
      }.joined(separator: ", ")
      if !dropped.isEmpty {
        let next =
          answer.isAtExchange && !answer.context.mode.isPaper
          ? ": check the exchange itself" : ": gone, as a dry run has nothing at an exchange, and its PnL is not booked"
        say("The engine dropped \(names) with zero PnL and without a fill\(next)")
      }
    }
    // A list of thousands of rows is no list of an engine's positions, and going through it takes time.
    let sideless = answer.positions.count > 1000 ? [] : answer.chosen.filter(\.isContradictory).map(\.symbol)
    if !sideless.isEmpty {
      say("The engine names two sides for \(Figures.listed(sideless, most: 4)): stop and target cannot be judged")
    }
    if let started = answer.restartedAt {
      say(
        """
        Positions that the exchange held before the engine's start at \(view.timestamp(started)) are not in its books, \
        and have no stop there: compare with the exchange
        """)
    }
    for (doubt, rows) in Self.doubted(answer.positions) where !answer.hazards.contains(where: { $0.tells(doubt) }) {
      let words = "\(rows): \(doubt.message)"
      caveats.append(words)
      screen.line(Cell(words + ".", .warning))
    }
  }

  /// Positions with a doubt, those of one symbol and doubt together: `BNBUSDT long, 7 rows, 1.26 in all`.
  private static func doubted(_ positions: Listing<Position>) -> [(PositionDoubt, String)] {
    var groups: [(doubt: PositionDoubt, rows: [Position])] = []
    for position in positions {
      guard let doubt = position.doubt else { continue }
      let place = groups.firstIndex { group in
        group.doubt == doubt && group.rows[0].symbol == position.symbol && group.rows[0].side == position.side
      }
      if let place { groups[place].rows.append(position) } else { groups.append((doubt, [position])) }
    }
    return groups.map { group in
      let first = group.rows[0]
      guard group.rows.count > 1 else {
        return (group.doubt, "\(first.symbol) \(first.sideText) \(first.sizeText)")
      }
      let size = group.rows.compactMap(\.size).reduce(0, +)
      let all = "\(group.rows.count) rows, \(Figures.quantity(size)) in all"
      return (group.doubt, "\(first.symbol) \(first.sideText), \(all)")
    }
  }
}

extension Hazard {
  var line: Cell { Cell(message + ".", style) }
  var style: Style { isHarmless ? .plain : .bad }

  /// Whether its message says already what the doubt of a single position says.
  fileprivate func tells(_ doubt: PositionDoubt) -> Bool {
    doubt == .unrecognised && kind == .unrecognisedFills || doubt.isVoid && kind == .notHeld
      || doubt == .noStake && kind == .noStake || doubt == .otherSide && kind == .otherSide
  }
}

extension Report {
  /// Adds what puts positions at risk; what to do about it is shown by `steps`.
  mutating func warn(of hazards: [Hazard]) {
    for hazard in hazards {
      caveats.append(hazard.message)
      screen.line(hazard.line)
    }
  }
}

extension Screen {
  /// Adds the verdict on money in one line, after a few words where those are needed.
  mutating func money(_ money: MoneyVerdict, after lead: String = "") {
    line(Cell(lead + money.summary, money.state.style))
    exchange(money)
  }

  /// Adds the two verdicts, the money first.
  mutating func verdict(_ diagnosis: Diagnosis, _ judgement: Judgement) {
    money(judgement.money)
    for hazard in judgement.money.reasons where !(hazard.kind == .ordersAfterStop && diagnosis.tellsOrdersAfterStop) {
      line(hazard.line)
    }
    line(Cell(diagnosis.summary, diagnosis.style))
    blank()
  }

  /// Adds evidence for the gates that are not open, so that the table above stays short.
  mutating func evidence(_ diagnosis: Diagnosis) {
    // In a stopped engine every later gate is unknown; the same evidence ten times would not help.
    let shown = diagnosis.gates.filter { gate in
      gate.state == .narrowed || gate.state == .closed || gate.id == diagnosis.decisive?.id
    }
    guard !shown.isEmpty else { return }
    blank()
    line(Cell("EVIDENCE", .faint))
    for gate in shown {
      // All evidence of the deciding gate is shown, and the most important of the others, so that it fits on one
      // screen.
      let items = gate.id == diagnosis.decisive?.id ? gate.evidence : Array(gate.evidence.prefix(1))
      for evidence in items { item("\(gate.id.message):", Cell("\(evidence.message) (\(evidence.source))")) }
    }
  }
}
