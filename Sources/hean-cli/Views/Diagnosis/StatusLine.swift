import HeanCore

/// The status in one line under 60 columns, for tmux and other status bars. What is not known is a question mark.
///
/// Every word of it is hean's own: a text of the engine could hold what a status bar takes for markup.
struct StatusLine: Sendable {
  enum Format: String, Sendable, CaseIterable { case plain, tmux }

  struct Piece: Sendable {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  static let mostColumns = 59
  private static let gap = " | "
  private static let more = " ..."

  /// The most important first. In a line that is too long the last ones are left out, and dots say so.
  var pieces: [Piece]

  init(_ answer: StatusAnswer) {
    let mode = answer.context.mode
    pieces = [Piece(mode == .unknown ? "MODE ?" : mode.label, mode.style), Self.money(answer.judgement.money)]
    if let state = Self.state(answer) { pieces.append(Piece(state, answer.diagnosis.style)) }
    let day = Self.day(answer.day)
    let killSwitch = Self.killSwitch(answer.killSwitch).map { [$0] } ?? []
    // A switch that blocks trading is the word about trading, so it comes before the PnL of the day.
    pieces += answer.killSwitch.blocksTrading ? killSwitch + [day] : [day] + killSwitch
    pieces.append(Piece("pos \(answer.livePositions.map { "\($0.count)" } ?? "?")"))
  }

  /// The state in a word, with the amount at risk (USDT).
  private static func money(_ money: MoneyVerdict) -> Piece {
    let amount = money.atRisk.map { " \($0.rounded(to: 0))" }
    switch money.state {
    case .flat: return Piece("flat")
    case .calm: return Piece("risk\(amount ?? " ?")")
    case .atRisk: return Piece("AT RISK\(amount ?? " ?")", .bad)
    case .unknown: return Piece("money ?", .warning)
    }
  }

  /// A read without an answer, in words that have no room for details: `status` without `--line` tells them.
  init(_ failure: Failure) {
    let words =
      switch failure.exit {
      case .unreachable: "engine not reached"
      case .temporary: "engine does not answer now"
      case .notAuthorised: "API key missing or refused"
      case .brokenContract: "answer is not that of a HEAN engine"
      case .refused: "engine reported a failure"
      case .staleOrUnconfirmed: "prices too old, or of unknown age"
      case .configuration: "configuration cannot be used"
      default: "status not known (\(failure.exit.name))"
      }
    pieces = [Piece("hean: " + words, .bad)]
  }

  func text(_ format: Format) -> String {
    let kept = kept
    let texts = kept.map { format == .tmux ? Self.tmux($0) : $0.text }
    return texts.joined(separator: Self.gap) + (kept.count < pieces.count ? Self.more : "")
  }

  /// Without amounts, in ASCII as the rest of the line.
  var redacted: StatusLine {
    var line = self
    line.pieces = pieces.map { Piece(Redaction.data.text($0.text), $0.style) }
    return line
  }

  private var kept: ArraySlice<Piece> {
    func width(_ shown: ArraySlice<Piece>) -> Int {
      shown.map(\.text.count).reduce(0, +) + Self.gap.count * (shown.count - 1)
        + (shown.count < pieces.count ? Self.more.count : 0)
    }
    var shown = pieces[...]
    while shown.count > 1, width(shown) > Self.mostColumns { shown.removeLast() }
    return shown
  }
}

extension StatusLine {
  /// The engine's state where it is not just running, and whether it trades; `nil` where other pieces tell both.
  private static func state(_ answer: StatusAnswer) -> String? {
    let state = Self.word(answer.engine)
    let gate = answer.diagnosis.decisive?.id
    let place = gate.map { ": \($0.message)" } ?? ""
    // What the gate `engine` would say is the state, and what the gate `kill switch` would say is a piece of its own.
    let isTold = (gate == .engine && state != nil) || (gate == .killSwitch && answer.killSwitch.blocksTrading)
    let verdict: String? =
      switch answer.diagnosis.verdict {
      case .trading: "trading"
      case .quiet: "quiet"
      case .holding: "holding"
      case .waiting: "waiting"
      case .blocked: isTold ? nil : "blocked" + place
      case .ordersAfterStop: "ORDERS STILL MADE"
      case .unknown: "cannot tell" + place
      }
    let words = [state, verdict].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// `nil` when it simply runs.
  private static func word(_ engine: EngineStatus?) -> String? {
    guard let engine else { return "STATE ?" }
    switch engine.state {
    case .running: return engine.isRunning ? nil : "NOT RUNNING"
    case .paused, .stopped, .error, .busy: return engine.state.rawValue
    case .unknown: return "STATE ?"
    }
  }

  private static func killSwitch(_ truth: KillSwitchTruth) -> Piece? {
    switch truth.verdict {
    case .clear: nil
    case .triggered: Piece("KILL SWITCH \(rule(truth.reasons.first) ?? "TRIPPED")", .bad)
    case .emergency: Piece("EMERGENCY STOP", .bad)
    case .contradiction: Piece("KILL SWITCH ?", .bad)
    case .notRunning, .unknown: Piece("kill switch ?", .warning)
    }
  }

  /// The rule that tripped, such as `DAILY_PAUSE`, where the reason begins with one (docs/engine.md 4.5). HARD_STOP is the
  /// name of a state of the governor as well, which can be another one.
  private static func rule(_ reason: String?) -> String? {
    guard let reason else { return nil }
    return [ReasonCode.dailyPause, .errorPause, .volatilityPause].first { $0.begins(reason) }?.rawValue
  }

  /// A tilde marks a figure that is an estimate, or lacks something such as fees.
  private static func day(_ day: DayPnL) -> Piece {
    guard let value = day.shown else { return Piece("day ?", .warning) }
    let text = "day \(day.note == nil ? "" : "~")\(Figures.signed(value))"
    return Piece(text, .ofProfit(value))
  }

  /// With a background of its own, because the usual status bar of tmux is green; what is well needs no colour.
  private static func tmux(_ piece: Piece) -> String {
    let colours: String? =
      switch piece.style.tone {
      case .bad, .dangerBanner: "fg=white,bg=red"
      case .warning, .cautionBanner: "fg=black,bg=yellow"
      case .calmBanner: "fg=black,bg=cyan"
      default: nil
      }
    // A single # would begin markup.
    let text = piece.text.replacing("#", with: "##")
    return colours.map { "#[\($0)]\(text)#[default]" } ?? text
  }
}
