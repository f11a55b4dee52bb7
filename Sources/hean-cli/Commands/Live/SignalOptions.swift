import HeanCore

/// Options that choose signals beside symbol, strategy and time.
enum SignalOptions {
  private static let outcomes = DecisionOutcome.known

  static let outcome = Option(
    "outcome", "OUTCOME", .choice(outcomes) { $0.rawValue.lowercased() },
    help: "only signals with this decision: create, skip, reject, block")
  static let confidence = Option(
    "min-confidence", "X", .confidence,
    help: "only signals at least as sure: 0 to 1, high (above 0.7) or medium (from 0.4)")
  static let code = Option("code", "CODE", .text(), help: "only decisions with this reason code, in any case")
  static let side = Option("side", "SIDE", .choice(OrderSide.known, spelled: \.rawValue), help: "only buy or sell")
  static let all: [any AnyOption] = [outcome, confidence, code, side]

  static func filter(_ line: ParsedLine) throws(UsageError) -> SignalFilter {
    SignalFilter(
      outcome: try line[outcome], leastConfidence: try line[confidence], code: try line[code], side: try line[side])
  }
}

extension ValueType where Value == Decimal {
  /// A confidence from 0 to 1, or the level that begins there.
  fileprivate static var confidence: ValueType {
    ValueType(
      shape: ValueShape(pattern: "^(high|medium|0|1|0?\\.[0-9]+|1\\.0+)$"),
      read: { (typed) throws(UsageError) in
        switch typed.text {
        // The least that two digits on a screen call high.
        case ConfidenceLevel.high.rawValue: return Decimal(sign: .plus, exponent: -2, significand: 71)
        case ConfidenceLevel.medium.rawValue: return Decimal(sign: .plus, exponent: -1, significand: 4)
        default:
          guard let value = Decimal(exactly: typed.text)?.figure, value >= 0, value <= 1 else {
            throw typed.invalid(expected: "a number from 0 to 1, high or medium")
          }
          return value
        }
      }, text: { "\($0)" })
  }
}
