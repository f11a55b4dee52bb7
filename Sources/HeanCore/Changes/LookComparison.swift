/// Compares two looks, part by part. What is not known in one of them is never taken for a change of the engine.
struct LookComparison {
  var before: KeptLook
  var after: KeptLook
  /// Whether the engine was started between the two: then its books began empty.
  var isRestarted: Bool

  // MARK: positions

  func positions(_ notCompared: inout [String]) -> [EngineChange] {
    guard let then = before.positions.rows else {
      return known(.position, "positions", after.positions, before.positions.reason, &notCompared)
    }
    guard let now = after.positions.rows else {
      let held = then.isEmpty ? "none was open" : "open were " + Figures.listed(then.map(\.name), most: 6)
      let reason = after.positions.reason ?? "no answer"
      return [
        EngineChange(
          .position, .lost, "positions", before: Figures.listed(then.map(\.name), most: 6),
          "what is open is not known now: \(reason); \(held)", isGrave: !then.isEmpty)
      ]
    }
    noteRest(before.positions.more + after.positions.more, "position", &notCompared)
    let matched = Matched(then, now, key: \.key)
    let gone = matched.gone.map { end(of: $0, among: matched.gone) }
    let new = matched.new.map { row in
      let doubt = row.doubt.map { ": \($0)" } ?? ""
      let stop = row.stop.map { "stop \(Figures.price($0))" } ?? "without a stop"
      return EngineChange(
        .position, .opened, row.name, after: row.name, "opened: \(row.name), \(stop)\(doubt)",
        isGrave: row.stop == nil)
    }
    return gone + new + matched.both.flatMap { Self.differences($0, $1) } + passed(besides: then)
  }

  /// Positions that came and went between the two looks, as far as the engine lists them.
  private func passed(besides rows: [KeptPosition]) -> [EngineChange] {
    let known = Set(rows.compactMap(\.id))
    let ends = endsBetween.filter { !$0.isDrop && !known.contains($0.id) }
    guard !ends.isEmpty else { return [] }
    let count = Figures.counted(ends.count, "position")
    let sum = ends.map(\.pnl).wholeSum.map { ", PnL \(Figures.signed($0)) in all" } ?? ""
    return [
      EngineChange(
        .position, .closed, count,
        "opened and closed between the two looks: at least \(count)\(sum)")
    ]
  }

  /// What is known of the end of a position that is not listed any more.
  private func end(of row: KeptPosition, among gone: [KeptPosition]) -> EngineChange {
    func change(_ kind: EngineChange.Kind, _ words: String, isGrave: Bool) -> EngineChange {
      EngineChange(.position, kind, row.name, before: row.name, "\(row.name): \(words)", isGrave: isGrave)
    }
    let fate =
      after.isPaper ? "it was on the engine's paper only and is gone" : "the exchange may still hold it, without a stop"
    if isRestarted {
      return change(
        .unlisted, "not listed any more, because the engine was restarted; \(fate)", isGrave: !after.isPaper)
    }
    let end = row.id.flatMap { id in after.ends.last { $0.id == id } }
    if end?.isDrop == true {
      return change(.dropped, "dropped from the books without a fill and without a booked PnL; \(fate)", isGrave: true)
    }
    if let end, let pnl = end.pnl {
      let proof = after.isPaper ? "" : "; only the exchange's own record proves the fill"
      return change(.closed, "closed, PnL \(Figures.signed(pnl))\(proof)", isGrave: false)
    }
    // What was booked for those whose end is listed tells nothing of the others.
    guard let booked = booked.map({ $0 - endsBetween.compactMap(\.pnl).reduce(0, +) }) else {
      return change(.unlisted, "not listed any more; nothing tells its end", isGrave: true)
    }
    if booked == 0, gone.contains(where: { $0.unrealizedPnL != 0 }) {
      return change(.dropped, "not listed any more, and no PnL was booked: \(fate)", isGrave: true)
    }
    let several = gone.count > 1 ? " for \(gone.count) positions" : ""
    let proof = after.isPaper ? "" : "; only the exchange's own record proves the fill"
    return change(
      .closed, "closed by the books, which booked \(Figures.signed(booked))\(several)\(proof)", isGrave: false)
  }

