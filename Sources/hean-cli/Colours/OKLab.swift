import HeanCore

/// A colour in OKLab, in which equal steps look about equally large (Björn Ottosson, 2020).
struct OKLab: Sendable, Equatable {
  /// 0 is black, 1 is white.
  var lightness: Double
  /// From green to red.
  var a: Double
  /// From blue to yellow.
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  init(_ light: LinearRGB) {
    let (red, green, blue) = (light.red, light.green, light.blue)
    let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
    a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s
    b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s
  }

  var light: LinearRGB {
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    return LinearRGB(
      red: 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      green: -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      blue: -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s)
  }

  /// How far apart two colours look: the straight line between them. Black and white are 1 apart.
  func distance(to other: OKLab) -> Double {
    let (light, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (light * light + a * a + b * b).squareRoot()
  }
}

/// A colour of OKLab by lightness, chroma and hue.
struct OKLCH: Sendable, Equatable {
  /// 0 to 1.
  var lightness: Double
  /// 0 is grey; what sRGB can show ends below 0.33.
  var chroma: Double
  /// In degrees.
  var hue: Double

  init(_ lightness: Double, _ chroma: Double, _ hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  init(_ lab: OKLab) {
    self.init(lab.lightness, (lab.a * lab.a + lab.b * lab.b).squareRoot(), Self.hue(lab.a, lab.b))
  }

  /// The direction of a colour in the plane of two axes, in degrees from 0 to 360; 0 for grey.
  static func hue(_ a: Double, _ b: Double) -> Double {
    let angle = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  var lab: OKLab {
    OKLab(lightness: lightness, a: chroma * cos(hue * .pi / 180), b: chroma * sin(hue * .pi / 180))
  }

  /// The colour in sRGB. Where no screen can show it, chroma is reduced until one can; lightness and hue stay.
  var srgb: SRGB {
    guard lightness > 0 else { return SRGB(0x000000) }
    guard lightness < 1 else { return SRGB(0xFFFFFF) }
    guard !lab.light.isInGamut else { return SRGB(lab.light) }
    var (shown, beyond) = (0.0, chroma)
    // Halved until the rest is far below one step of 24 bits.
    for _ in 0..<32 {
      let middle = (shown + beyond) / 2
      if OKLCH(lightness, middle, hue).lab.light.isInGamut { shown = middle } else { beyond = middle }
    }
    return SRGB(OKLCH(lightness, shown, hue).lab.light)
  }
}
