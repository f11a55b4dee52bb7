import HeanCore

/// What the exchange refuses, by its cause. Whatever helps is done at Bybit, on this machine or in the profile: hean
/// changes nothing at an exchange.
extension Failure {
  /// What to tick when a key is made.
  static let readOnlyKey: Guidance = """
    make a key at Bybit (Account, API) with 'Read-Only' ticked and, under Unified Trading, Orders and Positions; \
    nothing of Withdrawal
    """

  init(exchange error: ExchangeError, url: String) {
    switch error {
    case .transport(let error): self.init(exchangeTransport: error, url: url)
    case .refused(let refusal): self.init(exchange: refusal, url)
    case .rateLimited(let path, let message, let until):
      let time = until.map { "; it answers again at \(EngineTime.clock($0))" } ?? ""
      self.init(
        .temporary, "the exchange limits \(path): \(Self.words(message))\(time)",
        nextStep: """
          try again in a moment; the limit counts for all who use this key, and one by address lasts ten minutes
          """, isRetryable: true)
    case .regionBlocked(let message):
      self.init(
        .refused, "\(url) does not serve this address or country (HTTP 403): \(Self.words(message))",
        nextStep:
          "ask from where Bybit serves, through a proxy there (https_proxy), or give exchange_url of your region",
        status: 403)
    case .unavailable(let status, let message):
      self.init(
        .temporary, "the exchange at \(url) gives no answers now (\(status)): \(Self.words(message))",
        nextStep: "it is maintained as a rule: see its announcements, and try again", isRetryable: true)
    case .unreadable(let path, let message):
      self.init(
        .brokenContract, "the answer of \(path) at \(url) is not one of Bybit's API v5: \(Self.words(message))",
        nextStep: "check exchange and exchange_url of the profile: \(.command(.profileShow))")
    case .endlessPages(let path, let reason):
      self.init(
        .brokenContract, "the list of \(path) at \(url) does not end: \(reason)",
        nextStep: "nothing is shown of a list that may lack rows; try again, and look at the exchange itself")
    case .unsafeKey(let reasons):
      self.init(
        .notAuthorised, "the key of the exchange is not used: \(reasons.joined(separator: ", and "))",
        nextStep: Self.readOnlyKey)
    }
  }

  private init(exchange refusal: ExchangeError.Refusal, _ url: String) {
    let told = "the exchange refused \(refusal.path) (\(refusal.code)): \(Self.words(refusal.message))"
    switch refusal.cause {
    case .clock:
      let clocks =
        refusal.clockOffset.map { offset in
          "; this machine's clock is \(Spans.text(abs(offset))) \(offset > 0 ? "behind" : "ahead of") the exchange's"
        } ?? ""
      self.init(
        .configuration, told + clocks,
        nextStep: "let NTP set the clock of this machine: timedatectl set-ntp true")
    case .key:
      self.init(
        .notAuthorised, told,
        nextStep: """
          the key is not one of \(url): keys of mainnet and testnet differ, and a removed one is gone; check \
          exchange_key_file, or \(Self.readOnlyKey)
          """)
    case .expired: self.init(.notAuthorised, told, nextStep: Self.readOnlyKey)
    case .signature:
      self.init(
        .notAuthorised, told,
        nextStep: "the secret does not belong to the key: correct the second line of exchange_key_file")
    case .permission:
      self.init(
        .notAuthorised, told,
        nextStep: "tick more for this key, still read-only: Orders and Positions of Unified Trading")
    case .address:
      self.init(
        .notAuthorised, told,
        nextStep: "the key is bound to other addresses: add that of this machine at Bybit, or ask from there")
    case .banned:
      self.init(.refused, told, nextStep: "Bybit does not serve this account or address: ask its support")
    case .other:
      self.init(.refused, told, nextStep: "what works and what does not: \(.command(.exchangeCheck))")
    }
    status = refusal.code == 401 ? 401 : nil
  }

  private init(exchangeTransport error: TransportError, url: String) {
    switch error {
    case .unreachable(let reason):
      self.init(
        .unreachable, "no exchange answers at \(url): \(reason)",
        nextStep: "check the network, and exchange_url of the profile: \(.command(.profileShow))", isRetryable: true)
    case .deadlineExceeded(let limit, _):
      self.init(
        .temporary, "the exchange at \(url) did not answer in \(Spans.text(limit))",
        nextStep: "try again, or allow more time with --timeout", isRetryable: true)
    case .refusedLocally(let reason, let nextStep):
      self.init(.configuration, reason, nextStep: Guidance(nextStep))
    case .redirectRefused(let location, let status):
      self.init(
        .brokenContract, "\(url) redirects to \(location); hean sends neither question nor key there",
        nextStep: "give the address of the exchange itself as exchange_url", status: status)
    default:
      self.init(transport: error, url: url)
      if exit == .brokenContract { nextStep = "check exchange_url of the profile: \(.command(.profileShow))" }
    }
  }

  /// Words of the exchange, without a full stop, because another sentence may follow.
  private static func words(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    return text.isEmpty ? "no reason given" : text
  }
}
