import HeanCore

extension QuestionReading {
  /// Joins what was read apart in a question about a topic: what it names may make it one about another topic, or about a
  /// figure. Each step sees what the steps before it have settled.
  mutating func settleTopic(_ slots: QuestionSlots) {
    let words = slots.cued
    if becomesFigure(words) { return }
    settleWhen(words)
    settleWho(words)
    settleCause(words)
    settleState(words)
    side = FigureWords.side(
      slots.stems,
      countsDeeds: [.state, .when].contains(frame) || [.placeOrder, .cancelOrder, .order].contains(topic)
        || frame == .why && [.refused, .trading, .position].contains(topic))
    if [.cancelOrder, .order, .placeOrder].contains(topic), words.hasAny(["bid"]) { side = .long }
    if frame == .when, topic == .unblock { side = nil }
    settleOperation(words, slots)
    settleSetting(slots)
    unreadScope =
      unreadScope ?? OperationScope(words: slots.words.words, stems: slots.stems, reading: self).unread
      ?? ClosingScope.unread(
        slots.stems, self, hasWindow: slots.window != nil,
        saysOnes: slots.words.words.contains { $0.typed.lowercased() == "ones" })
    // A quarantine keeps new positions out; nothing keeps the engine from closing.
    if topic == .avoidSymbol, words.hasAny(["close", "exit"]) { unreadScope = unreadScope ?? "\"closing\"" }
    waits =
      frame == .howTo && (topic?.isOperation == true || topic == .avoidSymbol || topic == .changeSetting)
      && (slots.window != nil || OperationScope.waits(slots.stems, topic))
    // `for 30 minutes` and `tonight` are of the future there.
    if frame == .whatIf || frame == .safe || frame == .howTo && topic != .export { window = nil }
    guard !slots.codes.isEmpty else { return }
    terms = slots.codes
    // `what can i do about COUNCIL_REJECTED`
    if frame == .howTo, topic == .tradeAgain { topic = .getPast }
  }

  /// Whether it asks for a figure after all.
  private mutating func becomesFigure(_ words: CuedWords) -> Bool {
    // `put stop and target next to each other`
    let nouns = Set(words.stems)
    if frame == .howTo, topic == .protect, FigureWords.isLaidOut(words),
      nouns.isSuperset(of: ["stop", "target"]) || nouns.isSuperset(of: ["stoploss", "takeprofit"])
    {
      (frame, topic) = (.figure, nil)
      (metric, secondMetric) = (.stopLoss, .takeProfit)
      return true
    }
    // `when was a signal last accepted`, `when did one get through` are not about the last signal.
    if frame == .when, topic == .signal, words.hasAny(["accept", "through", "pass"]) {
      (frame, topic, metric, aggregate) = (.figure, nil, .accepted, .last)
      return true
    }
    // `am i net short` has a sign for an answer.
    if frame == .state, topic == .position, symbols.isEmpty, words.hasAny(["net"]) {
      (frame, topic, metric) = (.figure, nil, .netExposure)
      return true
    }
    return false
  }

  private mutating func settleWhen(_ words: CuedWords) {
    guard frame == .when else { return }
    // `when did it go into quarantine` names a state, which may not be the one of now.
    if topic == .governor, words.says("into") || words.has(["do"]) || words.has(["since"]) {
      terms = ["quarantine", "softbrake", "hardstop"].filter(words.stems.contains)
    }
    // `since when are all signals rejected`: since the last one that was accepted.
    if topic == .refusal, words.has(["since", "when"]) || words.hasAny(["sincewhen"]) || words.says("since"),
      words.hasAny(["all", "everything", "only"])
    {
      (frame, topic, metric, aggregate) = (.figure, nil, .accepted, .last)
      return
    }
    // `when does the quarantine finish`
    if topic == .unblock, words.hasAny(["governor", "quarantine", "softbrake"]) { topic = .governor }
    // Nobody knows when the next trade comes.
    if topic == .unblock || topic == .trade, words.hasAny(["next"]) { (frame, topic) = (.forecast, nil) }
    // `when did i close something`, `when did i last restart it` are about operators.
    if words.has(["do", "i"]), !words.hasAny(["trade", "win", "lose"]) {
      switch topic {
      case .trade?, .closed?: topic = .action
      case .start? where words.hasAny(["restart", "start"]): topic = .action
      default: break
      }
    }
    // When a strategy was enabled or disabled is when somebody did it; when it lost or closed is when a trade ended.
    switch topic {
    case .strategy: topic = .action
    case .loss: (topic, condition) = (.trade, condition ?? .inLoss)
    case .closed: topic = .trade
    default: break
    }
    // `when was our worst loss` is about one by its PnL, which is told with its time.
    let isOfWin = words.hasAny(["win", "profit", "gain"]) || words.says("best")
    let isOfLoss = words.hasAny(["lose"]) || words.says("worst")
    if topic == .trade, words.hasAny(["worst", "biggest", "best", "largest"]), isOfWin != isOfLoss,
      !words.says("strategy"), !words.says("coin")
    {
      (frame, topic, metric, aggregate, condition) = (.figure, nil, .realized, isOfWin ? .top : .bottom, nil)
      return
    }
    // `what time did the first trade happen`: the lowest of times is the earliest.
    if [.trade, .fill, .order, .signal, .refusal].contains(topic), words.hasAny(["first", "earliest"]),
      !words.hasAny(["last", "latest"])
    {
      aggregate = .bottom
    }
    if topic == .trade, condition == nil {
      let isGood = words.hasAny(["win", "profit", "gain", "good", "green"])
      if isGood != words.hasAny(["lose"]) { condition = isGood ? .inProfit : .inLoss }
    }
    // `how long is it open` asks for a span, `since when` for a moment.
    if topic == .position, words.hasAny(["howlong"]) { (frame, topic, metric) = (.figure, nil, .positionAge) }
  }

