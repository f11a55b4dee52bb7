import HeanCore
import HeanNetworking
import Synchronization

/// Connections to an engine, each open until its body ends. Nothing here depends on one run of the console: several
/// engines can be used at the same time.
///
/// With a memory, what is seen of the engine and done to it is kept for the next look.
extension EngineTarget {
  func withEngine<Value: Sendable>(
    in context: Context, memory: EngineMemoryFile?, recorder: LookRecorder? = nil,
    _ body: @Sendable (EngineReader) async throws -> Value
  ) async throws -> Value {
    try await withAddress(in: context) { url, key in
      let transport = LimitedTransport(
        transport: told(try transport(to: url, key: key, in: context), in: context), limit: context.workLimit,
        elapsed: context.elapsed)
      let recorded = recorder.map { RecordedTransport(transport: transport, recorder: $0) as any RESTTransport }
      return try await body(
        EngineReader(
          transport: recorded ?? transport, repeated: nil, memory: memory, witness: witness(in: context)))
    }
  }

  /// The same for verbs, which change the engine.
  /// - Parameters:
  ///   - readDeadline: of each look; `nil` for that of the target.
  ///   - keyDeadline: of a key command; `nil` for the usual one.
  func withControl<Value: Sendable>(
    in context: Context, memory: EngineMemoryFile?, readDeadline: Duration? = nil, keyDeadline: Duration? = nil,
    _ body: @Sendable (EngineClient) async throws -> Value
  ) async throws -> Value {
    try await withAddress(in: context, keyDeadline: keyDeadline, isChange: true) { url, key in
      let transport = try transport(to: url, key: key, in: context, readDeadline: readDeadline)
      return try await body(
        EngineClient(
          transport: told(transport, in: context, readDeadline: readDeadline), memory: memory,
          witness: witness(in: context)))
    }
  }

  /// Reads the key of an engine once, and gives what makes connections with it for one look after another.
  /// - Parameter readDeadline: of each read.
  func connecting(
    in context: Context, readDeadline: Duration
  ) async throws -> @Sendable () throws -> any RESTTransport {
    guard case .network(let url) = address else {
      throw Failure(.bug, "a practice engine that is not served was to be reached by an address")
    }
    let key = try await key(in: context, within: nil)
    guard let ssh else {
      return { try transport(to: url, key: key, in: context, readDeadline: context.realTime(readDeadline)) }
    }
    let tunnel = try await opened(ssh, url, in: context)
    return {
      guard tunnel.isOpen else { throw TransportError.unreachable(reason: "ssh \(ssh.text) has ended") }
      return try transport(to: tunnel.url, key: key, in: context, readDeadline: context.realTime(readDeadline))
    }
  }

  /// The same for a stream and reads.
  func withFeed<Value: Sendable>(
    in context: Context, memory: EngineMemoryFile?, _ topics: [Topic], _ options: StreamOptions,
    readDeadline: Duration, _ body: @Sendable (EngineClient, EventStream) async throws -> Value
  ) async throws -> Value {
    try await withAddress(in: context) { url, key in
      let transport = try transport(to: url, key: key, in: context, readDeadline: readDeadline)
      let stream = try stream(topics, options, to: url, key, transport, in: context)
      return try await body(
        EngineClient(transport: transport, memory: memory, witness: witness(in: context)), stream)
    }
  }

  /// The same, with streams for a reader that updates its answers by events. When a stream has ended, a new one is
  /// opened.
  func withReads<Value: Sendable>(
    in context: Context, memory: EngineMemoryFile?, recorder: LookRecorder? = nil, following topics: [Topic],
    _ body: @Sendable (EngineClient, _ open: @escaping @Sendable () throws -> EventStream) async throws -> Value
  ) async throws -> Value {
    try await withAddress(in: context) { url, key in
      let options = try StreamOptions(ParsedLine())
      let reads = try transport(to: url, key: key, in: context)
      let recorded = recorder.map { RecordedTransport(transport: reads, recorder: $0) as any RESTTransport }
      let client = EngineClient(transport: recorded ?? reads, memory: memory, witness: witness(in: context))
      return try await body(client) {
        let transport = try transport(to: url, key: key, in: context, readDeadline: .seconds(10))
        return try stream(topics, options, to: url, key, transport, in: context)
      }
    }
  }

  /// The same for answers as they come, without a reader that judges them, beside streams.
  func withTransport<Value: Sendable>(
    in context: Context, following topics: [Topic], readDeadline: Duration,
    _ body: @Sendable (any RESTTransport, _ open: @escaping @Sendable () throws -> EventStream) async throws -> Value
  ) async throws -> Value {
    try await withAddress(in: context) { url, key in
      let transport = try transport(to: url, key: key, in: context, readDeadline: readDeadline)
      return try await body(transport) { try stream(topics, StreamOptions(), to: url, key, transport, in: context) }
    }
  }

  /// Keeps the engine reachable at one address until the body ends: a practice engine is served all the time, so that
  /// whatever the body opens finds the same market.
  func located<Value: Sendable>(
    in context: Context, _ body: @Sendable (EngineTarget) async throws -> Value
  ) async throws -> Value {
    if case .network(let url) = address, let ssh {
      var target = self
      let tunnel = try await opened(ssh, url, in: context)
      target.tunnel = tunnel
      return try await closing(tunnel) { [target] in try await body(target) }
    }
    guard case .practice(let choice) = address else { return try await body(self) }
    return try await PracticeWorld(choice.configuration(), in: context).withServer(isChange: false) { url in
      var target = self
      target.address = .network(url)
      target.flags = TargetFlags(words: ["--url", url.absoluteString])
      return try await body(target)
    }
  }

