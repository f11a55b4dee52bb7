import Foundation
import HeanCore

/// `hean panic`.
struct PanicCommand: Command {
  static let deadline = Option(
    "deadline", "TIME", .span(), default: .seconds(120), help: "when to give up and tell what is left")
  static let isEmergency = true
  static var documents: [OutputDocument] { OperationResult.documents }
  static let spec = CommandSpec(
    name: "panic", summary: "Halt, close everything, end the orders that come again, and prove it",
    discussion: """
      Uses the emergency stop and closes every position. Then it ends what no stop ends, unfilled orders that are sent \
      again: a dry run's engine is killed; one at an exchange is restarted, halted again at once, and looked at until \
      no order is made and its equity stands still. Exit 0 is flat, and staying so; exit 4 lists what is left or not known. \
      With little time (--deadline under 35s) nothing waits for a quiet moment, and under 20s nothing is restarted.

      Orders that rest at the exchange can neither be seen nor cancelled through the engine: look there afterwards.

      --yes asks for nothing, whatever the mode, and nothing waits for an engine that does not tell its state: the stop goes \
      out without it. --confirm NAME still refuses where the engine is another one.
      """,
    examples: [
      Example("hean panic", "everything out, now"),
      Example("hean panic --yes --deadline 1m", "from a script"),
      Example("hean panic --dry-run", "what it would do"),
    ],
    options: [deadline] + OperationOptions.all)

  var options: OperationOptions
  var deadline: Duration

  init(_ line: ParsedLine) throws(UsageError) {
    options = try OperationOptions(line)
    deadline = try line[Self.deadline]
  }

  func run(_ session: Session) async throws -> Output {
    .report(try await PanicRun(session: session, options: options, deadline: deadline).run())
  }
}
