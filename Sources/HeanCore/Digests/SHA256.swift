/// The digest of FIPS 180-4, for signatures of what is sent to a receiver: Foundation on Linux has none.
package enum SHA256 {
  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes(64).map { fraction($0, root: cbrt) }
  /// The same of the square roots of the first 8.
  private static let start: [UInt32] = primes(8).map { fraction($0, root: { $0.squareRoot() }) }

  /// - Returns: 32 bytes.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var state = start
    for block in DigestBlocks.words(of: message) { mix(block, into: &state) }
    return state.flatMap(\.networkBytes)
  }

  /// The message authentication code of RFC 2104 with this digest.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    DigestBlocks.authenticationCode(of: message, key: key, by: digest)
  }

  private static func mix(_ block: [UInt32], into state: inout [UInt32]) {
    var words = block
    for place in 16..<64 {
      let (early, late) = (words[place - 15], words[place - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ (early >> 3)
      let second = turned(late, 17) ^ turned(late, 19) ^ (late >> 10)
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for place in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[place] &+ words[place]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static func primes(_ count: Int) -> [Int] {
    var found: [Int] = []
    var number = 2
    while found.count < count {
      if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
      number += 1
    }
    return found
  }

  private static func fraction(_ prime: Int, root: (Double) -> Double) -> UInt32 {
    let value = root(Double(prime))
    return UInt32((value - value.rounded(.down)) * 4_294_967_296)
  }
}
