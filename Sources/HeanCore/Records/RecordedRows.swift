/// Rows of the engine's lists and events, each recorded once.
struct RecordedRows: Sendable {
  private var trades = RecordedKeys()
  private var orders = RecordedKeys()
  private var decisions = RecordedKeys()
  private var events = RecordedKeys()
  /// The newest point of equity that is recorded.
  private var equity: Date?
  /// When each list was read last, by path; and when the engine object was started, by its equity.
  private var read: [String: Date] = [:]
  private var startedAt: Date?
  /// When an event came last.
  private var heardAt: Date?

  private static let (journal, history) = (Endpoint<TradeJournal>.journal.path, Endpoint<TradingHistory>.history().path)
  private static let curve = Endpoint<EquityHistory>.equityHistory.path

  /// Takes note of a line that an earlier recorder wrote.
  mutating func resume(after line: RecordLine) {
    switch line.kind {
    case .trade: if let key = line.key { _ = trades.note(key, Self.mark(ofTrade: line.body)) }
    case .order, .fill:
      guard let order = try? Order.read(JSONText.data(line.body)) else { return }
      _ = orders.note(RecordKey.order(order), Self.mark(order))
    case .decision: if let key = line.key { _ = decisions.note(key) }
    case .signal, .event: if let key = line.key { _ = events.note(key) }
    case .equity: equity = max(equity ?? line.at, line.at)
    case .answer:
      let path = String(line.key?.prefix { $0 != "?" } ?? "")
      if [Self.journal, Self.history, Self.curve].contains(path) { read[path] = line.at }
    default: break
    }
  }

  // MARK: Lists

  mutating func take(_ body: Data, of path: String, at now: Date) -> [RecordLine] {
    switch path {
    case Self.journal:
      guard let journal = try? TradeJournal.read(body) else { return [] }
      let lines = journal.trades.reversed().compactMap { line($0, at: now) }
      let isCut = journal.isFull && lines.count >= journal.trades.count
      defer { read[path] = now }
      return gap(isCut, .trades, path, to: journal.trades.compactMap(\.closedAt).min()) + lines
    case Self.history:
      guard let history = try? TradingHistory.read(body) else { return [] }
      var lines = history.closed.reversed().compactMap { line($0, at: now) }
      lines += history.orders.reversed().compactMap { line($0, at: now) }
      lines += history.decisions.reversed().compactMap { decision in
        // Without a time of its own it cannot be told from an earlier one.
        decision.at == nil ? nil : line(decision, at: now)
      }
      let isCut = history.count >= 500 && lines.count >= history.count
      let times = history.orders.map(\.createdAt) + history.decisions.map(\.at) + history.closed.map(\.closedAt)
      defer { read[path] = now }
      return gap(isCut, .events, path, to: times.compactMap(\.self).min()) + lines
    case Endpoint<TradingState>.state.path:
      return ((try? TradingState.read(body))?.recentFills ?? []).reversed().compactMap { line($0, at: now) }
    case Self.curve:
      return (try? EquityHistory.read(body)).map { points($0, at: now) } ?? []
    default: return []
    }
  }

  /// The gap before a list of which every row is new: what came before its first row is forgotten.
  private func gap(_ isCut: Bool, _ subject: RecordGap.Subject, _ path: String, to: Date?) -> [RecordLine] {
    guard isCut, let from = read[path], let to, to > from else { return [] }
    return [RecordGap(from: from, to: to, reason: .forgotten, subject: subject).line]
  }

  private mutating func points(_ history: EquityHistory, at now: Date) -> [RecordLine] {
    var lines: [RecordLine] = []
    let start = history.startedAt
    // A later engine object has forgotten all that the one before had not told yet.
    if let start, let from = read[Self.curve], start > from - 120, start > startedAt ?? equity ?? .distantPast {
      for (subject, path) in [(RecordGap.Subject.trades, Self.journal), (.events, Self.history)] {
        let last = read[path] ?? from
        if start > last {
          lines.append(RecordGap(from: last, to: start, reason: .engineRestarted, subject: subject).line)
        }
      }
      // A curve does not go on from the engine before.
      let before = min(equity ?? start, start)
      lines.append(RecordGap(from: before, to: start, reason: .engineRestarted, subject: .equity).line)
    }
    // Another one can tell a start before it was there: a practice engine begins with a past.
    if lines.isEmpty, let start, let startedAt, abs(start.timeIntervalSince(startedAt)) > 1, let from = read[Self.curve]
    {
      lines.append(RecordGap(from: from, to: now, reason: .engineRestarted, subject: .equity).line)
    }
    if let start { startedAt = start }
    let fresh = history.points.filter { $0.at.map { $0 > equity ?? .distantPast } ?? false && $0.equity != nil }
    // A restart has told of this time.
    if lines.isEmpty, let equity, let first = fresh.first?.at, first.timeIntervalSince(equity) > 60 {
      let reason: RecordGap.Reason = history.isFull ? .forgotten : .frozen
      lines.append(RecordGap(from: equity, to: first, reason: reason, subject: .equity).line)
    }
    for point in fresh {
      guard let at = point.at, let figure = point.equity else { continue }
      equity = max(equity ?? at, at)
      lines.append(RecordLine(at: at, kind: .equity, key: EngineTime.format(at), body: .number(figure)))
    }
    read[Self.curve] = now
    return lines
  }

