import Foundation
import Testing

@testable import HeanConsole

/// Pictures and pages in the colours of the themes.
struct PictureColoursTests {
  @Test(arguments: ThemeName.allCases)
  func `every text of a picture can be read on its ground and in its boxes`(name: ThemeName) {
    for colours in [PictureTheme(name, isChosen: true).light, PictureTheme(name, isChosen: true).dark] {
      let texts =
        [colours.text, colours.faint, colours.up, colours.down, colours.same, colours.warning, colours.curve]
        + colours.lines
      for text in texts {
        for ground in [colours.ground, colours.raised] {
          #expect(text.contrast(with: ground) >= ThemeCheck.leastContrast, "\(text.hex) on \(ground.hex)")
        }
      }
    }
  }

  @Test(arguments: ThemeName.allCases.filter(\.theme.isForAllVision))
  func `up and down differ for every vision after they were made readable`(name: ThemeName) {
    let colours = PictureColours(name.theme)
    for vision in ColourVision.allCases {
      #expect(vision.difference(colours.up, colours.down) >= ThemeCheck.leastDifference, "\(vision)")
    }
  }

  @Test(arguments: ThemeName.allCases)
  func `each theme has its own ground, and a counterpart for the other`(name: ThemeName) {
    let chosen = PictureTheme(name, isChosen: true)
    #expect(chosen.first.ground == name.theme.background && chosen.isDarkFirst == name.theme.isDark)
    #expect(name.counterpart.theme.isDark != name.theme.isDark)
    #expect(chosen.light.ground.luminance > 0.5 && chosen.dark.ground.luminance < 0.18)
    #expect(!PictureTheme(name, isChosen: false).isDarkFirst)
  }

  @Test func `a colour that can be read stays as it is`() {
    let green = SRGB(0x047857)
    #expect(green.readable(on: [SRGB(0xFFFFFF)]) == green)
    let pale = SRGB(0xFFE08A).readable(on: [SRGB(0xFFFFFF)])
    #expect(pale.contrast(with: SRGB(0xFFFFFF)) >= 4.5 && pale.contrast(with: SRGB(0xFFFFFF)) < 5)
    #expect(SRGB(0x000000).mixed(with: SRGB(0xFFFFFF), 0.5) == SRGB(0x808080))
  }

  @Test func `files have the colours of the chosen theme`() async throws {
    let folder = Console.freshHome()
    var console = Console()
    console.sharedClock = TestClock(Console.now)
    func write(_ words: [String]) async throws -> Data {
      let file = "\(folder)/\(words.joined(separator: "_"))"
      let ran = await console.run(["--practice"] + words + [file])
      #expect(ran.code == .ok, "\(ran)")
      return try #require(FileManager.default.contents(atPath: file))
    }
    let blind = PictureTheme(.colourBlind, isChosen: true)
    for words in [["chart", "btc", "--svg"], ["report", "--html"]] {
      let plain = String(decoding: try await write(words), as: UTF8.self)
      #expect(plain.contains(PictureTheme(.hean, isChosen: false).light.up.hex))
      let chosen = String(decoding: try await write(["--theme", "colour-blind"] + words), as: UTF8.self)
      for colour in [blind.light.up, blind.light.down, blind.dark.up, blind.dark.down] {
        #expect(chosen.contains(colour.hex) && !plain.contains(colour.hex))
      }
    }
    let picture = ["chart", "btc", "--png-scale", "1", "--png"]
    let pixels = try await write(picture)
    #expect(try await write(["--theme", "hean-light"] + picture) == pixels, "light unless asked for")
    #expect(try await write(["--theme", "hean"] + picture) != pixels)
  }
}
