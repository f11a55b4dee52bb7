import HeanCore

/// `hean help reasons [CODE]`.
enum ReasonPages {
  static let name = CommandName.reasonsTopic

  /// - Parameter commands: writes commands with the flags for the chosen engine.
  static func page(_ code: String?, _ commands: CommandLines) throws(Failure) -> String {
    guard let code else { return all }
    guard let reason = Reason.named(code) else {
      let near =
        Spelling.nearest(to: code, in: ReasonCode.allCases.map(\.rawValue)).map { ". Did you mean '\($0)'?" } ?? ""
      throw Failure(.notFound, "no reason code '\(code)' is known\(near)", nextStep: .command(.help, name))
    }
    let rows = [
      ("kind", reason.kind.rawValue), ("gate", reason.gate?.message ?? "none: no signal is stopped"),
      (padded("severity", to: 10), reason.severity.rawValue), ("meaning", reason.meaning),
    ]
    // Commands stay on one line, so that they can be pasted.
    let steps = [("cleared by", reason.clearedBy), ("next", reason.nextStep)].flatMap { label, step in
      Pasteable.steps(commands.pieces(Guidance(step)), indent: 14, width: HelpRenderer.width).enumerated().map {
        $0 == 0 ? "  " + padded(label, to: 12) + $1.dropFirst(14) : $1
      }
    }
    return ([reason.code.rawValue, ""] + HelpRenderer.columns(rows) + steps).joined(separator: "\n") + "\n"
  }

  static var all: String {
    var lines = ["REASON CODES", ""]
    lines += HelpRenderer.wrap(
      "Every code the engine is known to give. '\(CommandLines()(.query(.reasons, "CODE")))' adds what clears it and what to "
        + "do. A code that is not here is shown with its count wherever it turns up.", indent: 0)
    for (kind, title) in [
      (Reason.Kind.decision, "DECISIONS"), (.filter, "FILTERS, before a signal is published"),
      (.stop, "STOPS: beginnings of kill-switch reasons, and others"), (.exit, "EXITS"),
    ] {
      lines += ["", title]
      lines += HelpRenderer.columns(Reason.all.filter { $0.kind == kind }.map { ($0.code.rawValue, $0.meaning) })
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
