import HeanCore
import Synchronization

/// A command of hean that runs inside the full-screen console: what it writes lies over the panes, and what it asks is
/// answered there.
struct NestedRun: Sendable {
  /// What a run tells.
  enum News: Sendable {
    case wrote(String)
    /// It waits for the answer to this question.
    case asked(String)
    case ended(ExitCode)
  }

  var session: Session
  /// Reports what a verb has sent when a signal ends the process; `nil` for what only reads.
  var interruption: InterruptionGuard?
  /// Of the lines, in cells.
  var columns: Int
  var tell: @Sendable (News) -> Void
  /// The next line that was typed as an answer; `nil` calls it off.
  var reply: @Sendable () async -> String?

  /// Rows of the window that a command sees: what it writes can be scrolled, so nothing is left out.
  private static let rows = 10_000

  /// Runs commands one after another, each as words after `hean`.
  func run(_ commands: [[String]]) async {
    var code = ExitCode.ok
    for (index, words) in commands.enumerated() where !Task.isCancelled {
      if index > 0 { tell(.wrote("\n")) }
      code = await session.context.runLine?(words, context) ?? .bug
    }
    tell(.ended(code))
  }

  /// Runs a command whose output goes where the console's goes, without colours and without questions.
  static func plainly(_ words: [String], _ session: Session) async {
    var context = beside(session)
    let (output, errors) = (context.output, context.errors)
    context.output = Sink(isTerminal: false) { try? output.write($0) }
    context.errors = Sink(isTerminal: false) { try? errors.write($0) }
    context.input = Input(isTerminal: false, readLine: { nil }, readSecret: { _ in "" })
    _ = await context.runLine?(words, context)
  }

  /// The context of this console, with the overlay in the place of the terminal.
  private var context: Context {
    let question = Mutex("")
    let (tell, reply, columns) = (tell, reply, columns)
    var context = Self.beside(session)
    // A verb is what a signal has to report; the end of a read must not make it forgotten.
    if let interruption { context.interruption = interruption }
    context.output = Sink(isTerminal: true) { tell(.wrote($0)) }
    // What is waited for is told, and errors are as wide as the screen.
    context.errors = Sink(isTerminal: true) { text in
      // What has no line end yet is the beginning of a question.
      let whole = text.hasSuffix("\n")
      question.withLock { $0 = whole ? "" : $0 + text }
      if whole { tell(.wrote(text)) }
    }
    context.input = Input(
      isTerminal: true, isUnasked: context.input.isUnasked,
      readLine: {
        let asked = question.withLock { text in
          defer { text = "" }
          return text
        }
        tell(.asked(asked))
        return await reply()
      },
      readSecret: { _ in throw Failure(.declined, "no secret can be typed here", nextStep: "run it in a shell") })
    context.input.agreement = .word
    context.columns = columns
    context.terminalSize = { (columns, Self.rows) }
    context.windowChanges = { AsyncStream { $0.finish() } }
    // Else the width that the shell knew of this terminal would be that of the overlay.
    context.environment["COLUMNS"] = nil
    return context
  }

  /// A context for a run beside the console: about the same engine, whatever the configuration says by now, and with limits
  /// of its own, which end it and never the console.
  private static func beside(_ session: Session) -> Context {
    var context = session.context.nested
    context.target = session.target
    context.runInFront = nil
    return context
  }
}
