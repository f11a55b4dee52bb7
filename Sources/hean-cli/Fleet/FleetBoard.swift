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
  }

  let names: [String]
  private let session: Session
  private let interval: Duration
  private let places = AsyncSemaphore(Bounded.engines)
  private let state = Mutex(State())

  /// - Parameter interval: between two looks at one engine.
  init(_ session: Session, _ names: [String], interval: Duration) {
    self.session = session
    self.names = names
    self.interval = interval
  }

  /// Looks at all of them until the task is cancelled.
  func look() async {
    await withDiscardingTaskGroup { group in
      for name in names { group.addTask { await self.look(at: name) } }
    }
  }

  /// Settings, key and the way through ssh are kept from look to look; a key that is refused may have been replaced.
  private func look(at name: String) async {
    let look = FleetLook(session)
    while !Task.isCancelled {
      var known: Session?
      do {
        var own = try look.engine(name)
        known = own
        own.target = try await own.target.withKey(in: own.context)
        try await own.target.located(in: own.context) { [own] target in
          var own = own
          own.target = target
          while true {
            let row = await places.withPlace { [own] in await look.row(name, own) }
            try Task.checkCancellation()
            note(row)
            try await session.context.beat(interval)
            if row.exit == .notAuthorised { return }
          }
        }
      } catch {
        if Task.isCancelled { return }
        note(look.row(name, failed: session.failure(error), known?.target))
        do { try await session.context.beat(interval) } catch { return }
      }
    }
  }

  private func note(_ row: FleetRow) {
    let now = session.context.elapsed()
    state.withLock { state in
      var row = row
      // What was said last stays, marked as old.
      if row.verdict == nil, let last = state.rows[row.engine], last.verdict != nil {
        let problem = row.problem
        (row, row.exit) = (last, row.exit)
        row.problem = problem
      } else if row.verdict != nil {
        state.answered[row.engine] = now
      }
      state.rows[row.engine] = row
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
}
