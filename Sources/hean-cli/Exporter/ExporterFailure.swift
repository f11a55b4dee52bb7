import HeanCore
import HeanPractice

extension Failure {
  /// An exporter that cannot listen.
  init(exporting error: ListenFailure, at address: ListenAddress) {
    let other = Guidance.command(.exporter, "--listen", "127.0.0.1:0")
    switch error.cause {
    case .inUse:
      self.init(
        .unreachable, "\(address.text) is in use", nextStep: "end what listens there, or take a free port: \(other)")
    case .notPermitted:
      self.init(
        .unreachable, "this user may not listen on \(address.text): \(error.reason)",
        nextStep: "take a port from 1024 on, or a free one: \(other)")
    case .noAddress:
      self.init(
        .unreachable, "\(address.host) is no address of this machine: \(error.reason)",
        nextStep: "name one, or listen on loopback: \(other)")
    case .fewFiles:
      self.init(
        .unreachable, "nothing can be served: \(error.reason)", nextStep: "raise the limit: ulimit -n 1024")
    case .other: self.init(.unreachable, "\(address.text) cannot be listened on: \(error.reason)")
    }
  }
}
