/// The themes by name, as `--theme` takes them.
enum ThemeName: String, Sendable, CaseIterable {
  case hean
  case heanLight = "hean-light"
  case deepSpace = "deep-space"
  case ios
  case iosLight = "ios-light"
  case fortunia
  case fortuniaLight = "fortunia-light"
  case finance
  case financeLight = "finance-light"
  case colourBlind = "colour-blind"
  case colourBlindLight = "colour-blind-light"
  case highContrast = "high-contrast"
  case highContrastLight = "high-contrast-light"

  var theme: Theme {
    switch self {
    case .hean:
      Theme(
        self, "dark; the default", 0x0A0E14, up: 0x10B981, down: 0xEF4444, warning: 0xF59E0B, alert: 0xF97316,
        calm: 0x00D4FF, faint: 0x9CA3AF, neutral: 0x747B89, info: 0x3B82F6,
        lines: [0x00D4FF, 0xA78BFA, 0xF59E0B, 0x60A5FA, 0x2DD4BF, 0xF472B6], isPlainInSixteen: true,
        on: (raised: 0x131820, border: 0x1F2937, text: 0xF9FAFB))
    case .heanLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x047857, down: 0xDC2626, warning: 0x806600,
        alert: 0xA84300, calm: 0x0369A1, faint: 0x6B7280, neutral: 0x6B7280, info: 0x2563EB,
        lines: [0x0369A1, 0x7C3AED, 0x806600, 0x2563EB, 0x115E59, 0xBE185D],
        on: (raised: nil, border: nil, text: 0x111827))
    case .deepSpace:
      Theme(
        self, "cyan and violet on near black", 0x0A0A0F, up: 0x22C55E, down: 0xEF4444, warning: 0xF59E0B,
        alert: 0xFF6B35, calm: 0x00D4FF, faint: 0x94A3B8, neutral: 0x6A7A91, info: 0x3B82F6,
        lines: [0x00D4FF, 0x7B61FF, 0xFF6B35, 0x3B82F6, 0xF59E0B, 0x22C55E],
        on: (raised: 0x12121A, border: 0x1A1A2E, text: 0xFFFFFF))
    case .ios:
      Theme(
        self, "system colours of a telephone, on black", 0x000000, up: 0x30D158, down: 0xFF3B30, warning: 0xFF9F0A,
        alert: 0xFF6B35, calm: 0x64D2FF, faint: 0x8E8E93, neutral: 0x8E8E93, info: 0x64D2FF,
        lines: [0x64D2FF, 0x6464E6, 0xFF9F0A, 0x007AFF, 0x63E6E2, 0xFF6482],
        on: (raised: 0x1C1C1E, border: nil, text: 0xFFFFFF))
    case .iosLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x048931, down: 0xD70015, warning: 0x8A6100,
        alert: 0xB25000, calm: 0x027FA5, faint: 0x6C6C70, neutral: 0x6C6C70, info: 0x027FA5,
        lines: [0x027FA5, 0x5856D6, 0x8A6100, 0x0072EE, 0x00706B, 0xC2185B],
        on: (raised: 0xF2F2F7, border: 0xC7C7CC, text: 0x1D1D1F))
    case .fortunia:
      Theme(
        self, "lavender and rose gold, muted", 0x1A1625, up: 0x7BC9A6, down: 0xE57373, warning: 0xF4C542,
        alert: 0xE8B298, calm: 0x64B5F6, faint: 0xB8B0C8, neutral: 0xA59CB6, info: 0x64B5F6,
        lines: [0x8B7AB8, 0xE8B298, 0xF4C542, 0x64B5F6, 0x7BC9A6, 0xFFA500],
        on: (raised: 0x2D2438, border: nil, text: 0xFFFFFF))
    case .fortuniaLight:
      Theme(
        self, "the same on cream", 0xF7F5F0, up: 0x20662A, down: 0xC62828, warning: 0x7A6000, alert: 0x96404A,
        calm: 0x1565C0, faint: 0x6B5E7A, neutral: 0x6B5E7A, info: 0x1565C0,
        lines: [0x6E5A93, 0x96404A, 0x7A6000, 0x1565C0, 0x00695C, 0xAD1457],
        on: (raised: 0xFFFFFF, border: nil, text: 0x1A1625))
    case .finance: Self.neutral
    case .financeLight: Self.neutralLight
    case .colourBlind:
      Theme(
        self, "sky blue is up, orange is down: for every kind of colour vision", 0x000000, up: 0x5AB4FF,
        down: 0xFFA500, warning: 0xF0E442, alert: 0xCC79A7, calm: 0x009E73, faint: 0xA8A8A8, neutral: 0xA8A8A8,
        info: 0xB8A9FF, lines: [0x5AB4FF, 0xCC79A7, 0xF0E442, 0x009E73, 0xB8A9FF, 0xFFA500], isForAllVision: true)
    case .colourBlindLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x0A5FD0, down: 0xAF5F00, warning: 0x6B6B00,
        alert: 0x9B3F7A, calm: 0x00695C, faint: 0x6B6B6B, neutral: 0x6B6B6B, info: 0x5B4FC0,
        lines: [0x0A5FD0, 0x9B3F7A, 0x6B6B00, 0x00695C, 0x5B4FC0, 0xAF5F00], isForAllVision: true)
    case .highContrast:
      Theme(
        self, "every text has 7:1 or more", 0x000000, up: 0x4ADE80, down: 0xFF8080, warning: 0xFFE45C,
        alert: 0xFFAB4A, calm: 0x67E8F9, faint: 0xD1D5DB, neutral: 0xC4C9D1, info: 0x93C5FD,
        lines: [0x67E8F9, 0xD8B4FE, 0xFFE45C, 0x93C5FD, 0x5EEAD4, 0xF9A8D4], leastContrast: 7,
        on: (raised: nil, border: 0x8A8F98, text: 0xFFFFFF))
    case .highContrastLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x005A2B, down: 0xA80010, warning: 0x5E4B00,
        alert: 0x6E1F5E, calm: 0x00466E, faint: 0x434A54, neutral: 0x4B525C, info: 0x1E3FA8,
        lines: [0x00466E, 0x5B21B6, 0x5E4B00, 0x1E3FA8, 0x0B5450, 0x8C1049], leastContrast: 7,
        on: (raised: nil, border: 0x6B7280, text: 0x000000))
    }
  }

  /// Chosen by lightness, chroma and hue, but for those that are given; some are more colourful than sRGB, and are mapped
  /// into it.
  private static let neutral = Theme(
    name: .finance, summary: "neutral greys with even lightness", background: OKLCH(0.26, 0, 0).srgb,
    up: SRGB(0x4DD4AC), down: SRGB(0xF84D4C), warning: SRGB(0xE8B931), alert: OKLCH(0.74, 0.19, 50).srgb,
    calm: OKLCH(0.72, 0.15, 258).srgb, faint: OKLCH(0.71, 0, 0).srgb, neutral: OKLCH(0.71, 0, 0).srgb,
    info: OKLCH(0.72, 0.15, 258).srgb,
    lines: [
      SRGB(0x5A88E8), SRGB(0x4DD4AC), SRGB(0xE8B931), SRGB(0xB164FF), SRGB(0xF06449), OKLCH(0.80, 0.13, 200).srgb,
    ], surfaces: Theme.Surfaces(raised: SRGB(0x1C1C1E), border: SRGB(0x3A3A3A), text: SRGB(0xFBFBFB)))

  private static let neutralLight = Theme(
    name: .financeLight, summary: "the same for a light terminal", background: OKLCH(1, 0, 0).srgb,
    up: OKLCH(0.53, 0.15, 160).srgb, down: SRGB(0xDC2626), warning: OKLCH(0.52, 0.13, 98).srgb,
    alert: OKLCH(0.56, 0.18, 42).srgb, calm: OKLCH(0.54, 0.21, 262).srgb, faint: SRGB(0x6B6B6B),
    neutral: SRGB(0x6B6B6B), info: OKLCH(0.54, 0.21, 262).srgb,
    lines: [
      SRGB(0xBD591A), SRGB(0x1D8379), SRGB(0x4A6478), SRGB(0x8D7405), OKLCH(0.53, 0.22, 300).srgb,
      OKLCH(0.55, 0.22, 5).srgb,
    ], surfaces: Theme.Surfaces(raised: nil, border: SRGB(0xEAEAEA), text: SRGB(0x242424)))
}

extension Theme {
  fileprivate init(
    _ name: ThemeName, _ summary: String, _ background: UInt32, up: UInt32, down: UInt32, warning: UInt32,
    alert: UInt32, calm: UInt32, faint: UInt32, neutral: UInt32, info: UInt32, lines: [UInt32],
    isForAllVision: Bool = false, isPlainInSixteen: Bool = false, leastContrast: Double = ThemeCheck.leastContrast,
    on surfaces: (raised: UInt32?, border: UInt32?, text: UInt32?) = (nil, nil, nil)
  ) {
    self.init(
      name: name, summary: summary, background: SRGB(background), up: SRGB(up), down: SRGB(down),
      warning: SRGB(warning), alert: SRGB(alert), calm: SRGB(calm), faint: SRGB(faint), neutral: SRGB(neutral),
      info: SRGB(info), lines: lines.map { SRGB($0) }, isForAllVision: isForAllVision,
      isPlainInSixteen: isPlainInSixteen, leastContrast: leastContrast,
      surfaces: Surfaces(
        raised: surfaces.raised.map { SRGB($0) }, border: surfaces.border.map { SRGB($0) },
        text: surfaces.text.map { SRGB($0) }))
  }
}
