import HeanCore
import Synchronization

/// Reads the engine again and again until a condition is true: at intervals, and at once when an event reports a
/// change. The content of the event is not used as a value; the engine is read.
final class ConditionWatch: Sendable {
  let condition: Condition
  private let interval: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let pulses: AsyncStream<Void>
  private let pulse: AsyncStream<Void>.Continuation
  private let repeated: RepeatedReads
  private let state = Mutex(Seen())
  private let now: @Sendable () -> Date
  /// Greatest accepted age of prices (seconds).
  private let maxAge: Decimal?
  private let onLook: @Sendable (Seen) -> Void
  private let isFinal: @Sendable (EngineError) -> Bool

  /// Time between two looks, so that many events in a row cause one look.
  private static let rest = Duration.milliseconds(200)

  /// What the last look found.
  struct Seen: Sendable {
    var look = ConditionLook()
    /// What the looks together have seen.
    var history = ConditionHistory()
    var hold = ConditionHold()
    var isMet = false
    /// When it looked.
    var at = Date.distantPast
    /// Source of mode and engine state; at most a minute older than the look.
    var snapshot: EngineSnapshot?
    var snapshotAt = Date.distantPast
    /// Whether values were left out because the prices they depend on are too old or of unknown age.
    var isTooOld = false
    /// Age of the prices in seconds, when `--max-age` was given.
    var age: Decimal?
  }

  /// - Parameters:
  ///   - interval: between two looks without an event; by default as short as what is read allows.
  ///   - maxAge: greatest accepted age of prices (seconds).
  ///   - onLook: called after each look with what it saw.
  ///   - isFinal: whether the error means that later looks will fail as well.
  init(
    condition: Condition, interval: Duration? = nil, maxAge: Decimal? = nil, now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    onLook: @escaping @Sendable (Seen) -> Void = { _ in },
    isFinal: @escaping @Sendable (EngineError) -> Bool = { _ in false }
  ) {
    self.condition = condition
    self.maxAge = maxAge
    self.now = now
    self.onLook = onLook
    self.isFinal = isFinal
    repeated = RepeatedReads(now: now)
    self.interval = interval ?? (condition.names.contains(where: \.restsOnVerdicts) ? .seconds(2) : .seconds(1))
    self.sleep = sleep
    (pulses, pulse) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The result of the last look.
  var seen: Seen { state.withLock { $0 } }
  /// Why the last look could not accept some values.
  var doubts: [ConditionName: String] { seen.look.doubts }
  /// Why the last look failed completely.
  var failure: EngineError? { seen.look.failure }
  /// The error for a name in the condition that the engine does not know.
  var stranger: EngineError? { seen.look.stranger }
  var isHopeless: Bool { stranger != nil || failure.map(isFinal) ?? false }

  /// Starts another look if one of the records reports a change.
  func note(_ records: [StreamRecord]) {
    if records.contains(where: \.tellsOfChange) { pulse.yield() }
  }

  /// - Returns: the values, if the condition is true.
  func look(_ engine: EngineReader) async -> [ConditionName: ConditionValue]? {
    var seen = seen
    seen.look = await engine.look(for: condition.bases, meaning: seen.look.meanings, now: now)
    seen.at = now()
    seen.history.complete(&seen.look, for: condition.names, at: seen.at)
    if let status = seen.look.status {
      let isOld = now().timeIntervalSince(seen.snapshotAt) >= Self.modeLasts
      if maxAge != nil || isOld || seen.snapshot?.engine?.state != status.value.state {
        seen.snapshot = await engine.snapshot(of: maxAge == nil ? [.engine] : pricedParts(seen.look), now: now)
        seen.snapshotAt = now()
      }
      seen.snapshot?[.engineStatus] = .success(status)
    }
    leaveOutWhatIsOld(&seen)
    // A look that was cancelled may be incomplete.
    guard !Task.isCancelled else { return nil }
    seen.isMet = seen.hold.isMet(condition.holds(seen.look.values), lasting: condition.lasting, at: seen.at)
    let whole = seen
    state.withLock { $0 = whole }
    onLook(seen)
    return whole.isMet ? whole.look.values : nil
  }

  /// Seconds. The mode is read less often, because the engine limits how often its settings may be read.
  private static let modeLasts: TimeInterval = 60

  /// What tells how old the prices are on which the condition rests.
  private func pricedParts(_ look: ConditionLook) -> Set<SnapshotPart> {
    Set([.engine, .positions] + pricedSymbols(look).map { .ticker($0) })
  }

  private func pricedSymbols(_ look: ConditionLook) -> [String] {
    condition.bases.compactMap { name in
      guard case .price(let symbol) = look.meanings[name] ?? name else { return nil }
      return symbol
    }
  }

  private func leaveOutWhatIsOld(_ seen: inout Seen) {
    guard let maxAge else { return }
    seen.age = seen.look.status == nil ? nil : seen.snapshot?.marketAge(with: pricedSymbols(seen.look))
    let isFresh = seen.age.map { $0 <= maxAge } ?? false
    let old = isFresh ? [:] : seen.look.values.filter { $0.key.restsOnPrices }
    seen.isTooOld = !old.isEmpty
    for name in old.keys { seen.look.values[name] = nil }
  }

  /// - Returns: the values that made the condition true; `nil` when the task was cancelled, or when later looks will
  ///   fail as well.
  func untilMet(_ control: EngineClient) async -> [ConditionName: ConditionValue]? {
    pulse.yield()
    return await withTaskGroup(of: [ConditionName: ConditionValue]?.self) { group in
      group.addTask { [self] in
        while !Task.isCancelled {
          do { try await sleep(interval) } catch { return nil }
          pulse.yield()
        }
        return nil
      }
      group.addTask { [self] in
        for await _ in pulses {
          // A pulse that was sent before the cancellation may still arrive after it.
          guard !Task.isCancelled else { return nil }
          if let met = await look(control.look(repeated)) { return met }
          if isHopeless { return nil }
          try? await sleep(Self.rest)
        }
        return nil
      }
      let met = await group.next() ?? nil
      group.cancelAll()
      return met
    }
  }
}

extension StreamRecord {
  /// Whether it is an event that reports a change.
  var tellsOfChange: Bool { if case .event(let event) = self { event.tellsOfChange } else { false } }
}
