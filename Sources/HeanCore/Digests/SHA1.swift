/// SHA-1 (FIPS 180-4), only for the accept key of a WebSocket handshake and for one-time codes, which still require it.
enum SHA1 {
  static func digest(_ message: some Collection<UInt8>) -> [UInt8] {
    var words: (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    for block in DigestBlocks.words(of: message) { compress(block, into: &words) }
    return [words.0, words.1, words.2, words.3, words.4].flatMap(\.networkBytes)
  }

  private static func compress(_ block: [UInt32], into hash: inout (UInt32, UInt32, UInt32, UInt32, UInt32)) {
    var schedule = block
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
