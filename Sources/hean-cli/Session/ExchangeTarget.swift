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
  /// For everything that one run asks.
  var deadline: Duration

  /// The address in a form that may be shown.
  var sourceURL: String {
    switch address {
    case .network(let url): url.absoluteString
    case .practice: "practice exchange"
    }
  }

  /// How long a look at the exchange beside one at the engine may take.
  static let longestLook = Duration.seconds(3)

  /// The exchange that a profile names, for looks beside those at its engine; why it cannot be looked at, as a failure;
  /// `nil` where none is named.
  static func named(by settings: EffectiveSettings) -> Result<ExchangeTarget, Failure>? {
    guard settings.isProfilesEngine, settings.profile.value != nil, settings.exchange.value != nil,
      case .network = settings.engine.value
    else { return nil }
    do throws(Failure) {
      return .success(try ExchangeTarget(settings, deadline: min(settings.timeout.value, longestLook)))
    } catch {
      return .failure(error)
    }
  }

  /// - Throws: exit 78 when the profile names no exchange, or one that cannot be used.
  init(of session: Session) throws(Failure) {
    if case .practice(let choice) = session.target.address {
      (address, mode, deadline) = (.practice(choice), .practiceExchange, session.target.deadline)
      return
    }
    self = try ExchangeTarget(session.settings, deadline: session.target.deadline)
  }

  private init(_ settings: EffectiveSettings, deadline: Duration) throws(Failure) {
    self.deadline = deadline
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
    case .network: return try await body(connection(by: transport(in: context), in: context))
    case .practice(let choice):
      return try await PracticeWorld(choice.configuration(), in: context).withExchange { url in
        let credentials = ExchangeCredentials(key: PracticeExchange.key, secret: PracticeExchange.secret)
        return try await body(connection(by: transport(to: url, credentials, in: context), in: context))
      }
    }
  }

  /// Reads the key. What this gives can be used for many looks, and keeps its connections between them.
  /// - Throws: a failure about the file of the key; exit 70 for a practice exchange, which ends with each run.
  func transport(in context: Context) throws -> any ExchangeTransport {
    guard case .network(let url) = address else {
      throw Failure(.bug, "a practice exchange that is not served was to be reached by an address")
    }
    let pair = try APIKeyReader(environment: context.environment).pair(in: keyFile ?? "")
    return try transport(to: url, ExchangeCredentials(key: pair.key, secret: pair.secret), in: context)
  }

  /// - Parameter limit: for everything that is asked, if that is less than usual.
  func connection(
    by transport: any ExchangeTransport, within limit: Duration? = nil, in context: Context
  ) -> ExchangeConnection {
    // While a test's clock stands still, an exchange has the time of a busy machine.
    let usual = context.realTime(deadline)
    let reader = ExchangeReader(
      transport: transport, deadline: limit.map { min(usual, max(.zero, $0)) } ?? usual, now: context.now,
      sleep: context.sleep)
    return ExchangeConnection(reader: reader, url: sourceURL, mode: mode)
  }

  private func transport(
    to url: URL, _ credentials: ExchangeCredentials, in context: Context
  ) throws -> HTTPExchangeTransport {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.userAgent = "hean/\(Version.number)"
    configuration.connection = ConnectOptions(environment: context.environment)
    // A profile's ca_file is about the certificate of its engine.
    configuration.connection.authorities = Settings.certificatesVariable.text(in: context.environment)
    return HTTPExchangeTransport(
      configuration: configuration, credentials: credentials,
      sender: try context.carriers.sender(context.environment)?(configuration), now: context.now,
      random: context.random, trace: context.trace)
  }
}
