/// SHA-1 (FIPS 180-4), only for the accept key of a WebSocket handshake, which still requires it. Not for secrets.
enum SHA1 {
  static func digest(_ message: some Collection<UInt8>) -> [UInt8] {
    var words: (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    let padded = pad(message)
    for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<(start + 64)], into: &words) }
    return [words.0, words.1, words.2, words.3, words.4].flatMap(\.networkBytes)
  }

  /// Appends a 1 bit, zeros and the length in bits, so that the result is a whole number of 64-byte blocks.
  private static func pad(_ message: some Collection<UInt8>) -> [UInt8] {
    let length = UInt64(message.count) * 8
    var padded = Array(message) + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    return padded + length.networkBytes
  }

  private static func compress(_ block: ArraySlice<UInt8>, into hash: inout (UInt32, UInt32, UInt32, UInt32, UInt32)) {
    var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      block[at..<(at + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for at in 16..<80 {
      schedule.append(rotate(schedule[at - 3] ^ schedule[at - 8] ^ schedule[at - 14] ^ schedule[at - 16], 1))
    }
    var (a, b, c, d, e) = hash
    for (at, word) in schedule.enumerated() {
      let (mix, constant): (UInt32, UInt32) =
        switch at {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotate(a, 5) &+ mix &+ e &+ constant &+ word, a, rotate(b, 30), c, d)
    }
    hash = (hash.0 &+ a, hash.1 &+ b, hash.2 &+ c, hash.3 &+ d, hash.4 &+ e)
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

extension FixedWidthInteger {
  /// The bytes of the number, most significant first.
  package var networkBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
