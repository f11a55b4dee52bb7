import HeanCore
import HeanPractice

extension Failure {
  /// A practice engine that cannot be started.
  init(_ error: ListenFailure) {
    let anyPort = Guidance.command(.practiceServe, "--port", "0")
    switch error.cause {
    case .inUse:
      self.init(
        .unreachable, "port \(error.port) on 127.0.0.1 is in use",
        nextStep: "end what listens there, or take a free port: \(anyPort)")
    case .notPermitted:
      self.init(
        .unreachable, "this user may not listen on port \(error.port): \(error.reason)",
        nextStep: "take a port from 1024 on, or a free one: \(anyPort)")
    case .fewFiles:
      self.init(
        .unreachable, "a practice engine cannot be started: \(error.reason)",
        nextStep: "raise the limit: ulimit -n 1024")
    case .noAddress, .other:
      self.init(
        .unreachable, "no port on 127.0.0.1 is free: \(error.reason)",
        nextStep: "try again with a free port: \(anyPort)")
    }
  }
}
