import Foundation
import Synchronization

/// Stands still but for those who wait: a wait takes no time and moves the clock.
///
/// With `hasBeats` it also stops on its way wherever one who waits beside the others is due, and goes on when that one
/// waits again: what happens meanwhile happens at its own time.
final class TestClock: Sendable {
  private struct Beside {
    var end: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var date: Date
    var elapsed = Duration.zero
    var beats = 0
    var beside: Beside?
    /// Those who pass time, and wait for the one beside them.
    var passing: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  let hasBeats: Bool

  init(_ start: Date, hasBeats: Bool = false) {
    state = Mutex(State(date: start))
    self.hasBeats = hasBeats
  }

  var now: Date { state.withLock { $0.date } }
  var elapsed: Duration { state.withLock { $0.elapsed } }
  /// How often somebody began to wait beside the others.
  var beats: Int { state.withLock { $0.beats } }

  func advance(_ duration: Duration) { state.withLock { Self.advance(&$0, duration) } }

  private static func advance(_ state: inout State, _ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    state.elapsed += duration
    state.date += Double(seconds) + Double(attoseconds) / 1e18
  }

  /// As when the machine's time is set.
  func set(_ date: Date) { state.withLock { $0.date = date } }

  /// Waits beside the others, without moving the clock; there is one at a time.
  func beat(_ duration: Duration) async throws {
    // Without beats nobody's turn ever comes; only cancellation ends this wait.
    guard hasBeats else {
      state.withLock { $0.beats += 1 }
      while true { try await Task.sleep(for: .seconds(86_400)) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let passing = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          state.beats += 1
          guard !Task.isCancelled else {
            continuation.resume(throwing: CancellationError())
            return []
          }
          state.beside = Beside(end: state.elapsed + duration, continuation: continuation)
          defer { state.passing = [] }
          return state.passing
        }
        for one in passing { one.resume() }
      }
    } onCancel: {
      let beside = state.withLock { state in
        defer { state.beside = nil }
        return state.beside
      }
      beside?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock, with those who wait beside.
  func pass(_ duration: Duration) async {
    guard hasBeats else { return advance(duration) }
    let end = elapsed + duration
    while true {
      await untilSomebodyIsBeside()
      let due = state.withLock { state -> Beside? in
        guard let beside = state.beside, beside.end <= end else {
          Self.advance(&state, end - state.elapsed)
          return nil
        }
        Self.advance(&state, max(.zero, beside.end - state.elapsed))
        state.beside = nil
        return beside
      }
      guard let due else { return }
      due.continuation.resume()
    }
  }

  /// The same for a thread that may block, such as that of a server.
  func passBlocking(_ duration: Duration) {
    guard hasBeats else { return advance(duration) }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await self.pass(duration)
      done.signal()
    }
    done.wait()
  }

  private func untilSomebodyIsBeside() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.beside == nil { state.passing.append(continuation) }
        return state.beside != nil
      }
      if isThere { continuation.resume() }
    }
  }
}
