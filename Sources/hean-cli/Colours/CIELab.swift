import HeanCore

/// A colour in CIELAB (CIE 1976) with the white of sRGB, D65.
struct CIELab: Sendable, Equatable {
  /// 0 to 100.
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  init(_ light: LinearRGB) {
    let (red, green, blue) = (light.red, light.green, light.blue)
    func coded(_ share: Double) -> Double {
      share > 216.0 / 24_389 ? cbrt(share) : (24_389.0 / 27 * share + 16) / 116
    }
    let x = coded((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47)
    let y = coded(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue)
    let z = coded((0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue) / 1.088_83)
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// The colour difference CIEDE2000, with its three factors at 1: 1 is just seen, black and white are 100 apart.
  ///
  /// As in Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005), whose names the steps have.
  func difference(from other: CIELab) -> Double {
    let mean = (Self.chroma(a, b) + Self.chroma(other.a, other.b)) / 2
    let stretch = 1 + 0.5 * (1 - Self.share(mean))
    let (first, second) = (Polar(self, stretch), Polar(other, stretch))
    let product = first.chroma * second.chroma
    var turn = product == 0 ? 0 : second.hue - first.hue
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    var hue = first.hue + second.hue
    if product != 0 {
      let isAcross = abs(first.hue - second.hue) > 180
      hue = isAcross ? (hue < 360 ? hue + 360 : hue - 360) / 2 : hue / 2
    }
    let light = (lightness + other.lightness) / 2
    let chroma = (first.chroma + second.chroma) / 2
    let lightWeight = 1 + 0.015 * (light - 50) * (light - 50) / (20 + (light - 50) * (light - 50)).squareRoot()
    let rotation = -sin(Self.radians(60 * exp(-((hue - 275) / 25) * ((hue - 275) / 25)))) * 2 * Self.share(chroma)
    let l = (other.lightness - lightness) / lightWeight
    let c = (second.chroma - first.chroma) / (1 + 0.045 * chroma)
    let h = 2 * product.squareRoot() * sin(Self.radians(turn / 2)) / (1 + 0.015 * chroma * Self.hueWeight(hue))
    return max(0, l * l + c * c + h * h + rotation * c * h).squareRoot()
  }

  /// T of the formula.
  private static func hueWeight(_ hue: Double) -> Double {
    1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue)) + 0.32 * cos(radians(3 * hue + 6))
      - 0.20 * cos(radians(4 * hue - 63))
  }

  private static func chroma(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  /// The root of C⁷ / (C⁷ + 25⁷).
  private static func share(_ chroma: Double) -> Double {
    let power = pow(chroma, 7)
    return (power / (power + 6_103_515_625)).squareRoot()
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// Chroma and hue, with `a` stretched as the formula does for colours near grey.
  private struct Polar {
    var chroma: Double
    var hue: Double

    init(_ lab: CIELab, _ stretch: Double) {
      let a = lab.a * stretch
      chroma = CIELab.chroma(a, lab.b)
      hue = OKLCH.hue(a, lab.b)
    }
  }
}
