import HeanCore
import Synchronization

/// Tells on standard error what a run waits for, while that takes long.
///
/// On a terminal a verb is never silent for two seconds; its first line comes so soon that it stands there 300 ms after
/// the answer to a question. A read is told after half a second, in one faint line that counts and is gone with the answer.
/// Where standard error is no terminal, a verb in a data format
/// tells one line, because nothing else shows what was sent before the document at the end; otherwise nothing is told.
final class WaitNotice: Sendable {
  enum Kind { case read, verb }

  /// When lines come: the first after this time, and whether others follow.
  private struct Manner {
    var first: Duration
    var repeats = true
    /// Whether one line is written anew, and erased at the end.
    var isInPlace = false
  }

  private struct Pending {
    /// `nil` for a request to the engine.
    var what: String?
    /// `nil` when it has no limit of its own.
    var end: Duration?
  }

  private struct State {
    var manner: Manner?
    var wait: OperationWait?
    var pending: [Int: Pending] = [:]
    var count = 0
    /// When what is waited for now began.
    var since = Duration.zero
    /// Whether a line told of what is waited for now.
    var isTold = false
    /// When something was last shown.
    var lastShown = Duration.zero
    /// Whether a line stands there that is to be erased.
    var stands = false
    /// Until when the engine asked to be left alone.
    var pausedUntil: Duration?
  }

  /// To the beginning of the line, and what stands there erased (ECMA-48).
  private static let erasure = "\r\u{1B}[K"
  /// Between two states of a line in place.
  private static let step = Duration.seconds(1)

  /// Pauses between lines; shorter than two seconds, so that a busy machine keeps to them as well.
  private static let pause = Duration.milliseconds(1_800)
  private static let beat = Duration.milliseconds(50)

  private let state = Mutex(State())
  /// Held while a line is written, and apart from `state`: a terminal that takes no output must not hold up a verb.
  private let writing = Mutex(())
  private let engine: String
  private let isTerminal: Bool
  /// Whether a read is told in a line that is written anew.
  private let isInPlace: Bool
  private let elapsed: @Sendable () -> Duration

  /// - Parameters:
  ///   - engine: its address as it may be shown.
  ///   - isTerminal: whether standard error is one.
  ///   - isInPlace: whether a read is told in a line that is written anew: on a terminal that can erase, with nothing else
  ///     written beside it.
  init(engine: String, isTerminal: Bool, isInPlace: Bool = false, elapsed: @escaping @Sendable () -> Duration) {
    self.engine = engine
    self.isTerminal = isTerminal
    self.isInPlace = isInPlace
    self.elapsed = elapsed
  }

  /// Begins to tell. `false` when it tells already, or tells nothing of this kind.
  func begin(_ kind: Kind) -> Bool {
    let manner: Manner? =
      switch (kind, isTerminal) {
      case (.verb, true): Manner(first: .milliseconds(100))
      case (.read, true):
        isInPlace ? Manner(first: .milliseconds(500), isInPlace: true) : Manner(first: .seconds(1))
      case (.verb, false): Manner(first: .seconds(2), repeats: false)
      case (.read, false): nil
      }
    let now = elapsed()
    return state.withLock { state in
      guard let manner, state.manner == nil else { return false }
      state = State(manner: manner, wait: kind == .verb ? .plan : nil, since: now, lastShown: now)
      return true
    }
  }

  /// What erases the line that stands there; empty where none does. To be written before anything else is.
  func taken() -> String {
    state.withLock { state in
      defer { state.stands = false }
      return state.stands ? Self.erasure : ""
    }
  }

  /// The engine answered that it is asked too often: the next attempt comes after this time.
  func pauses(for wait: Duration) {
    let now = elapsed()
    state.withLock { $0.pausedUntil = now + wait }
  }

  /// Tells nothing from now on; a line that is being written is waited for.
  func end() {
    state.withLock { $0.manner = nil }
    writing.withLock { _ in }
  }

  /// Takes what is waited for; `nil` for nothing but the operator: then no line comes until the next.
  func waits(for wait: OperationWait?) {
    let now = elapsed()
    state.withLock { state in
      guard state.wait != wait else { return }
      if state.wait == nil { state.lastShown = now }
      state.wait = wait
      state.since = now
      state.isTold = false
    }
    if wait == nil { writing.withLock { _ in } }
  }

  /// Something else was shown, such as how a call ended.
  func shown() {
    let now = elapsed()
    state.withLock { $0.lastShown = now }
  }

  /// Keeps note of one thing that is waited for, until the body ends.
  /// - Parameter what: `nil` for an answer of the engine.
  func during<Value, Problem: Error>(
    _ what: String? = nil, within limit: Duration?, _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let now = elapsed()
    let place = state.withLock { state in
      if state.pending.isEmpty, state.wait == nil {
        state.since = now
        state.lastShown = now
        state.isTold = false
      }
      state.count += 1
      state.pending[state.count] = Pending(what: what, end: limit.map { now + $0 })
      return state.count
    }
    defer { state.withLock { $0.pending[place] = nil } }
    return try await body()
  }