  /// Ends that the engine lists, and dates between the two looks.
  private var endsBetween: [KeptEnd] {
    after.ends.filter { end in end.at.map { $0 > before.at && $0 <= after.at } ?? false }
  }

  /// PnL that was booked between the two looks; `nil` when that is not known.
  private var booked: Decimal? {
    guard let then = before.realizedPnL, let now = after.realizedPnL else { return nil }
    return now - then
  }

  private static func differences(_ then: KeptPosition, _ now: KeptPosition) -> [EngineChange] {
    func value(_ value: Decimal?) -> String? { value.map(Figures.price) }
    var found: [EngineChange] = []
    func add(_ what: String, _ before: String?, _ after: String?, isGrave: Bool) {
      guard before != after else { return }
      found.append(
        EngineChange(
          .position, .changed, now.name, before: before, after: after,
          "\(now.name): \(what) \(before ?? "none") → \(after ?? "none")", isGrave: isGrave))
    }
    add("side", then.side, now.side, isGrave: true)
    add("size", then.size.map(Figures.quantity), now.size.map(Figures.quantity), isGrave: false)
    add("stop", value(then.stop), value(now.stop), isGrave: now.stop == nil)
    add("target", value(then.target), value(now.target), isGrave: false)
    if now.isBeyondLevel, !then.isBeyondLevel {
      found.append(
        EngineChange(
          .position, .changed, now.name, "\(now.name): the price has passed its stop or target, and it is open",
          isGrave: true))
    }
    if let doubt = now.doubt, doubt != then.doubt {
      found.append(
        EngineChange(
          .position, .changed, now.name, before: then.doubt, after: doubt, "\(now.name): \(doubt)", isGrave: true))
    }
    return found
  }

  // MARK: the rest

  func states() -> [EngineChange] {
    KeptState.allCases.compactMap { state in
      let (then, now) = (before.states[state], after.states[state])
      guard then != now else { return nil }
      let name = state.message
      guard let now else {
        return EngineChange(.state, .lost, name, before: then, "\(name): not known now; it was \(then ?? "")")
      }
      guard let then else {
        return EngineChange(.state, .found, name, after: now, "\(name): \(now); it was not known before")
      }
      return EngineChange(
        .state, .changed, name, before: then, after: now, "\(name): \(then) → \(now)", isGrave: state.isGrave(now))
    }
  }

  func orders(_ notCompared: inout [String]) -> [EngineChange] {
    guard let then = before.orders.rows else {
      return known(.order, "orders", after.orders, before.orders.reason, &notCompared)
    }
    guard let now = after.orders.rows else {
      return [
        EngineChange(
          .order, .lost, "orders", before: "\(then.count)",
          "open orders are not known now: \(after.orders.reason ?? "no answer"); \(Figures.counted(then.count, "order")) was open"
        )
      ]
    }
    noteRest(before.orders.more + after.orders.more, "order", &notCompared)
    let matched = Matched(then, now, key: \.key)
    let gone = matched.gone.map { row in
      isRestarted
        ? EngineChange(
          .order, .unlisted, row.name, before: row.name,
          "\(row.name): not listed any more, because the engine was restarted"
            + (after.isPaper ? "" : "; it can rest at the exchange, which no call shows"), isGrave: !after.isPaper)
        : EngineChange(
          .order, .ended, row.name, before: row.name, "\(row.name): not open in the books any more: filled or cancelled"
        )
    }
    let new = matched.new.map { EngineChange(.order, .opened, $0.name, after: $0.name, "opened: \($0.name)") }
    let filled = matched.both.compactMap { then, now -> EngineChange? in
      guard then.filled != now.filled else { return nil }
      let words = (then.filled.map(Figures.quantity), now.filled.map(Figures.quantity))
      return EngineChange(
        .order, .changed, now.name, before: words.0, after: words.1,
        "\(now.name): filled \(words.0 ?? "not known") → \(words.1 ?? "not known")")
    }
    return gone + new + filled
  }

