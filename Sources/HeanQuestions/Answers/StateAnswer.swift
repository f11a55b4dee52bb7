import HeanCore

/// Answers how something stands now, or what happened lately.
struct StateAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }
  private var now: Date { sources.now }
  private var diagnosis: Diagnosis { sources.diagnosis }

  func fill(_ answer: inout QuestionAnswer) {
    switch answer.reading.topic {
    case .trading?: sources.tellTrading(&answer)
    case .mode?:
      answer.say("\(snapshot.mode.label): \(snapshot.mode.meaning).")
      answer.evidence = diagnosis.gates.first { $0.id == .mode }?.evidence ?? []
      answer.commands = [.query(.settings)]
    case .killSwitch?:
      sources.tellKillSwitch(tellsAge: true, &answer)
      if let latch = diagnosis.gates.first(where: { $0.id == .latch }), latch.state == .closed {
        answer.say("\(latch.finding.sentenceStart). Only a restart of the engine ends that.")
      }
      if snapshot.killSwitchTruth.blocksTrading, let at = snapshot.killSwitchTruth.triggeredAt {
        answer.say("It tripped at \(ZonedTimestamp.text(at, sources.zone)).")
        if let open = snapshot.openPositions, !open.isEmpty {
          answer.say(
            "It closes nothing: \(Figures.counted(open.count, "position")) \(open.count == 1 ? "is" : "are") open.")
        }
      }
    case .governor?:
      sources.tell(.governor, .query(.governor), tellsAge: true, &answer)
      sources.tell(.quarantine, .query(.governor), &answer)
    case .prices?: prices(&answer)
    case .connection?:
      sources.tell(.reachable, .query(.health), tellsAge: true, &answer)
      sources.tell(.mode, .query(.health), tellsAge: true, &answer)
      // Whether the exchange is connected is not told; prices that come are the nearest sign of it.
      sources.tell(.marketData, .query(.health), tellsAge: true, &answer)
      switch diagnosis.gates.first(where: { $0.id == .marketData })?.state {
      case .open?:
        answer.say("Fresh prices are the only sign of the exchange: whether orders reach it is not told.")
      case .closed? where snapshot.isRunning == true:
        answer.say(
          "Whether the exchange, the way to it or the engine is the cause is not known: nothing tells where prices stop, and the engine's own \"healthy\" proves nothing."
        )
      default: break
      }
    case .profile?: profile(&answer)
    case .markets?: markets(&answer)
    case .setting?: SettingAnswer(snapshot: snapshot).fill(&answer)
    case .strategy?: strategy(&answer)
    case .position?: position(&answer)
    case .order?: order(&answer)
    case .protect?: protection(&answer)
    case .changes?: changes(&answer)
    default:
      answer.kind = .notUnderstood
      answer.say("What the question is about was not understood.")
    }
  }

  private func prices(_ answer: inout QuestionAnswer) {
    sources.tell(.marketData, .query(.why), tellsAge: true, &answer)
    guard case .rows(let all) = sources.rows.source(.priceAge, answer.reading) else { return }
    let known = all.narrowed(answer.reading, nil)
    let stale = known.filter { $0.value.map { $0 > Ticker.staleAfter } ?? true }
    guard !stale.isEmpty, known.count > 1 else { return }
    answer.say(
      "Without a fresh price: \(stale.map(\.label).joined(separator: ", ")) (\(stale.count) of \(known.count)).")
  }

  /// Nobody logs in to an engine: the key of a profile goes with each call.
  private func profile(_ answer: inout QuestionAnswer) {
    let state = snapshot.engineState?.rawValue ?? "in a state that is not known"
    answer.say("The engine that answers is \(state); \(snapshot.mode.label): \(snapshot.mode.meaning).")
    answer.say(
      "Nobody logs in to it: hean sends the key of the profile in use, and shows that profile with its address.")
    answer.cite("/engine/status", "engine \(state)")
    answer.commands = [.query(.profile), .query(.status)]
  }

  /// The symbols of the engine's settings, of which it lists five at most; what is traded no call lists (docs/engine.md 2.7).
  private func markets(_ answer: inout QuestionAnswer) {
    guard let settings = snapshot.settings.value else {
      return answer.cannotTell(
        "Not known: /settings: \(snapshot.settings.error?.shortText ?? "not read").", .query(.settings))
    }
    let total = settings.totalSymbols ?? settings.symbols.count
    answer.figures.append(
      QuestionFigure(name: "symbols", value: Decimal(total), unit: "count", source: "/settings"))
    let more =
      total > settings.symbols.count ? " and \(total - settings.symbols.count) more, which it does not name" : ""
    answer.say(
      "The engine's settings name \(Figures.counted(total, "symbol")): \(settings.symbols.joined(separator: ", "))\(more)."
    )
    answer.say("No call lists the symbols that are traded: the engine may trade others.")
    let held = (snapshot.openPositions ?? []).map(\.symbol).withoutDuplicates.sorted()
    if !held.isEmpty { answer.say("Open now in: \(held.joined(separator: ", ")).") }
    answer.cite("/settings", "total_symbols \(total)")
    answer.commands = [.query(.settings), .query(.positions)]
  }

  private func strategy(_ answer: inout QuestionAnswer) {
    guard snapshot.isRunning == true, let all = snapshot.strategies.value?.elements else {
      return answer.cannotTell("Not known: the engine lists its strategies only while it runs.", .query(.strategies))
    }
    let chosen =
      answer.reading.strategies.isEmpty ? all : all.filter { $0.id.map(answer.reading.strategies.contains) == true }
    guard !chosen.isEmpty else {
      return answer.cannotTell("The engine lists no such strategy.", .query(.strategies))
    }
    for strategy in chosen {
      let state = strategy.isEnabled.map { $0 ? "enabled" : "disabled" } ?? "in a state that the engine did not tell"
      answer.say("\(strategy.id ?? "A strategy without an id") is \(state).")
      let locks = (snapshot.decisionMemory.value?.elements ?? []).filter {
        $0.strategyID == strategy.id && strategy.id != nil
      }
      for lock in locks {
        answer.say(
          "It is locked\(lock.until.map { " until \(ZonedTimestamp.text($0, sources.zone))" } ?? "") by the decision memory."
        )
      }
      answer.cite(
        "/strategies", "\(strategy.id ?? "no id") enabled \(strategy.isEnabled.map(String.init) ?? "not told")")
    }
    answer.commands = [.query(.strategies)]
  }

  private func position(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    let source = sources.rows.source(.unrealized, reading)
    guard let all = source.rows(&answer, otherwise: .query(.status)) else { return }
    let held = all.narrowed(reading, nil)
    let names = reading.symbols + reading.strategies + [reading.side?.rawValue].compactMap(\.self)
    let scope = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    answer.figures.append(
      QuestionFigure(name: "positions", value: Decimal(held.count), unit: "count", source: all.source))
    if held.isEmpty {
      answer.say(names.isEmpty ? "Flat: no position is open." : "No such position is open\(scope).")
      if !names.isEmpty, !all.rows.isEmpty { answer.say("Open are: \(all.rows.map(\.label).joined(separator: "; ")).") }
    } else {
      answer.say("\(Figures.counted(held.count, "position")) open\(scope).")
      for row in held.prefix(8) {
        answer.say("\(row.label): \(row.value.map { Figures.signed($0) + " USDT" } ?? "PnL not told")")
      }
    }
    answer.cite(all.source, "\(all.rows.count) open")
    answer.commands = [.query(.positions)]
  }

  /// Which open positions have a stop loss, and which have none.
  private func protection(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    let source = sources.rows.source(.stopLoss, reading)
    guard let all = source.rows(&answer, otherwise: .query(.positions)) else { return }
    let held = all.narrowed(reading, nil)
    let bare = held.filter { $0.value == nil }
    answer.figures = [
      QuestionFigure(
        name: "positions without a stop loss", value: Decimal(bare.count), unit: "count", source: all.source)
    ]
    if held.isEmpty {
      answer.say("No such position is open.")
    } else if bare.isEmpty {
      answer.say("Each of \(Figures.counted(held.count, "open position")) has a stop loss.")
    } else {
      answer.say("Without a stop loss: \(bare.map(\.label).joined(separator: "; ")).")
    }
    for row in held.prefix(8) {
      if let level = row.value { answer.say("\(row.label): stop loss at \(Figures.price(level)).") }
    }
    if held.count > 8 { answer.say("… and \(held.count - 8) more.") }
    if case .rows(let distances) = sources.rows.source(.stopDistance, reading) {
      let beyond = distances.narrowed(reading, nil).filter { $0.value.map { $0 < 0 } == true }
      if !beyond.isEmpty {
        answer.say("BEYOND its stop, and still open: \(beyond.map(\.label).joined(separator: "; ")).")
      }
    }
    answer.say("A stop loss is a level that the engine itself checks, and that check is known to fail.")
    answer.cite(all.source, "\(Figures.counted(held.count, "position")), \(bare.count) without a stop loss")
    answer.commands = [.query(.positions)]
  }

  private func order(_ answer: inout QuestionAnswer) {
    guard snapshot.isRunning == true, let all = snapshot.orders.value?.elements else {
      return answer.cannotTell("Not known: the engine lists its orders only while it runs.", .query(.status))
    }
    let reading = answer.reading
    let meant = all.filter { order in
      (reading.id.map { order.id?.hasPrefix($0) == true } ?? true)
        && (reading.symbols.isEmpty || reading.symbols.contains(order.symbol))
        && (reading.strategies.isEmpty || order.strategyID.map(reading.strategies.contains) == true)
        && (reading.side == nil || QuestionSide(order.side) == reading.side)
    }.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
    guard let order = meant.first else {
      return answer.cannotTell(
        "No such order is on the engine's list. Rejected orders are never listed.",
        .query(.orders, options: .status("all")))
    }
    let filled =
      order.filledSize.map {
        " (filled \(Figures.quantity($0)) of \(order.size.map(Figures.quantity) ?? "an unknown size"))"
      } ?? ""
    answer.say(
      "\(reading.id == nil ? "The latest: " : "")\(order.id ?? "an order without an id"), \(order.symbol) \(order.sideText): \(order.statusText)\(filled)."
    )
    if order.hasProbablyEnded(now) {
      answer.say("The engine calls it open, but it has probably ended: its books keep such orders.")
    }
    answer.cite("/orders", "\(Figures.counted(meant.count, "order")) match")
    answer.commands = [order.id.map { .query(.order, $0) } ?? .query(.orders)]
  }

  private func changes(_ answer: inout QuestionAnswer) {
    let window = answer.reading.window ?? .last(seconds: 3600)
    let interval = window.interval(at: now, in: sources.zone)
    guard let history = snapshot.longHistory.value else {
      return answer.cannotTell(
        "What changed is not known: \(snapshot.longHistory.error?.shortText ?? "the history was not read").",
        .query(.health))
    }
    if let started = snapshot.equityHistory.value?.startedAt, interval.end <= started {
      return answer.cannotTell(
        "Not known: the engine was started at \(ZonedTimestamp.text(started, sources.zone)), after that time.",
        .query(.audit))
    }
    func isIn(_ moment: Date?) -> Bool { moment.map(interval.contains) ?? false }
    let listed = (try? ClosedTrades(snapshot))?.trades ?? history.closed
    let reading = answer.reading
    func isMeant(_ symbol: String?, _ strategy: String?, _ side: QuestionSide?) -> Bool {
      (reading.symbols.isEmpty || symbol.map(reading.symbols.contains) == true)
        && (reading.strategies.isEmpty || strategy.map(reading.strategies.contains) == true)
        && (reading.side == nil || reading.side == side)
    }
    let closed = listed.filter {
      isIn($0.closedAt) && !$0.isGhost && isMeant($0.symbol, $0.strategyID, QuestionSide($0.side))
    }
    let total = closed.compactMap(\.realizedPnL).reduce(0, +)
    let judged = DecisionLog(snapshot, scope: DiagnosisScope(), now: now).decisions.filter {
      isIn($0.at) && isMeant($0.symbol, $0.strategyID, QuestionSide($0.side))
    }
    let names = reading.symbols + reading.strategies + [reading.side?.rawValue].compactMap(\.self)
    let scope = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    let created = judged.count { $0.outcome == .create }
    answer.say(
      "\(window.description.sentenceStart)\(scope): \(Figures.counted(closed.count, "position")) closed for \(Figures.signed(total)) USDT, \(created) of \(Figures.counted(judged.count, "signal")) accepted."
    )
    answer.figures = [
      QuestionFigure(name: "closed", value: Decimal(closed.count), unit: "count", source: "/trading/history"),
      QuestionFigure(name: "realized", value: total, unit: "USDT", source: "/trading/history"),
    ]
    let untold = closed.count { $0.realizedPnL == nil }
    if untold > 0 { answer.say("\(untold) of them without a PnL, which is not in that sum.") }
    let governor = snapshot.isRunning == true ? snapshot.governor.value : nil
    for (name, moment) in [
      ("The kill switch tripped", snapshot.killSwitchTruth.triggeredAt),
      ("The governor changed to \(governor?.state?.rawValue ?? "a state that is not known")", governor?.changedAt),
      ("The engine was started", snapshot.equityHistory.value?.startedAt),
    ] {
      guard let moment, isIn(moment) else { continue }
      answer.say("\(name) \(DiagnosisFormat.span(DiagnosisFormat.seconds(from: moment, to: now))) ago.")
    }
    let ghosts = listed.filter {
      $0.isGhost && isIn($0.closedAt) && isMeant($0.symbol, $0.strategyID, QuestionSide($0.side))
    }
    if !ghosts.isEmpty {
      answer.say("\(Figures.counted(ghosts.count, "position")) dropped with zero PnL, which is no fill.")
    }
    let runs = (sources.actions.runs() ?? []).filter { isIn($0.time) }
    if let last = runs.last {
      answer.say(
        "\(Figures.counted(runs.count, "action")) by this console's users, the last: \(QuestionActions.text(last, sources.zone))."
      )
    }
    answer.cite("/trading/history", "\(closed.count) closed positions and \(judged.count) decisions of that time")
    answer.commands = [.query(.funnel), .query(.audit)]
  }
}
