import Foundation

/// Gates that a signal meets inside the engine: strategies, filters, decisions, the router.
struct SignalGates {
  private let seen: Observation
  private let now: Date
  private let window: TradingMetrics.Counters?

  init(_ observation: Observation, now: Date) {
    seen = observation
    self.now = now
    window = (try? observation.metrics.get().value)?.lastFiveMinutes
  }

  var acceptedLately: Bool { (window?.created ?? 0) > 0 }

  var acceptedText: String {
    "\(window?.created ?? 0) of \(Words.count(window?.signals)) signals accepted in the last 5 minutes"
  }

  func strategies() -> Gate {
    let source = "/strategies"
    if let stopped = stopped(.strategies) { return stopped }
    guard case .success(let reading) = seen.strategies else {
      return .unanswered(.strategies, source, seen.strategies.error)
    }
    let all = reading.value.elements
    let enabled = all.filter { $0.isEnabled == true }
    let blocks = (try? seen.decisionMemory.get().value.elements) ?? []
    var evidence = [Gate.Evidence(source, "\(enabled.count) of \(all.count) enabled")]
    if !blocks.isEmpty {
      let names = blocks.compactMap(\.strategyID).joined(separator: ", ")
      evidence.append(.init("/risk/decision-memory/blocks", "\(blocks.count) locked: \(names)"))
    }
    if enabled.isEmpty {
      return Gate(
        .strategies, .closed, "no strategy is enabled", evidence: evidence, nextStep: "hean strategies")
    }
    if !blocks.isEmpty {
      return Gate(
        .strategies, .narrowed, "decision memory has locked \(blocks.count) strategy contexts", evidence: evidence,
        nextStep: "hean strategies")
    }
    if enabled.count < all.count {
      return Gate(
        .strategies, .narrowed, "\(enabled.count) of \(all.count) strategies are enabled", evidence: evidence,
        nextStep: "hean strategies")
    }
    return Gate(.strategies, .open, "all \(all.count) strategies are enabled", evidence: evidence)
  }

  func signals() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.signals) { return stopped }
    guard let metrics = try? seen.metrics.get().value else { return .unanswered(.signals, source, seen.metrics.error) }
    guard let count = window?.signals else {
      return Gate(.signals, .unknown, "the engine counts no signals", evidence: [.init(source, "no last_5m counters")])
    }
    let age = metrics.lastSignalAt.map { Words.seconds(from: $0, to: now) }
    let last = age.map { ", the last one \(Words.span($0)) ago" } ?? ""
    var evidence = [Gate.Evidence(source, "signals_total \(count) in 5m\(last)")]
    evidence += filterEvidence()
    if count == 0 {
      return Gate(
        .signals, .narrowed, "no strategy has found a signal in the last 5 minutes", evidence: evidence, age: age,
        since: metrics.lastSignalAt, nextStep: "hean strategies")
    }
    let saturated = count >= TradingMetrics.Counters.saturation ? " or more" : ""
    return Gate(
      .signals, .open, "\(count)\(saturated) signals in the last 5 minutes", evidence: evidence, age: age)
  }

  func decisions() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.decisions) { return stopped }
    guard let metrics = try? seen.metrics.get().value else {
      return .unanswered(.decisions, source, seen.metrics.error)
    }
    let refused = metrics.reasons.filter { $0.code != "ACCEPTED" && $0.count > 0 }
    let evidence =
      refused.isEmpty
      ? [Gate.Evidence(source, "no refusals in 5m")]
      : refused.prefix(3).map { Gate.Evidence(source, "\($0.code) × \($0.count) in 5m: \(Reasons.meaning($0.code))") }
    let turnedDown = (window?.skipped ?? 0) + (window?.blocked ?? 0)
    guard let worst = refused.first, turnedDown > 0 || !refused.isEmpty else {
      return Gate(.decisions, .open, "no signal was turned down in the last 5 minutes", evidence: evidence)
    }
    let step = Reasons.nextStep(worst.code)
    // One position a symbol is the engine's rule: signals for symbols that have one are turned down in good health.
    if !acceptedLately, refused.allSatisfy({ $0.code == "SYMBOL_BLOCKED" }), hasPositions {
      return Gate(
        .decisions, .narrowed, "signals came only for symbols that have a position already", evidence: evidence,
        nextStep: step)
    }
    if !acceptedLately {
      return Gate(
        .decisions, .closed, "every signal is turned down, mostly \(worst.code): \(Reasons.meaning(worst.code))",
        evidence: evidence + councilEvidence(), nextStep: step)
    }
    return Gate(
      .decisions, .narrowed, "some signals are turned down, mostly \(worst.code): \(Reasons.meaning(worst.code))",
      evidence: evidence, nextStep: step)
  }

  func orders() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.orders) { return stopped }
    guard (try? seen.metrics.get().value) != nil, let window else {
      return .unanswered(.orders, source, seen.metrics.error)
    }
    let created = window.ordersCreated ?? 0
    let filled = window.ordersFilled ?? 0
    let rejected = window.ordersRejected ?? 0
    let evidence = [Gate.Evidence(source, "\(created) created, \(filled) filled, \(rejected) rejected in 5m")]
    if rejected > 0, filled == 0 {
      return Gate(
        .orders, .closed, "orders are rejected and none fills", evidence: evidence,
        nextStep: "read the engine's log: rejections carry no reason on the wire")
    }
    if rejected > 0 {
      return Gate(
        .orders, .narrowed, "\(rejected) orders were rejected", evidence: evidence,
        nextStep: "read the engine's log: rejections carry no reason on the wire")
    }
    if created > 0, filled == 0 {
      return Gate(
        .orders, .narrowed, "orders are placed but none has filled", evidence: evidence,
        nextStep: "hean orders --status open")
    }
    return Gate(.orders, .open, created == 0 ? "no order was due" : "orders fill", evidence: evidence)
  }

  private var hasPositions: Bool { (try? seen.state.get().value.positions.isEmpty) == false }

  private func stopped(_ id: Gate.ID) -> Gate? {
    guard seen.ground.isRunning == false else { return nil }
    return Gate(
      id, .unknown, "nothing to see on a stopped engine", evidence: [.init("/engine/status", "running false")])
  }

  private func filterEvidence() -> [Gate.Evidence] {
    guard let top = (try? seen.filters.get().value)?.reasons.first else { return [] }
    return [
      .init("/analytics/blocks", "\(top.code) × \(top.count) since start: \(Reasons.meaning(top.code))")
    ]
  }

  private func councilEvidence() -> [Gate.Evidence] {
    guard let council = try? seen.council.get().value, council.isEnabled == true, let evaluated = council.evaluated
    else { return [] }
    let threshold = council.entryThreshold.map { ", threshold \($0)" } ?? ""
    return [
      .init("/council/trade/status", "\(Words.count(council.approved)) of \(evaluated) approved\(threshold)")
    ]
  }
}

extension Result {
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
