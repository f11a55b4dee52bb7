import HeanCore

struct VersionCommand: Command {
  static let scope = CommandScope.local
  static let effect = CommandEffect.reads
  static var documents: [OutputDocument] { [OutputDocument(.console, "version", fields, .object)] }
  static let spec = CommandSpec(
    name: "version", summary: "Version of hean",
    examples: [Example("hean version", "one line")])

  static let fields: [Field<String>] = [
    Field("version", "hean", "of this program", priority: 1) { $0 }
  ]

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    guard session.output.format != .table else { return .text("hean \(Version.number)\n") }
    var report = session.localReport("version")
    report.payload = .object(Self.fields, Version.number)
    return .report(report)
  }
}
