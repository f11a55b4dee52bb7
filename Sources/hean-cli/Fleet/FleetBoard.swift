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

  private func look(at name: String) async {
    let look = FleetLook(session)
    // Settings and key are read once; a key that is refused may have been replaced.
    var known: Session?
    while !Task.isCancelled {
      let (row, own) = await places.withPlace { [known] in await self.row(name, known, look) }
      known = row.exit == .notAuthorised ? nil : own
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

  /// - Parameter known: the session about the engine, where it was made before.
  private func row(_ name: String, _ known: Session?, _ look: FleetLook) async -> (FleetRow, Session?) {
    var own: Session
    do {
      own = try known ?? look.engine(name)
      if known == nil { own.target = try await own.target.withKey(in: own.context) }
    } catch {
      return (look.row(name, failed: Failure(error, url: "")), nil)
    }
    return (await look.row(name, own), own)
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
