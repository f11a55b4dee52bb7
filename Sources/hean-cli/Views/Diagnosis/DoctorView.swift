import HeanCore

/// All checks of `hean doctor`, each with its remedy.
struct DoctorView {
  var findings: [DoctorFinding]
  /// Whether an engine was looked at.
  var sawEngine: Bool

  func report(_ view: Viewpoint) -> Report {
    var report = Report(schema: "hean.doctor/1", asOf: view.now)
    report.show(findings, view)
    if sawEngine, report.exit == .ok { report.screen.hint("whether it trades, and what is at risk: \(.query(.why))") }
    return report
  }
}

extension Report {
  /// Shows checks with their remedies and a line that counts them, and ends with the code of the first that failed.
  mutating func show<Check: FieldWord>(_ findings: [Finding<Check>], _ view: Viewpoint) {
    let first = findings.first { $0.state == .fail }
    holdsAmounts = false
    payload = .list(DoctorFields.all(view.commands), findings)
    for finding in findings { screen.add(finding) }
    screen.blank()
    screen.line(Cell(Self.summary(findings), DoctorState.worst(findings.map(\.state)).style))
    exit = first?.exit ?? .ok
  }

  private static func summary<Check: FieldWord>(_ findings: [Finding<Check>]) -> String {
    func count(_ state: DoctorState) -> Int { findings.count { $0.state == state } }
    let words = [
      "\(count(.ok)) ok", "\(count(.warn)) warn", "\(count(.fail)) fail", "\(count(.skip)) skip",
    ].joined(separator: ", ")
    guard let first = findings.first(where: { $0.state == .fail }) else { return words }
    return "\(words): begin with \(first.check.rawValue)"
  }
}

enum DoctorFields {
  static func all<Check: FieldWord>(_ commands: CommandLines = CommandLines()) -> [Field<Finding<Check>>] {
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
  fileprivate mutating func add<Check: FieldWord>(_ finding: Finding<Check>) {
    let name = padded(finding.check.rawValue, to: Check.allCases.map(\.rawValue.count).max() ?? 0)
    let mark = "\(padded(finding.state.rawValue, to: 4))  \(name) "
    item(mark, Cell(finding.seen, finding.state.style))
    guard let remedy = finding.remedy else { return }
    offer("next ", remedy)
  }
}
