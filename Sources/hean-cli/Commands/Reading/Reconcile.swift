import HeanCore

/// `hean reconcile`: where the engine's places disagree.
struct ReconcileCommand: QueryCommand {
  static var documents: [OutputDocument] {
    [OutputDocument(.diagnosis, "reconcile", ReconcileFields.all(), .object)]
  }
  static let spec = CommandSpec(
    name: "reconcile", summary: "Where do the engine's own places disagree?",
    discussion: """
      Compares lists of positions and orders with the counts elsewhere, equity and PnL with their parts, lists of closed \
      positions with what was booked and counted, books with the exchange where the engine tells its figures. Each \
      disagreement has the places with their values, the likelier one and why, what it is worth, and what to look at. \
      Some the engine is known for; they are told as explained. What a place did not tell is not compared. With \
      --exit-code: 0 nothing disagrees without an explanation, 3 something does, 4 something was not compared.
      """,
    examples: [
      Example("hean reconcile", "after something odd"),
      Example("hean reconcile --exit-code -q", "in a script"),
    ], options: [Options.exitCode])

  var wantsExitCode: Bool

  init(_ line: ParsedLine) { wantsExitCode = line[Options.exitCode] }

  func query(_ session: Session) -> ReconcileQuery { ReconcileQuery { session.pastAttempts(on: $0) } }

  func report(_ answer: ReconcileQuery.Answer, _ session: Session) -> Report {
    ReconcileView(answer: answer, wantsExitCode: wantsExitCode).report(session.viewpoint)
  }
}
