import HeanCore

/// What a monitoring system is told, as the output of a plugin.
struct CheckView {
  var findings: [PartFinding]
  /// What the first line calls it; empty for all parts.
  var service: String
  var state: PluginState

  /// - Parameter redaction: hides amounts; `nil` shows them.
  func output(_ commands: CommandLines, _ redaction: Redaction?) -> PluginOutput {
    let isOne = findings.count == 1
    var output = PluginOutput(service: service, state: state, message: message(isOne))
    for finding in findings {
      if !isOne {
        output.details.append("\(finding.part.rawValue.uppercased()) \(finding.state.label) - \(finding.message)")
      }
      output.details += finding.details.map { isOne ? $0 : "  \($0)" }
      if let step = finding.nextStep { output.details.append("\(isOne ? "" : "  ")next: \(commands(step))") }
      output.figures += finding.figures
    }
    guard let redaction else { return output }
    output.message = redaction.text(output.message)
    output.details = output.details.map(redaction.text)
    output.figures.removeAll(where: \.isAmount)
    return output
  }

  private func message(_ isOne: Bool) -> String {
    if isOne, let only = findings.first { return only.message }
    guard state != .ok else { return "\(findings.count) parts are as they should be" }
    return findings.filter { $0.state == state }.map { "\($0.part.rawValue): \($0.message)" }.joined(separator: "; ")
  }
}

/// Names of the fields of `hean check` in JSON.
enum CheckFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<PartFinding>] {
    [
      Field("part", "PART", "what was checked", priority: 100) { $0.part },
      Field("state", "STATE", "ok, warning, critical or unknown", priority: 99) { $0.state },
      Field("message", "SEEN", "what was found, in words", .wrapping, priority: 90) { $0.message },
      .member("details", "what else there is to say") { $0.details },
      .parts("figures", "", "the first is what thresholds are about", of: figures) { $0.figures },
      .member("next_step", "what to do; null when nothing has to be done") { finding in
        finding.nextStep.map { commands($0) }
      },
    ]
  }

  private static let figures: [Field<PluginFigure>] = [
    .member("name", "the label of the figure, which never changes") { $0.label },
    Field("value", "", "null when it is not known", priority: 0) { $0.value },
    .member("unit", "s, %, B, or empty for an amount in USDT and for a count") { $0.unit.rawValue },
    .member("warn", "the range outside of which it is a warning; null without one") { $0.warn?.written },
    .member("crit", "the range outside of which it is critical; null without one") { $0.crit?.written },
    .member("min", "the least that it can be; null without one") { $0.least },
    .member("max", "the greatest that it can be; null without one") { $0.most },
  ]
}
