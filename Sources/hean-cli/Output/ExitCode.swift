import HeanCore

/// All exit codes of the program. The names are the `error.code` of JSON errors and do not change.
enum ExitCode: Int32, CaseIterable, Sendable {
  case ok = 0
  case refused = 1
  case declined = 2
  case conditionFalse = 3
  case staleOrUnconfirmed = 4
  case partial = 5
  case outcomeUnknown = 8
  case usage = 64
  case notFound = 66
  case unreachable = 69
  case bug = 70
  case cannotWrite = 74
  case temporary = 75
  case brokenContract = 76
  case notAuthorised = 77
  case configuration = 78
  case interrupted = 130
  case pipeClosed = 141

  var name: String {
    switch self {
    case .ok: "ok"
    case .refused: "refused"
    case .declined: "declined"
    case .conditionFalse: "condition_false"
    case .staleOrUnconfirmed: "stale_or_unconfirmed"
    case .partial: "partial"
    case .outcomeUnknown: "outcome_unknown"
    case .usage: "usage"
    case .notFound: "not_found"
    case .unreachable: "unreachable"
    case .bug: "bug"
    case .cannotWrite: "cannot_write"
    case .temporary: "temporary"
    case .brokenContract: "broken_contract"
    case .notAuthorised: "not_authorised"
    case .configuration: "configuration"
    case .interrupted: "interrupted"
    case .pipeClosed: "pipe_closed"
    }
  }

  var meaning: String {
    switch self {
    case .ok: "done, or the condition holds"
    case .refused: "the engine or hean itself refused, or the engine reported a failure"
    case .declined: "declined at the prompt, or no terminal and no --yes"
    case .conditionFalse: "the answer is no (--exit-code), or time ran out (wait, --until)"
    case .staleOrUnconfirmed:
      "prices older than --max-age, an earlier look (--offline), not enough answers to know, or an effect not seen"
    case .partial: "of several engines, not all ended alike: each row tells its own exit code"
    case .outcomeUnknown: "sent, but the outcome is not known"
    case .usage: "the command line has a mistake"
    case .notFound: "no such symbol, strategy, position or order"
    case .unreachable: "no engine answers there"
    case .bug: "a fault in hean itself"
    case .cannotWrite: "output or a file could not be written"
    case .temporary: "rate limit, deadline or a gateway: try again later"
    case .brokenContract: "the answer is not what a HEAN engine sends"
    case .notAuthorised: "no key, or not the right one"
    case .configuration: "the configuration cannot be used"
    case .interrupted: "interrupted (SIGINT; SIGTERM is 143, SIGHUP 129, SIGQUIT 131)"
    case .pipeClosed: "the reader of the output went away (SIGPIPE)"
    }
  }
}

extension PluginState {
  /// The exit code of a plugin, whatever the names of hean's own codes are.
  var exit: ExitCode { ExitCode(rawValue: Int32(code)) ?? .conditionFalse }
}
