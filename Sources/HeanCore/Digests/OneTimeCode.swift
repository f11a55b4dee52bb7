/// Codes of an authenticator application (RFC 6238): six digits, a new one every 30 seconds, by HMAC-SHA-1.
package struct OneTimeCode: Sendable {
  private let secret: [UInt8]

  /// Seconds for which a code holds.
  private static let step: TimeInterval = 30

  /// Reads a secret as authenticators write it: base 32 (RFC 4648), in any case, with spaces and padding or without.
  /// - Returns: `nil` when it is no such text, or shorter than 80 bits.
  package init?(base32 text: String) {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: " ") && letter != UInt8(ascii: "=") {
      guard let value = Self.value(letter) else { return nil }
      (bits, count) = ((bits << 5 | value) & 0xFFFF, count + 5)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    guard bytes.count >= 10 else { return nil }
    secret = bytes
  }

  private static func value(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(letter - UInt8(ascii: "2")) + 26
    default: nil
    }
  }

  /// The number of a span of 30 seconds.
  package static func counter(at date: Date) -> Int64 { Int64((date.timeIntervalSince1970 / step).rounded(.down)) }

  /// The code of a span.
  /// - Parameter digits: how many, 9 at most.
  package func code(_ counter: Int64, digits: Int = 6) -> String {
    let hash = DigestBlocks.authenticationCode(of: counter.networkBytes, key: secret, by: SHA1.digest)
    let offset = Int(hash[hash.count - 1] & 0xF)
    let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let all = "000000000" + String(number)
    return String(all.suffix(digits))
  }

  /// The span to which a code belongs: the one of now or one beside it, as clocks differ.
  /// - Parameter last: the span of the last code that was taken; it and all before it are not taken again.
  package func span(of code: String, at now: Date, after last: Int64?) -> Int64? {
    let now = Self.counter(at: now)
    return (now - 1...now + 1).first { span in
      last.map { span > $0 } ?? true && self.code(span).utf8.elementsEqual(code.utf8)
    }
  }
}