  // MARK: Events

  mutating func take(_ event: EventEnvelope, at now: Date) -> [RecordLine] {
    switch event.event {
    case .signal(let signal) where !signal.isShortForm: return line(event, .signal, at: now)
    case .decision(let decision) where !decision.isExit: return line(decision, at: event.at ?? now).map { [$0] } ?? []
    case .order(_, let order), .orderCreated(let order): return line(order, at: event.at ?? now).map { [$0] } ?? []
    case .positionClosed(let position): return line(position, at: event.at ?? now).map { [$0] } ?? []
    case .killSwitch, .control, .risk: return line(event, .event, at: now)
    default: return []
    }
  }

  /// Takes note that an event came, of whatever kind.
  mutating func heard(at now: Date) { heardAt = now }

  func take(_ notice: StreamNotice) -> [RecordLine] {
    guard notice.kind == .gap || notice.kind == .dropped else { return [] }
    let count = notice.members["count"]?.number.flatMap { Int("\($0)") }
    let from = min(heardAt ?? notice.at, notice.at)
    let isRestart = notice.members["reason"]?.text == StreamNotice.restart
    let lost = RecordGap(
      from: from, to: notice.at, reason: isRestart ? .engineRestarted : .streamLost, subject: .events, count: count)
    return [lost.line]
  }

  private mutating func line(_ event: EventEnvelope, _ kind: RecordLine.Kind, at now: Date) -> [RecordLine] {
    let key = RecordKey.event(event)
    guard events.note(key) else { return [] }
    return [RecordLine(at: event.at ?? now, kind: kind, key: key, body: event.wire.withoutNulls)]
  }

  // MARK: Rows

  private mutating func line(_ trade: Position, at now: Date) -> RecordLine? {
    let (key, body) = (RecordKey.trade(trade), trade.wire.withoutNulls)
    let mark = Self.mark(ofTrade: body)
    // A position that was only dropped can be booked later; the other way round its PnL would be lost.
    if let before = trades[key], before == mark || mark == Self.dropped { return nil }
    _ = trades.note(key, mark)
    return RecordLine(at: trade.closedAt ?? now, kind: .trade, key: key, body: body)
  }

  private static let dropped = "dropped"

  private static func mark(ofTrade body: JSONValue) -> String { body["realized_pnl"]?.number ?? 0 == 0 ? dropped : "" }

  private mutating func line(_ order: Order, at now: Date) -> RecordLine? {
    let (key, mark) = (RecordKey.order(order), Self.mark(order))
    let before = orders[key]
    // An order that has ended does not open again: that record came late.
    if let before, before == mark || (order.isOpen && !before.hasPrefix("open")) { return nil }
    _ = orders.note(key, mark)
    let body = order.wire.withoutNulls
    let isFilled = order.filledSize.map { $0 > 0 } ?? (order.status == .filled)
    // The rest of an order that was filled in part can be cancelled: that is no fill.
    let isNews = order.filledSize == nil || before.flatMap(Self.filled) != Self.filled(mark)
    guard isFilled, isNews else {
      return RecordLine(at: before == nil ? order.createdAt ?? now : now, kind: .order, key: key, body: body)
    }
    let filled = order.filledSize.map { "\($0)" } ?? "?"
    return RecordLine(at: order.filledAt ?? now, kind: .fill, key: "\(key)#\(filled)", body: body)
  }

  private static func mark(_ order: Order) -> String {
    let filled = order.filledSize.map { "\($0)" } ?? "0"
    // An event of the last fill can still call the order open, and the list calls it filled: that is one state.
    if let size = order.size, let filledSize = order.filledSize, size > 0, filledSize >= size {
      return "filled \(filled)"
    }
    return (order.isOpen ? "open" : order.status?.rawValue ?? "?") + " " + filled
  }

  /// The size that is filled, as a mark has it.
  private static func filled(_ mark: String) -> Substring? { mark.split(separator: " ").last }

  private mutating func line(_ decision: Decision, at now: Date) -> RecordLine? {
    let key = RecordKey.decision(decision, at: now)
    guard decisions.note(key) else { return nil }
    return RecordLine(at: decision.at ?? now, kind: .decision, key: key, body: decision.wire.withoutNulls)
  }
}

extension JSONValue {
  /// The same without members that are null, and without objects and lists in which then nothing is left.
  var withoutNulls: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMapValues { value in
        switch value.withoutNulls {
        case .null, .object([:]), .array([]): nil
        case let kept: kept
        }
      })
  }
}
