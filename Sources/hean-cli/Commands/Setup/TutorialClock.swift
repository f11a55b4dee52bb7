import HeanCore
import Synchronization

/// The time of the tutorial's markets: it stands still while somebody reads or types, so that what a step tells of its market
/// is still so when its command looks.
final class TutorialClock: Sendable {
  private struct State {
    /// How far it is behind the clock.
    var behind: TimeInterval = 0
    /// The time at which it stands; `nil` while it goes.
    var stopped: Date?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - now: the clock.
  ///   - stopped: where it stood when the tutorial was left; `nil` when it begins now.
  init(now: @escaping @Sendable () -> Date, stopped: Date?) {
    self.now = now
    let start = stopped ?? now()
    state.withLock { $0.stopped = start }
  }

  func time() -> Date {
    let now = now()
    return state.withLock { $0.stopped ?? now.addingTimeInterval(-$0.behind) }
  }

  func goOn() {
    let now = now()
    state.withLock { state in
      guard let stopped = state.stopped else { return }
      state.behind = now.timeIntervalSince(stopped)
      state.stopped = nil
    }
  }

  /// - Parameter later: how many seconds pass at once.
  /// - Returns: where it stands now.
  @discardableResult
  func stop(later: TimeInterval = 0) -> Date {
    let time = time().addingTimeInterval(later)
    state.withLock { $0.stopped = time }
    return time
  }
}
