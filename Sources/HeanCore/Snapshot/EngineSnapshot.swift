/// The engine at one moment: for each endpoint that was asked, its answer, or why there is none.
///
/// Any endpoint can be stored, so a new read needs no change here.
public struct EngineSnapshot: Sendable {
  /// `Answered` values by the endpoint's key.
  private var answers: [String: any Sendable] = [:]
  /// Errors of the endpoints that were asked for this moment, by the same keys.
  private var failures: [String: EngineError] = [:]
  /// What stands in the answers in the place of values and is none, by the same keys.
  private var findings: [String: AnswerFindings] = [:]
  private var derived = DerivedValues()
  /// Whether the engine is the practice engine, by any of the answers.
  public package(set) var isPractice = false
  /// Whether the mark of the practice engine asks to be shown and confirmed like real money.
  public internal(set) var isRehearsal = false
  /// Whether the key in use is deprecated (`X-Key-Deprecated`).
  public package(set) var isKeyDeprecated = false
  /// Which practice world answered; `nil` for a real engine.
  public internal(set) var world: String?
  /// Whether the prices in the list of positions are dated, each by a read of its own: not where an operation looks
  /// again for its effect.
  var datesPrices = true
  /// How far the engine's clock is ahead of this one (seconds), by the date of its answers; `nil` when they told none.
  var headerOffset: TimeInterval?
  /// What earlier looks have seen of this engine; empty where nothing is kept.
  public internal(set) var remembered = RememberedEngine() { didSet { derived = DerivedValues() } }
  /// Set in a snapshot that is kept while the engine does not answer any more; the answers are those of before.
  public internal(set) var loss: EngineLoss?
  /// What the exchange itself showed at the same moment; `nil` where nobody looked there.
  package var exchange: ExchangeLook? { didSet { derived = DerivedValues() } }
  /// When the last of the answers came, by the console's clock.
  public var seenAt: Date
  /// The events read from the engine's memory up to now; `nil` when no read has succeeded.
  var trail: EventTrail?

  /// A snapshot for which nothing was asked yet.
  public init(seenAt: Date) { self.seenAt = seenAt }

  /// The answer of one endpoint; `.notAsked` when it was not read.
  public subscript<Body: Sendable>(endpoint: Endpoint<Body>) -> Answered<Body> {
    get { answers[endpoint.place] as? Answered<Body> ?? .notAsked }
    set { set(newValue, failed: newValue.error, key: endpoint.place) }
  }

  mutating func set(_ answer: any Sendable, failed error: EngineError?, key: String) {
    answers[key] = answer
    failures[key] = error
    findings[key] = nil
    // Values derived from earlier answers are not valid any more.
    derived = DerivedValues()
  }

  /// Takes over the answer that an earlier snapshot has of an endpoint.
  mutating func keep(_ key: String, of earlier: EngineSnapshot) {
    // A failure of that time says nothing about this moment.
    if let answer = earlier.answers[key] { set(answer, failed: nil, key: key) }
    findings[key] = earlier.findings[key]
  }

  /// Takes over the prices of held symbols that an earlier snapshot has and this one has not read.
  mutating func keepHeldPrices(of earlier: EngineSnapshot) {
    let prefix = Endpoint<Ticker>.held("").place
    for key in earlier.answers.keys where key.hasPrefix(prefix) && answers[key] == nil { keep(key, of: earlier) }
  }

  /// Keeps what was found in the answer of an endpoint.
  mutating func note(_ found: AnswerFindings?, key: String) { findings[key] = found }

  /// What stands in the answers in the place of values and is none, by endpoint.
  public var oddities: [AnswerFindings] { findings.values.sorted { $0.endpoint < $1.endpoint } }

  /// Paths that the engine refused to answer because they were asked too often, sorted.
  public var limitedPaths: [String] {
    let paths = failures.values.compactMap { error -> String? in
      guard case .rateLimited(let detail, _) = error else { return nil }
      return detail.endpoint
    }
    return Set(paths).sorted()
  }

  /// Prices by symbol, for the symbols whose price was read.
  public var tickers: [String: Answered<Ticker>] {
    let prefix = Endpoint<Ticker>.ticker("").key
    return answers.reduce(into: [:]) { found, entry in
      guard entry.key.hasPrefix(prefix), let answer = entry.value as? Answered<Ticker> else { return }
      found[String(entry.key.dropFirst(prefix.count))] = answer
    }
  }

  /// A value derived from the answers: made when it is first asked for, then remembered.
  func memoized<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value { derived.value(name, make) }
}
