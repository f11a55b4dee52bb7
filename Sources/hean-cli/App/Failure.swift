import Foundation
import HeanCore
import HeanNetworking

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

  /// The one place where errors become exit codes.
  init(_ error: any Error, url: String) {
    switch error {
    case let failure as Failure: self = failure
    case let error as EngineError: self.init(engine: error, url: url)
    case let failure as OperationFailure: self.init(failure, url: url)
    case let error as TransportError: self.init(transport: error, url: url)
    case let loss as ConnectionLoss: self.init(stream: loss, url: url)
    case let error as UsageError: self.init(.usage, error.message, nextStep: error.nextStep)
    case let error as ConfigurationError:
      self.init(error.isUsage ? .usage : .configuration, error.message, nextStep: error.nextStep)
    case let error as SnapshotError: self.init(snapshot: error)
    case let error as FileError: self.init(.cannotWrite, error.message, nextStep: "check the path and the disk")
    case let error as LineReader.Failure: self.init(.usage, "standard input cannot be read: \(error)")
    case let error as SecretPrompt.Failure: self.init(.declined, "no key was read: \(error)")
    case let error as FileDescriptorWriter.Failure: self.init(write: error)
    case is CancellationError: self.init(.interrupted, "interrupted")
    default:
      self.init(
        .bug, "hean met an error it does not know: \(error)",
        nextStep: "report this with the command line and `\(.command(VersionCommand.self))`")
    }
  }

  /// Prices that are older than is wanted.
  /// - Parameter age: in seconds; `nil` when it is not known.
  init(age: Decimal?, olderThan limit: Duration) {
    let limit = Spans.text(limit)
    let words =
      age.map { "prices are \(Spans.text($0)) old, older than --max-age \(limit)" }
      ?? "the age of the prices is not known, and --max-age asks for \(limit)"
    self.init(.staleOrUnconfirmed, words, nextStep: .query(.why), isRetryable: true)
  }

  /// A panic that could not begin. Nobody should have to mend a file first.
  init(beforePanic error: ConfigurationError) {
    self.init(error, url: "")
    message += "; nothing was sent"
    let panic = Guidance.command(
      PanicCommand.self, "--yes", choosing: ["--url", "http://HOST:PORT", "--api-key-file", "FILE"])
    nextStep = "\(panic); or \(Panic.exchange)"
  }

  private init(engine error: EngineError, url: String) {
    switch error {
    case .transport(let error):
      self.init(transport: error, url: url)
    case .refused(let detail) where error.isCrash:
      self.init(
        .refused, "the engine failed at \(detail.endpoint): \(detail.message) (HTTP \(detail.status))", detail,
        nextStep: "look at the engine's log; what else answers: \(.query(.health))")
    case .refused(let detail):
      self.init(
        .refused, "the engine refused \(detail.endpoint): \(detail.message)", detail, nextStep: Self.advice(detail))
    case .notAuthorised(let detail) where detail.status == 403:
      self.init(
        .notAuthorised, "not allowed: \(detail.endpoint) at \(url): \(detail.message)", detail,
        nextStep:
          """
          the key is known but may not do this, or a proxy in front of the engine refuses; which key and address \
          are in use: \(.command(ProfileCommand.Show.self))
          """)
    case .notAuthorised(let detail):
      self.init(
        .notAuthorised, "not authorised for \(detail.endpoint) at \(url): \(detail.message)", detail,
        nextStep: Self.storingKey)
    case .notFound(let kind, let name, let known):
      // All of the engine's own symbols and strategies; ids are long, and only begin.
      let most = kind == "symbol" || kind == "strategy" ? 12 : 8
      let more = known.count > most ? ", …" : ""
      // The audit log is this console's own: no engine was asked.
      let isOwn = kind == Self.auditEntry
      let place = isOwn ? " in this console's audit log" : ""
      let list =
        known.isEmpty
        ? isOwn ? "" : " (the engine lists none)" : " (known: \(known.prefix(most).joined(separator: ", "))\(more))"
      self.init(.notFound, "no \(kind) '\(name)'\(place)\(list)", nextStep: Self.listing(of: kind))
    case .ambiguous(let kind, let name, let matches):
      let list = matches.prefix(8).joined(separator: ", ") + (matches.count > 8 ? ", …" : "")
      self.init(
        .usage, "more than one \(kind) goes by '\(name)': \(list)",
        nextStep: kind == "symbol" || kind == "strategy"
          ? "write one of them whole" : "name one of them by its id: \(Self.listing(of: kind))")
    case .untold:
      self.init(.staleOrUnconfirmed, error.shortText, nextStep: .query(.why), isRetryable: true)
    case .rateLimited(let detail, let seconds):
      self.init(
        .temporary, "the engine limits \(detail.endpoint): \(detail.message)", detail,
        nextStep: seconds.map { "try again in \($0) s" }
          ?? "try again in 60 s at most: the engine counts by the minute",
        isRetryable: true)
      retryAfter = seconds ?? 60
    case .unavailable(let detail):
      self.init(
        .temporary, "the engine at \(url) is not available: \(detail.message)", detail,
        nextStep: "try again; if it stays, check the proxy in front of the engine", isRetryable: true)
    case .brokenContract(let detail):
      let excerpt = detail.excerpt.map { ". It begins: \($0.prefix(120))" } ?? ""
      self.init(
        .brokenContract,
        "the answer of \(detail.endpoint) at \(url) breaks the contract: \(Self.clause(detail.message))\(excerpt)",
        detail,
        nextStep: detail.status == 404
          ? "check that this URL is a HEAN engine; one of another version may lack this: \(.query(.health))"
          : "check that this URL is a HEAN engine")
    }
    message = Self.clause(message)
  }

  /// Without a full stop of its own: another sentence may follow.
  private static func clause(_ text: String) -> String {
    text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
  }

  /// What to do about a no of the engine, by its status.
  private static func advice(_ detail: EngineError.Detail) -> Guidance {
    switch detail.status {
    case 403: "a rule of the engine, by its mode: \(.query(.settings))"
    case 404 where detail.message.hasPrefix("Order"): .query(.orders, options: .status("all"))
    case 404 where detail.message.hasPrefix("Strategy"): listing(of: "strategy")
    case 404: "the engine knows nothing of that name: \(.query(.status))"
    case 500... where detail.message.contains("not running"): .query(.status)
    case 500...:
      "look for the request id in the engine's log; what else answers: \(.query(.health))"
    default: .query(.status)
    }
  }

  /// Nobody is sent to where they are.
  mutating func avoid(_ path: [String]) {
    guard case .step(.query(let query))? = nextStep?.parts.last, let name = path.first,
      query == NextStep.QueryName(rawValue: name).map({ NextStep.Query($0) })
    else { return }
    nextStep = nextStep?.ending(with: query.name == .health ? .status : .health)
  }

  /// The kind of what the audit log holds.
  static let auditEntry = "audit entry"

  /// The command that lists what could have been meant.
  private static func listing(of kind: String) -> Guidance {
    switch kind {
    case "strategy": .command(StrategiesCommand.List.self)
    case "symbol": .query(.watch, "market_data", options: .duration("5s"))
    case "key": .query(.configuration)
    case "limit": .query(.limits)
    case "signal": "\(.query(.trace, "last")), or: \(.query(.orders, options: .status("all")))"
    case auditEntry: .command(AuditCommand.List.self)
    case "position": .command(PositionsCommand.List.self)
    case "order": .command(OrdersCommand.List.self)
    default: .query(.status)
    }
  }

  private init(
    _ exit: ExitCode, _ message: String, _ detail: EngineError.Detail, nextStep: Guidance? = nil,
    isRetryable: Bool = false
  ) {
    self.init(
      exit, message, nextStep: nextStep, isRetryable: isRetryable, requestID: detail.requestID, status: detail.status)
  }

  private init(stream loss: ConnectionLoss, url: String) {
    let words = "no stream from \(url): \(loss.words)"
    switch loss {
    case .unreachable:
      self.init(
        .unreachable, words,
        nextStep: "check that the engine runs there, or name another with --url or --profile", isRetryable: true)
    case .insecure:
      self.init(
        .unreachable, words,
        nextStep: "check the certificate and the URL; for a CA of your own, give the profile its ca_file")
    case .refused(let status) where [401, 403].contains(status):
      self.init(
        .notAuthorised, words, nextStep: "check the URL and what stands in front of the engine", status: status)
    case .ended(ConnectionLoss.unwanted, _):
      self.init(.notAuthorised, words, nextStep: "the engine does not want this client: look at its log")
    case .unavailable(_, let nextStep): self.init(.unreachable, words, nextStep: Guidance(nextStep))
    case .refused, .unreadable, .ended:
      self.init(.brokenContract, words, nextStep: "check that this URL is a HEAN engine", isRetryable: true)
    }
  }

  private init(transport error: TransportError, url: String) {
    switch error {
    case .unreachable(let reason):
      self.init(
        .unreachable, "no engine answers at \(url): \(reason)",
        nextStep: """
          check that the engine runs there, or name another with --url or --profile; \
          without an engine: \(.command(StatusCommand.self, choosing: ["--practice"]))
          """,
        isRetryable: true)
    case .deadlineExceeded(let limit, _):
      self.init(
        .temporary, "the engine at \(url) did not answer in \(Spans.text(limit))",
        nextStep: "try again, or allow more time with --timeout", isRetryable: true)
    case .connectionLost(let reason, _):
      self.init(
        .unreachable, "the connection to \(url) was lost: \(reason)", nextStep: "try again", isRetryable: true)
    case .insecure(let reason):
      self.init(
        .unreachable, "no trusted connection to \(url): \(reason)",
        nextStep: "check the certificate and the URL; for a CA of your own, give the profile its ca_file")
    case .bodyTooLarge(let limit):
      self.init(
        .brokenContract, "what \(url) answers at one time is more than \(limit) bytes",
        nextStep: "check that this URL is a HEAN engine")
    case .malformed(let reason):
      self.init(
        .brokenContract, "what \(url) sends is not HTTP: \(reason)", nextStep: "check that this URL is a HEAN engine")
    case .redirectRefused(let location, _):
      self.init(
        .brokenContract, "\(url) redirects to \(location), where neither request nor key will go",
        nextStep: "give the address of the engine itself")
    case .refusedLocally(let reason, let nextStep):
      self.init(.configuration, reason, nextStep: Guidance(nextStep))
    }
  }

  private init(write error: FileDescriptorWriter.Failure) {
    switch error {
    case .pipeClosed: self.init(.pipeClosed, "the reader of the output went away")
    case .failed(let reason):
      self.init(.cannotWrite, "the output could not be written: \(reason)", nextStep: "free space, then run it again")
    }
  }

  private init(snapshot error: SnapshotError) {
    let exit: ExitCode
    switch error {
    case .invalidPeriod, .notAppendable: exit = .usage
    case .notAFile, .headerDiffers, .foreignLine, .cannotWrite: exit = .cannotWrite
    case .practiceMixed: exit = .configuration
    case .locked: exit = .temporary
    }
    self.init(exit, error.message, nextStep: Guidance(error.nextStep), isRetryable: exit == .temporary)
  }
}
