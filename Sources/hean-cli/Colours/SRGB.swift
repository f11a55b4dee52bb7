import HeanCore

/// A colour of 24 bits in sRGB (IEC 61966-2-1).
struct SRGB: Sendable, Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// - Parameter code: as in `0x10B981`.
  init(_ code: UInt32) {
    self.init(red: UInt8(code >> 16 & 0xFF), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
  }

  /// The nearest colour of 24 bits. Light that no screen has is cut off, channel by channel.
  init(_ light: LinearRGB) {
    func byte(_ value: Double) -> UInt8 {
      let value = min(1, max(0, value.isNaN ? 0 : value))
      let coded = value <= 0.003_130_8 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
      return UInt8((coded * 255).rounded())
    }
    self.init(red: byte(light.red), green: byte(light.green), blue: byte(light.blue))
  }

  /// As in `#10B981`.
  var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  var linear: LinearRGB {
    func light(_ byte: UInt8) -> Double {
      let coded = Double(byte) / 255
      return coded <= 0.040_45 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4)
    }
    return LinearRGB(red: light(red), green: light(green), blue: light(blue))
  }
}

/// Amounts of light of the three sRGB primaries. A screen can show what is from 0 to 1.
struct LinearRGB: Sendable, Equatable {
  var red: Double
  var green: Double
  var blue: Double

  /// Whether a screen can show it, but for what rounding hides.
  var isInGamut: Bool {
    let tolerance = 0.000_1
    return [red, green, blue].allSatisfy { $0 >= -tolerance && $0 <= 1 + tolerance }
  }
}
