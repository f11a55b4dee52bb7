/// A colour of the design that a theme was made from, and what became of it.
struct SeedColour: Sendable {
  /// Where the theme has it.
  enum Place: Sendable {
    case token(Token)
    case background, raised, border
    /// Text of pictures and pages; a terminal has its own.
    case text
    /// Nowhere, for this reason.
    case none(String)
  }

  var theme: ThemeName
  /// Its name in the design.
  var name: String
  var colour: SRGB
  var place: Place
  /// Why it had to move although it can be read; `nil` when only its contrast speaks against it.
  var reason: String?

  private init(_ theme: ThemeName, _ name: String, _ code: UInt32, _ place: Place, _ reason: String? = nil) {
    self.theme = theme
    self.name = name
    colour = SRGB(code)
    self.place = place
    self.reason = reason
  }

  /// What the theme has in its place; `nil` for nothing.
  var shown: SRGB? {
    let made = theme.theme
    return switch place {
    case .token(let token): made.colour(of: token)
    case .background: made.background
    case .raised: PictureColours(made).raised
    case .border: PictureColours(made).border
    case .text: PictureColours(made).text
    case .none: nil
    }
  }

  /// WCAG 2, with the background of the theme.
  var contrast: Double { colour.contrast(with: theme.theme.background) }
  var isExact: Bool { shown == colour }
  /// How far it moved (CIEDE2000); `nil` when nothing stands in its place.
  var distance: Double? { shown.map { ColourVision.normal.difference(colour, $0) } }

  /// Why it is not as it was.
  var why: String? {
    if isExact { return nil }
    if case .none(let reason) = place { return reason }
    if let reason { return reason }
    let needed = theme.theme.leastContrast
    return contrast < needed ? "cannot be read: text needs \(needed):1" : "not known"
  }

  private static let noFocus = "a terminal has no fields and no focus"
  private static let noButtons = "a terminal has no buttons and no hover"
  private static let noPaint = "a terminal is not painted"
  private static let noDisabled = "cannot be read, and nothing is shown that is not to be read"
  private static let oneBorder = "boxes take no keys, so they have one kind of border"

  static func all(of theme: ThemeName) -> [SeedColour] { all.filter { $0.theme == theme } }