  /// Writes lines until the task is cancelled.
  /// - Parameter wait: waits by the clock of the run, and moves it not.
  ///   - draw: writes what stands in a line that is written anew, without its end.
  func tell(
    wait: @Sendable (Duration) async throws -> Void, say: @Sendable (String) -> Void,
    draw: @Sendable (_ erasure: String, _ line: String) -> Void
  ) async {
    while (try? await wait(Self.beat)) != nil {
      writing.withLock { _ in
        if let line = standingLine() {
          draw(Self.erasure, line)
        } else if let line = dueLine() {
          say(line)
        }
      }
    }
  }

  /// What stands in place now; `nil` where nothing is to be written.
  private func standingLine() -> String? {
    let now = elapsed()
    return state.withLock { state in
      guard let manner = state.manner, manner.isInPlace, !state.pending.isEmpty, now - state.since >= manner.first,
        !state.stands || now - state.lastShown >= Self.step
      else { return nil }
      state.stands = true
      state.lastShown = now
      if let until = state.pausedUntil, until > now {
        let left = Spans.short(Decimal((until - now).seconds.rounded(.up)))
        return "\(engine) answers too many requests (429): again in \(left)"
      }
      let what = state.pending.values.lazy.compactMap(\.what).first ?? engine
      return "asking \(what) … \(Int((now - state.since).seconds)) s"
    }
  }

  private func dueLine() -> String? {
    let now = elapsed()
    return state.withLock { state in
      guard let manner = state.manner, !manner.isInPlace, let words = words(state) else { return nil }
      let isDue =
        now - state.lastShown >= max(Self.pause, manner.repeats ? .zero : manner.first)
        || !state.isTold && now - state.since >= manner.first
      guard isDue else { return nil }
      let line = words + limit(state, now)
      state.isTold = true
      state.lastShown = now
      if !manner.repeats { state.manner = nil }
      return line
    }
  }

  private func words(_ state: State) -> String? {
    if let what = state.pending.values.lazy.compactMap(\.what).first { return "waiting for \(what)" }
    if let wait = state.wait { return wait.words }
    return state.pending.isEmpty ? nil : "waiting for \(engine)"
  }

  /// How long it lasts at most, as far as that is known.
  private func limit(_ state: State, _ now: Duration) -> String {
    let end = (state.pending.values.map(\.end) + [state.wait?.end]).compactMap(\.self).max()
    guard let end, end > now else { return "" }
    let seconds = Spans.short(Decimal((end - now).seconds.rounded(.up)))
    if case .panic? = state.wait { return "; the panic ends in \(seconds) at most" }
    return ", \(seconds) \(state.isTold ? "more " : "")at most"
  }
}

extension OperationWait {
  fileprivate var words: String {
    switch self {
    case .plan: "reading the engine; nothing was sent yet"
    case .planAgain: "reading the engine once more; nothing was sent yet"
    case .answer(let call): "sent \(call.line); waiting for the answer"
    case .effect(let call, _): "sent \(call.line); looking for the effect"
    case .panic(let words, _): words
    }
  }

  /// By when it ends; `nil` where only the requests have limits.
  fileprivate var end: Duration? {
    switch self {
    case .plan, .planAgain, .answer: nil
    case .effect(_, let end), .panic(_, let end): end
    }
  }
}

/// A transport whose requests are known to be waited for.
struct ToldTransport: RESTTransport {
  var transport: any RESTTransport
  var notice: WaitNotice
  /// Limits of requests that have none of their own.
  var readDeadline: Duration
  var controlDeadline: Duration

  var displayURL: String { transport.displayURL }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let limit = request.deadline ?? (request.method == .get ? readDeadline : controlDeadline)
    return try await notice.during(within: limit) { () async throws(TransportError) in
      try await transport.send(request)
    }
  }
}

extension Session {
  /// Runs the body, and tells on standard error what it waits for.
  func tellingWaits<Value: Sendable>(_ kind: WaitNotice.Kind, _ body: () async throws -> Value) async throws -> Value {
    guard let notice = context.waits, notice.begin(kind) else { return try await body() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await notice.tell(wait: context.beat) {
          self.note($0)
        } draw: { erasure, line in
          let room = max(10, (self.context.terminalSize()?.columns ?? 80) - 1)
          let text = truncated(sanitized(line), to: room)
          let depth = ColourDecision.depth(
            isTerminal: true, choice: self.settings.color.value, environment: self.context.environment)
          let palette = Palette(self.settings.theme.value.theme, depth)
          try? self.context.errors.write(erasure + palette.paint(text, .faint))
        }
      }
      defer {
        notice.end()
        let erasure = notice.taken()
        if !erasure.isEmpty { try? context.errors.write(erasure) }
        group.cancelAll()
      }
      return try await body()
    }
  }
}
