import HeanCore

/// A verb that plans, asks, sends once, and reads the engine again. Only the plan differs between verbs.
protocol OperationCommand: Command {
  var options: OperationOptions { get }
  var operation: EngineOperation { get }

  /// The same verb, with its symbol spelled as the engine spells it.
  func resolved(_ session: Session) async throws -> Self
}

extension OperationCommand {
  static var effect: CommandEffect { .changesEngine }
  static var documents: [OutputDocument] { OperationResult.documents }

  func resolved(_ session: Session) async throws -> Self { self }

  func run(_ session: Session) async throws -> Output {
    try Confirmation(session: session, options: options).refuseEarly()
    return try await session.tellingWaits(.verb) {
      let verb = try await resolved(session)
      return .report(try await OperationRun(session: session, operation: verb.operation, options: options).run())
    }
  }
}

extension Session {
  /// The engine's name for the symbol of a verb. If it cannot be found now, the verb itself looks for it later.
  func symbol(_ word: String) async throws -> String {
    if let known = Resolver().whole(word) { return known }
    return try await withEngine { engine in try await engine.symbolOrTaken(word) }
  }
}
