import HeanCore

/// Any error, folded into what is shown, as which code, and whether trying again can help.
struct Failure: Error, Sendable, Equatable {
  var exit: ExitCode
  var message: String
  var nextStep: Guidance?
  var isRetryable: Bool
  var requestID: String?
  var status: Int?
  /// Seconds until it is worth trying again; `nil` when that is not known.
  var retryAfter: Int?
  /// Where the audit log holds what was sent.
  var auditID: String?
  /// Whether it is told although nobody may be there to read it.
  var isAlwaysTold = false
  /// The command line with a mark under the wrong word; for people only.
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

  /// Nobody is sent to where they are.
  mutating func avoid(_ path: [String]) {
    guard case .step(.query(let query))? = nextStep?.parts.last, let name = path.first,
      query == NextStep.QueryName(rawValue: name).map({ NextStep.Query($0) })
    else { return }
    nextStep = nextStep?.ending(with: query.name == .health ? .status : .health)
  }
}
