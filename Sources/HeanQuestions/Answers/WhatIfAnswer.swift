import HeanCore

/// What an assumption would do to the account, from notionals and exit levels, with what it leaves out.
struct WhatIfAnswer: Sendable {
  let sources: AnswerSources
  private var snapshot: EngineSnapshot { sources.snapshot }

  func fill(_ answer: inout QuestionAnswer) {
    let reading = answer.reading
    if reading.topic == .connection { return connection(&answer) }
    if reading.topic == .console { return console(&answer) }
    // What an operation would do is what its plan says.
    if reading.topic?.isAssumption == false { return SafeAnswer(sources: sources).fill(&answer) }
    guard snapshot.isRunning == true, let listed = try? PositionsAnswer(snapshot, NameFilter()), listed.doubt == nil
    else {
      return answer.cannotTell("Not known: what is open is not known.", .query(.positions))
    }
    let held = listed.positions.elements.filter { position in
      (reading.symbols.isEmpty || reading.symbols.contains(position.symbol) || reading.topic == .move)
        && (reading.strategies.isEmpty || position.strategyID.map(reading.strategies.contains) == true)
        && !reading.except.contains { $0 == position.symbol || $0 == position.strategyID }
        && (reading.condition.map { $0.holds(position.unrealizedPnL) == true } ?? true)
        && (reading.side == nil || QuestionSide(position.side) == reading.side)
    }
    guard !held.isEmpty else {
      answer.say("Nothing would change: no such position is open.")
      answer.commands.append(.query(.positions))
      return
    }
    switch reading.topic {
    case .move?: move(held, &answer)
    case .stops?: levels(held, .stopLoss, &answer)
    case .targets?: levels(held, .takeProfit, &answer)
    case .close?: close(held, &answer)
    default:
      answer.kind = .notUnderstood
      answer.say(
        "The assumption was not understood: say which price moves by how many percent, or that stops are hit, or what is closed."
      )
      return
    }
    if !answer.figures.isEmpty { answer.say("Left out: fees, slippage, funding and liquidation.") }
    answer.commands.append(.query(.positions))
  }

  /// Of the connection to the exchange: what the engine's code says, not what was seen (docs/engine.md 2.2).
  private func connection(_ answer: inout QuestionAnswer) {
    answer.say(
      "Without the exchange the engine gets no prices and sends no orders: it opens nothing and closes nothing.")
    answer.say(
      "In live trading stop losses and take profits are also set at the exchange when an order fills, and stand there; "
        + "in a dry run nothing stands anywhere. The engine's own check of exits is known to fail.")
    answer.say("Whether it is connected now, and how old its prices are:")
    answer.commands.append(.query(.health))
  }

  /// Of hean itself, or of the machine that it runs on.
  private func console(_ answer: inout QuestionAnswer) {
    answer.say(
      "The engine does not need hean: when this console goes away, it trades on, and positions, orders and exits stay as they are. Where the engine itself runs on the same machine or network, it goes away too, and what is open at the exchange stays open there."
    )
    answer.say("What ends is what hean does itself: watching, waiting, a panic that is under way.")
    answer.commands.append(.query(.status))
  }

  private func move(_ held: [Position], _ answer: inout QuestionAnswer) {
    guard !answer.reading.moves.isEmpty else {
      answer.kind = .notUnderstood
      answer.say("By how many percent? Say for example: if btc drops 5 %.")
      return
    }
    if let problem = Self.problem(answer.reading.moves) ?? farPrice(held, answer.reading) {
      answer.kind = .notUnderstood
      answer.say("\(problem)")
      return
    }
    var total = Decimal()
    var touched = 0
    var unknown: [String] = []
    for position in held {
      guard answer.reading.move(of: position) != nil else { continue }
      touched += 1
      guard let percent = answer.reading.percent(of: position), let change = position.change(movedBy: percent) else {
        unknown.append(position.symbol)
        continue
      }
      total += change
    }
    guard touched > 0 else {
      answer.say(
        "Nothing: no position is open in \(answer.reading.moves.compactMap(\.symbol).joined(separator: ", ")).")
      return
    }
    told(total, "PnL would change by", touched, unknown, &answer)
    tellWay(held, &answer)
    let stops = reached(held, answer.reading, .stopLoss)
    if !stops.isEmpty {
      answer.say("That is beyond the stop loss of \(stops), which would close before, if its exit works.")
    }
    let targets = reached(held, answer.reading, .takeProfit)
    if !targets.isEmpty {
      answer.say("That is beyond the take profit of \(targets), which would close before with less, if its exit works.")
    }
    let passed = held.filter { answer.reading.move(of: $0) != nil && $0.breachedLevels.contains(.stopLoss) }
    if !passed.isEmpty {
      answer.say(
        "Past its stop loss already, and still open: \(passed.map(EngineOperation.name).joined(separator: ", ")).")
    }
    if answer.reading.moves.contains(where: { $0.symbol != nil }) {
      answer.say("Only the named prices move here; in a fall the others seldom stand still.")
    }
  }

  /// How far it is to the prices that were named.
  private func tellWay(_ held: [Position], _ answer: inout QuestionAnswer) {
    for move in answer.reading.moves {
      guard move.price != nil, let position = held.first(where: { $0.symbol == move.symbol }),
        let mark = position.markPrice, let percent = answer.reading.percent(of: position)
      else { continue }
      let sign = percent < 0 ? "" : "+"
      answer.say(
        "\(position.symbol) is at \(Figures.price(mark)) now: that is \(sign)\(DiagnosisFormat.percent(percent)).")
    }
  }

