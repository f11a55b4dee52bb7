import HeanCore
import Synchronization

/// Speaks with one client over standard input and output, until the input ends.
final class AssistantServer: Sendable {
  private struct Work {
    var task: Task<Void, Never>
    var isRead: Bool
  }

  private let context: Context
  private let desk: AssistantDesk
  private let machine: Mutex<AssistantMachine>
  private let work = Mutex<[JSONValue: Work]>([:])
  /// How long reads may go on when nobody asks any more.
  private static let grace = Duration.seconds(1)

  init(_ context: Context, _ catalogue: AssistantCatalogue, _ desk: AssistantDesk) {
    self.context = context
    self.desk = desk
    machine = Mutex(AssistantMachine(catalogue))
  }

  /// - Throws: when nobody reads the output any more.
  func run() async throws {
    var isOpen = true
    while isOpen {
      do {
        if let line = try await context.input.readLine() {
          try step { $0.take(line) }
        } else {
          isOpen = false
        }
      } catch LineReader.Failure.notUTF8 {
        try step { $0.unreadable("this line is no UTF-8") }
      } catch LineReader.Failure.tooLong(let limit) {
        try step { $0.unreadable("this line is longer than \(limit) bytes") }
      } catch is LineReader.Failure {
        isOpen = false
      }
    }
    try? step { $0.close() }
    await finish()
  }

  /// Verbs are carried through; reads that go on are given up.
  private func finish() async {
    let (context, left) = (context, work.withLock { Array($0.values) })
    let limit = Task {
      try? await context.beat(Self.grace)
      for work in left where work.isRead { work.task.cancel() }
    }
    for work in left { await work.task.value }
    limit.cancel()
  }

  /// Writes what the machine wants to send in the order in which it decided it, then begins what it wants done.
  private func step(_ body: (inout AssistantMachine) -> [AssistantMachine.Action]) throws {
    let actions = try machine.withLock { machine in
      let actions = body(&machine)
      for case .send(let message) in actions { try context.output.writeBytes(Array(JSONText.line(message))) }
      return actions
    }
    for action in actions {
      switch action {
      case .send: break
      case .call(let id, let call): begin(id, call)
      case .read(let id, let resource, let client): begin(id, resource, client)
      case .cancel(let id): work.withLock { if $0[id]?.isRead == true { $0[id]?.task.cancel() } }
      }
    }
  }

  private func begin(_ id: JSONValue, _ call: ToolCall) {
    start(id, isRead: call.tool.kind == .read) { [self] in
      let outcome = await desk.carryOut(call) { note in try? self.step { $0.progress(id, note) } }
      try? step { $0.ended(id, outcome) }
    }
  }

  private func begin(_ id: JSONValue, _ resource: AssistantResource, _ client: String) {
    start(id, isRead: true) { [self] in
      let text = await desk.text(of: resource, client: client)
      try? step { $0.ended(id, reading: resource, text) }
    }
  }

  private func start(_ id: JSONValue, isRead: Bool, _ body: @escaping @Sendable () async -> Void) {
    work.withLock { work in
      // It waits for this lock before it takes itself off the list.
      let task = Task { [self] in
        await body()
        self.work.withLock { $0[id] = nil }
      }
      work[id] = Work(task: task, isRead: isRead)
    }
  }
}
