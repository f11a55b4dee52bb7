/// Round numbers for the labels of an axis, by the extended Wilkinson algorithm (Talbot, Lin, Hanrahan: "An Extension of
/// Wilkinson's Algorithm for Positioning Tick Labels on Axes", 2010), with the weights and the tie-breaks of mizani's
/// `breaks_extended`, so that both give the same labels.
public struct NiceTicks: Sendable {
  /// How many labels are wanted; the answer can have some more or fewer. At least 2.
  public var count: Int

  /// - Parameter count: how many labels are wanted; at least 2.
  public init(count: Int = 5) { self.count = max(2, count) }

  /// Step widths by preference, in units of a power of ten.
  private static let steps = [1, 5, 2, 2.5, 4, 3]
  private static let weights = (simplicity: 0.25, coverage: 0.2, density: 0.5, legibility: 0.05)

  /// Labels, lowest first, for a range. The outermost can lie outside of it. One label when the range is empty or too
  /// narrow for its numbers to be told apart, none when a bound is not a finite number.
  public func ticks(from one: Double, to other: Double) -> [Double] {
    let (low, high) = (min(one, other), max(one, other))
    guard low.isFinite, high.isFinite, (high - low).isFinite else { return [] }
    guard high - low > 1e-9 * max(abs(low), abs(high)), high - low > 1e-100, high - low < 1e100 else { return [low] }
    var best = Best()
    var skip = 1.0
    while search(low, high, skip, &best) { skip += 1 }
    return (0..<best.count).map { best.low + Double($0) * best.step }
  }

  private struct Best {
    var score = -2.0
    var low = 0.0
    var step = 0.0
    var count = 0
  }

  /// Tries every step width with this `skip`, which is how many steps a label is apart.
  /// - Returns: whether a larger `skip` can still be better.
  private func search(_ low: Double, _ high: Double, _ skip: Double, _ best: inout Best) -> Bool {
    for (place, base) in Self.steps.enumerated() {
      let simplest = preference(place) + 1 - skip
      guard Self.score(simplest, 1, 1) >= best.score else { return false }
      var labels = 2.0
      while true {
        let dense = bestDensity(labels)
        guard Self.score(simplest, 1, dense) >= best.score else { break }
        var power = log10((high - low) / (labels + 1) / skip / base).rounded(.up)
        while true {
          let step = skip * base * pow(10, power)
          let covered = bestCoverage(low, high, span: step * (labels - 1))
          guard Self.score(simplest, covered, dense) >= best.score else { break }
          let first = (high / step).rounded(.down) * skip - (labels - 1) * skip
          let last = (low / step).rounded(.up) * skip
          guard first <= last else { break }
          consider(from: first, to: last, place, skip, step, labels, low, high, &best)
          power += 1
        }
        labels += 1
      }
    }
    return true
  }

  private func consider(
    from first: Double, to last: Double, _ place: Int, _ skip: Double, _ step: Double, _ labels: Double, _ low: Double,
    _ high: Double, _ best: inout Best
  ) {
    var start = first
    while start <= last {
      let lowest = start * (step / skip)
      let highest = lowest + step * (labels - 1)
      let score = Self.score(
        preference(place) + (Self.hasZero(lowest, highest, step) ? 1 : 0) - skip,
        coverage(low, high, lowest, highest), density(labels, low, high, lowest, highest))
      if score > best.score { best = Best(score: score, low: lowest, step: step, count: Int(labels)) }
      start += 1
    }
  }

  private static func score(_ simplicity: Double, _ coverage: Double, _ density: Double) -> Double {
    weights.simplicity * simplicity + weights.coverage * coverage + weights.density * density + weights.legibility
  }

  private func preference(_ place: Int) -> Double {
    Double(Self.steps.count - place - 1) / Double(Self.steps.count - 1)
  }

  private static func hasZero(_ lowest: Double, _ highest: Double, _ step: Double) -> Bool {
    guard lowest <= 0, highest >= 0 else { return false }
    var rest = lowest.truncatingRemainder(dividingBy: step)
    if rest < 0 { rest += step }
    return rest < 1e-10 || step - rest < 1e-10
  }

  private func coverage(_ low: Double, _ high: Double, _ lowest: Double, _ highest: Double) -> Double {
    let outside = (high - highest) * (high - highest) + (low - lowest) * (low - lowest)
    let tenth = 0.1 * (high - low)
    return 1 - 0.5 * outside / (tenth * tenth)
  }

  private func bestCoverage(_ low: Double, _ high: Double, span: Double) -> Double {
    let range = high - low
    guard span > range else { return 1 }
    let half = (span - range) / 2
    return 1 - half * half / ((0.1 * range) * (0.1 * range))
  }

  private func density(
    _ labels: Double, _ low: Double, _ high: Double, _ lowest: Double, _ highest: Double
  ) -> Double {
    let have = (labels - 1) / (highest - lowest)
    let wanted = Double(count - 1) / (max(highest, high) - min(lowest, low))
    return 2 - max(have / wanted, wanted / have)
  }

  private func bestDensity(_ labels: Double) -> Double {
    labels >= Double(count) ? 2 - (labels - 1) / Double(count - 1) : 1
  }
}
