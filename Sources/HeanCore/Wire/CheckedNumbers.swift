package import Foundation

/// Arithmetic on what came over the wire: every operation has an answer, and none ends the process.
extension Int {
  /// Bounded by what an `Int` holds.
  package func clampedAdding(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }

  package func clampedSubtracting(_ other: Int) -> Int {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other > 0 ? .min : .max) : difference
  }

  /// The nearest whole number; 0 for what is no number.
  package init(clamping value: Double) {
    guard !value.isNaN else {
      self = 0
      return
    }
    self = Int(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
  }
}

extension Sequence<Int> {
  package func clampedSum() -> Int { reduce(0) { $0.clampedAdding($1) } }
}

extension Decimal {
  /// The value if it can be a figure of something: 0, or from 1e-40 to 1e30, to 40 digits after the point.
  ///
  /// Foundation's product of two tiny numbers traps, and that of two huge ones is NaN, which compares as less than
  /// everything. What passes here can be added, and multiplied by two others.
  package var figure: Decimal? {
    if let parts = DecimalParts(self), parts.isCommonFigure { return self }
    guard !isNaN, self == 0 || abs(self) >= Self.smallestFigure, abs(self) < Self.figureLimit else { return nil }
    return exponent >= -40 ? self : Figures.rounded(self, 40)
  }

  private static let smallestFigure = Decimal(sign: .plus, exponent: -40, significand: 1)
  private static let figureLimit = Decimal(sign: .plus, exponent: 30, significand: 1)

  /// `nil` for what is no number, and for what is too large for a figure of anything: an infinite value would trap.
  package init?(checked value: Double) {
    guard value.isFinite, abs(value) < 1e30 else { return nil }
    self.init(value)
  }
}

extension Duration {
  /// Bounded by some thousand years; nothing for what is no number. `Duration.seconds` traps on both.
  package static func clampedSeconds(_ seconds: Double) -> Duration {
    seconds.isNaN ? .zero : .seconds(Swift.max(-1e12, Swift.min(seconds, 1e12)))
  }
}
