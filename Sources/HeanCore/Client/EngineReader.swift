/// Reads the engine, each endpoint at most once, so that all parts of one screen show the same answer.
public actor EngineReader {
  private let transport: any RESTTransport
  private var exchanges: [String: Exchange] = [:]
  private var sawPractice = false
  private var sawRehearsal = false
  private var sawDeprecatedKey = false
  /// The mark of the practice world that answered; `nil` for a real engine.
  private(set) var world: String?
  /// What is kept of the engine between looks; `nil` where nothing is.
  let memory: (any EngineMemory)?
  /// Looks at the engine's exchange; `nil` where nobody can.
  private let witness: (any ExchangeWitness)?
  private var exchangeAnswer: Task<ExchangeLook, Never>?
  /// By when a look at the exchange has to end; `nil` for its own limit.
  private let end: ContinuousClock.Instant?

  private var repeated: RepeatedReads?
  /// Endpoints that were answered by what an earlier look has read.
  private var reused: Set<String> = []
  private let triesAgain: Bool
  /// Whether all answers are of an earlier look, and the engine is not asked.
  let isOfEarlierLook: Bool

  private typealias Outcome = Result<RESTResponse, TransportError>

  /// One request, and how many have asked for its answer and have not been cancelled.
  private struct Exchange {
    let task: Task<Outcome, Never>
    var waiting = 0
  }

  /// A reader that has read nothing yet.
  /// - Parameters:
  ///   - triesAgain: whether a failed read may be retried; `false` where another look follows anyway.
  ///   - memory: keeps what is seen of the engine between looks; without it only one look counts.
  public init(transport: any RESTTransport, triesAgain: Bool = true, memory: (any EngineMemory)? = nil) {
    self.init(transport: transport, repeated: nil, triesAgain: triesAgain, memory: memory)
  }

  /// A reader of what an earlier look has read.
  /// - Parameter memory: is not to be changed by what it reads.
  package init(earlierLook transport: any RESTTransport, memory: (any EngineMemory)?) {
    self.init(transport: transport, repeated: nil, triesAgain: false, memory: memory, isOfEarlierLook: true)
  }

  /// A reader for watching. It reuses answers of earlier looks to reads that the engine limits strictly.
  /// - Parameters:
  ///   - repeated: what earlier looks of the same watcher have read and the engine limits strictly.
  ///   - witness: looks at the engine's exchange.
  ///   - end: by when that has to end.
  package init(
    transport: any RESTTransport, repeated: RepeatedReads?, triesAgain: Bool = true,
    memory: (any EngineMemory)? = nil, isOfEarlierLook: Bool = false, witness: (any ExchangeWitness)? = nil,
    until end: ContinuousClock.Instant? = nil
  ) {
    self.witness = witness
    self.end = end
    self.isOfEarlierLook = isOfEarlierLook
    self.transport = transport
    self.repeated = repeated
    self.triesAgain = triesAgain
    self.memory = memory
  }

  /// Whether any answer so far came from the practice engine.
  public var isPractice: Bool { sawPractice }
  /// Whether the mark of the practice engine asked for the screens of real money (`X-Hean-Practice: …; show=mainnet`).
  public var isRehearsal: Bool { sawRehearsal }
  /// Whether any answer so far says that the API key in use is deprecated (`X-Key-Deprecated`).
  public var isKeyDeprecated: Bool { sawDeprecatedKey }

  /// Reads the endpoint, or returns its answer if this reader has it already.
  /// - Throws: `EngineError` when there is no usable answer.
  public func read<Body: EngineBody>(_ endpoint: Endpoint<Body>) async throws(EngineError) -> EndpointAnswer<Body> {
    let response: RESTResponse
    switch await answer(endpoint) {
    case .success(let answer): response = answer
    case .failure(let error): throw .transport(error)
    }
    let isPractice = response.headers["x-hean-practice"] != nil
    world = response.headers["x-hean-practice"] ?? world
    let isDeprecated = response.headers["x-key-deprecated"]?.lowercased() == "true"
    sawPractice = sawPractice || isPractice
    sawRehearsal = sawRehearsal || response.headers["x-hean-practice"]?.hasSuffix("; show=mainnet") == true
    sawDeprecatedKey = sawDeprecatedKey || isDeprecated
    let findings = WireFindings()
    let value = try ResponseDecoder.read(Body.self, from: response, endpoint: endpoint, noting: findings)
    var reading = EndpointAnswer(
      value, endpoint: endpoint.path, receivedAt: response.receivedAt, isPractice: isPractice,
      isKeyDeprecated: isDeprecated, findings: AnswerFindings(findings, in: endpoint.path))
    reading.cacheAge = response.headers["age"].flatMap { TimeInterval($0) }.map { min(max(0, $0), 1e9) } ?? 0
    reading.clockOffset = Self.clockOffset(response)
    return reading
  }

  /// How far the clock of the answer is ahead of this one. A copy from a cache has the date at which it was made.
  private static func clockOffset(_ response: RESTResponse) -> TimeInterval? {
    guard response.headers["age"] == nil, let date = response.headers["date"].flatMap(HTTPDate.parse) else {
      return nil
    }
    // The date is in whole seconds, rounded down. It was written at some moment between question and answer: how long
    // the answer took says nothing about the clocks.
    let told = date + 0.5
    let asked = response.receivedAt - response.elapsed.seconds
    return EngineTime.offset(told: told, at: min(max(told, asked), response.receivedAt))
  }

  /// The same as a value, for a part of a screen that may be missing while the rest is shown.
  public func answer<Body: EngineBody>(to endpoint: Endpoint<Body>) async -> Answered<Body> {
    do throws(EngineError) {
      return .success(try await read(endpoint))
    } catch {
      return .failure(error)
    }
  }

  private func answer<Body>(_ endpoint: Endpoint<Body>) async -> Outcome {
    let key = endpoint.key
    let task = exchanges[key]?.task ?? ask(endpoint)
    exchanges[key, default: Exchange(task: task)].waiting += 1
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      Task { await self.leave(key, task) }
    }
  }

  /// Under which the look at the exchange is forgotten, beside the endpoints.
  static let exchangeKey = "exchange"

  /// What the exchange has open, looked at once for all who ask; `nil` where nobody can look.
  func exchangeLook() async -> ExchangeLook? {
    guard let witness else { return nil }
    let end = end
    let task =
      exchangeAnswer ?? Task { await witness.look(within: end.map { ContinuousClock.Instant.now.duration(to: $0) }) }
    exchangeAnswer = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// What the last look at the exchange has shown, without waiting for a new one.
  func latestExchange() async -> ExchangeLook? { await witness?.latest() }

  /// Forgets the answers of these endpoints, so that they are read again.
  func forget(_ keys: Set<String>) {
    if keys.contains(Self.exchangeKey) { exchangeAnswer = nil }
    for key in keys where exchanges[key]?.waiting ?? 0 > 0 { exchanges[key] = nil }
  }

  /// Forgets what earlier looks have read, and takes no more of it: beside failures it would look like an answer of now.
  func forgetEarlierLooks() {
    forget(reused)
    reused = []
    repeated = nil
  }

  /// How many callers wait for the endpoint, or have its answer.
  func waiting<Body>(for endpoint: Endpoint<Body>) -> Int { exchanges[endpoint.key]?.waiting ?? 0 }

  /// Cancels a request that nobody waits for any more.
  private func leave(_ key: String, _ task: Task<Outcome, Never>) {
    guard exchanges[key]?.task == task else { return }
    exchanges[key]?.waiting -= 1
    guard exchanges[key]?.waiting == 0 else { return }
    exchanges[key] = nil
    task.cancel()
  }

  private func ask<Body>(_ endpoint: Endpoint<Body>) -> Task<Outcome, Never> {
    let transport = self.transport
    var request = RESTRequest(.get, endpoint.path, query: endpoint.query)
    request.isRepeatable = endpoint.isRepeatable && triesAgain
    let prepared = request
    if let known = repeated?.answer(for: prepared.path) {
      reused.insert(endpoint.key)
      return Task { .success(known) }
    }
    let repeated = self.repeated
    return Task {
      do throws(TransportError) {
        let answer = try await transport.send(prepared)
        repeated?.keep(answer, for: prepared.path)
        return .success(answer)
      } catch {
        return .failure(error)
      }
    }
  }
}
