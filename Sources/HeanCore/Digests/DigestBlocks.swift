/// How SHA-1 and SHA-256 read a message (FIPS 180-4, 5.1.1 and 5.2.1).
enum DigestBlocks {
  /// The message with a 1 bit, zeros and its length in bits behind it, in blocks of 16 words.
  static func words(of message: some Collection<UInt8>) -> [[UInt32]] {
    var padded = Array(message) + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (UInt64(message.count) * 8).networkBytes
    return stride(from: 0, to: padded.count, by: 64).map { block in
      stride(from: block, to: block + 64, by: 4).map { at in
        padded[at..<(at + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
    }
  }

  /// The message authentication code of RFC 2104 with a digest of such blocks.
  static func authenticationCode(of message: [UInt8], key: [UInt8], by digest: ([UInt8]) -> [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? digest(key) : key
    let padded = short + Array(repeating: 0, count: 64 - short.count)
    return digest(padded.map { $0 ^ 0x5C } + digest(padded.map { $0 ^ 0x36 } + message))
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, most significant first.
  package var networkBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension Sequence<UInt8> {
  /// Two small digits for each byte.
  package var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
