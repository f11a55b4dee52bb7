/// What the engine's own totals came to in some recorded time. They restart with the engine, and are not checked.
public struct RecordedFigures: Sendable {
  /// The largest drawdown that the governor told in percent (0-100), and when; `nil` when it told none.
  public private(set) var drawdown: (percent: Decimal, at: Date)?
  /// The largest fall of the engine's own equity below an earlier point of it, as its rows were recorded; `nil` when it never
  /// fell. It does not go on over a restart.
  public private(set) var fall: Fall?
  /// Fees in USDT that were added to the engine's total between recorded looks, over its restarts; `nil` when it told none.
  public private(set) var fees: Decimal?
  /// From the last look at an engine to the first one at the next: its totals began again.
  public private(set) var restarts: [ClosedRange<Date>] = []

  /// A fall of equity from a peak to a trough.
  public struct Fall: Sendable, Equatable {
    /// Equity in USDT, and when.
    public var (peak, peakAt): (Decimal, Date)
    /// The same at its lowest.
    public var (trough, troughAt): (Decimal, Date)
    /// Of the peak (0-100).
    public var percent: Decimal { (peak - trough) / peak * 100 }
  }

  private var peak: (equity: Decimal, at: Date)?
  private var total: (fees: Decimal, at: Date)?

  /// Takes what a look at status or governor told.
  mutating func take(_ news: RecordedAnswer.News, of key: String, at: Date, isMeant: Bool) {
    switch news {
    case .new(.governor(let governor)):
      guard isMeant, let percent = governor?.drawdownPercent, percent > drawdown?.percent ?? 0 else { return }
      drawdown = (percent, at)
    case .new(.engine(let status)):
      if let told = status?.totalFees { take(told, at, isMeant) }
    case .same where key == Endpoint<EngineStatus>.engineStatus.path: total?.at = at
    case .new, .same, .none: return
    }
  }

  /// Takes a row of the engine's equity, in the order of the file.
  mutating func take(equity: Decimal, at: Date) {
    guard equity > 0 else { return }
    guard let peak, equity < peak.equity else {
      peak = (equity, at)
      return
    }
    let new = Fall(peak: peak.equity, peakAt: peak.at, trough: equity, troughAt: at)
    if new.percent > fall?.percent ?? 0 { fall = new }
  }

  private mutating func take(_ told: Decimal, _ at: Date, _ isMeant: Bool) {
    defer { total = (told, at) }
    guard isMeant else { return }
    guard let total else {
      // What was paid before the first look is not of this time.
      fees = fees ?? 0
      return
    }
    let isRestart = told < total.fees
    if isRestart {
      restarts.append(min(total.at, at)...at)
      peak = nil
    }
    fees = (fees ?? 0) + (isRestart ? told : told - total.fees)
  }
}
