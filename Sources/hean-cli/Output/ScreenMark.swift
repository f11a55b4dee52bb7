import HeanCore

/// The words that screens set beside a figure or before a line to mark it, as they are printed. `hean explain` knows each
/// one, with a step or the reason why there is none.
enum ScreenMark: String, CaseIterable, Sendable {
  // Positions and closed trades.
  case beyondStop = "BEYOND STOP"
  case beyondTarget = "BEYOND TP"
  case echo = "ECHO?"
  case residue = "RESIDUE?"
  case unknownFill = "UNKNOWN FILL"
  case notHeld = "NOT HELD"
  case noStake = "NO STAKE?"
  case otherSide = "OTHER SIDE"
  case dropped = "DROPPED"
  case wrongSide = "WRONG SIDE"

  // Gates. `UNKNOWN` is also the end of a call.
  case open = "OPEN"
  case narrowed = "NARROWED"
  case closed = "CLOSED"
  case unknown = "UNKNOWN"

  // Kill switch.
  case tripped = "TRIPPED"
  case emergencyStop = "EMERGENCY STOP"
  case contradiction = "CONTRADICTION"

  // What became of a call, and of a panic.
  case confirmed = "CONFIRMED"
  case refused = "REFUSED"
  case notConfirmed = "NOT CONFIRMED"
  case notAuthorised = "NOT AUTHORISED"
  case rateLimited = "RATE LIMITED"
  case notSent = "NOT SENT"
  case preview = "PREVIEW"
  case unchanged = "UNCHANGED"
  case flat = "FLAT"
  case left = "LEFT"
  case notFlat = "NOT FLAT"
  case notProvedFlat = "NOT PROVED FLAT"
  case seen = "SEEN"
  case notSeen = "NOT SEEN"
  case notKnown = "NOT KNOWN"

  // States.
  case running = "RUNNING"
  case paused = "PAUSED"
  case notRunning = "NOT RUNNING"
  case normal = "NORMAL"
  case softBrake = "SOFT_BRAKE"
  case quarantine = "QUARANTINE"
  case hardStop = "HARD_STOP"
  case old = "OLD"
}

extension ScreenMark {
  init(_ doubt: PositionDoubt) {
    switch doubt {
    case .echo: self = .echo
    case .residue: self = .residue
    case .unrecognised: self = .unknownFill
    case .notHeld: self = .notHeld
    case .noStake: self = .noStake
    case .otherSide: self = .otherSide
    }
  }

  init(_ level: ExitLevel) {
    switch level {
    case .stopLoss: self = .beyondStop
    case .takeProfit: self = .beyondTarget
    }
  }

  init(_ state: Gate.State) {
    switch state {
    case .open: self = .open
    case .narrowed: self = .narrowed
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }

  init(_ outcome: OperationOutcome) {
    switch outcome {
    case .confirmed: self = .confirmed
    case .refused: self = .refused
    case .notConfirmed: self = .notConfirmed
    case .unknown: self = .unknown
    case .notAuthorised: self = .notAuthorised
    case .rateLimited: self = .rateLimited
    case .notSent: self = .notSent
    case .preview: self = .preview
    case .unchanged: self = .unchanged
    case .flat: self = .flat
    case .left: self = .left
    }
  }

  init(_ verdict: PanicProof.Verdict) {
    switch verdict {
    case .seen: self = .seen
    case .notSeen: self = .notSeen
    case .notKnown: self = .notKnown
    }
  }
}

extension OperationOutcome {
  var label: String { ScreenMark(self).rawValue }

  var style: Style {
    switch self {
    case .confirmed, .flat, .preview, .unchanged: .good
    case .notSent: .warning
    case .refused, .notConfirmed, .unknown, .notAuthorised, .rateLimited, .left: .bad
    }
  }
}