  static let all: [SeedColour] = [
    .init(.hean, "background.primary", 0x0A0E14, .background),
    .init(.hean, "background.secondary", 0x131820, .raised),
    .init(
      .hean, "background.tertiary", 0x1C2128, .none("a terminal is not painted, and a page has one kind of raised box")),
    .init(.hean, "accent.primary", 0x00D4FF, .token(.calm)),
    .init(.hean, "accent.secondary", 0x7C3AED, .token(.line2)),
    .init(.hean, "trading.long", 0x10B981, .token(.long)),
    .init(.hean, "trading.short", 0xEF4444, .token(.short)),
    .init(.hean, "trading.neutral", 0x6B7280, .token(.neutral)),
    .init(.hean, "status.success", 0x10B981, .token(.good)),
    .init(.hean, "status.warning", 0xF59E0B, .token(.warning)),
    .init(.hean, "status.error", 0xEF4444, .token(.bad)),
    .init(.hean, "status.info", 0x3B82F6, .token(.info)),
    .init(.hean, "risk.normal", 0x10B981, .token(.normal)),
    .init(.hean, "risk.softBrake", 0xF59E0B, .token(.softBrake)),
    .init(.hean, "risk.quarantine", 0xF97316, .token(.quarantine)),
    .init(.hean, "risk.hardStop", 0xEF4444, .token(.hardStop)),
    .init(.hean, "text.primary", 0xF9FAFB, .text),
    .init(.hean, "text.secondary", 0x9CA3AF, .token(.faint)),
    .init(.hean, "text.tertiary", 0x6B7280, .token(.neutral)),
    .init(.hean, "text.disabled", 0x4B5563, .none(noDisabled)),
    .init(.hean, "border.subtle", 0x1F2937, .border),
    .init(.hean, "border.default", 0x374151, .none(oneBorder)),
    .init(.hean, "border.emphasis", 0x4B5563, .none(oneBorder)),
    .init(.heanLight, "background.primary", 0xFFFFFF, .background),
    .init(.heanLight, "text.primary", 0x111827, .text),
    .init(.heanLight, "trading.long", 0x10B981, .token(.long)),
    .init(.heanLight, "trading.short", 0xEF4444, .token(.short)),
    .init(.heanLight, "accent.secondary", 0x7C3AED, .token(.line2)),
    .init(.deepSpace, "background.primary", 0x0A0A0F, .background),
    .init(.deepSpace, "background.secondary", 0x12121A, .raised),
    .init(.deepSpace, "background.tertiary", 0x1A1A2E, .border),
    .init(.deepSpace, "accent.primary", 0x00D4FF, .token(.calm)),
    .init(.deepSpace, "accent.secondary", 0x7B61FF, .token(.line2)),
    .init(.deepSpace, "accent.tertiary", 0xFF6B35, .token(.quarantine)),
    .init(.deepSpace, "success", 0x22C55E, .token(.good)),
    .init(.deepSpace, "error", 0xEF4444, .token(.bad)),
    .init(.deepSpace, "warning", 0xF59E0B, .token(.warning)),
    .init(.deepSpace, "info", 0x3B82F6, .token(.info)),
    .init(.deepSpace, "text.primary", 0xFFFFFF, .text),
    .init(.deepSpace, "text.secondary", 0x94A3B8, .token(.faint)),
    .init(.deepSpace, "text.tertiary", 0x64748B, .token(.neutral)),
    .init(.deepSpace, "text.disabled", 0x334155, .none(noDisabled)),
    .init(.ios, "background", 0x000000, .background),
    .init(.ios, "background.secondary", 0x1C1C1E, .raised),
    .init(.ios, "primary", 0x007AFF, .token(.line4)),
    .init(.ios, "secondary", 0x5856D6, .token(.line2)),
    .init(.ios, "success", 0x30D158, .token(.good)),
    .init(.ios, "warning", 0xFF9F0A, .token(.warning)),
    .init(.ios, "error", 0xFF3B30, .token(.bad)),
    .init(.ios, "info", 0x64D2FF, .token(.info)),
    .init(.ios, "text.primary", 0xFFFFFF, .text),
    .init(.ios, "text.secondary", 0x8E8E93, .token(.faint)),
    .init(.iosLight, "background", 0xFFFFFF, .background),
    .init(.iosLight, "background.secondary", 0xF2F2F7, .raised),
    .init(.iosLight, "separators", 0xC7C7CC, .border),
    .init(.iosLight, "primary", 0x007AFF, .token(.line4)),
    .init(.iosLight, "secondary", 0x5856D6, .token(.line2)),
    .init(.iosLight, "success", 0x30D158, .token(.good)),
    .init(.iosLight, "warning", 0xFF9F0A, .token(.warning)),
    .init(.iosLight, "error", 0xFF3B30, .token(.bad)),
    .init(.iosLight, "info", 0x64D2FF, .token(.info)),
    .init(.iosLight, "text.primary", 0x1D1D1F, .text),
    .init(.iosLight, "text.secondary", 0x8E8E93, .token(.faint)),
    .init(.iosLight, "text.tertiary", 0xC7C7CC, .none("cannot be read: hints have the colour of text.secondary")),
    .init(.fortunia, "background", 0x1A1625, .background),
    .init(.fortunia, "surface", 0x2D2438, .raised),
    .init(.fortunia, "primary", 0x8B7AB8, .token(.line1)),
    .init(.fortunia, "accent", 0xE8B298, .token(.line2)),
    .init(.fortunia, "success", 0x7BC9A6, .token(.good)),
    .init(.fortunia, "warning", 0xF4C542, .token(.warning)),
    .init(.fortunia, "error", 0xE57373, .token(.bad)),
    .init(.fortunia, "info", 0x64B5F6, .token(.info)),
    .init(.fortunia, "text.primary", 0xFFFFFF, .text),
    .init(.fortunia, "text.secondary", 0xB8B0C8, .token(.faint)),
    .init(.fortuniaLight, "background", 0xF7F5F0, .background),
    .init(.fortuniaLight, "surface", 0xFFFFFF, .raised),
    .init(.fortuniaLight, "primary", 0x9B86BD, .token(.line1)),
    .init(.fortuniaLight, "accent", 0xD4A5A5, .token(.line2)),
    .init(.fortuniaLight, "success", 0x4CAF50, .token(.good)),
    .init(.fortuniaLight, "warning", 0xFFA726, .token(.warning)),
    .init(.fortuniaLight, "error", 0xEF5350, .token(.bad)),
    .init(.fortuniaLight, "info", 0x42A5F5, .token(.info)),
    .init(.fortuniaLight, "text.primary", 0x1A1625, .text),
    .init(.fortuniaLight, "text.secondary", 0x6B5E7A, .token(.faint)),
    .init(.finance, "background", 0x242424, .background),
    .init(.finance, "card", 0x1C1C1E, .raised),
    .init(.finance, "foreground", 0xFBFBFB, .text),
    .init(.finance, "destructive", 0xEF4444, .token(.bad)),
    .init(.finance, "muted.foreground", 0xA1A1A1, .token(.faint)),
    .init(.finance, "border", 0x3A3A3A, .border),
    .init(.finance, "input", 0x454545, .none(noFocus)),
    .init(.finance, "ring", 0x8A8A8A, .none(noFocus)),
    .init(.finance, "primary", 0xEAEAEA, .none(noButtons)),
    .init(.finance, "secondary", 0x414141, .none(noButtons)),
    .init(.finance, "muted", 0x414141, .none(noPaint)),
    .init(.finance, "accent", 0x414141, .none(noButtons)),
    .init(.finance, "chart1", 0x4F7CDA, .token(.line1)),
    .init(.finance, "chart2", 0x4DD4AC, .token(.line2)),
    .init(.finance, "chart3", 0xE8B931, .token(.line3)),
    .init(.finance, "chart4", 0xA855F7, .token(.line4)),
    .init(.finance, "chart5", 0xF06449, .token(.line5)),
    .init(.financeLight, "background", 0xFFFFFF, .background),
    .init(.financeLight, "border", 0xEAEAEA, .border),
    .init(.financeLight, "foreground", 0x242424, .text),
    .init(.financeLight, "destructive", 0xDC2626, .token(.bad)),
    .init(.financeLight, "muted.foreground", 0x6B6B6B, .token(.faint)),
    .init(.financeLight, "card", 0xFFFFFF, .none("the same as the background, from which a box has to stand out")),
    .init(.financeLight, "input", 0xEAEAEA, .none(noFocus)),
    .init(.financeLight, "ring", 0xB0B0B0, .none(noFocus)),
    .init(.financeLight, "primary", 0x181818, .none(noButtons)),
    .init(.financeLight, "secondary", 0xF7F7F7, .none(noButtons)),
    .init(.financeLight, "muted", 0xF7F7F7, .none(noPaint)),
    .init(.financeLight, "accent", 0xF7F7F7, .none(noButtons)),
    .init(.financeLight, "chart1", 0xE67E45, .token(.line1)),
    .init(.financeLight, "chart2", 0x3B9A8F, .token(.line2)),
    .init(.financeLight, "chart3", 0x4A6478, .token(.line3)),
    .init(.financeLight, "chart4", 0xE8C547, .token(.line4)),
    .init(
      .financeLight, "chart5", 0xE8B931, .token(.line5),
      "cannot be read, and dark enough it would be the same as chart4: another hue"),
  ]
}
