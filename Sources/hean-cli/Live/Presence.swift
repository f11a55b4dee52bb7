import Foundation
import HeanCore
import Synchronization

/// Whether an engine that is waited for answers, said whenever that changes.
final class Presence: Sendable {
  private struct State {
    var hasAnswered = false
    /// Why it does not answer, as it was said last.
    var trouble: ExitCode?
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
    let failure = failure.map { Failure($0, url: url) }
    let (words, hadAnswered) = state.withLock { state in
      defer {
        state.trouble = failure?.exit
        if failure == nil { state.hasAnswered = true }
      }
      guard state.trouble != failure?.exit else { return (String?.none, false) }
      return (failure?.message ?? "the engine answers", state.hasAnswered)
    }
    guard let words else { return }
    let still = failure == nil ? (hadAnswered ? " again" : " now") : "; waiting for it"
    session.note("\(session.clock(session.context.now())) \(words)\(still)")
  }
}
