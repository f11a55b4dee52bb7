import Foundation
import HeanCore

/// Where plans and steps appear while a verb is at work. Data formats get their document at the end; what a person has
/// to see before it goes to standard error then.
struct Board: Sendable {
  var session: Session

  private var isTable: Bool { session.settings.output.value == .table }

  /// - Parameter isAsked: whether a question follows, so that it has to be seen in any case.
  func show(_ plan: Plan, _ before: EngineSnapshot, isAsked: Bool) throws {
    var screen = Screen()
    screen.context(before.context, session)
    screen.plan(plan)
    screen.blank()
    if isTable, session.context.output.isTerminal || !isAsked {
      try session.context.output.write(draw(screen))
    } else if isAsked {
      try session.context.errors.write(draw(screen))
    }
  }

  func tell(_ step: MutationResult.StepResult) {
    guard isTable else { return }
    var screen = Screen()
    screen.steps([step])
    // A reader that went away must not stop what is under way.
    try? session.context.output.write(draw(screen))
  }

  func tell(_ proof: PanicProof) {
    guard isTable else { return }
    var screen = Screen()
    screen.proof(proof)
    try? session.context.output.write(draw(screen))
  }

  private func draw(_ screen: Screen) -> String { session.renderer.draw(screen) }
}

extension Screen {
  mutating func previewed(_ token: String, _ parsed: ParsedLine) {
    line(Cell("Nothing was sent. To send this while it is still so, within 10 minutes:"))
    verbatim(parsed.command(carryingOut: token))
  }
}

extension ParsedLine {
  /// The same command as it was typed, for what its preview showed.
  func command(carryingOut token: String) -> String {
    let words = recordedArguments.filter { $0 != "--\(MutationOptions.dryRun.name)" }
    return (["hean"] + (words + ["--\(MutationOptions.plan.name)", token]).map(Aim.quoted)).joined(separator: " ")
  }
}
