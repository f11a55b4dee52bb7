/// Technical indicators: pure functions from the bars of a market to one figure a bar.
///
/// What all have in common:
/// - An array in the answer has one entry for each bar of the input. It is `nil` before the first bar with enough bars
///   behind it, and where the figure is not a finite number.
/// - Fewer bars than a figure needs, or a parameter outside of what is documented, give `nil` for every bar.
/// - Parameters, first bar and figures are those of TA-Lib 0.8, to nine digits, where TA-Lib has the indicator; each
///   function says where it differs.
/// - The time is proportional to the number of bars, whatever the period; only `cci` looks at its window again.
/// - Only an indicator that says so looks at bars later than its own.
public enum Indicators {
  /// Three lines around a price, all in units of the price; `nil` at the same bars.
  public struct Bands: Sendable, Equatable {
    /// The line above.
    public var upper: [Double?]
    /// The line in the middle.
    public var middle: [Double?]
    /// The line below.
    public var lower: [Double?]

    init(count: Int) {
      upper = Indicators.nothing(count)
      middle = upper
      lower = upper
    }

    mutating func set(_ bar: Int, middle center: Double, above: Double, below: Double) {
      let (top, bottom) = (center + above, center - below)
      guard center.isFinite, top.isFinite, bottom.isFinite else { return }
      (upper[bar], middle[bar], lower[bar]) = (top, center, bottom)
    }
  }

  /// No figure for any bar.
  static func nothing(_ count: Int) -> [Double?] { [Double?](repeating: nil, count: count) }

  /// `nil` for what an overflow or an input that is no number has left.
  static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

  /// Whether a difference of prices of this size is only their rounding: the mean of high, low and close of two bars can
  /// differ in its last digits where the true means are equal, and that is no movement.
  static func isRounding(_ difference: Double, of size: Double) -> Bool { abs(difference) <= 1e-14 * size }

  /// Whether so many bars have a window of this period, which has to be at least `least`.
  static func fits(_ period: Int, least: Int = 1, in count: Int) -> Bool { period >= least && period <= count }
}
