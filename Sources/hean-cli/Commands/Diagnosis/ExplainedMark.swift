import HeanCore

/// What the marks on screens mean, and what to do about each.
extension GlossaryTerm {
  /// Modes come after the marks: their banners are explained by what each mode means for money.
  static let marks: [GlossaryTerm] = ScreenMark.allCases.map(\.term) + OperatingMode.allCases.map(\.term)
}

extension ScreenMark {
  var term: GlossaryTerm {
    let (meaning, here) = isOfPositions ? position : isOfStates ? state : operation
    return GlossaryTerm(rawValue, aliases: aliases, meaning: meaning, here: here)
  }

  /// The mark with the words that are printed behind it, and other words for it.
  private var aliases: [String] {
    switch self {
    case .beyondStop: ["beyond stop loss", "beyond sl"]
    case .beyondTarget: ["beyond target", "beyond take profit"]
    case .dropped: ["ghost close"]
    case .emergencyStop: ["emergency stop used"]
    case .contradiction: ["contradiction between sources"]
    case .old: ["stale", "hean.stale", "old prices"]
    case .tripped: ["triggered"]
    default: []
    }
  }

  private var isOfPositions: Bool {
    switch self {
    case .beyondStop, .beyondTarget, .echo, .residue, .unknownFill, .notHeld, .noStake, .otherSide, .dropped,
      .wrongSide:
      true
    default: false
    }
  }

  private var isOfStates: Bool {
    switch self {
    case .open, .narrowed, .closed, .unknown, .tripped, .emergencyStop, .contradiction, .running, .paused, .notRunning,
      .normal, .softBrake, .quarantine, .hardStop, .old:
      true
    default: false
    }
  }

  private var position: (String, NextStep) {
    switch self {
    case .beyondStop:
      (
        "The mark price has passed the stop loss, and the position is still open: nothing ends its loss.",
        "Close it: '\(.operation(.closePositions, "ID"))'; all of them: '\(.operation(.closeAllPositions))'."
      )
    case .beyondTarget:
      (
        "The mark price has passed the take profit, and the position is still open.",
        "Take the profit: '\(.operation(.closePositions, "ID"))'."
      )
    case .echo:
      (
        "Perhaps the echo of a close: the engine took its fill for a buy, and the exchange may hold nothing.",
        "Look at the exchange first: a close of what is not there opens the other side. '\(.query(.position, "ID"))' tells more."
      )
    case .residue:
      (
        "Perhaps left over by a close: small, and opposite to what was closed just before.",
        "If the exchange holds it, close it: '\(.operation(.closePositions, "ID"))'."
      )
    case .unknownFill:
      (
        "A fill that the engine could not match with an order: real, without a stop, and perhaps the other side.",
        "Look at the exchange for its side, and close it there, or: '\(.operation(.closePositions, "ID"))'."
      )
    case .notHeld:
      (
        "The exchange said that it holds none when it refused the close.",
        "No step: nothing is at stake, and the row leaves by itself within a minute."
      )
    case .noStake:
      (
        "The account stood still to the cent while the PnL of this row moved: perhaps nothing of it is at stake.",
        "Look at the exchange before closing it. '\(.query(.account))' shows the figures."
      )
    case .otherSide:
      (
        "The exchange said that it holds the opposite side when it refused the close: the books are wrong about it.",
        "Close it at the exchange itself; the engine would close the wrong side. What was sent: '\(.query(.audit))'."
      )
    case .dropped:
      (
        "The engine removed the position from its list with a PnL of exactly zero: no fill proves a close.",
        "Where there is an exchange, look whether it still holds it; what was sent: '\(.query(.audit))'."
      )
    default:
      (
        "A stop or a target on the side of the price where it would be hit at once.",
        "No step: nothing is sent with it. Choose a price on the other side: '\(.query(.position, "ID"))' has the mark."
      )
    }
  }

