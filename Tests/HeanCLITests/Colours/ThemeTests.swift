import Foundation
import Testing

@testable import HeanConsole

/// What every theme has to hold, and the colours that users had before there were themes.
struct ThemeTests {
  @Test(arguments: ThemeName.allCases)
  func `every theme can be read, and up differs from down where that is promised`(name: ThemeName) {
    let checks = ThemeCheck.all(of: name.theme)
    #expect(checks.filter { !$0.isMet }.isEmpty)
    // 26 tokens with a colour of their own by two measures, three pairs for four kinds of vision and three of states, in
    // two depths.
    #expect(checks.count == 134 && name.theme.name == name && name.theme.lines.count == 6)
    let asked = checks.filter { $0.kind == .difference && $0.least != nil }
    #expect(asked.count == (name.theme.isForAllVision ? 24 : 0))
    #expect(checks.count { $0.kind == .step && $0.least != nil } == 6)
  }

  @Test func `light themes are called light`() {
    for name in ThemeName.allCases { #expect(name.theme.isDark == !name.rawValue.hasSuffix("-light")) }
  }

  @Test func `a theme that cannot be read, or whose up is taken for down, fails`() {
    var pale = ThemeName.heanLight.theme
    pale.faint = SRGB(0xB0B0B0)
    let faint = ThemeCheck.all(of: pale).filter { !$0.isMet }
    #expect(Set(faint.map(\.what)) == ["text.faint", "chart.faint"])
    // Of 256 colours the nearest is taken that can be read.
    #expect(Set(faint.map(\.depth)) == [.direct])
    var confused = ThemeName.colourBlind.theme
    (confused.up, confused.down) = (ThemeName.hean.theme.up, ThemeName.hean.theme.down)
    let taken = ThemeCheck.all(of: confused).filter { !$0.isMet }
    #expect(Set(taken.map(\.vision)) == [.protanopia, .deuteranopia] && taken.allSatisfy { $0.kind == .difference })
    var blurred = ThemeName.heanLight.theme
    blurred.alert = SRGB(0xC2410C)
    let states = ThemeCheck.all(of: blurred).filter { !$0.isMet }
    #expect(Set(states.map(\.what)) == ["risk.quarantine risk.hardStop"] && states.map(\.depth).contains(.indexed))
    var report = Report(schema: "", asOf: .distantPast)
    report.conclude(faint)
    #expect(report.exit == .conditionFalse && report.end.rawValue == 3)
    var fine = Report(schema: "", asOf: .distantPast)
    fine.conclude(ThemeCheck.all(of: ThemeName.hean.theme))
    #expect(fine.exit == .ok)
  }

  /// They must not change: this is what scripts and eyes are used to.
  @Test func `the default theme in sixteen colours has the colours of old`() {
    let old: [(Style, String?)] = [
      (.plain, nil), (.good, "32"), (.bad, "1;31"), (.warning, "33"), (.strong, "1"), (.faint, "2"), (.changed, "7"),
      (.profit, "32"), (.loss, "1;31"), (.long, "32"), (.short, "1;31"), (.normal, "32"), (.softBrake, "33"),
      (.quarantine, "33"), (.hardStop, "1;31"), (.calmBanner, "7;36"), (.cautionBanner, "7;33"),
      (.dangerBanner, "1;7;31"),
    ]
    let palette = Palette(ThemeName.hean.theme, .sixteen)
    for (style, code) in old {
      #expect(palette.paint("x", style) == (code.map { "\u{1B}[\($0)mx\u{1B}[0m" } ?? "x"), "\(style)")
      #expect(Palette(ThemeName.hean.theme, nil).paint("x", style) == "x")
    }
    #expect(palette.paint("", .good) == "")
  }

  @Test func `codes by the number of colours`() {
    let hean = ThemeName.hean.theme
    #expect(hean.code(.profit, .direct) == "38;2;16;185;129" && hean.code(.profit, .indexed) == "38;5;36")
    #expect(hean.code(.hardStop, .direct) == "1;38;2;239;68;68" && hean.code(.danger, .indexed) == "1;7;38;5;196")
    #expect(
      hean.code(.changed, .indexed) == "7" && hean.code(.strong, .direct) == "1" && hean.code(.now, .indexed) == "7"
        && hean.code(.own, .direct) == "1")
    let blind = ThemeName.colourBlind.theme
    #expect(blind.code(.profit, .sixteen) == "36" && blind.code(.loss, .sixteen) == "1;33")
    #expect(blind.code(.faint, .sixteen) == "90")
  }

  /// Bold and inverse are all that is left to those who see no colour, so no theme may drop them.
  @Test(arguments: ThemeName.allCases, ColourDepth.allCases)
  func `what is bold or inverse is so in every theme, and up is never down`(name: ThemeName, depth: ColourDepth) {
    let theme = name.theme
    for token in Token.allCases where !(depth == .sixteen && theme.isPlainInSixteen) {
      #expect(theme.code(token, depth).hasPrefix(token.attributes))
    }
    for (up, down) in [(Token.profit, Token.loss), (.long, .short), (.rising, .falling)] {
      #expect(theme.code(up, depth) != theme.code(down, depth))
    }
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], .sixteen), (["COLORTERM": "truecolor", "TERM": "xterm"], .direct),
      (["COLORTERM": "24bit", "TERM": "xterm"], .direct), ([:], nil), (["COLORTERM": "truecolor", "TERM": ""], nil),
      (["COLORTERM": "yes", "TERM": "xterm"], .sixteen), (["TERM": "xterm-256color"], .indexed),
      (["TERM": "xterm-direct"], .direct), (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .direct),
      (["TERM": "screen-256color", "COLORTERM": "truecolor"], .indexed),
      (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/x"], .direct),
      (["FORCE_COLOR": "1", "COLORTERM": "truecolor"], .sixteen), (["FORCE_COLOR": "2"], .indexed),
      (["FORCE_COLOR": "3"], .direct), (["FORCE_COLOR": "true", "TERM": "xterm-256color"], .indexed),
      (["FORCE_COLOR": "0"], nil), (["FORCE_COLOR": "3", "NO_COLOR": "1"], nil), (["TERM": "dumb"], nil),
    ] as [([String: String], ColourDepth?)])
  func `how many colours a terminal gets`(environment: [String: String], depth: ColourDepth?) {
    #expect(ColourDecision.depth(isTerminal: true, choice: .auto, environment: environment) == depth)
    let piped = ColourDecision.depth(isTerminal: false, choice: .auto, environment: environment)
    #expect(piped == (environment["FORCE_COLOR"] == nil ? nil : depth))
  }
}
