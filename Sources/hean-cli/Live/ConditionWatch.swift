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
  private let seen = Mutex<ConditionLook?>(nil)
  private let onLook: @Sendable (EngineError?) -> Void
  private let isFinal: @Sendable (EngineError) -> Bool

  /// Events that come in a row make one look.
  private static let rest = Duration.milliseconds(200)

  /// - Parameters:
  ///   - onLook: told after each look why the engine did not answer, or `nil`.
  ///   - isFinal: whether no later look can come to anything.
  init(
    condition: Condition, interval: Duration, now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    onLook: @escaping @Sendable (EngineError?) -> Void = { _ in },
    isFinal: @escaping @Sendable (EngineError) -> Bool = { _ in false }
  ) {
    self.condition = condition
    self.onLook = onLook
    self.isFinal = isFinal
    repeated = RepeatedReads(now: now)
    self.interval = interval
    self.sleep = sleep
    (pulses, pulse) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// What the last look saw.
  var values: [ConditionName: ConditionValue] { seen.withLock { $0?.values ?? [:] } }
  /// Why figures that the last look saw are not taken for known.
  var doubts: [ConditionName: String] { seen.withLock { $0?.doubts ?? [:] } }
  /// Why the last look saw nothing at all.
  var failure: EngineError? { seen.withLock { $0?.failure } }
  var isHopeless: Bool { failure.map(isFinal) ?? false }

  /// Looks again if one of the records tells of a change.
  func note(_ records: [StreamRecord]) {
    let tells = records.contains { record in
      guard case .event(let event) = record else { return false }
      switch event.type {
      case "HEARTBEAT", "PNL_UPDATE", "POSITIONS_UPDATE", "ACCOUNT_STATE", "MARKET_TICK", "status_update": return false
      default: return event.topic != .tradingMetrics && event.topic != .metrics
      }
    }
    if tells { pulse.yield() }
  }

  /// - Returns: what was seen, if it holds.
  func look(_ engine: EngineReader) async -> [ConditionName: ConditionValue]? {
    let look = await engine.look(for: condition.names)
    // What a cancelled look saw may be half of it.
    guard !Task.isCancelled else { return nil }
    seen.withLock { $0 = look }
    onLook(look.failure)
    return condition.holds(look.values) == true ? look.values : nil
  }

  /// - Returns: what was seen when it held; `nil` when the task was cancelled, or when no look can come to anything.
  func untilMet(_ control: EngineControl) async -> [ConditionName: ConditionValue]? {
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
