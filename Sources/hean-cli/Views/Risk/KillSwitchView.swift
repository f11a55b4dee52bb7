import HeanCore

/// What three endpoints say about the kill switches.
struct KillSwitchView {
  var answer: RiskAnswer
  /// Whether the exit code tells what was found.
  var wantsExitCode = false

  func report(_ view: Viewpoint) -> Report {
    let truth = answer.killSwitch
    let fields = RiskFields.killSwitch
    var report = view.report("killswitch", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, answer)
    report.screen.context(answer.context, view)
    report.screen.record(fields, answer)
    if let since = truth.triggeredAt { report.screen.line(Cell("Tripped at \(view.timestamp(since)).")) }
    if let words = answer.killSwitchBasis?.message {
      report.screen.line(Cell("The kill switch \(words).", .warning))
    }
    for line in truth.advice { report.screen.sentence(Guidance(line), .warning) }
    report.notes += answer.missing
    if wantsExitCode { report.exit = truth.exitCode }
    return report
  }
}

extension KillSwitchTruth {
  var exitCode: ExitCode {
    switch verdict {
    case .clear: .ok
    case .triggered, .emergency, .contradiction: .conditionFalse
    case .notRunning, .unknown: .staleOrUnconfirmed
    }
  }

  var style: Style {
    switch verdict {
    case .clear: .good
    case .triggered, .emergency, .contradiction: .bad
    case .notRunning, .unknown: .warning
    }
  }

  /// The verdict in unambiguous words.
  var message: String {
    switch verdict {
    case .clear: "clear"
    case .triggered: ScreenMark.tripped.rawValue
    case .emergency: "\(ScreenMark.emergencyStop.rawValue) used"
    case .contradiction: "\(ScreenMark.contradiction.rawValue) between sources"
    case .notRunning: "not known (engine not running)"
    case .unknown: "not known"
    }
  }

  /// The same, with a note when the stop was triggered by a bookkeeping figure that is probably wrong.
  func message(_ basis: StopBasis?) -> String {
    message + (basis?.verdict == .suspect && verdict == .triggered ? " on a bookkeeping figure" : "")
  }
}
