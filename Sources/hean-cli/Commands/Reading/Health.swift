import HeanCore

struct HealthCommand: QueryCommand {
  static let usualStep: Guidance? = .query(.why)
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.account, "health", HealthFields.all(), .object)] }
  static let spec = CommandSpec(
    name: "health", summary: "Is the engine's process healthy?",
    discussion: """
      The engine's process reports itself healthy even when the engine is stopped or a kill switch has tripped. So its \
      report is shown beside what the other endpoints say, and what blocks trading. With --exit-code: 0 when no \
      problem was found, 3 when one was: not running, a stop, old prices, a blocked or unknown verdict of 'hean why'.
      """,
    examples: [
      Example("hean health", "components, and problems that they do not show"),
      Example("hean health --exit-code", "as a probe"),
    ],
    options: [Options.exitCode])

  var wantsExitCode: Bool

  init(_ line: ParsedLine) { wantsExitCode = line[Options.exitCode] }

  func query(_ session: Session) -> HealthQuery { HealthQuery { session.pastAttempts(on: $0) } }

  func report(_ answer: HealthQuery.Answer, _ session: Session) -> Report {
    HealthView(
      answer: answer, closes: answer.listing.map { session.unprovenCloses($0) } ?? [], wantsExitCode: wantsExitCode
    ).report(session.viewpoint)
  }
}
