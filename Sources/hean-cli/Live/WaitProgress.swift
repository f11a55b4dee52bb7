import HeanCore
import Synchronization

/// The progress of a wait on standard error: a line whenever the engine starts or stops answering or running. On a
/// terminal, also one line that is rewritten, with the condition and the values seen last.
final class WaitProgress: Sendable {
  private struct State {
    var hasAnswered = false
    /// The last reported reason why the engine does not answer.
    var trouble: ExitCode?
    /// The last reported state of an engine that is not running.
    var idle: EngineState?
    /// Whether the condition was shown.
    var hasBegun = false
    var isLineDrawn = false
  }

  private let state = Mutex(State())
  private let session: Session
  private let condition: Condition
  private let limit: Duration?
  private let start: Duration
  private let isLive: Bool

  init(_ session: Session, _ condition: Condition, within limit: Duration?) {
    self.session = session
    self.condition = condition
    self.limit = limit
    start = session.context.elapsed()
    isLive =
      !session.isQuiet && session.context.errors.isTerminal
      && ColourDecision.knowsSequences(session.context.environment)
  }

  var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

  func note(_ seen: ConditionWatch.Seen) {
    let failure = seen.look.failure.map { Failure($0, url: session.sourceURL) }
    let engine = seen.look.status?.value
    let words = state.withLock { state -> [String] in
      var words: [String] = []
      if state.trouble != failure?.exit {
        let still = failure == nil ? (state.hasAnswered ? " again" : " now") : "; waiting for it"
        words.append((failure?.message ?? "the engine answers") + still)
      }
      state.trouble = failure?.exit
      if let engine {
        state.hasAnswered = true
        let idle = engine.isAtWork ? nil : engine.state
        if idle != state.idle { words.append(Self.words(idle, condition)) }
        state.idle = idle
      }
      return words
    }
    let isOpen = !seen.isMet && seen.look.stranger == nil
    if isLive, isOpen { begin() }
    for text in words { say(text) }
    if isLive, isOpen { draw(seen) }
  }

  private func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    say("waiting for \(condition.text)" + (limit.map { ", \(Spans.exact($0)) at most" } ?? "") + "; Ctrl-C ends it")
  }

  private static func words(_ idle: EngineState?, _ condition: Condition) -> String {
    guard let idle else { return "the engine is RUNNING" }
    let unknown = condition.names.filter { $0 != .engineState }.map(\.text).sorted()
    return "the engine is \(idle.rawValue)"
      + (unknown.isEmpty ? "" : ": \(unknown.joined(separator: ", ")) cannot be known until it runs; waiting")
  }

  private func say(_ words: String) {
    clear()
    session.note("\(session.timestamp(session.context.now())) \(words)")
  }

  /// Removes the rewritten line, before anything else is written.
  func clear() {
    let isDrawn = state.withLock { state in
      defer { state.isLineDrawn = false }
      return state.isLineDrawn
    }
    if isDrawn { try? session.context.errors.write("\r\u{1B}[K") }
  }

  private func draw(_ seen: ConditionWatch.Seen) {
    let engine = seen.look.failure == nil ? seen.look.status?.value.state.rawValue : nil
    let mode = seen.snapshot?.mode.label ?? OperatingMode.unknown.label
    let waited = Spans.text(session.context.elapsed() - start)
    let words = "\(mode) · \(engine ?? "NO ANSWER") · \(waited) · \(seen.words(condition, isBrief: true))"
    let line = session.output.redaction?.text(words) ?? words
    let width = session.context.terminalSize()?.columns ?? session.context.columns ?? 80
    try? session.context.errors.write("\r\(truncated(sanitized(line), to: max(20, width - 1)))\u{1B}[K")
    state.withLock { $0.isLineDrawn = true }
  }
}

extension ConditionWatch.Seen {
  /// The last value of each name, in the engine's own spelling.
  /// - Parameter isBrief: for a line with little space: numbers are rounded as on screens.
  func words(_ condition: Condition, isBrief: Bool = false) -> String {
    let seen = condition.names.map { (name: ConditionName) -> String in
      var value = look.values[name]?.json.plainCell.text(in: .utc) ?? "not known"
      if isBrief, case .number(let number)? = look.values[name] { value = Figures.price(number) }
      let doubt = isBrief ? nil : look.doubts[name]
      return "\((look.meanings[name] ?? name).text) is \(value)" + (doubt.map { " (\($0))" } ?? "")
    }.sorted().joined(separator: ", ")
    let held = hold.since.flatMap { since in
      condition.lasting.map { lasting in
        ", true for \(Spans.text(at.timeIntervalSince(since))) of \(Spans.exact(lasting))"
      }
    }
    let old = isTooOld ? " (prices \(age.map { Spans.text($0) + " old" } ?? "of unknown age"))" : ""
    return seen + (held ?? "") + old
  }
}
