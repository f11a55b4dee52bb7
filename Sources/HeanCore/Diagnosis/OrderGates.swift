/// Gates after the council: limits, the router and the exchange, fills.
extension SignalGates {
  /// Slots for positions and orders, one position per symbol, daily attempts, and the final risk limits.
  func limits() -> Gate {
    let source = "/risk/status"
    if let stopped = stopped(.limits) { return stopped }
    guard case .success(let reading) = seen.risk else { return .unanswered(.limits, source, seen.risk.error) }
    let risk = reading.value
    let positions =
      "\(DiagnosisFormat.count(risk.openPositions)) of \(DiagnosisFormat.count(risk.maxOpenPositions)) positions"
    let orders = "\(DiagnosisFormat.count(risk.openOrders)) of \(DiagnosisFormat.count(risk.maxOpenOrders)) open orders"
    let evidence = [
      Gate.Evidence(
        source, "\(positions), \(orders)", value: risk.openPositions.map { Decimal($0) },
        threshold: risk.maxOpenPositions.map { Decimal($0) })
    ]
    let rejections = rejections(at: .limits)
    if let open = risk.openPositions, let limit = risk.maxOpenPositions, open >= limit {
      return Gate(
        .limits, .closed, "all \(limit) position slots are taken", evidence: evidence, rejections: rejections,
        nextStep: "wait until one of them closes, or: \(more(than: limit))")
    }
    if let open = risk.openOrders, let limit = risk.maxOpenOrders, open >= limit {
      return Gate(
        .limits, .closed, "all \(limit) order slots are taken, some perhaps by orders that have ended",
        evidence: evidence,
        rejections: rejections,
        nextStep:
          "look for old ones: \(.query(.orders, options: .status("open"))); their slots are freed by: \(.operation(.engineRestart))"
      )
    }
    guard risk.openPositions != nil, risk.maxOpenPositions != nil else {
      return Gate(.limits, .unknown, "the engine gave no counts", evidence: evidence, rejections: rejections)
    }
    if let symbol = scope.symbol, let held = held(symbol) {
      return Gate(
        .limits, .narrowed,
        "\(symbol) has a \(held.side.map { "\($0.rawValue) " } ?? "")position already, and one a symbol is the rule",
        evidence: evidence, rejections: rejections, nextStep: .query(.position, symbol))
    }
    return judge(.limits, evidence, open: "\(positions), \(orders)")
  }

  /// In live, limits are changed in the configuration: `/risk/limits` can be changed in a dry run only.
  private func more(than limit: Int) -> NextStep {
    .operation(
      seen.engine?.isDryRun == true ? .setLimits : .setConfiguration,
      "max_open_positions=\(limit.clampedAdding(1))")
  }

  func rejects() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.rejects) { return stopped }
    guard let window else { return .unanswered(.rejects, source, seen.metrics.error) }
    let rejected = window.ordersRejected ?? 0
    let filled = window.ordersFilled ?? 0
    let evidence = [
      Gate.Evidence(source, "\(rejected) rejected, \(filled) filled in 5m", value: Decimal(rejected))
    ]
    let rejections = Rejections(
      oneMinute: metrics?.lastMinute?.ordersRejected ?? 0, fiveMinutes: rejected, oneHour: rejected, isAtLeast: true)
    let step: NextStep = "read the engine's log: rejections carry no reason on the wire"
    if rejected > 0, filled == 0 {
      return Gate(
        .rejects, .closed, "the router or the exchange rejects orders, and none fills", evidence: evidence,
        rejections: rejections,
        nextStep: step)
    }
    if rejected > 0 {
      return Gate(
        .rejects, .narrowed, "\(rejected) orders were rejected", evidence: evidence, rejections: rejections,
        nextStep: step)
    }
    return Gate(.rejects, .open, "no order was rejected", evidence: evidence, rejections: rejections)
  }

  func fills() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.fills) { return stopped }
    guard let window else { return .unanswered(.fills, source, seen.metrics.error) }
    let created = window.ordersCreated ?? 0
    let filled = window.ordersFilled ?? 0
    let cancelled = window.ordersCancelled ?? 0
    let rejected = window.ordersRejected ?? 0
    // A dry run counts each fill twice (docs/engine.md 7.4, 23).
    let twice = seen.mode == .dryRun && filled > 0 ? " (a dry run counts each twice)" : ""
    let refused = rejected > 0 ? ", \(rejected) rejected" : ""
    let evidence = [
      Gate.Evidence(
        source, "\(created) created, \(filled) filled\(twice), \(cancelled) cancelled\(refused) in 5m",
        value: Decimal(filled))
    ]
    if let queue = RetryQueue(seen) {
      // A restart ends the queue, but also the latch of a stop, and it forgets what is open. So a panic is offered where
      // trading is stopped, and nothing but a look where it is not: then the queue is how the engine works.
      let isStopped = seen.killSwitchTruth.verdict != .clear || seen.stops.finding.isStop
      return Gate(
        .fills, .narrowed, queue.message, evidence: evidence,
        nextStep: isStopped ? .operation(.panic) : .query(.orders, options: .status("open")))
    }
    // An order that was rejected could not fill; the gate before this one tells of it.
    if rejected > 0, created <= rejected, filled == 0 {
      return Gate(
        .fills, .narrowed, "no order filled: all \(max(created, rejected)) were rejected", evidence: evidence,
        nextStep: .query(.orders, options: .status("all")))
    }
    if created > rejected, filled == 0 {
      return Gate(
        .fills, cancelled > 0 ? .closed : .narrowed,
        cancelled > 0
          ? "orders are placed and cancelled, and none fills" : "orders are placed, and none has filled yet",
        evidence: evidence, nextStep: .query(.orders, options: .status("open")))
    }
    return Gate(.fills, .open, created == 0 ? "no order was due" : "orders fill", evidence: evidence)
  }
}
