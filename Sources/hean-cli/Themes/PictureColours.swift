/// The colours of a picture or a page on one ground.
struct PictureColours: Sendable, Equatable {
  var ground: SRGB
  /// Boxes that stand out from the ground.
  var raised: SRGB
  var text: SRGB
  var faint: SRGB
  /// Axes and grids.
  var rule: SRGB
  /// Between the rows of a table, and around boxes.
  var border: SRGB
  var up: SRGB
  var down: SRGB
  /// A bar that closed where it opened.
  var same: SRGB
  var warning: SRGB
  /// Of the indicators, one after another; never empty.
  var lines: [SRGB]

  /// What fills the space below a line.
  var area: SRGB { curve }
  /// The line of a single curve.
  var curve: SRGB { lines[3 % lines.count] }

  /// The colours of a theme, on its own background. Those of text are moved in lightness where they could not be read
  /// in a box that stands out.
  init(_ theme: Theme) {
    ground = theme.background
    let ink = theme.surfaces.text ?? SRGB(theme.isDark ? 0xE4E7EA : 0x1C2024)
    let raised = theme.surfaces.raised ?? theme.background.mixed(with: ink, 0.05)
    func readable(_ colour: SRGB) -> SRGB {
      colour.readable(on: [theme.background, raised], atLeast: theme.leastContrast)
    }
    self.raised = raised
    text = ink
    faint = readable(theme.faint)
    rule = theme.background.mixed(with: ink, 0.35)
    border = theme.surfaces.border ?? theme.background.mixed(with: ink, 0.15)
    up = readable(theme.up)
    down = readable(theme.down)
    same = readable(theme.background.mixed(with: ink, 0.7))
    warning = readable(theme.warning)
    lines = (theme.lines.isEmpty ? [theme.calm] : theme.lines).map(readable)
  }
}

/// The colours of something that is looked at on a light and on a dark ground.
struct PictureTheme: Sendable {
  var light: PictureColours
  var dark: PictureColours
  /// The ground of what cannot follow its reader, such as a file of pixels.
  var isDarkFirst: Bool

  /// - Parameter name: one of the two; the other is its counterpart.
  init(_ name: ThemeName, isChosen: Bool) {
    let (own, other) = (name.theme, name.counterpart.theme)
    light = PictureColours(own.isDark ? other : own)
    dark = PictureColours(own.isDark ? own : other)
    // Most readers of a file have a light window; only who asks for a dark theme gets it dark.
    isDarkFirst = isChosen && own.isDark
  }

  var first: PictureColours { isDarkFirst ? dark : light }
}

extension ThemeName {
  /// The theme with the same character for the other background.
  var counterpart: ThemeName {
    switch self {
    case .hean, .deepSpace: .heanLight
    case .heanLight: .hean
    case .ios: .iosLight
    case .iosLight: .ios
    case .highContrast: .highContrastLight
    case .highContrastLight: .highContrast
    case .fortunia: .fortuniaLight
    case .fortuniaLight: .fortunia
    case .finance: .financeLight
    case .financeLight: .finance
    case .colourBlind: .colourBlindLight
    case .colourBlindLight: .colourBlind
    }
  }
}

extension SRGB {
  /// A colour on the way to another: at 0 this one, at 1 the other.
  func mixed(with other: SRGB, _ share: Double) -> SRGB {
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(max(0, min(255, (Double(from) + (Double(to) - Double(from)) * share).rounded())))
    }
    return SRGB(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
  }

  /// The same hue, only as much lighter or darker as text on these grounds needs (WCAG 2, 1.4.3).
  /// - Parameter least: contrast that is wanted.
  func readable(on grounds: [SRGB], atLeast least: Double = ThemeCheck.leastContrast) -> SRGB {
    var colour = self
    var lch = OKLCH(OKLab(linear))
    let step = (grounds.first?.luminance ?? 0) < 0.18 ? 0.01 : -0.01
    while grounds.contains(where: { colour.contrast(with: $0) < least }),
      (0...1).contains(lch.lightness + step)
    {
      lch.lightness += step
      colour = lch.srgb
    }
    return colour
  }
}
