/// Asks the exchange, within one deadline for everything that it is asked.
///
/// Before the first question about the account it looks whether the key can only read, and asks nothing with another one.
package actor ExchangeReader {
  private let transport: any ExchangeTransport
  private let allowed: Duration
  private let end: ContinuousClock.Instant
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private var rights: ExchangeKeyRights?
  /// By how many seconds the exchange's clock is ahead; set when it refused the time of this machine.
  package private(set) var correctedClock: TimeInterval?
  /// Whether the answers have the mark of the practice exchange.
  package private(set) var isPractice = false

  /// Pages of one list; far more than an account has.
  private static let mostPages = 100
  /// Rows of one list that has no end of its own: an account has some hundred symbols, and some hundred orders in each at most.
  private static let mostRows = 5_000
  /// How often one question waits for a limit.
  private static let mostWaits = 3

  /// - Parameters:
  ///   - deadline: for everything together, with pauses.
  ///   - sleep: waits for limits of the exchange.
  package init(
    transport: any ExchangeTransport, deadline: Duration, now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.transport = transport
    self.now = now
    self.sleep = sleep
    allowed = deadline
    end = .now + deadline
  }

  /// The limits that answers told, the newest of each path.
  package private(set) var limits: [ExchangeLimit] = []

  /// The exchange's clock; asks without the key.
  package func clock() async throws(ExchangeError) -> ExchangeClock {
    let before = now()
    let time: ExchangeTime = try await ask(ExchangeRequest("/v5/market/time", isSigned: false))
    let roundTrip = max(0, now().timeIntervalSince(before))
    return ExchangeClock(
      offset: time.date.timeIntervalSince(before + roundTrip / 2), roundTrip: roundTrip)
  }

  /// Takes what an earlier reader has learnt of the same key.
  package func admit(_ known: ExchangeKeyRights) { rights = known }

  /// What the key may do, asked once.
  package func keyRights() async throws(ExchangeError) -> ExchangeKeyRights {
    if let rights { return rights }
    let found: ExchangeKeyRights = try await ask(ExchangeRequest("/v5/user/query-api"))
    rights = found
    return found
  }

  /// - Throws: `unsafeKey` when the key may do more than read.
  private func admitKey() async throws(ExchangeError) {
    let dangers = try await keyRights().dangers
    guard dangers.isEmpty else { throw .unsafeKey(dangers) }
  }

  /// Every open position.
  /// - Parameter withFunding: whether to ask the market what the next funding of their symbols costs.
  package func positions(withFunding: Bool = true) async throws(ExchangeError) -> [ExchangePosition] {
    var rows: [ExchangePosition] = try await list(
      "/v5/position/list", [.init("category", "linear"), .init("settleCoin", "USDT"), .init("limit", "200")],
      id: { row in
        // Rows that differ are never one: a size that is counted twice shows, and one that is left out does not.
        "\(row.symbol) \(row.index ?? 0) \(row.side?.rawValue ?? "") \(row.size.map { "\($0)" } ?? "")"
      })
    rows.removeAll { $0.size == 0 }
    guard withFunding else { return rows }
    let funding = await funding(of: Set(rows.map(\.symbol)))
    for index in rows.indices { rows[index].funding = funding[rows[index].symbol] }
    return rows
  }

  /// The next funding of these symbols; those are missing whose ticker was not answered.
  private func funding(of symbols: Set<String>) async -> [String: ExchangeFunding] {
    var found: [String: ExchangeFunding] = [:]
    // One answer has all of some 500 symbols.
    let asked: [String?] = symbols.count > 4 ? [nil] : symbols.sorted()
    for symbol in asked {
      let query = [RESTRequest.QueryItem("category", "linear")] + (symbol.map { [.init("symbol", $0)] } ?? [])
      let page: ExchangePage<ExchangeFunding>? = try? await ask(
        ExchangeRequest("/v5/market/tickers", query: query, isSigned: false))
      for row in page?.rows ?? [] where symbols.contains(row.symbol) { found[row.symbol] = row }
    }
    return found
  }

  /// Every order that rests at the exchange.
  package func orders() async throws(ExchangeError) -> [ExchangeOrder] {
    try await list(
      "/v5/order/realtime", [.init("category", "linear"), .init("settleCoin", "USDT"), .init("limit", "50")],
      id: { $0.id })
  }

  /// Fills, the newest first.
  /// - Parameters:
  ///   - start: of seven days at most, which is what the exchange gives at once; `nil` for all of those.
  ///   - most: ends when so many were read.
  package func fills(since start: Date? = nil, most: Int) async throws(ExchangeError) -> [ExchangeFill] {
    var query = [RESTRequest.QueryItem("category", "linear")]
    if let start {
      query.append(.init("startTime", "\(Int64((start.timeIntervalSince1970 * 1_000).rounded(.up)))"))
    }
    query.append(.init("limit", "\(min(100, max(1, most)))"))
    let rows: [ExchangeFill] = try await list("/v5/execution/list", query, most: most, id: { $0.id })
    let sorted = rows.enumerated().sorted { first, second in
      let (left, right) = (first.element.at ?? .distantPast, second.element.at ?? .distantPast)
      return left == right ? first.offset < second.offset : left > right
    }
    return sorted.prefix(most).map(\.element)
  }

  /// The unified account; `nil` when the exchange lists none.
  package func wallet() async throws(ExchangeError) -> ExchangeWallet? {
    try await admitKey()
    let page: ExchangePage<ExchangeWallet> = try await ask(
      ExchangeRequest("/v5/account/wallet-balance", query: [.init("accountType", "UNIFIED")]))
    return page.rows.first
  }

  /// All pages of a list. A row that stands on two of them, because the list moved meanwhile, counts once.
  private func list<Row: WireDecodable>(
    _ path: String, _ query: [RESTRequest.QueryItem], most: Int = .max, id: (Row) -> String
  ) async throws(ExchangeError) -> [Row] {
    try await admitKey()
    var rows: [Row] = []
    var (known, cursors): (Set<String>, Set<String>) = ([], [])
    var cursor: String?
    var empties = 0
    for _ in 0..<Self.mostPages {
      let items = query + (cursor.map { [.init("cursor", $0)] } ?? [])
      let page: ExchangePage<Row> = try await ask(ExchangeRequest(path, query: items))
      rows += page.rows.filter { known.insert(id($0)).inserted }
      guard most < .max || rows.count <= Self.mostRows else {
        throw .endlessPages(path: path, reason: "more than \(Self.mostRows) rows")
      }
      // The exchange can name a cursor on its last page; what that asks for is empty then. An empty page before more is
      // passed over.
      empties = page.rows.isEmpty ? empties + 1 : 0
      guard let next = page.cursor, empties < 2, rows.count < most else { return rows }
      guard cursors.insert(next).inserted else {
        throw .endlessPages(path: path, reason: "the cursor of a page repeats")
      }
      cursor = next
    }
    throw .endlessPages(path: path, reason: "more than \(Self.mostPages) pages")
  }

  private func ask<Body: WireDecodable>(_ request: ExchangeRequest) async throws(ExchangeError) -> Body {
    var (waits, hasCorrected) = (0, false)
    while true {
      if let limit = limits.first(where: { $0.path == request.path }), limit.left <= 0, let reset = limit.resetsAt {
        try await pause(until: reset, request.path, "its limit is used up")
      }
      let response = try await send(request)
      isPractice = response.headers["x-hean-practice"] != nil
      let limit = ExchangeLimit(response.headers, of: request.path)
      if let limit {
        limits.removeAll { $0.path == request.path }
        limits.append(limit)
      }
      do throws(ExchangeError) {
        return try ExchangeEnvelope<Body>(response, of: request.path, until: limit?.resetsAt).result
      } catch {
        switch error {
        case .refused(var refusal) where refusal.cause == .clock && !hasCorrected:
          // The exchange's clock is what counts: with its time the question is asked once more.
          refusal.clockOffset = try? await clock().offset
          guard let offset = refusal.clockOffset else { throw error }
          (correctedClock, hasCorrected) = (offset, true)
        case .refused(var refusal) where refusal.cause == .clock:
          refusal.clockOffset = correctedClock
          throw .refused(refusal)
        case .rateLimited(let path, let message, let until?) where waits < Self.mostWaits:
          waits += 1
          try await pause(until: until, path, message)
        default: throw error
        }
      }
    }
  }

  private var remaining: Duration { end - .now }

  private func send(_ request: ExchangeRequest) async throws(ExchangeError) -> RESTResponse {
    let remaining = remaining
    guard remaining > .zero else { throw .transport(.deadlineExceeded(after: allowed, sent: false)) }
    do throws(TransportError) {
      return try await transport.ask(request, clockOffset: correctedClock ?? 0, within: remaining)
    } catch {
      if case .deadlineExceeded(_, let sent) = error {
        throw .transport(.deadlineExceeded(after: allowed, sent: sent))
      }
      throw .transport(error)
    }
  }

  /// Waits until a time of the exchange's clock, unless the deadline comes first.
  private func pause(until moment: Date, _ path: String, _ message: String) async throws(ExchangeError) {
    let wait = max(0, moment.timeIntervalSince(now()) - (correctedClock ?? 0))
    guard Duration.seconds(wait) < remaining else {
      throw .rateLimited(path: path, message: message, until: moment)
    }
    do {
      try await sleep(.seconds(wait + 0.01))
    } catch {
      throw .transport(.connectionLost(reason: "interrupted", sent: false))
    }
  }
}
