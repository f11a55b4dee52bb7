import HeanCore

/// Prices as rows of a canvas, from the top.
struct PriceScale: Sendable {
  var range: ClosedRange<Double>
  var rows: Int

  private var span: Double { range.upperBound - range.lowerBound }

  /// How far from the top, as a share of all rows: 0 at the top. `nil` outside of the range.
  func share(_ price: Double) -> Double? {
    guard range.contains(price), span > 0 else { return span > 0 ? nil : 0.5 }
    return (range.upperBound - price) / span
  }

  /// The half of a row, from the top; a price outside of the range is at its edge.
  func half(_ price: Double) -> Int {
    let share = self.share(min(max(price, range.lowerBound), range.upperBound)) ?? 0
    return min(rows * 2 - 1, max(0, Int(share * Double(rows * 2))))
  }

  func row(_ price: Double) -> Int? { share(price).map { min(rows - 1, Int($0 * Double(rows))) } }

  /// Round prices with their rows; no two in one row.
  var ticks: [(row: Int, value: Double, places: Int)] {
    let ticks = NiceTicks(count: max(2, min(8, rows / 3))).ticks(from: range.lowerBound, to: range.upperBound)
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    let places = Self.places(step)
    var rows: Set<Int> = []
    return ticks.compactMap { tick in
      guard let row = row(tick), rows.insert(row).inserted else { return nil }
      return (row, tick, places)
    }
  }

  /// Digits after the point that steps of this width need.
  static func places(_ step: Double) -> Int {
    for places in 0...8 {
      let scaled = step * pow(10, Double(places))
      if scaled >= 0.999, abs(scaled - scaled.rounded()) < 1e-6 * scaled { return places }
    }
    return 8
  }

  static func text(_ value: Double, places: Int) -> String {
    abs(value) < 1e12 ? String(value, places: places) : String(value, digits: 3)
  }
}
