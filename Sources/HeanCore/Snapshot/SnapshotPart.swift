/// A part of a snapshot: one endpoint, or several that are useful only together.
///
/// Any endpoint is a part by itself (`SnapshotPart(.positions)`). What else has to be read when some answers are there is told
/// by `then`. It sees only the snapshot, so it can be tested without a network.
public struct SnapshotPart: Sendable, Hashable {
  private let id: String
  /// Whether it is read before the other parts, because what else is read depends on its answers.
  let goesFirst: Bool
  /// Read at once. Gets the earlier snapshot, if there is one.
  package let reads: @Sendable (EngineSnapshot?) -> [EndpointRead]
  /// Read at once because of what is remembered of the engine: what `then` asked for at the last look, it will most likely
  /// ask for again, and that would be a second answer to wait for.
  let foresees: @Sendable (RememberedEngine) -> [EndpointRead]
  /// Read if there is no earlier snapshot, else taken over from it: reading them each time would use up the engine's rate
  /// limits.
  let readOnce: [EndpointRead]
  /// Read when the answers show that it is needed. Called after each answer; what is still being read is `.notAsked` in
  /// the snapshot that it gets.
  package let then: @Sendable (EngineSnapshot) -> [EndpointRead]

  package init(
    _ id: String, goesFirst: Bool = true, readOnce: [EndpointRead] = [],
    reads: @escaping @Sendable (EngineSnapshot?) -> [EndpointRead],
    then: @escaping @Sendable (EngineSnapshot) -> [EndpointRead] = { _ in [] },
    foresees: @escaping @Sendable (RememberedEngine) -> [EndpointRead] = { _ in [] }
  ) {
    self.id = id
    self.goesFirst = goesFirst
    self.reads = reads
    self.foresees = foresees
    self.readOnce = readOnce
    self.then = then
  }

  /// The part that is one endpoint.
  public init<Body: EngineBody>(_ endpoint: Endpoint<Body>) {
    self.init(endpoint.place, goesFirst: false, reads: { _ in [EndpointRead(endpoint)] })
  }

  /// Parts are equal when they read the same.
  public static func == (left: SnapshotPart, right: SnapshotPart) -> Bool { left.id == right.id }
  /// By what the part reads.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension SnapshotPart {
  /// What the exchange itself has open, where the engine has one that can be looked at; else nothing is read.
  package static let exchange = SnapshotPart("exchange", reads: { _ in [.exchange] })
  /// What the last look at the exchange has shown, without waiting for it.
  package static let latestExchange = SnapshotPart("latest exchange", reads: { _ in [.latestExchange] })
}

/// One read of an endpoint, whatever the type of its body.
package struct EndpointRead: Sendable {
  let key: String
  /// Under which a reader keeps its answer.
  let answerKey: String
  /// Whether its answer can show that something else has to be read. What can be read for each of many symbols does
  /// not: else long lists would be gone through once for each.
  let leadsOn: Bool
  /// Reads, and returns what stores the answer in a snapshot.
  let run: @Sendable (EngineReader) async -> @Sendable (inout EngineSnapshot) -> Void

  /// The look at the exchange, which is no endpoint of the engine.
  static let exchange = EndpointRead(exchange: EngineReader.exchangeKey) { await $0.exchangeLook() }
  static let latestExchange = EndpointRead(exchange: "latest exchange") { await $0.latestExchange() }

  private init(exchange key: String, _ look: @escaping @Sendable (EngineReader) async -> ExchangeLook?) {
    (self.key, answerKey, leadsOn) = (key, key, false)
    run = { reader in
      let look = await look(reader)
      return { snapshot in
        guard let look else { return }
        // What was seen a moment ago is not lost with a second look that shows nothing.
        if case .failure = look.positions, case .success? = snapshot.exchange?.positions { return }
        snapshot.exchange = look
      }
    }
  }

  package init<Body: EngineBody>(_ endpoint: Endpoint<Body>, leadsOn: Bool = true) {
    self.leadsOn = leadsOn
    key = endpoint.place
    answerKey = endpoint.key
    run = { reader in
      let answer = await reader.answer(to: endpoint)
      return { snapshot in
        snapshot[endpoint] = answer
        guard case .success(let reading) = answer else { return }
        snapshot.isPractice = snapshot.isPractice || reading.isPractice
        snapshot.isKeyDeprecated = snapshot.isKeyDeprecated || reading.isKeyDeprecated
        if let offset = reading.clockOffset { snapshot.headerOffset = offset }
        snapshot.note(reading.findings, key: endpoint.place)
      }
    }
  }
}
