import Foundation
import Testing

@testable import HeanConsole

/// The colours of the designs, and what became of them.
struct SeedColourTests {
  @Test func `a colour that can be read is exactly that of the design, unless another reason is told`() {
    for colour in SeedColour.all {
      #expect(colour.isExact == (colour.why == nil), "\(colour.theme) \(colour.name)")
      if case .token = colour.place, colour.reason == nil {
        #expect(colour.isExact == (colour.contrast >= 4.5), "\(colour.theme) \(colour.name): \(colour.contrast)")
      }
      if case .background = colour.place { #expect(colour.isExact) }
      if case .raised = colour.place { #expect(colour.isExact, "\(colour.theme) \(colour.name)") }
      if case .text = colour.place { #expect(colour.isExact, "\(colour.theme) \(colour.name)") }
    }
  }

  @Test(arguments: [ThemeName.highContrast, .highContrastLight])
  func `each text of the high-contrast themes has seven to one, in pictures as well`(name: ThemeName) {
    let checks = ThemeCheck.all(of: name.theme)
    let contrasts = checks.filter { $0.kind == .contrast }
    #expect(contrasts.count == 52 && contrasts.allSatisfy { $0.value >= 7 && $0.least == 7 })
    #expect(checks.filter { !$0.isMet }.isEmpty)
    let colours = PictureColours(name.theme)
    for text in [colours.text, colours.faint, colours.up, colours.down, colours.same, colours.warning] + colours.lines {
      #expect(text.contrast(with: colours.ground) >= 7 && text.contrast(with: colours.raised) >= 7, "\(text.hex)")
    }
  }

  /// Published pairs of APCA 0.1.9.
  @Test(
    arguments: [
      (0x888888, 0xFFFFFF, 63.056), (0xFFFFFF, 0x888888, -68.541), (0x000000, 0xAAAAAA, 58.146),
      (0xAAAAAA, 0x000000, -56.241), (0x112233, 0xDDEEFF, 91.668), (0xDDEEFF, 0x112233, -93.068),
    ] as [(UInt32, UInt32, Double)])
  func `lightness contrast is that of APCA`(text: UInt32, ground: UInt32, contrast: Double) {
    #expect(abs(SRGB(text).apca(on: SRGB(ground)) - contrast) < 0.01)
  }
}