  /// A price so far from the mark price that a percentage may have been meant; `nil` for none.
  private func farPrice(_ held: [Position], _ reading: QuestionReading) -> String? {
    let far = held.first { position in
      guard reading.move(of: position)?.price != nil, let percent = reading.percent(of: position) else { return false }
      return percent < -90 || percent > 900
    }
    return far.map { position in
      let mark = position.markPrice.map { Figures.price($0) } ?? "an unknown price"
      return "whether that is a price or a percentage was not understood: \(position.symbol) is at \(mark) now"
    }
  }

  /// Why the assumed changes cannot all be; `nil` when they can.
  private static func problem(_ moves: [AssumedMove]) -> String? {
    if let move = moves.first(where: { $0.percent < -100 }) {
      return "No price falls by more than 100 % (\(move.description))."
    }
    guard Set(moves.map(\.symbol)).count == moves.count else {
      return "The same price moves twice in the question: ask for one move after the other."
    }
    return nil
  }

  /// The positions whose level the assumed price has passed, but not the price of now: what is past it did not close there.
  private func reached(_ held: [Position], _ reading: QuestionReading, _ level: ExitLevel) -> String {
    held.filter { position in
      guard let percent = reading.percent(of: position) else { return false }
      return position.passes(level, movedBy: percent) && !position.breachedLevels.contains(level)
    }.map(EngineOperation.name).joined(separator: ", ")
  }

  private func levels(_ held: [Position], _ level: ExitLevel, _ answer: inout QuestionAnswer) {
    let name = level == .stopLoss ? "stop loss" : "take profit"
    let set = held.filter { $0.price(of: level) != nil }
    guard !set.isEmpty else {
      answer.say("None of \(Figures.counted(held.count, "open position")) has a \(name).")
      return
    }
    // A level that is passed closed nothing: such a position is worth what it is now.
    let results = set.map { position in
      (
        position.symbol,
        position.breachedLevels.contains(level)
          ? position.unrealizedPnL : position.price(of: level).flatMap { position.profit(at: $0) }
      )
    }
    let total = results.compactMap(\.1).reduce(0, +)
    told(total, "Realized PnL of these positions would be", set.count, results.filter { $0.1 == nil }.map(\.0), &answer)
    let passed = set.filter { $0.breachedLevels.contains(level) }
    if !passed.isEmpty {
      answer.say(
        "BEYOND its \(name) already, still open, and counted at the price of now: \(passed.map(EngineOperation.name).joined(separator: ", "))."
      )
    }
    if set.count < held.count {
      answer.say("\(held.count - set.count) of \(held.count) open positions have no \(name), so they stay open.")
    }
  }

  private func close(_ held: [Position], _ answer: inout QuestionAnswer) {
    let total = held.compactMap(\.unrealizedPnL).reduce(0, +)
    told(
      total, "At the mark prices it would realize", held.count, held.filter { $0.unrealizedPnL == nil }.map(\.symbol),
      &answer)
    let all = (snapshot.openPositions ?? []).compactMap(\.notional).reduce(0, +)
    let rest = all - held.compactMap(\.notional).reduce(0, +)
    answer.figures.append(QuestionFigure(name: "exposure left", value: rest, unit: "USDT", source: "/orders/positions"))
    answer.say("Exposure left: \(Figures.money(rest)) USDT.")
    // Equity holds what is unrealized already.
    if let equity = snapshot.equityTruth.shown {
      answer.figures.append(QuestionFigure(name: "equity", value: equity, unit: "USDT", source: "/engine/status"))
      answer.say("Equity, which holds that already, stays about \(Figures.money(equity)) USDT.")
    }
  }

  private func told(_ total: Decimal, _ lead: String, _ count: Int, _ unknown: [String], _ answer: inout QuestionAnswer)
  {
    answer.figures.append(
      QuestionFigure(
        name: "change of PnL", value: unknown.count == count ? nil : total, unit: "USDT", source: "/orders/positions"))
    guard unknown.count < count else {
      return answer.cannotTell("Not known: a figure is missing of \(unknown.joined(separator: ", ")).")
    }
    let equity =
      snapshot.equityTruth.shown.map {
        ", equity about \(Figures.money($0 + (answer.reading.topic == .move ? total : 0))) USDT"
      } ?? ""
    let about = answer.reading.topic == .move ? equity : ""
    answer.say("\(lead) \(Figures.signed(total)) USDT in \(Figures.counted(count, "position"))\(about).")
    if !unknown.isEmpty { answer.say("Not counted, because a figure is missing: \(unknown.joined(separator: ", ")).") }
    answer.cite("/orders/positions", "\(Figures.counted(count, "position")) at their mark prices")
  }
}

extension QuestionReading {
  /// The assumed change of a position's price: that of its symbol, else that of all.
  fileprivate func move(of position: Position) -> AssumedMove? {
    moves.first { $0.symbol == position.symbol } ?? moves.first { $0.symbol == nil }
  }

  /// The same in percent of its mark price; `nil` for none, and where that price is not known.
  fileprivate func percent(of position: Position) -> Decimal? {
    guard let move = move(of: position) else { return nil }
    guard let price = move.price else { return Decimal(checked: move.percent) }
    guard let mark = position.markPrice, mark > 0 else { return nil }
    return (price - mark) / mark * 100
  }
}
