import HeanCore

/// The risk governor: reacts to drawdown in the engine's levels, and returns to NORMAL only after a delay.
struct Governor: Sendable, Codable {
  enum Level: Int, Sendable, Codable {
    case normal, softBrake, quarantine, hardStop

    var name: String { ["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"][rawValue] }
    /// Why it is in this level; `nil` for NORMAL.
    var code: ReasonCode? { [nil, .maxDrawdownSoft, .maxDrawdownQuarantine, .maxDrawdownHard][rawValue] }
    /// The drawdown in percent at which the level begins.
    var entry: Decimal { [0, 10, 15, 20][rawValue] }
    var sizeFactor: Double { [1, 0.5, 0.75, 0][rawValue] }
    var action: String {
      [
        "Continue normal operation", "Reduce position sizes by 50%", "Block problematic symbols, reduce risk",
        "Stop all trading immediately",
      ][rawValue]
    }
    var rule: String {
      [
        "N/A - already normal", "Drawdown must recover below 5%", "Drawdown must recover below 5% for 30 minutes",
        "Drawdown must recover below 5% for 1 hour",
      ][rawValue]
    }
  }

  var level = Level.normal
  var peak: Decimal
  var initial: Decimal
  var last: Decimal
  /// The drawdown in percent when the level last changed; it does not follow the market.
  var frozen: Decimal?
  var changed: Int?
  var worst = Decimal()

  init(initial: Decimal) {
    peak = initial
    self.initial = initial
    last = initial
  }

  /// Percent below the peak, or below the initial capital if that is more.
  var drawdown: Decimal {
    guard peak > 0, initial > 0 else { return 0 }
    let fromPeak = (peak - last) / peak * 100
    guard last < initial else { return max(0, fromPeak) }
    return max(0, fromPeak, (initial - last) / initial * 100)
  }

  mutating func update(equity: Decimal, second: Int) {
    last = equity
    peak = max(peak, equity)
    let drawdown = self.drawdown
    worst = max(worst, drawdown)
    if drawdown >= 10 {
      move(to: drawdown >= 20 ? .hardStop : drawdown >= 15 ? .quarantine : .softBrake, drawdown, second)
    } else if drawdown < 5, level != .normal, let changed, second - changed >= 1800 {
      move(to: .normal, drawdown, second)
    }
  }

  /// Sets NORMAL; the next update checks the drawdown again.
  mutating func clear() {
    level = .normal
    frozen = nil
    changed = nil
  }

  private mutating func move(to next: Level, _ drawdown: Decimal, _ second: Int) {
    guard next != level else { return }
    level = next
    frozen = next == .normal ? nil : drawdown
    changed = next == .normal ? nil : second
  }
}
