public import Foundation

/// Arithmetic on what came over the wire: every operation has an answer, and none ends the process.
extension Int {
  /// Bounded by what an `Int` holds.
  public func clampedAdding(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }

  public func clampedSubtracting(_ other: Int) -> Int {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other > 0 ? .min : .max) : difference
  }

  /// The nearest whole number; 0 for what is no number.
  public init(clamping value: Double) {
    guard !value.isNaN else {
      self = 0
      return
    }
    self = Int(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
  }
}

extension Sequence<Int> {
  public func clampedSum() -> Int { reduce(0) { $0.clampedAdding($1) } }
}

extension Decimal {
  /// `nil` for what is no number, and for what is too large for a figure of anything: an infinite value would trap.
  public init?(checked value: Double) {
    guard value.isFinite, abs(value) < 1e30 else { return nil }
    self.init(value)
  }
}

extension Duration {
  /// Bounded by some thousand years; nothing for what is no number. `Duration.seconds` traps on both.
  public static func clampedSeconds(_ seconds: Double) -> Duration {
    seconds.isNaN ? .zero : .seconds(Swift.max(-1e12, Swift.min(seconds, 1e12)))
  }
}
