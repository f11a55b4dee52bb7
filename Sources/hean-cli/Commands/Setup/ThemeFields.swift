import HeanCore

enum ThemeFields {
  static func all(inUse: ThemeName) -> [Field<Theme>] {
    [
      Field("name", "NAME", "name for --theme", priority: 100) { $0.name },
      Field("in_use", "IN USE", "whether this run has it", priority: 90) { $0.name == inUse },
      Field("made_for", "MADE FOR", "dark or light terminals", priority: 80) { $0.isDark ? "dark" : "light" },
      Field("background", "BACKGROUND", "which it was chosen for; never painted", priority: 70) {
        $0.background.hex
      },
      Field("for_all_vision", "", "whether up and down differ for every kind of vision", priority: 0) {
        $0.isForAllVision
      },
      Field("summary", "SUMMARY", "in a few words", .wrapping, priority: 60) { $0.summary },
    ]
  }

  /// The colours of a theme, token by token.
  static func tokens(_ theme: Theme) -> [Field<Token>] {
    [
      Field("token", "TOKEN", "what it means", priority: 100) {
        $0
      } cell: {
        Cell($0.rawValue, .of($0))
      },
      Field("hex", "HEX", "in 24 bits; null for the terminal's own colour", priority: 95) {
        theme.colour(of: $0)?.hex
      },
      Field("index_256", "256", "of 256 colours", .trailing, priority: 90, unit: .unitless) {
        theme.colour(of: $0).map(theme.index)
      },
      Field(
        "index_16", "16", "of sixteen, 0 to 15; null when that is the terminal's own", .trailing, priority: 85,
        unit: .unitless
      ) {
        sixteen($0, theme)
      },
      Field("name_16", "", "its name", priority: 0) { sixteen($0, theme).map { SixteenColours.names[$0] } },
      Field("contrast", "CONTRAST", "with the background, by WCAG 2", .decimal, priority: 80, unit: .ratio) { token in
        theme.colour(of: token).map { $0.contrast(with: theme.background) }
      } cell: { token in
        theme.colour(of: token).map { Cell.ratio(Decimal(shown: $0.contrast(with: theme.background))) } ?? .missing
      },
      Field("apca", "APCA", "lightness contrast Lc with the background, by APCA 0.1.9", .decimal, priority: 79) {
        token in
        theme.colour(of: token).map { abs($0.apca(on: theme.background)) }
      } cell: { token in
        theme.colour(of: token).map { Cell.ratio(Decimal(shown: abs($0.apca(on: theme.background)))) } ?? .missing
      },
      Field("sgr_16", "", "parameters of the SGR sequence in sixteen colours", priority: 0) {
        theme.code($0, .sixteen)
      },
      Field("meaning", "FOR", "where it is used", .wrapping, priority: 70) {
        $0.meaning
      } cell: {
        Cell($0.meaning, .of($0))
      },
    ]
  }

  /// The colour among the parameters in sixteen colours.
  private static func sixteen(_ token: Token, _ theme: Theme) -> Int? {
    let parameters = theme.code(token, .sixteen).split(separator: ";").compactMap { Int($0) }
    return parameters.lazy.compactMap { (30...37).contains($0) ? $0 - 30 : (90...97).contains($0) ? $0 - 82 : nil }
      .first
  }

  static let checks: [Field<ThemeCheck>] = [
    Field("theme", "THEME", "name for --theme", priority: 100) { $0.theme },
    Field("kind", "CHECK", "contrast, lightness, difference or step", priority: 90) { $0.kind },
    Field("what", "OF", "a token, two that say the opposite, or two states in a row", priority: 99) {
      $0.what
    },
    Field("depth", "COLOURS", "truecolor or 256", priority: 85) { $0.depth },
    Field("vision", "VISION", "normal, protanopia, deuteranopia or tritanopia", priority: 84) {
      $0.vision
    },
    Field("value", "VALUE", "a ratio of 1 to 21, an Lc of APCA, or a CIEDE2000", .decimal, priority: 98) {
      $0.value
    } cell: {
      .ratio(Decimal(shown: $0.value))
    },
    Field("least", "LEAST", "what it has to be; null when nothing is asked", .decimal, priority: 97) {
      $0.least
    } cell: {
      $0.least.map { .ratio(Decimal(shown: $0)) } ?? .missing
    },
    Field("ok", "RESULT", "whether that holds", priority: 96) {
      $0.isMet
    } cell: {
      $0.isMet ? Cell($0.least == nil ? "told" : "ok", .good) : Cell("FAILS", .bad)
    },
  ]

  static let verdicts: [Field<ThemeVerdict>] =
    [
      Field("theme", "THEME", "", priority: 100) { $0.theme.name },
      figure("contrast", "CONTRAST") { $0.contrast },
      figure("apca", "APCA") { $0.apca },
    ]
    + ColourVision.allCases.map { vision in
      figure(
        "difference_\(vision.rawValue)",
        vision == .normal ? "UP/DOWN" : vision.rawValue.uppercased().replacing("OPIA", with: "")
      ) {
        $0.differences[vision]
      }
    } + [
      figure("step", "STATES") { $0.step },
      Field("ok", "RESULT", "", priority: 100) {
        $0.isMet
      } cell: {
        $0.isMet ? Cell("ok", .good) : Cell("FAILS", .bad)
      },
    ]

  private static func figure(
    _ name: String, _ title: String, _ value: @escaping @Sendable (ThemeVerdict) -> Double?
  ) -> Field<ThemeVerdict> {
    Field(name, title, "", .decimal, priority: 100) {
      value($0)
    } cell: {
      value($0).map { .ratio(Decimal(shown: $0)) } ?? .missing
    }
  }
}

/// The least figures of one theme, of 24 bits and of 256 colours.
struct ThemeVerdict: Sendable {
  var theme: Theme
  var contrast: Double?
  /// Lc of APCA.
  var apca: Double?
  /// CIEDE2000 of up against down.
  var differences: [ColourVision: Double] = [:]
  /// CIEDE2000 of a state of the governor against the next.
  var step: Double?
  var isMet: Bool

  init(_ theme: Theme, _ checks: [ThemeCheck]) {
    self.theme = theme
    contrast = checks.filter { $0.kind == .contrast }.map(\.value).min()
    apca = checks.filter { $0.kind == .lightness }.map(\.value).min()
    for vision in ColourVision.allCases {
      differences[vision] = checks.filter { $0.kind == .difference && $0.vision == vision }.map(\.value).min()
    }
    step = checks.filter { $0.kind == .step }.map(\.value).min()
    isMet = checks.allSatisfy(\.isMet)
  }
}
