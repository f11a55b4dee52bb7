/// Something that a question needs to know of the engine: one endpoint, or several that make sense together only.
///
/// Any endpoint is a part by itself (`Part(.positions)`). What else has to be read once some answers are here is told by
/// `next`, which sees no transport: it can be tested with values.
public struct Part: Sendable, Hashable {
  private let id: String
  /// Asked at once; sees the moment before, where there is one.
  let first: @Sendable (EngineSnapshot?) -> [EndpointRead]
  /// Taken over from the moment before, where there is one: asking again would use up the engine's limits.
  let kept: [EndpointRead]
  /// Asked once what is here shows that it is needed; called after each answer.
  let next: @Sendable (EngineSnapshot) -> [EndpointRead]

  init(
    _ id: String, kept: [EndpointRead] = [], first: @escaping @Sendable (EngineSnapshot?) -> [EndpointRead],
    next: @escaping @Sendable (EngineSnapshot) -> [EndpointRead] = { _ in [] }
  ) {
    self.id = id
    self.first = first
    self.kept = kept
    self.next = next
  }

  public init<Body: EngineBody>(_ endpoint: Endpoint<Body>) {
    self.init(endpoint.place, first: { _ in [EndpointRead(endpoint)] })
  }

  public static func == (left: Part, right: Part) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// One read of an endpoint, whatever its body is.
struct EndpointRead: Sendable {
  let key: String
  /// Asks, and returns what puts the answer in its place.
  let run: @Sendable (EngineReader) async -> @Sendable (inout EngineSnapshot) -> Void

  init<Body: EngineBody>(_ endpoint: Endpoint<Body>) {
    key = endpoint.place
    run = { reader in
      let answer = await reader.answer(to: endpoint)
      return { snapshot in
        snapshot[endpoint] = answer
        guard case .success(let reading) = answer else { return }
        snapshot.isPractice = snapshot.isPractice || reading.isPractice
        snapshot.isKeyDeprecated = snapshot.isKeyDeprecated || reading.isKeyDeprecated
      }
    }
  }
}
