import HeanCore

extension SRGB {
  /// Relative luminance as WCAG 2 defines it: 0 is black, 1 is white.
  var luminance: Double {
    let light = linear
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// The contrast ratio of WCAG 2, from 1 to 21; the order does not matter.
  func contrast(with other: SRGB) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Lightness contrast Lc of this colour as text on a ground, by APCA (SAPC 0.1.9): from -108 for white on black to 106
  /// for black on white; 0 where both are too near.
  func apca(on ground: SRGB) -> Double {
    let (text, page) = (screenLuminance, ground.screenLuminance)
    guard abs(page - text) >= 0.000_5 else { return 0 }
    if page > text {
      let contrast = (pow(page, 0.56) - pow(text, 0.57)) * 1.14
      return contrast < 0.1 ? 0 : (contrast - 0.027) * 100
    }
    let contrast = (pow(page, 0.65) - pow(text, 0.62)) * 1.14
    return contrast > -0.1 ? 0 : (contrast + 0.027) * 100
  }

  /// Luminance of a screen as APCA takes it: a plain power curve, with black made softer.
  private var screenLuminance: Double {
    func light(_ byte: UInt8) -> Double { pow(Double(byte) / 255, 2.4) }
    let luminance = 0.212_672_9 * light(red) + 0.715_152_2 * light(green) + 0.072_175 * light(blue)
    return luminance > 0.022 ? luminance : luminance + pow(0.022 - luminance, 1.414)
  }
}
