import Foundation
import HeanCore
import Synchronization

/// Looks at an engine again and again until a condition holds: by the clock, and at once when an event tells that something
/// has changed. What the events say is not believed; the engine is read.
final class ConditionWatch: Sendable {
  let condition: Condition
  private let interval: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let pulses: AsyncStream<Void>
  private let pulse: AsyncStream<Void>.Continuation
  private let repeated: RepeatedReads
  private let state = Mutex(Seen())
  private let now: @Sendable () -> Date
  /// Oldest prices that count (seconds).
  private let maxAge: Decimal?
  private let onLook: @Sendable (Seen) -> Void
  private let isFinal: @Sendable (EngineError) -> Bool

  /// Events that come in a row make one look.
  private static let rest = Duration.milliseconds(200)

  /// What stands behind the wait at one moment.
  struct Seen: Sendable {
    var look = ConditionLook()
    /// Mode and source; at most a minute older than the look.
    var snapshot: EngineSnapshot?
    var snapshotAt = Date.distantPast
    /// Set when values were left out because the prices behind them are older than is wanted, or of unknown age.
    var isTooOld = false
    /// Of the prices, where that was asked for (seconds).
    var age: Decimal?
  }

  /// - Parameters:
  ///   - maxAge: oldest prices that count (seconds).
  ///   - onLook: told after each look what it saw.
  ///   - isFinal: whether no later look can come to anything.
  init(
    condition: Condition, interval: Duration, maxAge: Decimal? = nil, now: @escaping @Sendable () -> Date,
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
    self.interval = interval
    self.sleep = sleep
    (pulses, pulse) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// What the last look saw.
  var seen: Seen { state.withLock { $0 } }
  /// Why figures that the last look saw are not taken for known.
  var doubts: [ConditionName: String] { seen.look.doubts }
  var values: [ConditionName: ConditionValue] { seen.look.values }
  /// Why the last look saw nothing at all.
  var failure: EngineError? { seen.look.failure }
  /// Why a name in the condition stands for nothing.
  var stranger: EngineError? { seen.look.stranger }
  var isHopeless: Bool { stranger != nil || failure.map(isFinal) ?? false }

  /// Looks again if one of the records tells of a change.
  func note(_ records: [StreamRecord]) {
    let tells = records.contains { record in
      guard case .event(let event) = record else { return false }
      return event.tellsOfChange
    }
    if tells { pulse.yield() }
  }

  /// - Returns: what was seen, if it holds.
  func look(_ engine: EngineReader) async -> [ConditionName: ConditionValue]? {
    var seen = seen
    seen.look = await engine.look(for: condition.names, meaning: seen.look.meanings, now: now)
    if let status = seen.look.status {
      let isOld = now().timeIntervalSince(seen.snapshotAt) >= Self.modeLasts
      if maxAge != nil || isOld || seen.snapshot?.engine?.state != status.value.state {
        seen.snapshot = await engine.snapshot(of: [.engine], now: now)
        seen.snapshotAt = now()
      }
      seen.snapshot?[.engineStatus] = .success(status)
    }
    leaveOutWhatIsOld(&seen)
    // What a cancelled look saw may be half of it.
    guard !Task.isCancelled else { return nil }
    let whole = seen
    state.withLock { $0 = whole }
    onLook(seen)
    return condition.holds(seen.look.values) == true ? seen.look.values : nil
  }

  /// Seconds; the engine does not like to be asked for its settings often.
  private static let modeLasts: TimeInterval = 60

  private func leaveOutWhatIsOld(_ seen: inout Seen) {
    guard let maxAge else { return }
    seen.age = seen.look.status == nil ? nil : seen.snapshot?.marketAge
    let isFresh = seen.age.map { $0 <= maxAge } ?? false
    let old = isFresh ? [:] : seen.look.values.filter { $0.key.restsOnPrices }
    seen.isTooOld = !old.isEmpty
    for name in old.keys { seen.look.values[name] = nil }
  }

  /// - Returns: what was seen when it held; `nil` when the task was cancelled, or when no look can come to anything.
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
          // A pulse that came before the end is handed out after it.
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
