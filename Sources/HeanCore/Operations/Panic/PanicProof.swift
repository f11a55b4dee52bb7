/// One thing that a panic saw beside the effects of its calls.
public struct PanicProof: Sendable, Codable, Equatable {
  /// Whether it was seen to be so, was seen not to be so, or is not known.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    /// It was seen to be so.
    case seen
    /// It was seen not to be so.
    case notSeen = "not_seen"
    /// What would tell was not answered.
    case notKnown = "not_known"
  }

  /// What it is about: `quiet moment for the close`, `equity`.
  public var what: String
  /// What was found out about it.
  public var verdict: Verdict
  /// What was seen, in one sentence.
  public var message: String

  /// A proof of its parts.
  public init(_ what: String, _ verdict: Verdict, _ message: String) {
    self.what = what
    self.verdict = verdict
    self.message = message
  }

  /// Orders that rest at the exchange: no call shows them, so every panic at an exchange ends with this.
  static let resting = PanicProof(
    "orders resting at the exchange", .notKnown,
    "no call shows or cancels them; look there, and cancel what rests")
}

/// Tells whether the exchange holds positions that the engine does not list: then the account's equity moves with
/// prices while the list is empty (docs/engine.md 4.7).
struct EquityTest: Sendable {
  private struct Sample: Sendable {
    var at: Duration
    /// Equity of the account (USDT).
    var equity: Decimal
    var prices: [String: Decimal]
    /// Why the figure may not be the exchange's of this moment; `nil` when it is.
    var doubt: String?
  }

  /// How long equity has to stand still: twice the 3 s of docs/engine.md 4.7, as small positions move it by a cent only
  /// now and then.
  static let span = Duration.seconds(6)

  private var samples: [Sample] = []

  mutating func note(_ snapshot: EngineSnapshot, at elapsed: Duration) {
    guard snapshot.isRunning == true, snapshot.positionsAtStake?.isEmpty == true else {
      samples = []
      return
    }
    guard let equity = snapshot.engine?.equity else { return }
    let prices = snapshot.tickers.compactMapValues { try? $0.get().value.price }
    samples.append(Sample(at: elapsed, equity: equity, prices: prices, doubt: Self.doubt(equity, snapshot)))
  }

  /// Why the figure may not be the exchange's: an engine that has lost the exchange goes on telling its last figure, or
  /// its own, and both stand still.
  private static func doubt(_ equity: Decimal, _ snapshot: EngineSnapshot) -> String? {
    guard snapshot.why.value?.isExchangeRESTUp == true else {
      return "the engine does not say that it reaches the exchange (rest_ok of /trading/why)"
    }
    // Nothing is listed now, so an unrealized PnL is from an earlier moment.
    guard snapshot.engine?.unrealizedPnL ?? 0 == 0 else {
      return "/engine/status tells of an unrealized PnL although nothing is listed: it is not of this moment"
    }
    guard let own = snapshot.risk.value?.equity else {
      return "/risk/status did not tell the engine's own figure, from which the exchange's has to differ"
    }
    return abs(equity - own) < .cent
      ? "it is the engine's own figure, too, and nothing shows that the exchange told it" : nil
  }

  /// What the samples prove.
  /// - Parameter symbols: symbols whose price must have moved; with none given, any will do.
  func proof(of symbols: Set<String>) -> PanicProof {
    func proof(_ verdict: PanicProof.Verdict, _ message: String) -> PanicProof {
      PanicProof("equity", verdict, message)
    }
    guard let last = samples.last, let first = samples.first, last.at - first.at >= Self.span else {
      return proof(.notKnown, "not seen for long enough to tell whether it moves with prices")
    }
    let still = samples.suffix(while: { abs($0.equity - last.equity) < .cent })
    guard let begin = still.first, last.at - begin.at >= Self.span else {
      let figures = samples.map(\.equity)
      let range = "\(Figures.money(figures.min() ?? 0)) and \(Figures.money(figures.max() ?? 0)) USDT"
      return proof(.notSeen, "moves between \(range) while no position is listed: the exchange holds some")
    }
    let sure = still.suffix { $0.doubt == nil }
    guard let sureBegin = sure.first, last.at - sureBegin.at >= Self.span else {
      let doubt = still.last { $0.doubt != nil }?.doubt ?? "it was not the exchange's for long enough"
      return proof(.notKnown, "stood still at \(Figures.money(last.equity)) USDT, but \(doubt)")
    }
    let moved = Set(last.prices.keys.filter { symbol in Set(sure.compactMap { $0.prices[symbol] }).count > 1 })
    guard !moved.isEmpty, symbols.isSubset(of: moved) else {
      return proof(.notKnown, "stood still, and so did prices, which shows nothing")
    }
    let time = Spans.text(last.at - sureBegin.at)
    return proof(.seen, "stood still at \(Figures.money(last.equity)) USDT for \(time) while prices moved")
  }
}

extension BidirectionalCollection {
  /// The longest suffix in which every element passes.
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> SubSequence {
    self[(lastIndex { !isWanted($0) }.map { index(after: $0) } ?? startIndex)...]
  }
}

/// When the engine made its last order, by its own clock, and how many it has made.
///
/// A maker order lives for 0.6 s at most, and is sent again 5 s after that at the earliest. So no order is alive
/// between one and four seconds after the last one (docs/engine.md 4.9).
struct OrderPace: Sendable {
  /// Orders made since the engine's process started; a restart of the engine does not reset the count.
  private(set) var made: Int?
  private(set) var accepted: Int?
  private var lastOrderAt: Date?
  private var isKnown = false
  private var engineClock: (time: Date, at: Duration)?

  mutating func note(_ snapshot: EngineSnapshot, at elapsed: Duration) {
    if let time = snapshot.health.value?.timestamp { engineClock = (time, elapsed) }
    guard snapshot.metrics.isAsked else { return }
    let metrics = snapshot.metrics.value
    isKnown = metrics != nil && snapshot.isRunning == true
    made = metrics?.session?.ordersCreated
    accepted = metrics?.session?.created
    lastOrderAt = metrics?.lastOrderAt
  }

  /// Seconds since the last order; `nil` when that is not known.
  func age(at elapsed: Duration) -> Double? {
    guard isKnown else { return nil }
    guard let lastOrderAt else { return made == 0 ? .infinity : nil }
    guard let engineClock else { return nil }
    let (seconds, attoseconds) = (elapsed - engineClock.at).components
    return max(0, engineClock.time.timeIntervalSince(lastOrderAt) + Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Whether no order is alive now; `nil` when that is not known.
  func isQuiet(at elapsed: Duration) -> Bool? { age(at: elapsed).map { (1...4).contains($0) || $0 > 70 } }
}
