import Testing

@testable import HeanCore

struct SHA1Tests {
  /// 55 to 64 bytes are where the padding turns over.
  @Test(
    "digests are those of the standard",
    arguments: [
      (0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"), (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
      (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"), (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
      (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"), (1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
  func digest(count: Int, hex: String) {
    let digest = SHA1.digest(repeatElement(UInt8(ascii: "a"), count: count))
    #expect(digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == hex)
  }
}
