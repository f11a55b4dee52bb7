/// Makes lines of what an engine answers and of the events of its stream: each row once, states when they change.
///
/// It decides what is read and what is recorded, and neither waits nor writes: the recorder asks what is due, sends it,
/// hands in what came, and appends the lines. All of one call are appended together, in their order, to the file of the
/// UTC day of `now`; lines of the kind `price` to the file of the market.
///
/// Rows are recorded as hean reads them, in the engine's shape and without what is not known.
public struct Recording: Sendable {
  /// One request that was due, and what became of it.
  public struct Exchange: Sendable {
    /// What was sent.
    public var request: RESTRequest
    /// The answer, whatever its status, or why there is none.
    public var outcome: Result<RESTResponse, TransportError>

    /// A request with what became of it.
    public init(_ request: RESTRequest, _ outcome: Result<RESTResponse, TransportError>) {
      self.request = request
      self.outcome = outcome
    }
  }

  /// Whether prices are recorded.
  public let includesPrices: Bool

  var rows = RecordedRows()
  var states = RecordedStates()
  private var prices = RecordedPrices()
  private var sent: [String: Date] = [:]
  private var lastRound: Date?

  /// A recording that has recorded nothing yet.
  /// - Parameter includesPrices: `false` records no prices.
  public init(includesPrices: Bool = true) {
    self.includesPrices = includesPrices
  }

  /// Takes note of what is in the files already, so that no row is recorded twice. To be called before all else, with
  /// the end of the newest file or files (the last 8 MB are enough), whole lines, in pieces if need be, oldest first. What
  /// is no line is passed over.
  public mutating func resume(after text: Data) {
    let bytes = Array(text)
    for range in RecordScan.lines(of: bytes) {
      guard let head = RecordScan(bytes, range), let line = RecordLine(Data(bytes[head.line])) else { continue }
      rows.resume(after: line)
    }
  }

  /// When the next round is due; a time in the past when it is due now.
  public var nextRound: Date { lastRound.map { $0 + RecordPlan.pace } ?? .distantPast }

  /// The requests that are due, to be sent together or one after the other, within a few seconds. They count as sent.
  public mutating func round(at now: Date) -> [RESTRequest] {
    lastRound = now
    let held = states.heldSymbols.map { RecordPlan.Read(.ticker($0)) }
    var due: [RESTRequest] = []
    let reads = RecordPlan.all + held
    let keys = Set(reads.map(\.request.key))
    sent = sent.filter { keys.contains($0.key) }
    for read in reads {
      let request = read.request
      // Half a round early rather than one late; and a clock that was set back must not silence a read.
      if let before = sent[request.key] {
        let passed = now.timeIntervalSince(before)
        if passed >= 0, passed < read.every - RecordPlan.pace / 2 { continue }
      }
      sent[request.key] = now
      due.append(request)
    }
    return due
  }

  /// What the answers of one round add to the record. A round without any answer adds nothing: the recorder tells the
  /// gap.
  /// - Parameter now: by this machine's clock, when the round was complete.
  public mutating func take(_ round: [Exchange], at now: Date) -> [RecordLine] {
    let ofEngine = round.filter { $0.request.key != RecordPlan.exchange.request.key }
    guard ofEngine.contains(where: { (try? $0.outcome.get()) != nil }) else { return [] }
    var lines: [RecordLine] = []
    // Fills have their price and fee in `/trading/state` alone, so it comes before the list of all orders.
    for exchange in round.sorted(by: { $0.request.path > $1.request.path }) {
      if case .success(let response) = exchange.outcome, response.status == 200 {
        lines += rows.take(response.body, of: exchange.request.path, at: now)
      }
    }
    return lines + states.take(round, at: now)
  }

  /// What a record of the stream adds. A notice about lost events adds a `gap` line.
  public mutating func take(_ record: StreamRecord, at now: Date) -> [RecordLine] {
    switch record {
    case .notice(let notice): return rows.take(notice)
    case .event(let event):
      rows.heard(at: event.receivedAt)
      if event.type == "MARKET_TICK" {
        if includesPrices { prices.take(EventEnvelope(event), at: event.receivedAt) }
        return []
      }
      return event.tellsOfChange && event.seq != nil ? rows.take(EventEnvelope(event), at: now) : []
    }
  }

  /// Prices of the seconds that are over. To be called about once a second, and at the end with `isLast`.
  public mutating func prices(at now: Date, isLast: Bool = false) -> [RecordLine] {
    prices.lines(at: now, isLast: isLast)
  }

  /// To be called when lines could not be written, before the next round: what was written last is unknown then, so states
  /// are written whole and rows that the engine still has are recorded again. The recorder tells the gap.
  public mutating func linesWereLost() {
    rows = RecordedRows()
    states = RecordedStates()
    sent = [:]
  }
}

extension RESTRequest {
  /// Path and query.
  package var key: String {
    query.isEmpty ? path : path + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