  private func stream(
    _ topics: [Topic], _ options: StreamOptions, to url: URL, _ key: APIKey?, _ transport: HTTPTransport,
    in context: Context
  ) throws -> EventStream {
    var configuration = try options.configuration(context, url, topics)
    configuration.apiKey = key
    configuration.socket.connectLimit = deadline
    configuration.socket.connection = connectOptions(context.environment)
    return EventStream(
      configuration, rest: transport, now: context.now, random: context.random, sleep: context.sleep)
  }

  /// The address of the engine, real or practice, and its key.
  private func withAddress<Value: Sendable>(
    in context: Context, keyDeadline: Duration? = nil, isChange: Bool = false,
    _ body: @Sendable (URL, APIKey?) async throws -> Value
  ) async throws -> Value {
    switch address {
    case .network(let url):
      let key = try await key(in: context, within: keyDeadline)
      guard let ssh else { return try await body(url, key) }
      let tunnel = try await opened(ssh, url, in: context)
      return try await closing(tunnel) { try await body(tunnel.url, key) }
    case .practice(let choice):
      return try await PracticeWorld(choice.configuration(), in: context).withServer(isChange: isChange) { url in
        try await body(url, nil)
      }
    }
  }

  /// The way through a server that is open already, or a new one.
  private func opened(_ ssh: SSHServer, _ url: URL, in context: Context) async throws -> SSHTunnel {
    if let tunnel { return tunnel }
    return try await SSHTunnel.open(to: ssh, url, in: context, within: deadline)
  }

  /// Ends a tunnel with the body that needs it, unless others need it still.
  private func closing<Value: Sendable>(
    _ used: SSHTunnel, _ body: () async throws -> Value
  ) async throws -> Value {
    guard tunnel == nil else { return try await body() }
    do {
      let value = try await body()
      await used.close()
      return value
    } catch {
      await used.close()
      throw error
    }
  }

  /// The same target, with its key read once for every connection.
  func withKey(in context: Context) async throws -> EngineTarget {
    var target = self
    target.readKey = try await key(in: context, within: nil)
    return target
  }

  /// Reads the key from its source.
  private func key(in context: Context, within limit: Duration?) async throws -> APIKey? {
    if let readKey { return readKey }
    guard let keySource else { return nil }
    var reader = APIKeyReader(environment: context.environment)
    if let limit { reader.commandDeadline = min(limit, reader.commandDeadline) }
    guard case .command = keySource.value, let waits = context.waits else {
      return APIKey(try await reader.read(keySource))
    }
    return APIKey(
      try await waits.during("the command that prints the API key", within: reader.commandDeadline) {
        try await reader.read(keySource)
      })
  }

  /// The same transport, with what it waits for told where the context wants that.
  private func told(
    _ transport: HTTPTransport, in context: Context, readDeadline: Duration? = nil
  ) -> any RESTTransport {
    guard let notice = context.waits else { return transport }
    return ToldTransport(
      transport: transport, notice: notice, readDeadline: readDeadline ?? deadline,
      controlDeadline: TransportConfiguration.usualControlDeadline)
  }

  private func transport(
    to url: URL, key: APIKey?, in context: Context, readDeadline: Duration? = nil
  ) throws -> HTTPTransport {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.apiKey = key
    configuration.allowsKeyOverPlainHTTP = allowsKeyOverPlainHTTP
    // The practice engine is this process: while a test's clock stands still, it has the time of a busy machine.
    configuration.readDeadline = readDeadline ?? (isPractice ? context.realTime(deadline) : deadline)
    configuration.connection = connectOptions(context.environment)
    configuration.userAgent = "hean/\(Version.number)"
    if let limit = context.answerLimit { configuration.maximumBodyBytes = limit }
    guard let sender = try context.carriers.sender(context.environment)?(configuration) else {
      return HTTPTransport(
        configuration: configuration, now: context.now, random: context.random, trace: tracing(context))
    }
    return HTTPTransport(
      configuration: configuration, sender: sender, now: context.now, random: context.random, trace: tracing(context))
  }

  /// The trace of the run, which also tells the notice of what is waited for when the engine asks for a pause.
  private func tracing(_ context: Context) -> (@Sendable (TraceEvent) -> Void)? {
    guard let notice = context.waits else { return context.trace }
    let isThrottled = Mutex(false)
    return { [trace = context.trace] event in
      trace?(event)
      switch event {
      case .response(429, _, _, _): isThrottled.withLock { $0 = true }
      case .retry(let wait):
        if isThrottled.withLock({ told in
          defer { told = false }
          return told
        }) {
          notice.pauses(for: wait)
        }
      default: break
      }
    }
  }

  /// The options for opening connections, for requests and streams.
  func connectOptions(_ environment: [String: String]) -> ConnectOptions {
    var options = ConnectOptions(environment: environment)
    options.authorities = authorities
    return options
  }
}