  /// `who opened the eth position` is a strategy, and what trips the switch is no operator: both are causes.
  private mutating func settleWho(_ words: CuedWords) {
    guard frame == .who else { return }
    if words.hasAny(["open"]), words.hasAny(["position", "long", "short"]) { (frame, topic) = (.why, .position) }
    if frame == .who, words.hasAny(["trip", "pull", "hit"]), words.hasAny(["killswitch"]) {
      (frame, topic) = (.why, .killSwitch)
    }
  }

  private mutating func settleCause(_ words: CuedWords) {
    guard frame == .why else { return }
    settleLoss(words)
    settleRefusal(words)
    // `why was it stopped and by whom` is told at once.
    if topic == .stopped { hasSecondQuestion = false }
    // `why did it go to soft brake` names a state, which may not be the one of now.
    if topic == .governor, namesNothing, !isNegated, !words.says("quarantined") {
      terms = ["quarantine", "softbrake", "hardstop"].filter(words.stems.contains)
    }
    // `why does it say normal if it is stopped`
    if topic == .stopped || topic == .trading || topic == .mode, words.says("normal"),
      words.hasAny(["say", "show", "report", "governor"])
    {
      topic = .governor
    }
    // `smart_limit_1795 has not traded, how come` is about that order.
    if id != nil, [.trading, .refused].contains(topic) { topic = .order }
    // `why is my drawdown not zero`
    if topic == .trading || topic == .loss, words.hasAny(["drawdown"]) { topic = .drawdown }
    // `why is trading blocked` is not about one signal.
    if topic == .refused, words.says("trading"), namesNothing, !words.hasAny(["signal", "order"]) { topic = .trading }
    // `why is it still buying` is about what it does now, whatever is held.
    if topic == .position, namesNothing, ["buying", "selling", "opening", "trading"].contains(where: words.says) {
      topic = .trading
    }
    // `why did it sell ton short` asks about an entry.
    if topic == .closed, words.hasAny(["sell"]), words.hasAny(["short"]), !words.hasAny(["close", "exit"]) {
      topic = .position
    }
  }

  private mutating func settleLoss(_ words: CuedWords) {
    guard topic == .loss else { return }
    // What loses is in loss.
    if condition == .inLoss { condition = nil }
    // `why did we lose on our worst trade` is about that one.
    guard number == nil else { return }
    if words.has(["last", "lose", "trade"]) || words.has(["latest", "lose", "trade"]) {
      (aggregate, condition) = (.last, .inLoss)
    } else if words.has(["last", "trade"]) || words.has(["latest", "trade"]) {
      aggregate = .last
    } else if words.has(["worst", "trade"]) || words.has(["biggest", "lose"]) {
      aggregate = .bottom
    }
  }

  private mutating func settleRefusal(_ words: CuedWords) {
    // `the reason for the latest reject on eth`: orders that are rejected are on no list, signals are.
    if topic == .order, id == nil, words.hasAny(["reject"]), !words.hasAny(["order", "limit", "market"]),
      !words.says("exchange"), !words.says("bybit")
    {
      topic = .refused
    }
    // `the last signal that was refused and why`: a refusal is told with its reason.
    if topic == .refused, words.stems.last == "why" { hasSecondQuestion = false }
  }

