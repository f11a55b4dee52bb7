/// Whole answers of the engine, each recorded when it says something else than the one that is recorded.
struct RecordedStates: Sendable {
  private struct Written: Sendable {
    var at: Date
    /// Of the whole answer, and of it without its figures and times.
    var whole: UInt64
    var words: UInt64
  }

  private var written: [String: Written] = [:]
  private var day: Int?
  /// Symbols of the open positions.
  private(set) var heldSymbols: [String] = []

  /// Headers that tell something of the answer itself.
  private static let headers: Set<String> = ["x-hean-practice", "x-key-deprecated", "date", "age"]

  mutating func take(_ round: [Recording.Exchange], at now: Date) -> [RecordLine] {
    let today = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
    // The first lines of a day's file have to be whole: later ones refer to them.
    if day != today { (day, written) = (today, [:]) }
    let reads = RecordPlan.all + [RecordPlan.exchange]
    let plan = Dictionary(reads.map { ($0.request.key, $0) }, uniquingKeysWith: { first, _ in first })
    let money = Set((RecordPlan.money + [RecordPlan.exchange]).map(\.request.key))
    let answers = round.map { Answer($0, at: now) }
    // What tells of money is of one moment, or sums would not add up that did.
    let isMoneyDue = answers.contains { money.contains($0.key) && isDue($0, plan[$0.key], at: now) }
    var lines: [RecordLine] = []
    for (exchange, answer) in zip(round, answers) {
      noteHeld(exchange)
      let isGrouped = isMoneyDue && money.contains(answer.key)
      guard isGrouped || isDue(answer, plan[answer.key], at: now) else { continue }
      let before = written[answer.key]
      let isSame = before?.whole == answer.whole
      if isSame, isGrouped, !isDue(answer, plan[answer.key], at: now) { continue }
      written[answer.key] = Written(at: now, whole: answer.whole, words: answer.words)
      lines.append(RecordLine(at: now, kind: .answer, key: answer.key, body: isSame ? ["same": true] : answer.body))
    }
    return lines
  }

  private func isDue(_ answer: Answer, _ read: RecordPlan.Read?, at now: Date) -> Bool {
    guard let before = written[answer.key] else { return true }
    let age = now.timeIntervalSince(before.at)
    // A clock that was set back.
    if age < 0 || age >= (read?.longest ?? RecordPlan.longest) - RecordPlan.pace / 2 { return true }
    guard answer.whole != before.whole else { return false }
    let slack = RecordPlan.pace / 2
    let pause = answer.words == before.words ? read?.figures ?? 60 : read?.words ?? 60
    return age >= (answer.size > 32_768 ? max(pause, RecordPlan.longest) : pause) - (pause > 0 ? slack : 0)
  }

  private mutating func noteHeld(_ exchange: Recording.Exchange) {
    guard exchange.request.path == Endpoint<Listing<Position>>.positions.path,
      case .success(let response) = exchange.outcome, let positions = try? Listing<Position>.read(response.body)
    else { return }
    heldSymbols = Array(
      Set(positions.map(\.symbol)).subtracting([Symbols.defaults[0]]).sorted().prefix(RecordPlan.mostHeld))
  }

  /// An answer, or that there was none, as it is recorded.
  private struct Answer {
    var key: String
    var body: JSONValue
    var whole: UInt64
    var words: UInt64
    var size: Int

    init(_ exchange: Recording.Exchange, at now: Date) {
      key = exchange.request.key
      switch exchange.outcome {
      case .failure(let error):
        body = ["error": .string(EngineError.transport(error).shortText)]
        (whole, size) = (JSONText.compact(body).utf8.fnv1a, 0)
        words = whole
      case .success(let response):
        let content = (try? JSONValue(reading: response.body))?.withoutRows(of: exchange.request.path)
        let text = content.map(JSONText.compact) ?? String(decoding: response.body.prefix(2000), as: UTF8.self)
        let headers = response.headers.filter { RecordedStates.headers.contains($0.key) }
        size = text.utf8.count
        whole = "\(response.status) \(text)".utf8.fnv1a
        words = "\(response.status) \(content.map { JSONText.compact($0.wordsAlone) } ?? text)".utf8.fnv1a
        body = [
          "status": .number(Decimal(response.status)), "received_at": .string(EngineTime.format(response.receivedAt)),
          "headers": .object(headers.mapValues { .string($0) }), "body": content ?? .string(text),
        ]
      }
    }
  }
}

extension JSONValue {
  /// A body without the rows that are recorded as lines of their own.
  fileprivate func withoutRows(of path: String) -> JSONValue {
    let lists: [String]
    switch path {
    case Endpoint<TradeJournal>.journal.path: lists = ["trades", "summary"]
    case Endpoint<TradingHistory>.history().path: lists = ["history"]
    case Endpoint<EquityHistory>.equityHistory.path: lists = ["snapshots"]
    case Endpoint<TradingState>.state.path: lists = ["recent_fills", "recent_decisions"]
    default: return self
    }
    guard case .object(var members) = self else { return self }
    for list in lists where members[list] != nil { members[list] = [] }
    return .object(members)
  }

  /// The same without figures and times: what is left changes only with what matters.
  fileprivate var wordsAlone: JSONValue {
    switch self {
    case .number: return 0
    case .string(let text) where text.utf8.count >= 19 && EngineTime.parse(text) != nil: return ""
    case .array(let values): return .array(values.map(\.wordsAlone))
    case .object(let members): return .object(members.mapValues(\.wordsAlone))
    default: return self
    }
  }
}
