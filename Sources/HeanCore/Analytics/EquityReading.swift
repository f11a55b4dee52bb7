/// Equity at one moment with the parts that move it, as a snapshot has them (USDT).
public struct EquityReading: Sendable {
  /// When it was read.
  public var at: Date
  /// All of it.
  public var equity: Double
  /// Profit or loss of closed trades since the engine was started; `nil` when it was not known.
  public var realized: Double?
  /// Profit or loss of open positions; `nil` when it was not known.
  public var unrealized: Double?
  /// Fees since the engine was started; `nil` when they were not known.
  public var fees: Double?

  /// A reading of which the parts are not known.
  public init(at: Date, equity: Double) {
    self.at = at
    self.equity = equity
  }

  /// What moved equity since an earlier reading and is no trade: a deposit, a withdrawal, or books that begin anew. 0
  /// when it is small beside equity, or cannot be told.
  func transfer(since earlier: EquityReading) -> Double {
    guard let realized, let unrealized, let before = earlier.realized, let open = earlier.unrealized else { return 0 }
    let moved = equity - earlier.equity
    let paid = (fees ?? 0) - (earlier.fees ?? 0)
    var unexplained = moved - (realized - before + unrealized - open - paid)
    // Prices move between the answers of which one snapshot is made, and funding is in no column.
    let small = max(1, abs(earlier.equity) / 100)
    // An engine that was started between the two counts from zero.
    let anew = moved - (realized + unrealized - open - (fees ?? 0))
    if fees == nil || earlier.fees == nil {
      // A profit that is less proves no start: it is believed only where it explains all.
      if abs(realized) < abs(before), abs(anew) <= small { return 0 }
    } else if paid < 0 {
      // Fees fall by nothing else. At the exchange open positions stay; the books of a dry run begin without any.
      unexplained = [anew, anew - open].min { abs($0) < abs($1) } ?? anew
    }
    return abs(unexplained) > small ? unexplained : 0
  }
}

extension EquityCurve {
  /// A curve of these readings, in any order, with what came in and went out between them.
  public init(_ basis: Basis, readings: [EquityReading]) {
    let sorted = readings.sorted { $0.at < $1.at }
    self.basis = basis
    points = sorted.map { Point(at: $0.at, equity: $0.equity) }
    for index in sorted.indices.dropFirst() {
      let (reading, before) = (sorted[index], sorted[index - 1])
      points[index].transfer = reading.transfer(since: before)
      points[index].lacksFees = points[index].transfer < 0 && (reading.fees == nil || before.fees == nil)
    }
  }
}
