extension Indicators {
  /// The highest value of the last `period` values at each bar; `nil` before that many.
  static func highest(_ values: [Double], period: Int) -> [Double?] {
    var highest = nothing(values.count)
    guard fits(period, in: values.count) else { return highest }
    // Bars that can still become the highest one, their values falling. Each bar enters once and leaves once, so that
    // the time does not depend on the period.
    var candidates = [Int](repeating: 0, count: values.count)
    var first = 0
    var end = 0
    for bar in values.indices {
      while end > first, values[candidates[end - 1]] <= values[bar] { end -= 1 }
      candidates[end] = bar
      end += 1
      if candidates[first] <= bar - period { first += 1 }
      if bar >= period - 1 { highest[bar] = values[candidates[first]] }
    }
    return highest
  }

  /// The lowest value of the last `period` values at each bar; `nil` before that many.
  static func lowest(_ values: [Double], period: Int) -> [Double?] {
    highest(values.map { -$0 }, period: period).map { $0.map { -$0 } }
  }
}
