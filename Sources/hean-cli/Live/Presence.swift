import Foundation
import HeanCore
import Synchronization

/// Whether an engine that is waited for answers, said whenever that changes.
final class Presence: Sendable {
  private struct State {
    var hasAnswered = false
    var isAway = false
  }

  private let state = Mutex(State())
  private let session: Session
  private let url: String

  init(_ session: Session) {
    self.session = session
    url = session.sourceURL
  }

  var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

  /// - Parameter failure: why the engine did not answer just now; `nil` if it did.
  func note(_ failure: EngineError?) {
    let (words, hadAnswered) = state.withLock { state in
      let words: String? =
        switch (failure, state.isAway) {
        case (let failure?, false): Failure(failure, url: url).message
        case (nil, true): "the engine answers"
        default: nil
        }
      defer {
        state.isAway = failure != nil
        if failure == nil { state.hasAnswered = true }
      }
      return (words, state.hasAnswered)
    }
    guard let words else { return }
    let still = failure == nil ? (hadAnswered ? " again" : " now") : "; waiting for it"
    session.note("\(session.clock(session.context.now())) \(words)\(still)")
  }
}
