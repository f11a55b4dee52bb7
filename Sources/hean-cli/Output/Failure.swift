import HeanCore

/// Any error, reduced to what is shown, the exit code, and whether trying again can help.
struct Failure: Error, Sendable, Equatable {
  var exit: ExitCode
  var message: String
  var nextStep: Guidance?
  /// What it means for the money, as a clause; `nil` where the message says all.
  var consequence: String?
  var isRetryable: Bool
  var requestID: String?
  var status: Int?
  /// Seconds until another attempt makes sense; `nil` when that is not known.
  var retryAfter: Int?
  /// The id of the audit log entry for what was sent.
  var auditID: String?
  /// Whether it is written to standard error even when the reader of standard output is gone.
  var isAlwaysTold = false
  /// The command line with a mark under the wrong word; only for the text form.
  var pointer: String?

  init(
    _ exit: ExitCode, _ message: String, nextStep: Guidance? = nil, isRetryable: Bool = false, requestID: String? = nil,
    status: Int? = nil
  ) {
    self.exit = exit
    self.message = message
    self.nextStep = nextStep
    self.isRetryable = isRetryable
    self.requestID = requestID
    self.status = status
  }

  /// A next step must not be the command that just failed.
  mutating func avoid(_ path: [String]) {
    guard case .step(.query(let query))? = nextStep?.parts.last, query.isAnswered(by: path) else { return }
    nextStep = nextStep?.ending(with: query.name == .health ? .status : .health)
  }
}
