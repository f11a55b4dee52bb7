import HeanCore
import HeanNetworking
import HeanPractice

/// The exchange behind the engine of a run: its address, its key, and how it is reached. It is only asked.
struct ExchangeTarget: Sendable {
  enum Address: Sendable, Equatable {
    case network(URL)
    /// That of the built-in practice engine, with the same world.
    case practice(PracticeChoice)
  }

  var address: Address
  /// Which money is there.
  var mode: OperatingMode
  /// The file with key and secret; `nil` for the practice exchange, whose key everybody knows.
  var keyFile: String?
  /// A file of certificates (PEM) to trust instead of those of the system.
  var authorities: String?
  /// For everything that one run asks.
  var deadline: Duration

  /// The address in a form that may be shown.
  var sourceURL: String {
    switch address {
    case .network(let url): url.absoluteString
    case .practice: "practice exchange"
    }
  }

  /// - Throws: exit 78 when the profile names no exchange, or one that cannot be used.
  init(of session: Session) throws(Failure) {
    let settings = session.settings
    deadline = session.target.deadline
    if case .practice(let choice) = session.target.address {
      (address, mode) = (.practice(choice), .practiceExchange)
      return
    }
    guard settings.isProfilesEngine, let profile = settings.profile.value else {
      throw Failure(
        .configuration, "an exchange belongs to the engine of a profile, and this run names its engine itself",
        nextStep: "name the profile whose exchange is meant: --profile NAME")
    }
    guard let name = settings.exchange.value else {
      let naming = Guidance.command(
        .profileSet, profile, "exchange=bybit", "exchange_key_file=FILE", choosing: [])
      throw Failure(
        .configuration, "profile \(profile) names no exchange",
        nextStep: "\(Failure.readOnlyKey); write key and secret into a file of mode 0600, a line each; then: \(naming)")
    }
    guard let file = settings.exchangeKeyFile.value else {
      throw Failure(
        .configuration, "profile \(profile) names no exchange_key_file",
        nextStep:
          "\(Failure.readOnlyKey); then: \(.command(.profileSet, profile, "exchange_key_file=FILE", choosing: []))")
    }
    guard let url = settings.exchangeURL.value ?? URL(string: name.address) else {
      throw Failure(.bug, "the address of \(name.rawValue) is none")
    }
    if case .network(let engine) = settings.engine.value, EngineURL.isSameServer(engine, url) {
      throw Failure(
        .configuration, "exchange_url of profile \(profile) is the address of its engine: the key does not go there",
        nextStep: "give exchange_url that of the exchange, or leave it out for \(name.address)")
    }
    address = .network(url)
    mode =
      name == .bybitTestnet
      ? .testnet : url.host().map(LoopbackHost.contains) == true ? .unknown : .mainnet
    keyFile = file
    // A profile's ca_file is about the certificate of its engine.
    authorities = Settings.certificatesVariable.text(in: session.context.environment)
  }
}

/// The exchange, as it is asked in one run.
struct ExchangeConnection: Sendable {
  var reader: ExchangeReader
  /// As it may be shown.
  var url: String
  var mode: OperatingMode
}

extension ExchangeTarget {
  /// Reads the key and gives what asks the exchange, until the body ends.
  func withConnection<Value: Sendable>(
    in context: Context, _ body: @Sendable (ExchangeConnection) async throws -> Value
  ) async throws -> Value {
    switch address {
    case .network(let url):
      let pair = try APIKeyReader(environment: context.environment).pair(in: keyFile ?? "")
      return try await body(
        connection(to: url, ExchangeCredentials(key: pair.key, secret: pair.secret), in: context))
    case .practice(let choice):
      return try await PracticeWorld(choice.configuration(), in: context).withExchange { url in
        try await body(
          connection(
            to: url, ExchangeCredentials(key: PracticeExchange.key, secret: PracticeExchange.secret), in: context))
      }
    }
  }

  private func connection(
    to url: URL, _ credentials: ExchangeCredentials, in context: Context
  ) throws -> ExchangeConnection {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.userAgent = "hean/\(Version.number)"
    configuration.connection = ConnectOptions(environment: context.environment)
    configuration.connection.authorities = authorities
    let transport = HTTPExchangeTransport(
      configuration: configuration, credentials: credentials,
      sender: try context.carriers.sender(context.environment)?(configuration), now: context.now,
      random: context.random, trace: context.trace)
    // While a test's clock stands still, an exchange has the time of a busy machine.
    let reader = ExchangeReader(
      transport: transport, deadline: context.realTime(deadline), now: context.now, sleep: context.sleep)
    return ExchangeConnection(reader: reader, url: sourceURL, mode: mode)
  }
}
