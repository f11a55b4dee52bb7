import HeanCore

/// `hean doctor`: what stands between this console and its engine.
struct DoctorCommand: Command {
  static let effect = CommandEffect.reads
  static let examinesConfiguration = true
  static var documents: [OutputDocument] {
    [OutputDocument(.diagnosis, "doctor", DoctorFields.all() as [Field<DoctorFinding>], source: .never)]
  }
  static let spec = CommandSpec(
    name: "doctor", summary: "Why does it not work here? Each step to the engine, with its remedy",
    discussion: """
      Checks, in this order: configuration and profile, the API key, hean's files, the terminal, then the way to the engine: \
      proxy, name, connection, TLS with the days that are left, authorisation, the shape of the answers, the first event of \
      the stream, the clocks, the time of an answer, rate limits, and the versions. It sends nothing that changes \
      the engine, and goes on whatever is broken, the configuration too. Each check has a time limit of its own: 5s or \
      --timeout, twice that for the shape of the answers and the stream, 11s for a command that prints a key; a check that needs another one that failed is skipped and says so.

      The exit code is that of the first check that failed, as a command would end that meets the same (69 for no \
      connection, 77 for a wrong key, 78 for the configuration); 0 when none failed, with warnings too. It says nothing of \
      trading: that is 'why', and 'check' for a monitoring system.
      """,
    examples: [
      Example("hean doctor", "of the engine in use"),
      Example("hean -p main doctor --json | jq '.data[] | select(.state==\"fail\")'", "what failed, for scripts"),
      Example("hean doctor --url https://engine.example --timeout 2s", "of another engine, in a hurry"),
    ])

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    let run = DoctorRun(session: session)
    let findings = try await session.tellingWaits(.read) { await run.findings() }
    try Task.checkCancellation()
    let sawEngine = findings.contains { $0.check == .auth && $0.state != .skip }
    return .report(DoctorView(findings: findings, sawEngine: sawEngine).report(session.viewpoint))
  }
}
