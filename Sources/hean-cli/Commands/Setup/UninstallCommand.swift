import HeanCore

struct UninstallCommand: Command {
  static let scope = CommandScope.local
  static let effect = CommandEffect.reads
  static var documents: [OutputDocument] { [OutputDocument(.console, "uninstall", MadeFiles.fields)] }
  static let list = Flag("list", help: "list them; it has to be named, so that nobody expects more")
  static let spec = CommandSpec(
    name: "uninstall", summary: "Which files of yours hean has made; removes nothing",
    discussion: """
      Configuration with keys, state with the audit log and what was recorded, units of systemd that hean has written, \
      completions, and the program itself, each with its size. Nothing is removed: 'rm' does that, and 'hean service remove' \
      for units that are switched on. Files that were written where you said (--html, --append, --to) are not known.
      """,
    examples: [
      Example("hean uninstall --list", "all of it"),
      Example("hean uninstall --list --json | jq -r '.data[].path'", "the paths"),
    ],
    options: [list])

  init(_ line: ParsedLine) throws(UsageError) {
    guard line[Self.list] else {
      throw .contradiction(
        "hean removes none of your files itself",
        nextStep: "see which ones there are: \(.command(.uninstall, "--list"))")
    }
  }

  func run(_ session: Session) async throws -> Output {
    var report = session.localReport("uninstall")
    report.holdsAmounts = false
    let found = try MadeFiles.found(environment: session.context.environment, program: session.context.program())
    report.list(MadeFiles.fields, found, none: "hean has made no files of yours.")
    report.screen.gap()
    report.screen.line(Cell("Nothing was removed. The audit log may be needed later: keep a copy of audit.jsonl."))
    report.screen.hint("units that are switched on: \(.command(.serviceRemove))")
    return .report(report)
  }
}