  func equity(_ notCompared: inout [String]) -> [EngineChange] {
    switch (before.equity, after.equity) {
    case (nil, nil):
      notCompared.append("equity: not known in either look")
      return []
    case (let then?, nil):
      return [
        EngineChange(
          .equity, .lost, "equity", before: Figures.money(then), "equity is not known now: \(after.equityReason)")
      ]
    case (nil, let now?):
      return [
        EngineChange(
          .equity, .found, "equity", after: Figures.money(now),
          "equity: \(Figures.money(now)) USDT; it was not known before: \(before.equityReason)")
      ]
    case (let then?, let now?):
      guard abs(now - then) >= .cent else { return [] }
      let realized = booked.flatMap { $0 == 0 ? nil : $0 }.map { "; \(Figures.signed($0)) of PnL was booked" } ?? ""
      return [
        EngineChange(
          .equity, .changed, "equity", before: Figures.money(then), after: Figures.money(now),
          "equity: \(Figures.money(then)) → \(Figures.money(now)) USDT (\(Figures.signed(now - then))\(isRestarted ? "" : realized))"
        )
      ]
    }
  }

  func settings(_ notCompared: inout [String]) -> [EngineChange] {
    guard let then = before.settings, let now = after.settings else {
      notCompared.append("settings: not told in \(before.settings == nil ? "the earlier" : "this") look")
      return []
    }
    // What only one of the two endpoints told is compared only where both looks have it.
    func isTold(_ name: String, _ values: [String: String]) -> Bool {
      let isConfig = name.hasPrefix("config.")
      return values.keys.contains { $0.hasPrefix("config.") == isConfig }
    }
    return Set(then.keys).union(now.keys).sorted().compactMap { name in
      guard then[name] != now[name], isTold(name, then), isTold(name, now) else { return nil }
      return EngineChange(
        .setting, .changed, name, before: then[name], after: now[name],
        "\(name): \(then[name] ?? "not told") → \(now[name] ?? "not told")",
        isGrave: name.contains("drawdown") || name.hasSuffix("testnet"))
    }
  }

  /// A list that was not known before.
  private func known<Row>(
    _ subject: EngineChange.Subject, _ name: String, _ list: KeptList<Row>, _ reason: String?,
    _ notCompared: inout [String]
  ) -> [EngineChange] {
    guard let rows = list.rows else {
      notCompared.append("\(name): not known in either look (\(list.reason ?? "no answer"))")
      return []
    }
    return [
      EngineChange(
        subject, .found, name, after: "\(rows.count)",
        "\(name): \(rows.isEmpty ? "none" : "\(rows.count)") now; not known before: \(reason ?? "no answer")")
    ]
  }

  private func noteRest(_ count: Int, _ noun: String, _ notCompared: inout [String]) {
    if count > 0 { notCompared.append("\(Figures.counted(count, noun)) beyond the first \(KeptList<KeptOrder>.most)") }
  }
}

/// Rows of two lists that are the same thing, and those that only one list has.
private struct Matched<Row> {
  var gone: [Row] = []
  var new: [Row] = []
  var both: [(Row, Row)] = []

  init(_ then: [Row], _ now: [Row], key: (Row) -> String) {
    // Several rows can have one key where the engine sends no ids: they are matched in their order.
    var rest = Dictionary(grouping: now, by: key)
    for row in then {
      let name = key(row)
      if rest[name]?.isEmpty == false, let same = rest[name]?.removeFirst() {
        both.append((row, same))
      } else {
        gone.append(row)
      }
    }
    var left = rest.mapValues(\.count)
    for row in now.reversed() {
      let name = key(row)
      guard let count = left[name], count > 0 else { continue }
      left[name] = count - 1
      new.insert(row, at: 0)
    }
  }
}

extension KeptState {
  /// Whether this value means that money is or may be at risk, or that something has stopped trading.
  fileprivate func isGrave(_ value: String) -> Bool {
    switch self {
    case .money: value == "at risk"
    case .engine: value != "RUNNING"
    case .mode: true
    case .trading: value == "blocked" || value == "orders after stop"
    case .killSwitch: value != "clear"
    case .latch, .marketData: value == "closed"
    case .governor: value != "NORMAL"
    case .strategiesOff: false
    }
  }
}
