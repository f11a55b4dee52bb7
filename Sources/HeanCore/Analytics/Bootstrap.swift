/// Resampling with replacement: draws so many observations anew as there are, and again, and looks how far a figure
/// moves. The same seed gives the same intervals.
struct Bootstrap: Sendable {
  /// How often is drawn.
  static let resamples = 1000

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number below `bound`, which is below 2³² (SplitMix64; the bias of the multiplication is below 2⁻³² of a draw).
  mutating func index(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(truncatingIfNeeded: ((mixed >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  /// The middle 95 % of the figures of all resamples.
  /// - Returns: `nil` when a resample has no figure, or the lower end has no bound.
  static func interval(_ figures: [Double]) -> Statistic.Interval? {
    guard !figures.isEmpty, !figures.contains(where: \.isNaN) else { return nil }
    let sorted = figures.sorted()
    let low = sorted.quantile(0.025)
    let high = sorted.quantile(0.975)
    guard low.isFinite else { return nil }
    return Statistic.Interval(low: low, high: high.isFinite ? high : nil)
  }
}

extension [Double] {
  /// Of sorted values, interpolated between neighbours as NumPy does by default; NaN when there are none.
  func quantile(_ share: Double) -> Double {
    guard let last = indices.last else { return .nan }
    let place = share * Double(last)
    let below = Int(place)
    guard below < last else { return self[last] }
    let rest = place - Double(below)
    // Of an infinite neighbour nothing is taken where nothing is due.
    return rest == 0 ? self[below] : self[below] + (self[below + 1] - self[below]) * rest
  }
}
