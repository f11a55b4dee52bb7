import HeanCore

/// `hean panic`.
struct PanicCommand: Command {
  static let effect = CommandEffect.changesEngine
  static let deadline = Option(
    "deadline", "TIME", .span(), default: .seconds(120), help: "when to give up and report what is left")
  static let isEmergency = true
  static var documents: [OutputDocument] { OperationResult.documents }
  static let spec = CommandSpec(
    name: "panic", summary: "Halt, close everything, stop orders from being sent again, and prove it",
    discussion: """
      Uses the emergency stop and closes every position. The engine can still send unfilled orders again, which no \
      stop prevents. So an engine in dry run is killed; one at an exchange is restarted, halted again at once, and \
      watched until it makes no order and its equity does not change. Exit 0: flat, and it stays flat. Exit 4: what is \
      left or not known is listed. With --deadline under 35s hean does not wait for a quiet moment, and under 20s it \
      does not restart the engine.

      Orders that rest at the exchange can neither be seen nor cancelled through the engine: look there afterwards.

      With --yes hean asks nothing, in any mode, and does not wait for an engine that does not report its state: the \
      stop is sent all the same. --confirm NAME still refuses when the engine has another name.
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
