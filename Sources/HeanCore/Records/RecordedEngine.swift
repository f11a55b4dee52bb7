/// An engine as it would have answered at the end of a recorded time, for the queries that ask a real one. It sends
/// nothing.
///
/// Lists are made of the rows of that time. States are the last answers before its end. What was not recorded fails.
public struct RecordedEngine: RESTTransport {
  /// How far lists reach.
  public enum Reach: Sendable {
    /// All rows of the recorded time.
    case wholeSpan
    /// As many as the engine itself lists.
    case asEngine
  }

  /// The address of the engine that was recorded.
  public let displayURL: String
  let past: RecordedPast
  private let reach: Reach
  /// Most rows of one list, the newest: a screen of more would not be read.
  static let most = 200_000

  /// - Parameters:
  ///   - past: what is recorded.
  ///   - url: the address of the engine, as it may be shown.
  ///   - reach: how far lists reach.
  public init(_ past: RecordedPast, url: String, reach: Reach) {
    self.past = past
    self.reach = reach
    displayURL = url
  }

  /// Answers a read.
  /// - Throws: `refusedLocally` for a call that would change the engine, and for what was not recorded.
  public func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    guard request.method == .get else {
      throw .refusedLocally(reason: "a record answers reads only", nextStep: "ask the engine")
    }
    if let list = list(request) ?? price(request) { return list }
    guard let answer = past.answers[request.key] else {
      throw .refusedLocally(
        reason: "\(request.path) was not recorded", nextStep: "ask the engine: leave out --from recorded and --at")
    }
    if let restart = past.figures.restarts.last, answer.at <= restart.lowerBound {
      throw .refusedLocally(
        reason: "\(request.path) was not recorded since the engine was restarted", nextStep: "look at a later moment")
    }
    return try response(answer, of: request.key)
  }

  private func response(_ answer: RecordedPast.Answer, of key: String) throws(TransportError) -> RESTResponse {
    guard let kept = try? JSONValue(reading: Data(answer.body)) else {
      throw .malformed(reason: "its recorded answer is damaged")
    }
    if let error = kept["error"]?.text { throw .unreachable(reason: error) }
    guard let status = kept["status"]?.number.flatMap({ Int("\($0)") }), let body = kept["body"] else {
      throw .malformed(reason: "its recorded answer is damaged")
    }
    var headers: [String: String] = [:]
    if case .object(let members)? = kept["headers"] { headers = members.compactMapValues(\.text) }
    // Answers about money are recorded together: one that is older than the last of them has not changed since.
    let at = RecordPlan.money.contains { $0.request.key == key } ? past.moneyLook ?? answer.at : answer.at
    if at > answer.at { headers["date"] = nil }
    return RESTResponse(
      status: status, headers: headers, body: body.text.map { Data($0.utf8) } ?? JSONText.data(body), receivedAt: at)
  }

  /// The last recorded price of a symbol, where prices are read and the recorded answer is older.
  private func price(_ request: RESTRequest) -> RESTResponse? {
    guard request.path == Endpoint<Ticker>.ticker("").path,
      let symbol = request.query.first?.value, let last = past.lastPrice(symbol),
      past.answers[request.key].map({ $0.at < last.at }) ?? true
    else { return nil }
    let body: JSONValue = [
      "symbol": .string(symbol), "price": .number(last.price), "bid": .optional(last.bid), "ask": .optional(last.ask),
      "timestamp": .string(EngineTime.format(last.at)),
    ]
    return RESTResponse(
      status: 200, headers: practiceMark, body: JSONText.data(body), receivedAt: past.lastLook ?? last.at)
  }

  // MARK: Lists

  private func list(_ request: RESTRequest) -> RESTResponse? {
    let query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
    let body: [UInt8]
    switch request.path {
    case Endpoint<TradeJournal>.journal.path:
      body = document([("trades", newest(.trade, 500).map(\.body))])
    case Endpoint<TradingHistory>.history().path: body = document([("history", history)])
    case Endpoint<EquityHistory>.equityHistory.path:
      // Its first point is the first of the recorded time, and no start of the engine.
      body = document([("snapshots", points)], isRecorded: true)
    case EventRing.path: body = document([("events", events(query["event_type"]))])
    case Endpoint<Listing<Order>>.orders(.all).path where query["status"] != OrderFilter.open.rawValue:
      let isMeant: (RecordedPast.Row) -> Bool =
        query["status"] == OrderFilter.filled.rawValue ? { $0.body.contains(Self.filledWhole) } : { _ in true }
      body = document([("orders", newest(.order, .max).reversed().filter(isMeant).map(\.body))])
    case Endpoint<TradingState>.state.path: return state(request.key)
    case Endpoint<Listing<Candle>>.candles("", .minute).path:
      guard let symbol = query["symbol"], let timeframe = query["timeframe"].flatMap(Timeframe.init(rawValue:)) else {
        return nil
      }
      body = document([("klines", past.candles(symbol, timeframe).suffix(Int(query["limit"] ?? "") ?? 1000))])
    default: return nil
    }
    return RESTResponse(
      status: 200, headers: practiceMark, body: Data(body), receivedAt: past.lastLook ?? past.until)
  }

  /// A list of a practice engine has its mark as well.
  private var practiceMark: [String: String] {
    guard let answer = past.answers[Endpoint<EngineStatus>.engineStatus.path],
      let kept = try? JSONValue(reading: Data(answer.body)), let mark = kept["headers"]?["x-hean-practice"]?.text
    else { return [:] }
    return ["x-hean-practice": mark]
  }

  /// Rows of a kind, newest first.
  private func newest(_ kind: RecordLine.Kind, _ engines: Int) -> [RecordedPast.Row] {
    past.sorted(kind).suffix(reach == .asEngine ? engines : Self.most).reversed()
  }

  /// Orders, closed positions and decisions in one list, as the engine has them.
  private var history: [ArraySlice<UInt8>] {
    let kinds: [(RecordLine.Kind, String)] = [(.order, "order"), (.trade, "closed_position"), (.decision, "decision")]
    let rows = kinds.flatMap { kind, word in
      newest(kind, 500).map { row in (row.at, marked(row.body, "\"event_kind\":\"\(word)\"")) }
    }
    return rows.sorted { $0.0 > $1.0 }.prefix(reach == .asEngine ? 500 : .max).map(\.1)
  }

  private func marked(_ body: ArraySlice<UInt8>, _ member: String) -> ArraySlice<UInt8> {
    var text: [UInt8] = [UInt8(ascii: "{")]
    text.reserveCapacity(body.count + member.utf8.count + 1)
    text += member.utf8
    if body.count > 2 { text.append(UInt8(ascii: ",")) }
    return (text + body.dropFirst())[...]
  }

  private var points: [ArraySlice<UInt8>] {
    // An engine knows nothing of the one before it.
    let start = reach == .asEngine ? past.figures.restarts.last?.lowerBound ?? .distantPast : .distantPast
    return past.sorted(.equity).filter { $0.at > start }.suffix(reach == .asEngine ? 500 : Self.most).map { row in
      (Array("{\"timestamp\":\"\(EngineTime.format(row.at))\",\"equity\":".utf8) + row.body + [UInt8(ascii: "}")])[...]
    }
  }

  private func events(_ type: String?) -> [ArraySlice<UInt8>] {
    let kinds: [RecordLine.Kind] = type == nil ? [.signal, .event] : type == "SIGNAL" ? [.signal] : []
    var rows = kinds.flatMap { newest($0, 500) }
    if let type, kinds.isEmpty {
      let mark = Array("\"type\":\"\(type)\"".utf8)
      rows = newest(.event, 500).filter { $0.body.contains(mark) }
    }
    return rows.sorted { $0.at < $1.at }.suffix(reach == .asEngine ? 500 : Self.most).map(\.body)
  }

  /// `/trading/state`: as it was recorded, with the latest fills and decisions put back.
  private func state(_ key: String) -> RESTResponse? {
    guard let answer = past.answers[key], var response = try? response(answer, of: key),
      let text = String(data: response.body, encoding: .utf8), text.hasPrefix("{")
    else { return nil }
    let fills = newest(.order, .max).filter { $0.body.contains(Self.filled) }.prefix(reach == .asEngine ? 50 : .max)
    let decisions = newest(.decision, 50).prefix(reach == .asEngine ? 50 : 0)
    let lists = document([("recent_fills", fills.map(\.body)), ("recent_decisions", decisions.map(\.body))])
    // Of two members of one name the first counts.
    response.body = Data(lists.dropLast()) + Data(",".utf8) + response.body.dropFirst()
    return response
  }

  private static let filled = Array("\"avg_fill_price\":".utf8)
  private static let filledWhole = Array("\"status\":\"filled\"".utf8)

  private func document(_ lists: [(String, [ArraySlice<UInt8>])], isRecorded: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(lists.reduce(64) { $0 + $1.1.reduce(32) { $0 + $1.count + 1 } })
    text += (isRecorded || reach == .wholeSpan ? "{\"recorded\":true" : "{\"count\":0").utf8
    for (name, rows) in lists {
      text += ",\"\(name)\":[".utf8
      for (index, row) in rows.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += row
      }
      text.append(UInt8(ascii: "]"))
    }
    text.append(UInt8(ascii: "}"))
    return text
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes stand in it.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return false }
    var place = startIndex
    let last = endIndex - word.count
    while place <= last {
      if self[place] == first, self[place..<place + word.count].elementsEqual(word) { return true }
      place += 1
    }
    return false
  }
}
