/// What a piece of text means. Nothing outside of a theme names a colour.
enum Token: String, Sendable, CaseIterable {
  case profit = "pnl.profit"
  case loss = "pnl.loss"
  case long = "side.long"
  case short = "side.short"
  case good = "state.good"
  case warning = "state.warning"
  case bad = "state.bad"
  case neutral = "state.neutral"
  case info = "state.info"
  case normal = "risk.normal"
  case softBrake = "risk.softBrake"
  case quarantine = "risk.quarantine"
  case hardStop = "risk.hardStop"
  case strong = "text.strong"
  case faint = "text.faint"
  case changed = "text.changed"
  case calm = "mode.calm"
  case caution = "mode.caution"
  case danger = "mode.danger"
  case rising = "chart.rising"
  case falling = "chart.falling"
  case chartFaint = "chart.faint"
  case now = "chart.now"
  case own = "chart.own"
  case line1 = "chart.line1"
  case line2 = "chart.line2"
  case line3 = "chart.line3"
  case line4 = "chart.line4"
  case line5 = "chart.line5"
  case line6 = "chart.line6"

  static let lines: [Token] = [.line1, .line2, .line3, .line4, .line5, .line6]

  /// Where it is used.
  var meaning: String {
    switch self {
    case .profit: "a gain"
    case .loss: "a loss"
    case .long: "long, buy"
    case .short: "short, sell"
    case .good: "as it should be"
    case .warning: "to be looked at"
    case .bad: "wrong, refused, stopped"
    case .neutral: "flat, closed, zero, skipped: neither good nor bad"
    case .info: "what is told beside the facts: offers, notes"
    case .normal: "governor: NORMAL"
    case .softBrake: "governor: SOFT_BRAKE"
    case .quarantine: "governor: QUARANTINE"
    case .hardStop: "governor: HARD_STOP"
    case .strong: "what matters most; in the terminal's own colour"
    case .faint: "headings, sources, ages"
    case .changed: "what has changed a moment ago; in the terminal's own colour"
    case .calm: "banner: no money at risk"
    case .caution: "banner: paper or test network"
    case .danger: "banner: real money, or unknown"
    case .rising: "a bar or a cell that rose"
    case .falling: "a bar or a cell that fell"
    case .chartFaint: "entry lines, gaps"
    case .now: "the price now; in the terminal's own colour"
    case .own: "your fills, stops and targets; in the terminal's own colour"
    case .line1, .line2, .line3, .line4, .line5, .line6: "an indicator"
    }
  }

  /// Bold and inverse, which a token has in every theme: parameters of an SGR sequence (ECMA-48).
  var attributes: String {
    switch self {
    case .loss, .short, .bad, .hardStop, .strong, .own: "1"
    case .changed, .calm, .caution, .now: "7"
    case .danger: "1;7"
    default: ""
    }
  }

  /// The whole parameters in the sixteen colours that every terminal has; readable on dark and light backgrounds.
  var plain: String {
    switch self {
    case .profit, .long, .good, .normal, .rising: "32"
    case .loss, .short, .bad, .hardStop: "1;31"
    case .warning, .softBrake, .quarantine: "33"
    case .neutral: "2"
    case .info: "36"
    case .strong, .own: "1"
    case .faint, .chartFaint: "2"
    case .calm: "7;36"
    case .caution: "7;33"
    case .danger: "1;7;31"
    case .falling: "31"
    case .changed, .now: "7"
    case .line1: "36"
    case .line2: "35"
    case .line3: "33"
    case .line4: "34"
    case .line5: "96"
    case .line6: "95"
    }
  }
}
