import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Quick arithmetic gives what Foundation's gives.
struct DecimalArithmeticTests {
  /// Some that are short, some of 19 digits or just more, zeros and signs.
  private static func number(_ dice: inout Dice) -> Decimal {
    let most: [UInt64] = [0, 9, 99_999, 1 << 40, UInt64(Int64.max), .max]
    let digits = UInt64.random(in: 0...(most.randomElement(using: &dice) ?? 0), using: &dice)
    let exponent = Int.random(in: dice.chance(90) ? -12...6 : -60...60, using: &dice)
    return Decimal(sign: dice.chance(50) ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
  }

  /// To the last byte: a number has several forms of the same value.
  private func isSame(_ ours: Decimal?, _ theirs: Decimal) -> Bool {
    guard let ours else { return true }
    return ours == theirs && ours.exponent == theirs.exponent && ours.significand == theirs.significand
      && ours.isSignMinus == theirs.isSignMinus
  }

  @Test func `it agrees with Foundation wherever it answers`() {
    var dice = Dice(seed: 19)
    var answered = [0, 0, 0, 0]
    let rounds = Sample.count(100_000, few: 10_000)
    for _ in 0..<rounds {
      let (left, right) = (Self.number(&dice), Self.number(&dice))
      let reckoned = [
        (SignedDigits.sum(left, right), left + right), (SignedDigits.difference(left, right), left - right),
        (SignedDigits.product(left, right), left * right),
      ]
      for (place, (ours, theirs)) in reckoned.enumerated() {
        #expect(isSame(ours, theirs), "\(place): \(left), \(right)")
        if ours != nil { answered[place] += 1 }
      }
      if let isLess = SignedDigits.isLess(left, right) {
        answered[3] += 1
        #expect(isLess == (left < right), "\(left) < \(right)")
      }
      #expect(SignedDigits.isLess(left, left) != true)
    }
    #expect(answered.allSatisfy { $0 > rounds / 2 && $0 < rounds }, "\(answered)")
  }

  @Test func `no number is compared with none`() {
    #expect(SignedDigits.isLess(.nan, 1) == nil && SignedDigits.sum(1, .nan) == nil)
    #expect(SignedDigits.product(.nan, .nan) == nil && SignedDigits.difference(.nan, 0) == nil)
  }
}
