import Foundation
import HeanCore
import HeanNetworking

/// Agrees to what closes positions, and to nothing else. A real one asks somebody.
struct OnlyCloses: OperationApproval {
  func asks(_ request: ApprovalRequest) -> Bool { false }

  func approve(_ request: ApprovalRequest) async throws -> Approval {
    request.operation == .closePositions ? .given : .declined
  }
}

/// Prints its records. A real one keeps them: nothing is sent before its record was taken.
struct PrintedRecords: AuditSink {
  func append(_ record: AuditRecord, within patience: Duration?) throws {
    print("record:", record.verb ?? "?", record.step)
  }
}

func close(_ symbol: String, at engine: URL) async throws -> OperationOutcome {
  let client = EngineClient(transport: HTTPTransport(configuration: TransportConfiguration(baseURL: engine)))
  let executor = OperationExecutor(
    engine: ControlledEngine(client, now: { Date() }), clock: .system,
    origin: OperationOrigin(url: engine.absoluteString, user: "me", host: "here"), audit: .required(PrintedRecords()),
    approval: OnlyCloses(), progress: NoProgress())
  let result = try await executor.run(.closePositions([symbol]), OperationTerms()).result
  for step in result.steps { print(step.target, step.outcome.rawValue, step.seen ?? "") }
  return result.outcome
}
