/// A number in two words, about 32 digits: their sum, the second below the last place of the first.
struct TwoWords {
  private(set) var high = 0.0
  private(set) var low = 0.0

  /// Adds a number that may have a second word of its own.
  mutating func add(_ first: Double, _ second: Double = 0) {
    // Knuth's two-sum: what the rounding of the sum has lost is a floating-point number itself.
    let sum = high + first
    let back = sum - high
    let lost = (high - (sum - back)) + (first - back)
    let rest = low + lost + second
    high = sum + rest
    low = rest - (high - sum)
  }

  /// A product without its rounding error, as two words.
  static func product(_ left: Double, _ right: Double) -> (Double, Double) {
    let rounded = left * right
    return (rounded, (-rounded).addingProduct(left, right))
  }
}

/// The sum of a window that moves over a series: each term is added once, and taken away once.
///
/// In one word the rounding errors of all terms that ever passed would stay, and a single large term would leave its own
/// rounding error behind for good. In two words a term up to ten billion times as large as its neighbours leaves nothing
/// that matters.
struct RunningSum {
  private(set) var words = TwoWords()
  /// Terms in the window that are not 0.
  private var terms = 0
  /// Terms in the window that are not finite.
  private var strangers = 0

  /// Not a number while the window holds something that is not finite.
  var value: Double { strangers == 0 ? words.high : .nan }

  mutating func add(_ term: Double) { put(term, 0, 1) }

  mutating func remove(_ term: Double) { put(-term, 0, -1) }

  mutating func add(product left: Double, _ right: Double) {
    let (first, second) = TwoWords.product(left, right)
    put(first, second, 1)
  }

  mutating func remove(product left: Double, _ right: Double) {
    let (first, second) = TwoWords.product(left, right)
    put(-first, -second, -1)
  }

  private mutating func put(_ first: Double, _ second: Double, _ change: Int) {
    guard first.isFinite else { return strangers += change }
    guard first != 0 else { return }
    terms += change
    // An empty sum is 0 to the last digit: whether it is decides what some indicators answer for a flat market.
    guard terms != 0 else { return words = TwoWords() }
    words.add(first, second)
  }
}