  private mutating func settleState(_ words: CuedWords) {
    // `is my stop on btc still there`
    if frame == .state, topic == .order, id == nil, words.hasAny(["stop", "stoploss"]),
      !words.hasAny(["after", "when", "limit"])
    {
      topic = .protect
    }
    // `what was the last order and was it filled`, `did the kill switch trip and when` are told at once.
    if frame == .state, topic == .order && words.hasAny(["fill"]) || topic == .killSwitch && words.stems.last == "when"
    {
      hasSecondQuestion = false
    }
    // `are stops still working when the feed is stale`
    if frame == .state, topic == .prices, words.says("stops") || words.hasAny(["stoploss"]) { topic = .protect }
    // `are we still opening positions` asks whether new ones come, not which there are.
    if frame == .state, topic == .position, namesNothing, ["opening", "buying", "selling"].contains(where: words.says) {
      topic = .trading
    }
    // `anything resting on eth`
    if frame == .state, topic == .position, words.hasAny(["rest"]) { topic = .order }
    // `does it still trade on old prices` wants a yes or a no.
    if frame == .state, topic == .prices, words.hasAny(["trade"]), words.hasAny(["old", "stale"]) { topic = .trading }
    // `is that normal` asks after more than the governor.
    if topic == .governor, frame == .state, words.says("normal"), !words.hasAny(["governor", "risk"]) {
      topic = .trading
    }
    // `what mode is the governor in`
    if topic == .mode, words.hasAny(["governor"]) { topic = .governor }
    // `did i change anything tonight` is about operators.
    let isByMe = ["i", "we"].contains { words.stems.starts(with: ["do", $0]) }
    if frame == .state, topic == .changes, isByMe { (frame, topic) = (.who, .any) }
  }

  /// The key of a setting, and the number that it is to have.
  private mutating func settleSetting(_ slots: QuestionSlots) {
    guard topic == .setting || topic == .changeSetting && frame == .howTo else { return }
    let typed = slots.words.words.map { $0.typed.lowercased() }
    guard let key = SettingWords.key(slots.text) else { return }
    terms = [key]
    guard topic == .changeSetting else { return }
    let values = typed.filter { $0.first?.isNumber == true }
    let value =
      values.count == 1 ? values.first.map { $0.trimmed(of: "%") } : nil
    if let value { terms.append(value) }
    guard SettingWords.isListed(key) else { return }
    // An operation is offered for what is understood to the last word.
    let names = symbols + strategies + [side?.rawValue].compactMap(\.self)
    if let name = names.first ?? (isNegated ? "not" : nil) ?? SettingWords.unread(typed, value: value) {
      unreadScope = "\"\(name)\""
    } else if window != nil || hasSecondQuestion {
      unreadScope = "more than one setting with its value"
    }
  }

  private mutating func settleOperation(_ words: CuedWords, _ slots: QuestionSlots) {
    let stems = words.stems
    // `how do i stop it from buying doge`
    if frame == .howTo, topic == .stop || topic == .pause, !symbols.isEmpty,
      let verb = stems.firstIndex(where: { ["stop", "pause", "prevent"].contains($0) }),
      stems[(verb + 1)...].prefix(3).contains(where: { ["buy", "sell", "trade", "touch", "enter"].contains($0) })
    {
      (topic, confidence) = (.avoidSymbol, 1)
    }
    // `stop new entries but keep the positions`: a pause would not do it.
    let isOfEntries =
      words.says("new") && words.hasAny(["position", "trade", "entry", "entri", "order", "buy"])
      || words.hasAny(["entry", "entri"]) || words.says("opening")
    if frame == .howTo || frame == .safe || frame == .whatIf, topic == .stop || topic == .pause, isOfEntries,
      symbols.isEmpty, strategies.isEmpty
    {
      (topic, confidence) = (.stopEntries, 1)
    }
    // `reconnect the feed`: no operation does that, and what helps depends on what is wrong.
    let isOfFeed = ["feed", "prices", "websocket", "stream", "quotes", "price feed"].contains { words.says($0) }
    if frame == .howTo, [.restart, .start, .connect, .resume].contains(topic), isOfFeed, !words.says("engine") {
      topic = .tradeAgain
    }
    // `how do i get back to normal`: more than the governor may stand in the way.
    if frame == .howTo, topic == .clearGovernor, symbols.isEmpty, words.says("normal"),
      !words.hasAny(["governor", "risk", "quarantine", "softbrake", "hardstop"])
    {
      topic = .tradeAgain
    }
    if topic == .resetKillSwitch, OperationTarget.isPull(slots.words.words) { topic = .triggerKillSwitch }
    if topic == .cancelOrder, isWithoutScope, words.hasAny(["all", "everything", "each"]) {
      topic = .cancelAll
    }
    // `close all positions` names no position.
    if topic == .closePosition, isWithoutScope,
      words.hasAny(["all", "everything", "whole", "flat", "flatten", "each"])
    {
      topic = .closeAll
    }
    if topic == .closeAll, !except.isEmpty || condition != nil || side != nil { topic = .closePosition }
  }
}
