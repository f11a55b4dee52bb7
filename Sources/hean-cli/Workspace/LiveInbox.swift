import HeanCore
import Synchronization

/// What happens to the full-screen console.
enum LiveInput: Sendable {
  case keys([PressedKey], at: Duration)
  /// The window may have another size, and show anything.
  case resized
  /// The terminal is gone.
  case closed
  /// A snapshot, and the parts that were read for it.
  case picture(EngineSnapshot, Set<SnapshotPart>)
  /// What the stream tells about itself, and events of the engine.
  case heard([StreamRecord])
  case run(Int, NestedRun.News)
  /// Ages grow.
  case tick
}

extension StreamNotice.Kind {
  /// Whether events were lost, or fetched afterwards: a console tells that with their numbers.
  var isLoss: Bool { [.gap, .dropped, .reconnected].contains(self) }
}

/// Hands inputs to the console in their order. Nobody waits for it: a picture that came before it was drawn is replaced by
/// the next one, and what is heard is kept up to a limit, so that a terminal that takes nothing costs no memory.
final class LiveInbox: Sendable {
  private struct State {
    var inputs: [LiveInput] = []
    var picture: (EngineSnapshot, Set<SnapshotPart>)?
    var heard: [StreamRecord] = []
    var ticks = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// The most records of the stream that wait; keys and what a run writes are never dropped.
  private static let most = 2_000

  func put(_ input: LiveInput) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      switch input {
      case .picture(let snapshot, let parts): state.picture = (snapshot, parts)
      case .heard(let records):
        state.heard += records
        if state.heard.count > Self.most { state.heard.removeFirst(state.heard.count - Self.most) }
      case .tick: state.ticks = true
      default: state.inputs.append(input)
      }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Everything that has come since the last call; keys first. Waits for something, or until the task is cancelled.
  func next() async -> [LiveInput] {
    while !Task.isCancelled {
      if let inputs = take() { return inputs }
      await wait()
    }
    return []
  }

  func take() -> [LiveInput]? {
    state.withLock { state in
      var inputs = state.inputs
      if !state.heard.isEmpty { inputs.append(.heard(state.heard)) }
      if let (snapshot, parts) = state.picture { inputs.append(.picture(snapshot, parts)) }
      if state.ticks { inputs.append(.tick) }
      (state.inputs, state.heard, state.picture, state.ticks) = ([], [], nil, false)
      return inputs.isEmpty ? nil : inputs
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.inputs.isEmpty, state.heard.isEmpty, state.picture == nil, !state.ticks, !Task.isCancelled else {
            return true
          }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }
  }
}
