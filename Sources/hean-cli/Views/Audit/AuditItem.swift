import HeanCore

/// One thing that the audit log tells: a run of an operation, or what an operator wrote down or did without a call.
enum AuditItem: Sendable {
  case run(AuditRun)
  case remark(AuditRecord, AuditRecord.Remark)

  /// `nil` for what sent nothing.
  var run: AuditRun? { if case .run(let run) = self { run } else { nil } }
  var remark: AuditRecord.Remark? { if case .remark(_, let remark) = self { remark } else { nil } }
  private var record: AuditRecord? { if case .remark(let record, _) = self { record } else { nil } }

  /// When the first call was about to be sent, or the remark was written.
  var time: Date? { record?.time ?? run?.time }
  var id: String { record?.id ?? run?.id ?? "" }
  /// `operation` or the kind of the remark.
  var kind: String { remark?.kind.rawValue ?? "operation" }
  var mode: String? { record?.mode ?? run?.mode }
  var profile: String? { record?.profile ?? run?.profile }
  var url: String? { record?.url ?? run?.url }
  var user: String? { remark?.user ?? run?.user }
  var host: String? { remark?.host ?? run?.host }
  var reason: String? { remark?.reason ?? run?.reason }

  /// How the run ended, or in a word what was done.
  var outcome: String {
    switch self {
    case .run(let run): run.outcome
    case .remark(_, let remark): remark.outcome
    }
  }

  /// The outcome as a screen has it, with what a panic left, or with the words of a remark.
  var summary: Cell {
    switch self {
    case .run(let run):
      Cell(
        ([run.outcome] + run.left).joined(separator: ": "),
        ["confirmed", "flat"].contains(run.outcome) ? .good : .warning)
    case .remark(_, let remark): Cell(remark.sentence)
    }
  }

  /// What can name a symbol or a strategy.
  var texts: [String] {
    (run.map { $0.calls.compactMap(\.target) + $0.argv } ?? []) + [remark?.text].compactMap(\.self)
  }
}