  private var state: (String, NextStep) {
    switch self {
    case .open:
      ("Signals pass this gate.", "No step: nothing is in the way here.")
    case .narrowed:
      (
        "Signals pass this gate, but fewer or smaller than they could.",
        "'\(.query(.why))' says what narrows it, and why."
      )
    case .closed:
      ("No signal passes this gate.", "'\(.query(.why))' has the evidence, and the step that opens it if there is one.")
    case .unknown:
      (
        "It could not be told: an answer is missing, or a call was sent and no reply came. Never good news.",
        "Look again: '\(.query(.why))'; after a call, what was sent: '\(.query(.audit))'."
      )
    case .tripped:
      (
        "The engine's kill switch stopped trading; open positions stay open.",
        "'\(.query(.killSwitch))' has reason and figures; '\(.query(.positions))' shows what is still open."
      )
    case .emergencyStop:
      (
        "The emergency call was made: every signal is refused until the engine is started anew. Positions stay.",
        "'\(.query(.positions))' shows what is open; '\(.query(.audit))' who made the call, if it was from here."
      )
    case .contradiction:
      (
        "Two endpoints say opposite things about the kill switch; it is treated as tripped.",
        "'\(.query(.killSwitch))' shows what each says."
      )
    case .running: ("The engine judges signals.", "Whether it trades is another question: '\(.query(.why))'.")
    case .paused:
      ("Somebody asked the engine to pause; orders can still be created.", "'\(.query(.why))' shows whether they are.")
    case .notRunning:
      (
        "The engine does not run: it watches no stop, and its lists prove nothing.",
        "Where there is an exchange, look there for positions; '\(.query(.status))' tells what was open."
      )
    case .normal:
      ("The governor's state below 10 % drawdown.", "No step: sizes are not cut. See '\(.query(.governor))'.")
    case .softBrake:
      (
        "The governor at 10 % drawdown: sizes are halved, and cut further.",
        "'\(.query(.governor))' shows the thresholds."
      )
    case .quarantine:
      (
        "The governor at 15 % drawdown; also a symbol that is refused.",
        "'\(.query(.governor))' lists the symbols, and shows how far the next state is."
      )
    case .hardStop:
      (
        "The governor at 20 % drawdown, or the kill switch 30 % below initial capital: every signal is refused.",
        "Positions stay open: '\(.query(.positions))'. '\(.query(.why))' says which of the two it is."
      )
    default:
      (
        "What is shown was seen a while ago, and the engine does not answer now, or sends old prices.",
        "'\(.query(.health))' shows what answers; figures made of old prices can be far off."
      )
    }
  }

  private var operation: (String, NextStep) {
    switch self {
    case .confirmed: ("It was sent, and its effect was seen.", "No step: it is done.")
    case .refused:
      (
        "The engine said no, or hean did before it was sent; of a signal: a gate turned it down, and no order was made.",
        "The line behind the mark says why; the codes of signals: '\(.query(.reasons))'."
      )
    case .notConfirmed:
      (
        "It was sent, and looking again did not show the effect.",
        "Look once more before repeating it: '\(.query(.audit))', '\(.query(.positions))'."
      )
    case .notAuthorised:
      ("The engine did not accept the API key; nothing was done.", "Store the key: '\(.operation(.login))'.")
    case .rateLimited:
      ("The engine limits how often this is called; nothing was done.", "No step but to wait: up to a minute.")
    case .notSent: ("Nothing reached the engine.", "'\(.query(.health))' shows what answers; then try again.")
    case .preview:
      ("It was shown and not sent.", "No step: add --plan with the token that was printed to send just that.")
    case .unchanged: ("All was as wanted already; nothing was sent.", "No step: there was nothing to do.")
    case .flat: ("Nothing is open, and it stayed so while hean looked.", "No step: it is proved.")
    case .left, .notFlat:
      (
        "After a panic something is open, or that is not known.",
        "Close what is left at the exchange itself, or again: '\(.operation(.panic))'. '\(.query(.positions))' lists it."
      )
    case .notProvedFlat:
      (
        "Nothing is listed as open, and the proof is missing: books can be wrong.",
        "Look at the exchange itself; '\(.query(.positions))' shows what speaks against it."
      )
    case .seen: ("This proof was seen.", "No step: it is what a panic looks for.")
    case .notSeen:
      ("This proof was looked for, and did not come.", "Look at the exchange itself, and '\(.query(.positions))'.")
    default:
      (
        "This could not be told: the engine did not answer.",
        "Look again: '\(.query(.health))', then '\(.query(.positions))'."
      )
    }
  }
}

extension OperatingMode {
  fileprivate var term: GlossaryTerm {
    let here: NextStep =
      switch self {
      case .practice, .practiceExchange:
        "No step: nothing of it reaches an exchange. Scenarios: '\(.query(.practiceScenarios))'."
      case .rehearsal:
        "No step: nothing is at stake. It comes from '\(.operation(.servePractice))' with --rehearse mainnet."
      case .dryRun: "No step: no order leaves the engine. '\(.query(.settings))' shows what is set."
      case .paperFallback:
        "What was bought before may still be at the exchange: look there. '\(.query(.why))' shows the connection."
      case .testnet: "No step: it is no real money. '\(.query(.settings))' shows the network."
      case .mainnet:
        "No step by itself; severe verbs want the engine's name typed. '\(.query(.status))' shows the engine."
      case .unknown: "Treat it as real money until it is told: '\(.query(.settings))'."
      }
    return GlossaryTerm(label, aliases: [rawValue], meaning: meaning.sentenceStart + ".", here: here)
  }
}
