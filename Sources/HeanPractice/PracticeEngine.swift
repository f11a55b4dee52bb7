public import Foundation

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
  /// What becomes of an answer on its way.
  public enum Delivery: Sendable {
    case whole
    /// The connection stays open and silent.
    case never
    /// The connection is closed instead.
    case cut
    /// The answer comes after so much time: what it is about takes as long.
    case late(Duration)
  }

  public var status: Int
  public var headers: [String: String]
  public var body: Data
  public var delivery = Delivery.whole
}

/// A simulated HEAN engine: a market, strategies, a broker and risk rules that answer as docs/engine.md says.
///
/// A pure value without clock or sockets. Every answer is marked as practice, so nobody can take it for a real engine's.
public struct PracticeEngine: Sendable {
  private(set) var world: World
  /// Names of exchanges have dice of their own: how often somebody looks must not change the market.
  private var names = SeededRandom(seed: 0x6E61_6D65)
  private var journal = EventJournal()

  /// A fresh world with half an hour of history.
  public init(configuration: PracticeConfiguration, now: Date) {
    world = World(configuration: configuration, now: now)
  }

  /// - Throws: a decoding error, or `SavedWorld.Damage`, for what `saved()` of this version did not write.
  public init(restoring data: Data) throws {
    try SavedWorld.checkNumbers(data)
    world = try JSONDecoder().decode(World.self, from: data)
    try SavedWorld.check(world)
  }

  /// Nothing larger is restored.
  public static let maximumSavedBytes = 32 << 20

  public func saved() throws -> Data { try JSONEncoder().encode(world) }

  public var configuration: PracticeConfiguration { world.configuration }
  /// Simulated seconds since it began.
  var second: Int { world.second }

  /// The same world, with other ways to mislead from now on.
  public func withQuirks(_ quirks: Set<PracticeQuirk>) -> PracticeEngine {
    var engine = self
    engine.world.configuration.quirks = quirks
    engine.world.plant()
    return engine
  }

  /// Moves on with the clock.
  public mutating func advance(to now: Date) { world.advance(to: now) }

  public mutating func respond(to request: PracticeRequest, now: Date) -> PracticeResponse {
    world.advance(to: now)
    digest(now)
    let answer = EventPages.answer(request, journal, now) ?? Router.answer(request, &world, now)
    digest(now)
    if request.method == "POST" { journal.tellControl(request, answer.status, at: now) }
    return PracticeResponse(
      status: answer.status,
      headers: [
        "Content-Type": "application/json", "X-Hean-Practice": "1", "X-Request-ID": names.uuid(),
      ].merging(answer.headers) { $1 }, body: answer.body, delivery: answer.delivery)
  }

  /// What has happened since the last call, for whoever listens; moves on with the clock.
  mutating func frames(now: Date) -> [FeedFrame] {
    let before = world.second
    world.advance(to: now)
    digest(now)
    if world.second != before {
      let minutes = world.second / 60 == before / 60 ? [] : Set(Instrument.all.map(\.symbol))
      journal.tellMarket(world, minutes: minutes, at: now)
    }
    return journal.takeFrames()
  }

  /// Frames are made while somebody listens; what was before goes into the memory only.
  mutating func setHeard(_ isHeard: Bool, now: Date) {
    world.advance(to: now)
    digest(now)
    journal.isHeard = isHeard
    if !isHeard { world.listeners = 0 }
    _ = journal.takeFrames()
  }

  /// The once-a-second part of it.
  mutating func beat(clients: Int, now: Date) {
    world.listeners = clients
    journal.beat(world, clients: clients, at: now)
  }

  func snapshot(of topic: String, now: Date) -> FeedFrame? { journal.snapshot(topic, world, at: now) }

  /// The process starts anew: numbers begin at one, and nothing is remembered.
  mutating func restartJournal() { journal.restart() }

  private mutating func digest(_ now: Date) {
    for told in world.occurrences { journal.tell(told, world, now) }
    world.occurrences = []
    world.lastSeq = journal.seq
  }
}
