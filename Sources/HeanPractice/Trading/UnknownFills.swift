import HeanCore

/// Quirk `unknown-fills`: a fill that comes before the engine has registered its order cannot be matched. Whatever its
/// side was, the engine books a long of strategy `unknown`, and the order stays open in its books.
extension World {
  private static let mostUnknown = 4

  /// Whether the engine does not recognise the fill that comes now: every other one, until there are some.
  var isFillUnknown: Bool {
    has(.unknownFills) && !isDryRun && second > Self.warmUp && tally.total(.ordersFilled).isMultiple(of: 2)
      && positions.count { $0.isTrulyLong != nil } < Self.mostUnknown
  }

  mutating func misread(_ index: Int, _ part: Decimal, _ fee: Decimal) {
    orders[index].isUnmatched = true
    let order = orders[index]
    ledger.fees += fee
    tally.count(.ordersFilled, at: second)
    tally.count(.positionsOpened, at: second)
    let position = PracticePosition(
      id: random.uuid(), symbol: order.symbol, isLong: true, size: part, entry: order.price, mark: order.price, stop: 0,
      target: Self.outOfReach, strategy: Echo.strategy, reason: "", confidence: 0, opened: second, holdSeconds: 86_400,
      entryFee: fee, isTrulyLong: order.isBuy)
    tell(.unknownFill(position, order: order.id))
    begin(position)
  }

  /// No price reaches it, so it never closes a position.
  private static let outOfReach: Decimal = 1_000_000_000

  /// The two newest positions were opened by such fills: one bought, one sold.
  mutating func plantUnknownFills() {
    guard has(.unknownFills), !isDryRun, !positions.contains(where: { $0.isTrulyLong != nil }) else { return }
    for (place, index) in positions.indices.filter({ !positions[$0].isUnknown }).suffix(2).reversed().enumerated() {
      positions[index].isTrulyLong = place == 0
      positions[index].isLong = true
      positions[index].strategy = Echo.strategy
      (positions[index].stop, positions[index].target) = (0, Self.outOfReach)
      (positions[index].reason, positions[index].confidence, positions[index].holdSeconds) = ("", 0, 86_400)
    }
  }
}
