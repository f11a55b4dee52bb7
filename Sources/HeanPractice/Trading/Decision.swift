import HeanCore

/// The decision about one signal, with the state of that moment.
struct PracticeDecision: Sendable, Codable {
  var outcome: String
  var codes: [ReasonCode]
  var strategy: String
  var symbol: String
  var isBuy: Bool
  var second: Int
  var size: Decimal?
  var confidence: Double
  var regime: String
  var spreadPercent: Double
  var drawdown: Decimal
  var equity: Decimal
  var isDataFresh: Bool
  var stopTrading: Bool
  var isKillSwitchTriggered: Bool
  var killSwitchReason: String?
  var isFullOfPositions: Bool
  var isFullOfOrders: Bool
  var riskState: String
  var note: String?
}

/// One council member's vote.
struct Vote: Sendable, Codable {
  var agent: String
  var confidence: Double
  var reasoning: String
}

/// The council's verdict on one signal.
struct Verdict: Sendable, Codable {
  var id: String
  var signalID: String
  var strategy: String
  var symbol: String
  var isBuy: Bool
  var second: Int
  var isApproved: Bool
  var confidence: Double
  var vetoedBy: [String]
  var votes: [Vote]
  var threshold: Double
}

/// The engine's counters. Like the engine, it keeps the times of at most 300 events of each kind.
struct Tally: Sendable, Codable {
  enum Kind: String, Sendable, Codable, CaseIterable {
    case signals = "signals_total"
    case created = "decisions_create"
    case skipped = "decisions_skip"
    case blocked = "decisions_block"
    case ordersCreated = "orders_created"
    case ordersFilled = "orders_filled"
    case ordersCancelled = "orders_canceled"
    case ordersRejected = "orders_rejected"
    case positionsOpened = "positions_open"
    case positionsClosed = "positions_closed"
  }

  private var events: [String: [Int]] = [:]
  private(set) var totals: [String: Int] = [:]
  private(set) var lasts: [String: Int] = [:]
  private(set) var filters: [String: Int] = [:]
  var rejections: [Rejection] = []

  struct Rejection: Sendable, Codable {
    var reason: String
    var category: String
    var symbol: String
    var strategy: String
    var second: Int
  }

  mutating func count(_ kind: Kind, at second: Int) {
    var ring = events[kind.rawValue] ?? []
    ring.append(second)
    if ring.count > 300 { ring.removeFirst() }
    events[kind.rawValue] = ring
    totals[kind.rawValue, default: 0] += 1
    lasts[kind.rawValue] = second
  }

  func count(_ kind: Kind, since second: Int) -> Int { (events[kind.rawValue] ?? []).count { $0 > second } }
  func total(_ kind: Kind) -> Int { totals[kind.rawValue] ?? 0 }
  func last(_ kind: Kind) -> Int? { lasts[kind.rawValue] }

  /// Counts a signal that a filter inside a strategy refused.
  mutating func filter(_ code: ReasonCode) { filters[code.rawValue, default: 0] += 1 }

  mutating func reject(_ code: ReasonCode, _ category: String, _ symbol: String, _ strategy: String, _ second: Int) {
    filter(code)
    rejections.append(
      Rejection(reason: code.rawValue, category: category, symbol: symbol, strategy: strategy, second: second))
    if rejections.count > 300 { rejections.removeFirst() }
  }
}
