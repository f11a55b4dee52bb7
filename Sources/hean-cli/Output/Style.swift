import HeanCore

/// The meaning of a piece of text. Colour only repeats it: the words are clear without colour.
enum Style: Sendable, Equatable {
  case plain, good, bad, warning, strong, faint
  /// What has changed a moment ago.
  case changed
  case profit, loss, long, short
  /// The states of the governor.
  case normal, softBrake, quarantine, hardStop
  /// The banner of a mode that cannot, may, or does risk money.
  case calmBanner, cautionBanner, dangerBanner
  /// A token that no other case has, as those of charts.
  case of(Token)

  /// `nil` for text that has no colour.
  var token: Token? {
    switch self {
    case .plain: nil
    case .good: .good
    case .bad: .bad
    case .warning: .warning
    case .strong: .strong
    case .faint: .faint
    case .changed: .changed
    case .profit: .profit
    case .loss: .loss
    case .long: .long
    case .short: .short
    case .normal: .normal
    case .softBrake: .softBrake
    case .quarantine: .quarantine
    case .hardStop: .hardStop
    case .calmBanner: .calm
    case .cautionBanner: .caution
    case .dangerBanner: .danger
    case .of(let token): token
    }
  }

  /// The same without its subject, for what knows only good, bad and warnings.
  var tone: Style {
    switch self {
    case .profit, .long, .normal: .good
    case .loss, .short, .hardStop: .bad
    case .softBrake, .quarantine: .warning
    default: self
    }
  }

  /// Of a gain or a loss.
  static func ofProfit(_ value: Decimal) -> Style { value > 0 ? .profit : value < 0 ? .loss : .of(.neutral) }
}

extension Palette {
  func paint(_ text: String, _ style: Style) -> String { style.token.map { paint(text, as: $0) } ?? text }
}
