import HeanCore

/// SplitMix64: small, fast and the same on every machine. A saved world holds its whole state.
struct SeededRandom: Sendable, Codable, Equatable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// Approximately normal with mean 0 and standard deviation 1: the sum of four uniform numbers.
  mutating func normal() -> Double { (unit() + unit() + unit() + unit() - 2) * 1.732_050_8 }

  /// A version 4 UUID, made from this generator.
  mutating func uuid() -> String {
    let high = next()
    let low = next()
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let version = 0x4000 | (high & 0x0FFF)
    let variant = 0x8000 | (low >> 48 & 0x3FFF)
    return [
      hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(version, 4), hex(variant, 4),
      hex(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
