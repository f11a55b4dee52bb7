import Foundation

/// What one part of a panic has shown that is no call.
public struct PanicProof: Sendable, Codable, Equatable {
  public enum Verdict: String, Sendable, Codable {
    case seen
    case notSeen = "not_seen"
    case notKnown = "not_known"
  }

  /// What it is about: `quiet moment`, `equity`.
  public var what: String
  public var verdict: Verdict
  public var message: String

  /// What is not given is not known.
  public init(what: String, verdict: Verdict, message: String) {
    self.what = what
    self.verdict = verdict
    self.message = message
  }

  init(_ what: String, _ verdict: Verdict, _ message: String) {
    self.what = what
    self.verdict = verdict
    self.message = message
  }

  /// What no call of the interface can show, and so what every panic at an exchange ends with.
  static let resting = PanicProof(
    "orders resting at the exchange", .notKnown,
    "no call shows or cancels them; look there, and cancel what rests")
}

/// Whether the exchange holds positions that the engine does not list: then the account's equity moves with prices while
/// the list is empty (docs/engine.md 4.7).
struct EquityTest: Sendable {
  private struct Sample: Sendable {
    var at: Duration
    /// USDT.
    var equity: Decimal
    var prices: [String: Decimal]
    /// Why the figure may not be the exchange's of this moment; `nil` when it is.
    var doubt: String?
  }

  /// Twice the 3 s of docs/engine.md 4.7: small positions move it by a cent only now and then.
  static let span = Duration.seconds(6)
  private static let cent = Decimal(sign: .plus, exponent: -2, significand: 1)

  private var samples: [Sample] = []

  mutating func note(_ snapshot: EngineSnapshot, at elapsed: Duration) {
    guard snapshot.isRunning == true, snapshot.openPositions?.isEmpty == true else {
      samples = []
      return
    }
    guard let equity = snapshot.engine?.equity else { return }
    let prices = snapshot.tickers.compactMapValues { try? $0.get().value.price }
    samples.append(Sample(at: elapsed, equity: equity, prices: prices, doubt: Self.doubt(equity, snapshot)))
  }

  /// An engine that has lost the exchange goes on telling its last figure, or its own, and both stand still.
  private static func doubt(_ equity: Decimal, _ snapshot: EngineSnapshot) -> String? {
    guard snapshot.why.value?.isExchangeRESTUp == true else {
      return "the engine does not say that it reaches the exchange (rest_ok of /trading/why)"
    }
    // Nothing is listed while this is looked at: a PnL of what is open is of another moment.
    guard snapshot.engine?.unrealizedPnL ?? 0 == 0 else {
      return "/engine/status tells of an unrealized PnL although nothing is listed: it is not of this moment"
    }
    guard let own = snapshot.risk.value?.equity else {
      return "/risk/status did not tell the engine's own figure, from which the exchange's has to differ"
    }
    return abs(equity - own) < cent
      ? "it is the engine's own figure, too, and nothing shows that the exchange told it" : nil
  }

  /// - Parameter symbols: those whose price has to have moved; any will do when there are none.
  func proof(of symbols: Set<String>) -> PanicProof {
    func proof(_ verdict: PanicProof.Verdict, _ message: String) -> PanicProof {
      PanicProof("equity", verdict, message)
    }
    guard let last = samples.last, let first = samples.first, last.at - first.at >= Self.span else {
      return proof(.notKnown, "not seen for long enough to tell whether it moves with prices")
    }
    let still = samples.suffix(while: { abs($0.equity - last.equity) < Self.cent })
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
  /// The longest end of it in which every element is as wanted.
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> SubSequence {
    self[(lastIndex { !isWanted($0) }.map { index(after: $0) } ?? startIndex)...]
  }
}

/// When the engine made its last order, by its own clock, and how many it has made.
///
/// A maker order lives for at most 0.6 s and comes again 5 s after that at the earliest; so between one and four seconds
/// after an order none is alive (docs/engine.md 4.9).
struct OrderPace: Sendable {
  /// Since the engine's process started; a restart of the engine leaves it as it is.
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

  /// `nil` when it is not known.
  func isQuiet(at elapsed: Duration) -> Bool? { age(at: elapsed).map { (1...4).contains($0) || $0 > 70 } }
}
