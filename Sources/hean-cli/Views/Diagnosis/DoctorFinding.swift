import HeanCore

/// What `hean doctor` looks at, in its order: a check can only be made when those before it that it needs were well.
enum DoctorCheck: String, FieldWord {
  case configuration, key, files, terminal, proxy, name, connection, tls, auth, api, stream, clock, latency, limits,
    versions
}

/// What a check comes to.
enum DoctorState: String, FieldWord {
  case ok, warn, fail
  /// It could not be made, or there is nothing to check.
  case skip

  var style: Style {
    switch self {
    case .ok: .plain
    case .warn: .warning
    case .fail: .bad
    case .skip: .faint
    }
  }

  /// The worst of several that were made.
  static func worst(_ states: [DoctorState]) -> DoctorState {
    [.fail, .warn, .ok].first(where: states.contains) ?? .skip
  }

  init(_ state: PluginState) {
    switch state {
    case .ok: self = .ok
    case .warning, .unknown: self = .warn
    case .critical: self = .fail
    }
  }
}

typealias DoctorFinding = Finding<DoctorCheck>

/// One check, and what was seen.
struct Finding<Check: FieldWord>: Sendable {
  var check: Check
  var state: DoctorState
  /// What was seen, as a clause; why it was not made, for one that was skipped.
  var seen: String
  /// What to do about it.
  var remedy: Guidance?
  /// With which code a command ends that meets the same; only of one that failed.
  var exit: ExitCode?

  init(_ check: Check, _ state: DoctorState, _ seen: String, remedy: Guidance? = nil) {
    self.check = check
    self.state = state
    self.seen = seen
    self.remedy = remedy
  }

  /// A check that failed as a command would.
  init(_ check: Check, failed failure: Failure) {
    self.init(check, .fail, failure.message, remedy: failure.nextStep)
    exit = failure.exit
  }
}

extension Finding: Equatable where Check: Equatable {}
