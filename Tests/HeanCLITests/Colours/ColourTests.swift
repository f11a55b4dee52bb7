import Foundation
import Testing

@testable import HeanConsole

/// Colour spaces, contrast and vision against published figures.
struct ColourTests {
  @Test func `bytes become light and bytes again`() {
    for byte in UInt8.min...UInt8.max {
      let grey = SRGB(red: byte, green: byte, blue: byte)
      #expect(SRGB(grey.linear) == grey)
    }
    #expect(SRGB(LinearRGB(red: -1, green: 2, blue: .nan)) == SRGB(0x00FF00))
    #expect(SRGB(0x0A0B0C).hex == "#0A0B0C")
  }

  /// Samples of CSS Color 4, section 4 and 9: lightness, chroma, hue.
  @Test func `OKLCH of the primaries`() {
    for (code, light, chroma, hue) in [
      (0xFF0000 as UInt32, 0.62796, 0.25768, 29.234), (0x00FF00, 0.86644, 0.29483, 142.495),
      (0x0000FF, 0.45201, 0.31321, 264.052),
    ] {
      let colour = OKLCH(OKLab(SRGB(code).linear))
      #expect(abs(colour.lightness - light) < 0.000_02 && abs(colour.chroma - chroma) < 0.000_02, "\(colour)")
      #expect(abs(colour.hue - hue) < 0.002 && colour.srgb == SRGB(code), "\(colour)")
    }
    let white = OKLab(SRGB(0xFFFFFF).linear)
    #expect(abs(white.lightness - 1) < 0.000_001 && abs(white.a) < 0.000_001 && abs(white.b) < 0.000_001)
    #expect(abs(white.distance(to: OKLab(SRGB(0x000000).linear)) - 1) < 0.000_001)
  }

  @Test func `what no screen has keeps lightness and hue and loses chroma`() {
    for light in stride(from: 0.2, through: 0.9, by: 0.1) {
      for hue in stride(from: 0.0, to: 360, by: 15) {
        let wished = OKLCH(light, 0.4, hue)
        let shown = OKLCH(OKLab(wished.srgb.linear))
        // What is darker has too few colours of 24 bits near it to tell its hue.
        let off = abs(shown.hue - hue)
        #expect(abs(shown.lightness - light) < 0.006 && shown.chroma < 0.4, "\(wished)")
        #expect(min(off, 360 - off) < 4, "\(wished) \(shown)")
        // No chroma is given away: a little more cannot be shown.
        #expect(!OKLCH(light, shown.chroma + 0.006, hue).lab.light.isInGamut, "\(wished) \(shown)")
      }
    }
    #expect(OKLCH(1, 0.2, 20).srgb == SRGB(0xFFFFFF) && OKLCH(0, 0.2, 20).srgb == SRGB(0x000000))
  }

  /// The last two are the greys that everybody quotes: one passes 4.5 on white, the next lighter one does not.
  @Test func `contrast of WCAG 2`() {
    let white = SRGB(0xFFFFFF)
    for (code, ratio) in [
      (0x000000 as UInt32, 21.0), (0xFFFFFF, 1), (0xFF0000, 3.998), (0x0000FF, 8.592), (0x767676, 4.542),
      (0x777777, 4.478),
    ] {
      #expect(abs(SRGB(code).contrast(with: white) - ratio) < 0.001 && SRGB(code).contrast(with: white) >= 1)
      #expect(SRGB(code).contrast(with: white) == white.contrast(with: SRGB(code)))
    }
  }

  @Test func `who lacks a cone sees white and black as they are, and confuses what differs in that cone only`() {
    for vision in ColourVision.allCases {
      for code in [0x000000 as UInt32, 0x808080, 0xFFFFFF] {
        #expect(SRGB(vision.seen(SRGB(code).linear)) == SRGB(code))
      }
    }
    // Machado and others (2009), table 1, severity 1: what pure red light becomes, cut off at 0.
    #expect(
      ColourVision.protanopia.seen(LinearRGB(red: 1, green: 0, blue: 0))
        == LinearRGB(red: 0.152_286, green: 0.114_503, blue: 0))
    #expect(
      ColourVision.tritanopia.seen(LinearRGB(red: 0, green: 0, blue: 1))
        == LinearRGB(red: 0, green: 0.147_602, blue: 0.303_900))
    let (green, red) = (SRGB(0x2E9E2E), SRGB(0xC05A1E))
    #expect(ColourVision.normal.difference(green, red) > 50 && ColourVision.deuteranopia.difference(green, red) < 20)
    let (blue, teal) = (SRGB(0x0072B2), SRGB(0x00857A))
    #expect(ColourVision.tritanopia.difference(blue, teal) < ColourVision.normal.difference(blue, teal) / 2)
  }

  @Test func `each of the 256 colours is nearest to itself`() {
    for index in 16...255 { #expect(IndexedColours.nearest(to: IndexedColours.colour(index)) == index) }
    for (index, hex) in [
      (16, "#000000"), (21, "#0000FF"), (196, "#FF0000"), (231, "#FFFFFF"), (232, "#080808"), (255, "#EEEEEE"),
    ] {
      #expect(IndexedColours.colour(index).hex == hex)
    }
  }

  @Test func `a colour becomes a colour of the sixteen, and a grey a grey`() {
    for (code, number) in [
      (0xFF0000 as UInt32, 9), (0x00CD00, 2), (0xFFFF00, 11), (0x00CDCD, 6), (0x10B981, 2), (0xF59E0B, 3),
      (0x047857, 6), (0x6B7280, 8), (0xE0E0E0, 7), (0x101010, 0),
    ] { #expect(SixteenColours.nearest(to: SRGB(code)) == number, "\(SRGB(code).hex)") }
  }
}
