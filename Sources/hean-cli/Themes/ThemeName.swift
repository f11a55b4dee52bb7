/// The themes by name, as `--theme` takes them.
enum ThemeName: String, Sendable, CaseIterable {
  case hean
  case heanLight = "hean-light"
  case ios, fortunia
  case fortuniaLight = "fortunia-light"
  case finance
  case financeLight = "finance-light"
  case colourBlind = "colour-blind"
  case colourBlindLight = "colour-blind-light"

  var theme: Theme {
    switch self {
    case .hean:
      Theme(
        self, "dark; the default", 0x0A0E14, up: 0x10B981, down: 0xEF4444, warning: 0xF59E0B, alert: 0xF97316,
        calm: 0x00D4FF, faint: 0x9CA3AF, lines: [0x00D4FF, 0xA78BFA, 0xF59E0B, 0x60A5FA, 0x2DD4BF, 0xF472B6],
        isPlainInSixteen: true)
    case .heanLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x047857, down: 0xDC2626, warning: 0x806600,
        alert: 0xA84300, calm: 0x0369A1, faint: 0x6B7280,
        lines: [0x0369A1, 0x7C3AED, 0x806600, 0x2563EB, 0x115E59, 0xBE185D])
    case .ios:
      Theme(
        self, "system colours of a telephone, on black", 0x000000, up: 0x30D158, down: 0xFF3B30, warning: 0xFF9F0A,
        alert: 0xFF6B35, calm: 0x64D2FF, faint: 0x8E8E93,
        lines: [0x64D2FF, 0xBF5AF2, 0xFF9F0A, 0x007AFF, 0x63E6E2, 0xFF6482])
    case .fortunia:
      Theme(
        self, "lavender and rose gold, muted", 0x1A1625, up: 0x7BC9A6, down: 0xE57373, warning: 0xF4C542,
        alert: 0xE8B298, calm: 0x64B5F6, faint: 0xB8B0C8,
        lines: [0xA596CC, 0xE8B298, 0xF4C542, 0x64B5F6, 0x7BC9A6, 0xFFA500])
    case .fortuniaLight:
      Theme(
        self, "the same on cream", 0xF7F5F0, up: 0x20662A, down: 0xC62828, warning: 0x7A6000, alert: 0x96404A,
        calm: 0x1565C0, faint: 0x6B5E7A, lines: [0x6E5A93, 0x96404A, 0x7A6000, 0x1565C0, 0x00695C, 0xAD1457])
    case .finance: Self.neutral
    case .financeLight: Self.neutralLight
    case .colourBlind:
      Theme(
        self, "sky blue is up, orange is down: for every kind of colour vision", 0x000000, up: 0x5AB4FF,
        down: 0xFFA500, warning: 0xF0E442, alert: 0xCC79A7, calm: 0x009E73, faint: 0xA8A8A8,
        lines: [0x5AB4FF, 0xCC79A7, 0xF0E442, 0x009E73, 0xB8A9FF, 0xFFA500], isForAllVision: true)
    case .colourBlindLight:
      Theme(
        self, "the same for a light terminal", 0xFFFFFF, up: 0x0A5FD0, down: 0xAF5F00, warning: 0x6B6B00,
        alert: 0x9B3F7A, calm: 0x00695C, faint: 0x6B6B6B,
        lines: [0x0A5FD0, 0x9B3F7A, 0x6B6B00, 0x00695C, 0x5B4FC0, 0xAF5F00], isForAllVision: true)
    }
  }

  /// Chosen by lightness, chroma and hue; some are more colourful than sRGB, and are mapped into it.
  private static let neutral = Theme(
    name: .finance, summary: "neutral greys with even lightness", background: OKLCH(0.26, 0, 0).srgb,
    up: OKLCH(0.78, 0.20, 165).srgb, down: OKLCH(0.70, 0.20, 22).srgb, warning: OKLCH(0.81, 0.16, 86).srgb,
    alert: OKLCH(0.74, 0.19, 50).srgb, calm: OKLCH(0.72, 0.15, 258).srgb, faint: OKLCH(0.71, 0, 0).srgb,
    lines: [
      OKLCH(0.68, 0.16, 262), OKLCH(0.78, 0.16, 168), OKLCH(0.81, 0.16, 86), OKLCH(0.72, 0.23, 303),
      OKLCH(0.71, 0.19, 30), OKLCH(0.80, 0.13, 200),
    ].map(\.srgb))

  private static let neutralLight = Theme(
    name: .financeLight, summary: "the same for a light terminal", background: OKLCH(1, 0, 0).srgb,
    up: OKLCH(0.53, 0.15, 160).srgb, down: OKLCH(0.57, 0.25, 27).srgb, warning: OKLCH(0.52, 0.13, 98).srgb,
    alert: OKLCH(0.56, 0.18, 42).srgb, calm: OKLCH(0.54, 0.21, 262).srgb, faint: OKLCH(0.53, 0, 0).srgb,
    lines: [
      OKLCH(0.56, 0.17, 45), OKLCH(0.48, 0.10, 185), OKLCH(0.49, 0.05, 240), OKLCH(0.52, 0.13, 98),
      OKLCH(0.53, 0.22, 300), OKLCH(0.55, 0.22, 5),
    ].map(\.srgb))
}

extension Theme {
  fileprivate init(
    _ name: ThemeName, _ summary: String, _ background: UInt32, up: UInt32, down: UInt32, warning: UInt32,
    alert: UInt32, calm: UInt32, faint: UInt32, lines: [UInt32], isForAllVision: Bool = false,
    isPlainInSixteen: Bool = false
  ) {
    self.init(
      name: name, summary: summary, background: SRGB(background), up: SRGB(up), down: SRGB(down),
      warning: SRGB(warning), alert: SRGB(alert), calm: SRGB(calm), faint: SRGB(faint), lines: lines.map { SRGB($0) },
      isForAllVision: isForAllVision, isPlainInSixteen: isPlainInSixteen)
  }
}
