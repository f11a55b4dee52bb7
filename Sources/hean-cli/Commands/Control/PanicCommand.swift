import Foundation
import HeanCore

/// `hean panic`.
struct PanicCommand: Command {
  static let deadline = OptionSpec("deadline", .value("TIME"), help: "when to give up and tell what is left (30s)")
  static let spec = CommandSpec(
    name: "panic", summary: "Halt, cancel everything, close everything, and prove it",
    discussion: """
      Uses the emergency stop, cancels every open order, closes every position, then those that are left one by one, and \
      looks until nothing is open or the deadline passes. Exit 0 is flat, with a fill for every position; exit 4 lists what \
      is left or not known. Only a new engine process undoes the emergency stop.

      --yes asks for nothing, whatever the mode, and nothing waits for an engine that does not tell its state: the stop goes \
      out without it. --confirm NAME still refuses where the engine is another one.
      """,
    examples: [
      Example("hean panic", "everything out, now"),
      Example("hean panic --yes --deadline 1m", "from a script"),
      Example("hean panic --dry-run", "what it would do"),
    ],
    options: [deadline] + MutationOptions.all)

  var options: MutationOptions
  var deadline: Duration

  init(_ line: ParsedLine) throws(UsageError) {
    options = try MutationOptions(line)
    deadline = try line.duration(Self.deadline) ?? .seconds(30)
  }

  func run(_ session: Session) async throws -> Output {
    .report(try await PanicRun(session: session, options: options, deadline: deadline).run())
  }
}
