import HeanCore

extension Failure {
  init(engine error: EngineError, url: String) {
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
          are in use: \(.command(.profileShow))
          """)
    case .notAuthorised(let detail):
      self.init(
        .notAuthorised, "not authorised for \(detail.endpoint) at \(url): \(detail.message)", detail,
        nextStep: Self.storingKey)
    case .notFound(let kind, let name, let known):
      // Symbols and strategies are short, so 12 are listed; of other ids, which are long, only 8. The names of settings
      // can be known from nowhere else: the engine has twelve, and a list without end is no engine's.
      let most = kind == "key" ? 40 : kind == "symbol" || kind == "strategy" ? 12 : 8
      let more = known.count > most ? ", …" : ""
      // An audit entry was looked for in this console's own log; no engine was asked.
      let isOwn = kind == Self.auditEntry
      let place = isOwn ? " in this console's audit log" : ""
      let list =
        known.isEmpty
        ? isOwn ? "" : " (the engine lists none)" : " (known: \(known.prefix(most).joined(separator: ", "))\(more))"
      let hint = PastedWord(name)?.hint ?? list
      self.init(.notFound, "no \(kind) '\(visible(name))'\(place)\(hint)", nextStep: Self.listing(of: kind))
    case .ambiguous(let kind, let name, let matches):
      let list = matches.prefix(8).joined(separator: ", ") + (matches.count > 8 ? ", …" : "")
      self.init(
        .usage, "more than one \(kind) goes by '\(visible(name))': \(list)",
        nextStep: kind == "symbol" || kind == "strategy"
          ? "write the whole name of one" : "name one of them by its id: \(Self.listing(of: kind))")
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

  /// The text without its full stop, because another sentence may follow.
  private static func clause(_ text: String) -> String {
    text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
  }

  /// What to do when the engine refuses a call, by its HTTP status.
  private static func advice(_ detail: EngineError.Detail) -> Guidance {
    switch detail.status {
    case 403: "the engine does not allow this in its mode: \(.query(.settings))"
    case 404 where detail.message.hasPrefix("Order"): .query(.orders, options: .status("all"))
    case 404 where detail.message.hasPrefix("Strategy"): listing(of: "strategy")
    case 404: "the engine has nothing of that name: \(.query(.status))"
    case 500... where detail.message.contains("not running"): .query(.status)
    case 500...:
      "look for the request id in the engine's log; what else answers: \(.query(.health))"
    default: .query(.status)
    }
  }

  /// The kind name of an entry of the audit log.
  static let auditEntry = "audit entry"

  /// The command that lists the known names of this kind.
  private static func listing(of kind: String) -> Guidance {
    switch kind {
    case "strategy": .command(.strategiesList)
    case "symbol": .query(.watch, "market_data", options: .duration("5s"))
    case "key": .query(.configuration)
    case "limit": .query(.limits)
    case "signal": "\(.query(.trace, "last")), or: \(.query(.orders, options: .status("all")))"
    case auditEntry: .command(.auditList)
    case "position": .command(.positionsList)
    case "order": .command(.ordersList)
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
}
