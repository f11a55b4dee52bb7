/// Arithmetic on numbers from the engine that neither overflows nor traps.
extension Int {
  /// The sum, limited to the range of `Int`.
  package func clampedAdding(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }

  package func clampedSubtracting(_ other: Int) -> Int {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other > 0 ? .min : .max) : difference
  }

  /// The nearest whole number, limited to the range of `Int`; 0 for NaN.
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
  /// The value if it can be a price, size or amount: 0, or from 1e-40 up to 1e30, rounded to 40 decimal places;
  /// otherwise `nil`.
  ///
  /// Foundation traps on the product of two tiny numbers, and makes NaN of the product of two huge ones; NaN compares
  /// as less than everything. Values that pass here can be added, and multiplied by two others, safely.
  package var figure: Decimal? {
    if let parts = DecimalParts(self), parts.isCommonFigure { return self }
    guard !isNaN, self == 0 || abs(self) >= Self.smallestFigure, abs(self) < Self.figureLimit else { return nil }
    return exponent >= -40 ? self : self.rounded(to: 40)
  }

  private static let smallestFigure = Decimal(sign: .plus, exponent: -40, significand: 1)
  private static let figureLimit = Decimal(sign: .plus, exponent: 30, significand: 1)

  /// `nil` for NaN, for infinity (which would trap), and from 1e30 up, which no figure of an engine reaches.
  package init?(checked value: Double) {
    guard value.isFinite, abs(value) < 1e30 else { return nil }
    self.init(value)
  }
}
