public import HeanCore

/// One request as the practice engine sees it.
public struct PracticeRequest: Sendable {
  public var method: String
  public var path: String
  public var query: [String: String]
  public var body: Data

  public init(method: String, path: String, query: [String: String] = [:], body: Data = Data()) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }
}

public struct PracticeResponse: Sendable {
  /// How an answer is delivered.
  public enum Delivery: Sendable {
    case whole
    /// Nothing is sent, and the connection stays open.
    case never
    /// Nothing is sent, and the connection is closed.
    case cut
    /// The answer is sent after this time, because the action takes that long.
    case late(Duration)
  }

  public var status: Int
  public var headers: [String: String]
  public var body: Data
  public var delivery = Delivery.whole
}

/// A simulated HEAN engine: a market, strategies, a broker and risk rules that answer as docs/engine.md says.
///
/// A pure value without clock or sockets. Every answer has the header `X-Hean-Practice`, so that it cannot be mistaken
/// for a real engine's.
public struct PracticeEngine: Sendable {
  private(set) var world: World
  /// Makes the IDs of requests. It is separate from the market's generator, so that the number of requests does not
  /// change the market.
  private var names = SeededRandom(seed: 0x6E61_6D65)
  private var journal = EventJournal()
  private var exchangeVisits = ExchangeVisits()

  /// A new world with half an hour of history.
  public init(configuration: PracticeConfiguration, now: Date) {
    world = WarmWorlds.world(configuration, now: now)
  }

  /// - Throws: a decoding error or `SavedWorld.Damage`, if `saved()` of this version did not write the data.
  public init(restoring data: Data) throws {
    try SavedWorld.checkNumbers(data)
    world = try JSONDecoder().decode(World.self, from: data)
    try SavedWorld.check(world)
  }

  /// Largest saved world in bytes; `init(restoring:)` refuses a larger one.
  public static let maximumSavedBytes = 32 << 20

  public func saved() throws -> Data { try JSONEncoder().encode(world) }

  public var configuration: PracticeConfiguration { world.configuration }

  /// The same world, with other quirks from now on.
  public func withQuirks(_ quirks: Set<PracticeQuirk>) -> PracticeEngine {
    var engine = self
    engine.world.configuration.quirks = quirks
    engine.world.plant()
    return engine
  }

  /// Advances the world to the given time.
  public mutating func advance(to now: Date) { world.advance(to: now) }

  public mutating func respond(to request: PracticeRequest, now: Date) -> PracticeResponse {
    world.advance(to: now)
    digest(now)
    let answer = EventResponses.answer(request, journal, now) ?? Router.answer(request, &world, now)
    digest(now)
    if request.method == "POST" { journal.tellControl(request, answer.status, at: now) }
    return PracticeResponse(
      status: answer.status,
      headers: [
        "Content-Type": "application/json", "X-Hean-Practice": world.mark, "X-Request-ID": names.uuid(),
      ].merging(answer.headers) { $1 }, body: answer.body, delivery: answer.delivery)
  }

  /// The answer of the exchange beside the engine, which has the same world.
  mutating func respond(toExchange call: ExchangeCall, now: Date) -> PracticeResponse {
    world.advance(to: now)
    digest(now)
    return PracticeExchange.answer(call, world, &exchangeVisits, now)
  }

  /// Advances the world while nobody asks and nobody listens. To a listener, the market is told in `frames(now:)`.
  mutating func keepUp(with now: Date) {
    guard !journal.isHeard else { return }
    world.advance(to: now)
    digest(now)
  }

  /// Advances the world, and returns the frames for everything that happened since the last call.
  mutating func frames(now: Date) -> [FeedFrame] {
    let before = world.second
    world.advance(to: now)
    digest(now)
    if world.second != before {
      let isNewMinute = world.minute(world.second) != world.minute(before)
      let minutes = isNewMinute ? Set(Instrument.all.map(\.symbol)) : []
      journal.tellMarket(world, minutes: minutes, at: now)
    }
    return journal.takeFrames()
  }

  /// Says whether clients are connected. Frames are made only then; earlier events are kept in the ring only.
  mutating func setHeard(_ isHeard: Bool, now: Date) {
    world.advance(to: now)
    digest(now)
    journal.isHeard = isHeard
    if !isHeard { world.listeners = 0 }
    _ = journal.takeFrames()
  }

  /// Emits what the engine sends once a second.
  mutating func beat(clients: Int, now: Date) {
    world.listeners = clients
    journal.beat(world, clients: clients, at: now)
  }

  func snapshot(of topic: String, now: Date) -> FeedFrame? { journal.snapshot(topic, world, at: now) }

  /// Simulates a restart of the process: event numbers begin at 1, and no event is kept.
  mutating func restartJournal() { journal.restart() }

  private mutating func digest(_ now: Date) {
    for told in world.occurrences { journal.tell(told, world, now) }
    world.occurrences = []
    world.lastSeq = journal.seq
  }
}
