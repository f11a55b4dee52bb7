public import Foundation

/// The engine at one moment: what was asked, each part with its answer, or why there is none.
///
/// Any endpoint can be a part, so a new read needs no change here.
public struct EngineSnapshot: Sendable {
  /// `Answered` values by the endpoint's key.
  private var answers: [String: any Sendable] = [:]
  /// Of what was asked for this moment, by the same keys.
  private var failures: [String: EngineError] = [:]
  private var derived = DerivedValues()
  /// Whether any answer came from the practice engine.
  public internal(set) var isPractice = false
  /// Whether the key in use is on its way out (`X-Key-Deprecated`).
  public internal(set) var isKeyDeprecated = false
  /// When the last of the answers was here, by the console's clock.
  public var seenAt: Date
  /// What the engine's memory of events told up to now; `nil` when it never answered.
  var trail: EventTrail?

  public init(seenAt: Date) { self.seenAt = seenAt }

  /// What one endpoint said.
  public subscript<Body: Sendable>(endpoint: Endpoint<Body>) -> Answered<Body> {
    get { answers[endpoint.place] as? Answered<Body> ?? .notAsked }
    set { set(newValue, failed: newValue.error, key: endpoint.place) }
  }

  mutating func set(_ answer: any Sendable, failed error: EngineError?, key: String) {
    answers[key] = answer
    failures[key] = error
    // What was made of the answers before is of another moment.
    derived = DerivedValues()
  }

  /// Takes over what an earlier moment knew of an endpoint.
  mutating func keep(_ key: String, of earlier: EngineSnapshot) {
    // That it was refused then says nothing of this moment.
    if let answer = earlier.answers[key] { set(answer, failed: nil, key: key) }
  }

  /// Paths that the engine refused to tell of because it was asked too often.
  public var limitedPaths: [String] {
    let paths = failures.values.compactMap { error -> String? in
      guard case .rateLimited(let detail, _) = error else { return nil }
      return detail.endpoint
    }
    return Set(paths).sorted()
  }

  /// Prices by symbol, of those that were asked for.
  public var tickers: [String: Answered<Ticker>] {
    let prefix = Endpoint<Ticker>.ticker("").key
    return answers.reduce(into: [:]) { found, entry in
      guard entry.key.hasPrefix(prefix), let answer = entry.value as? Answered<Ticker> else { return }
      found[String(entry.key.dropFirst(prefix.count))] = answer
    }
  }

  /// What is made of the answers, once however often it is asked for.
  func memoized<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value { derived.value(name, make) }
}
