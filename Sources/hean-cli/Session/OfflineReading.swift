import HeanCore
import Synchronization

/// Gathers the good answers of a look, to be kept when the command has succeeded.
final class LookRecorder: Sendable {
  let name: StoredLook.Name
  private let answers = Mutex<[String: StoredLook.Answer]>([:])

  init(_ name: StoredLook.Name) { self.name = name }

  /// Headers that tell something of the answer itself.
  private static let headers: Set<String> = ["x-hean-practice", "x-key-deprecated", "date", "age"]

  func note(_ request: RESTRequest, _ response: RESTResponse) {
    // A 503 of `/health` is the normal answer of an engine whose emergency stop was used.
    guard request.method == .get, response.status == 200 || response.status == 503 else { return }
    let headers = response.headers.filter { Self.headers.contains($0.key) }
    let answer = StoredLook.Answer(
      key: request.key, status: response.status, headers: headers, receivedAt: response.receivedAt,
      body: response.body)
    answers.withLock { $0[answer.key] = answer }
  }

  /// How many seconds the answers of one look may be apart: a watched screen reads some of them less often than others.
  private static let span: TimeInterval = 60

  /// What was read of this engine; `nil` where it did not tell its state, without which nothing is shown.
  func look(url: String) -> StoredLook? {
    let answers = answers.withLock { kept in
      let latest = kept.values.map(\.receivedAt).max() ?? .distantPast
      kept = kept.filter { latest.timeIntervalSince($0.value.receivedAt) <= Self.span }
      return Array(kept.values)
    }
    let status = Endpoint<EngineStatus>.engineStatus.path
    return answers.contains { $0.key == status } ? StoredLook(name: name, url: url, answers: answers) : nil
  }
}

/// A transport that notes each answer.
struct RecordedTransport: RESTTransport {
  var transport: any RESTTransport
  var recorder: LookRecorder

  var displayURL: String { transport.displayURL }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let response = try await transport.send(request)
    recorder.note(request, response)
    return response
  }
}

/// A transport that answers with what an earlier look has read, and sends nothing.
struct KeptTransport: RESTTransport {
  var displayURL: String
  private let answers: [String: StoredLook.Answer]

  init(_ look: StoredLook) {
    displayURL = look.url
    answers = Dictionary(look.answers.map { ($0.key, $0) }) { first, _ in first }
  }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    guard request.method == .get, let kept = answers[request.key] else {
      throw .refusedLocally(
        reason: "\(request.path) was not read when the engine was asked last",
        nextStep: "ask the engine: leave out --\(GlobalOptions.offline.name)")
    }
    return RESTResponse(status: kept.status, headers: kept.headers, body: kept.body, receivedAt: kept.receivedAt)
  }
}

/// What is remembered of an engine, which an earlier look does not change.
struct ReadOnlyMemory: EngineMemory {
  var memory: EngineMemoryFile

  var now: Date { memory.now }
  func recalled() async -> RememberedEngine { await memory.recalled() }
  func update(isUrgent: Bool, _ change: @escaping @Sendable (inout RememberedEngine) -> Void) async {}
}
