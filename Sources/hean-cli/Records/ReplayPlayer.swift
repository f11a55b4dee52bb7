import HeanCore
import Synchronization

/// What an operator can do while a record is played.
enum ReplayMove: Sendable, Equatable {
  /// Hold, or go on.
  case hold
  /// So many looks on, or back where it is less than 0.
  case looks(Int)
  /// So many seconds on, or back where it is less than 0.
  case seconds(TimeInterval)
  case faster, slower
}

/// Plays a record: time goes on in it, held, faster, slower, or at another place.
final class ReplayPlayer: Sendable {
  /// Where it stands.
  struct Standing: Sendable, Equatable {
    /// The look that is shown.
    var look: Date
    /// Recorded seconds in one second.
    var pace: Decimal
    var isHeld: Bool
    /// Whether no look comes after it.
    var isAtEnd: Bool

    /// How time goes on, in one word.
    var course: String { isAtEnd ? "END" : (isHeld ? "HELD " : "") + "x\(pace)" }
  }

  private struct State {
    var replay: RecordReplay
    var place: Int
    /// Time goes on between looks, too.
    var moment: Date
    var pace: Decimal
    var isHeld = false
    /// The look of what is on the screen: it follows when that has been read.
    var shown: Date

    var standing: Standing {
      Standing(
        look: replay.looks[place], pace: pace, isHeld: isHeld, isAtEnd: place == replay.looks.count - 1)
    }

    /// - Returns: whether another look is shown.
    mutating func show(_ place: Int) -> Bool {
      guard place != self.place else { return false }
      self.place = place
      replay.show(replay.looks[place])
      return true
    }
  }

  private let state: Mutex<State>
  /// What is not recorded before the first look, when another one was asked for.
  let gapAtStart: RecordGap?

  /// Looks of one recorder are not farther apart (seconds).
  private static let stride: TimeInterval = 75

  /// Steps of the pace.
  private static let paces: [Decimal] = [1, 2, 5, 10, 30, 60, 120, 300, 600]

  /// - Parameters:
  ///   - start: the first look that is shown is the last one before it, or the first one after it.
  ///   - pace: recorded seconds in one second.
  /// - Returns: `nil` for a record without a look.
  init?(_ replay: RecordReplay, from start: Date, pace: Decimal) {
    guard !replay.looks.isEmpty else { return nil }
    let place = replay.looks.lastIndex { $0 <= start } ?? 0
    let first = replay.looks[place]
    var state = State(replay: replay, place: place, moment: max(first, start), pace: pace, shown: first)
    state.replay.show(first)
    gapAtStart =
      abs(first.timeIntervalSince(start)) > Self.stride
      ? RecordGap(from: min(first, start), to: max(first, start), reason: .notRunning) : nil
    self.state = Mutex(state)
  }

  var standing: Standing { state.withLock { $0.standing } }
  /// What was known at one look, and when that was.
  var scene: (past: RecordedPast, look: Date) { state.withLock { ($0.replay.past, $0.standing.look) } }
  /// The time on the screen.
  var shown: Date { state.withLock { $0.shown } }

  /// Takes note that what was known at this look is on the screen.
  func shows(_ look: Date) { state.withLock { $0.shown = look } }

  /// Lets time go on by so much real time.
  /// - Returns: whether another look is shown, and what is not recorded between it and the one before.
  func advance(by elapsed: Duration) -> (isMoved: Bool, gaps: [RecordGap]) {
    state.withLock { state in
      guard !state.isHeld, !state.standing.isAtEnd else { return (false, []) }
      state.moment += (state.pace * elapsed.decimalSeconds).double
      let (looks, before) = (state.replay.looks, state.place)
      if looks[before + 1].timeIntervalSince(looks[before]) > RecordedPast.silence {
        // Nobody waits for hours of which nothing is known.
        state.moment = max(state.moment, looks[before + 1])
      }
      let moment = state.moment
      let isMoved = state.show(looks[before...].lastIndex { $0 <= moment } ?? before)
      let last = looks[before]
      let passed = state.replay.past.gaps.filter { gap in
        (gap.subject == .all || gap.reason == .engineRestarted) && gap.to > last && gap.from < state.standing.look
      }
      return (isMoved, isMoved ? passed : [])
    }
  }

  /// - Returns: whether another look is shown.
  func move(_ move: ReplayMove) -> Bool {
    state.withLock { state in
      let looks = state.replay.looks
      var place = state.place
      switch move {
      case .hold:
        state.isHeld.toggle()
        return false
      case .faster:
        state.pace = Self.paces.first { $0 > state.pace } ?? state.pace
        return false
      case .slower:
        state.pace = Self.paces.last { $0 < state.pace } ?? state.pace
        return false
      case .looks(let count): place += count
      case .seconds(let seconds):
        let moment = looks[place] + seconds
        place = looks.lastIndex { $0 <= moment } ?? 0
        // Over a gap it would stay where it is.
        if seconds > 0, place == state.place { place += 1 }
      }
      place = max(0, min(looks.count - 1, place))
      state.moment = looks[place]
      return state.show(place)
    }
  }
}
