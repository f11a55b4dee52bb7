import HeanCore
import Synchronization

/// What is known of several engines that are looked at again and again, each by itself: a slow one keeps its last row and
/// delays no other.
final class FleetBoard: Sendable {
  private struct State {
    var rows: [String: FleetRow] = [:]
    /// When each answered last, by the clock of `Context.elapsed`.
    var answered: [String: Duration] = [:]
    /// The engine on which the keys are.
    var selected: String?
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let names: [String]
  private let session: Session
  private let interval: Duration
  private let state: Mutex<State>

  /// - Parameter interval: between two looks at one engine.
  init(_ session: Session, _ names: [String], interval: Duration) {
    self.session = session
    self.names = names
    self.interval = interval
    state = Mutex(State(free: Bounded.engines))
  }

  /// Looks at all of them until the task is cancelled.
  func look() async {
    await withDiscardingTaskGroup { group in
      for name in names { group.addTask { await self.look(at: name) } }
    }
  }

  private func look(at name: String) async {
    let look = FleetLook(session)
    while !Task.isCancelled {
      await enter()
      let row = await look.row(name)
      leave()
      if Task.isCancelled { return }
      let now = session.context.elapsed()
      state.withLock { state in
        var row = row
        // What was said last stays, marked as old.
        if row.verdict == nil, let last = state.rows[name], last.verdict != nil {
          let problem = row.problem
          (row, row.exit) = (last, row.exit)
          row.problem = problem
        } else if row.verdict != nil {
          state.answered[name] = now
        }
        state.rows[name] = row
      }
      do { try await session.context.beat(interval) } catch { return }
    }
  }

  /// The rows, the worst first, and how old those are that did not answer lately.
  func rows() -> [FleetRow] {
    let now = session.context.elapsed()
    return state.withLock { state in
      state.rows.values.map { row in
        var row = row
        if row.exit != .ok, row.verdict != nil, let answered = state.answered[row.engine] {
          row.problem = "\(Spans.text(now - answered)) ago; \(row.problem ?? "")"
        }
        return row
      }.sorted { $0.isWorse(than: $1) }
    }
  }

  /// The place of the chosen engine among these rows; the first one until one was chosen.
  func selection(in rows: [FleetRow]) -> Int {
    let selected = state.withLock { $0.selected }
    return rows.firstIndex { $0.engine == selected } ?? 0
  }

  /// Moves the choice, in the order of what is shown.
  func move(by steps: Int) {
    let rows = rows()
    guard !rows.isEmpty else { return }
    let place = min(max(0, selection(in: rows) + steps), rows.count - 1)
    state.withLock { $0.selected = rows[place].engine }
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
