/// What a preview showed, as one word that can be pasted: when it was made, a digest of what must stay the same, and
/// the prices that may move a little.
public struct PlanToken: Sendable, Equatable {
  /// How far a price may move, in percent.
  static let tolerance: Decimal = Decimal(sign: .plus, exponent: -1, significand: 5)
  /// How long a token can be used, in seconds.
  static let lifetime = 600

  var made: Int
  var digest: UInt64
  var prices: [Decimal]

  /// The token of a plan.
  /// - Parameters:
  ///   - url: base URL of the engine.
  public init(_ plan: OperationPlan, name: OperationName, url: String, mode: OperatingMode, now: Date) {
    made = Int(now.timeIntervalSince1970)
    let facts = [name.rawValue, url, mode.rawValue] + plan.facts + plan.steps.map { $0.request.line }
    digest = facts.joined(separator: "\n").utf8.fnv1a
    prices = plan.prices
  }

  /// Reads a token; `nil` when the text is not one.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let made = Int(parts[0], radix: 36), let digest = UInt64(parts[1], radix: 36) else {
      return nil
    }
    let prices = parts[2].split(separator: "_").map { Decimal(exactly: String($0))?.figure }
    guard !prices.contains(nil) else { return nil }
    self.made = made
    self.digest = digest
    self.prices = prices.compactMap { $0 }
  }

  /// The token as text, which `init(_:)` reads.
  public var text: String {
    "\(String(made, radix: 36))-\(String(digest, radix: 36))-\(prices.map { "\($0)" }.joined(separator: "_"))"
  }

  /// Why the plan of now no longer is that of the token; `nil` when it is.
  public func problem(with current: PlanToken) -> String? {
    guard current.made - made <= Self.lifetime, current.made >= made else {
      return "the plan is older than \(Self.lifetime / 60) minutes"
    }
    guard current.digest == digest, current.prices.count == prices.count else {
      return "what the preview showed has changed"
    }
    return Self.move(prices, current.prices)
  }

  /// Says which price has moved too far; `nil` when none has.
  static func move(_ earlier: [Decimal], _ later: [Decimal]) -> String? {
    for (then, now) in zip(earlier, later) where then != 0 {
      let moved = abs(now - then) / abs(then) * 100
      // Figures that no price can have make NaN, which compares as less than anything.
      if moved > tolerance || moved.isNaN {
        return "a price moved from \(Figures.price(then)) to \(Figures.price(now)), more than \(tolerance) %"
      }
    }
    return nil
  }
}
