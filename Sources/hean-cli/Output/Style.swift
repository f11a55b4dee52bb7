/// The meaning of a piece of text. Colour only repeats it: the words are clear without colour.
enum Style: Sendable, Equatable {
  case plain, good, bad, warning, strong, faint
  /// The banner of a mode that cannot, may, or does risk money.
  case calmBanner, cautionBanner, dangerBanner
}

/// Turns styles into ANSI sequences that are readable on dark and light backgrounds, or into nothing.
struct Palette: Sendable {
  var isEnabled: Bool

  func paint(_ text: String, _ style: Style) -> String {
    guard isEnabled, let code = Self.code(style), !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func code(_ style: Style) -> String? {
    switch style {
    case .plain: nil
    case .good: "32"
    case .bad: "1;31"
    case .warning: "33"
    case .strong: "1"
    case .faint: "2"
    case .calmBanner: "7;36"
    case .cautionBanner: "7;33"
    case .dangerBanner: "1;7;31"
    }
  }
}
