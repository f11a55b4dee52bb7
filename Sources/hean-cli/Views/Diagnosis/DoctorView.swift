import HeanCore

/// All checks of `hean doctor`, each with its remedy.
struct DoctorView {
  var findings: [DoctorFinding]
  /// Whether an engine was looked at.
  var sawEngine: Bool

  func report(_ view: Viewpoint) -> Report {
    var report = Report(schema: "hean.doctor/1", asOf: view.now)
    report.holdsAmounts = false
    report.payload = .list(DoctorFields.all(view.commands), findings)
    for finding in findings { report.screen.add(finding) }
    report.screen.blank()
    report.screen.line(Cell(summary, DoctorState.worst(findings.map(\.state)).style))
    if sawEngine, first == nil { report.screen.hint("whether it trades, and what is at risk: \(.query(.why))") }
    report.exit = first?.exit ?? .ok
    return report
  }

  private var first: DoctorFinding? { findings.first { $0.state == .fail } }

  private var summary: String {
    func count(_ state: DoctorState) -> Int { findings.count { $0.state == state } }
    let words = [
      "\(count(.ok)) ok", "\(count(.warn)) warn", "\(count(.fail)) fail", "\(count(.skip)) skip",
    ].joined(separator: ", ")
    guard let first else { return words }
    return "\(words): begin with \(first.check.rawValue)"
  }
}

enum DoctorFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<DoctorFinding>] {
    [
      Field("check", "CHECK", "what was looked at", priority: 100) { $0.check },
      Field("state", "STATE", "ok; warn: works, but look at it; fail; skip: not made", priority: 99) {
        $0.state
      } cell: {
        Cell($0.state.rawValue, $0.state.style)
      },
      Field("seen", "SEEN", "what was seen, or why it was not made", .wrapping, priority: 98) { $0.seen },
      Field("remedy", "REMEDY", "what to do; null when nothing has to be done", .wrapping, priority: 97) { finding in
        finding.remedy.map { commands.text($0) }
      } cell: { finding in
        Cell(finding.remedy.map { commands.text($0) } ?? "")
      },
      .member("error", "of one that failed: the code of a command that meets the same, as in error.code; else null") {
        $0.exit?.name
      },
    ]
  }
}

extension Screen {
  /// The remedy stands below, with room for a whole command: none is broken.
  fileprivate mutating func add(_ finding: DoctorFinding) {
    let name = padded(finding.check.rawValue, to: DoctorCheck.allCases.map(\.rawValue.count).max() ?? 0)
    let mark = "\(padded(finding.state.rawValue, to: 4))  \(name) "
    item(mark, Cell(finding.seen, finding.state.style))
    guard let remedy = finding.remedy else { return }
    offer("next ", remedy)
  }
}
