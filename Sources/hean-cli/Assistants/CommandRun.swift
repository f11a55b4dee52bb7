import HeanCore
import Synchronization

/// A command line of hean, run beside the server: what it writes is kept, and what it asks is answered from here.
struct CommandRun: Sendable {
  var session: Session
  /// Reports what a verb has sent when a signal ends the process; `nil` for what only reads.
  var interruption: InterruptionGuard?
  /// Answers a question by its text; `nil` calls it off. Without it nothing can be asked.
  var reply: (@Sendable (String) -> String?)?
  /// Gets each line that is told while it runs.
  var tell: (@Sendable (String) -> Void)?

  struct End: Sendable {
    var code: ExitCode
    var output: String
    /// Lines of standard error, without the questions.
    var errors: [String]
    /// The last question that was asked.
    var question: String?
    /// What was shown before it.
    var shown = ""

    var document: JSONValue? {
      output.isEmpty ? nil : (try? JSONValue(reading: Data(output.utf8)))?.sanitizedTexts
    }

    /// What was told beside the answer: errors in words, with their next step.
    var notes: [String] {
      errors.flatMap { line -> [String] in
        switch ToldLine(line) {
        case .text(let text), .note(let text): return [sanitized(text)]
        case .error(let error):
          return [error["message"]?.text, error["next_step"]?.text.map { "next: \($0)" }].compactMap(\.self).map(
            sanitized)
        case nil: return []
        }
      }
    }
  }

  private struct Written {
    var output = ""
    var errors = ""
    var question: String?
    var shown = ""
  }

  func run(_ words: [String]) async -> End {
    let written = Mutex(Written())
    let (reply, tell) = (reply, tell)
    var context = session.context.nested
    if let interruption { context.interruption = interruption }
    context.runInFront = nil
    context.environment["COLUMNS"] = nil
    // A one-time code is typed by a person, for one verb.
    context.environment[Settings.codeVariable.name] = nil
    context.columns = nil
    context.terminalSize = { nil }
    context.windowChanges = { AsyncStream { $0.finish() } }
    context.output = Sink(isTerminal: false) { text in written.withLock { $0.output += text } }
    context.errors = Sink(isTerminal: false) { text in
      written.withLock { $0.errors += text }
      if text.hasSuffix("\n"), let note = (try? JSONValue(reading: Data(text.utf8)))?["note"]?.text {
        tell?(sanitized(note))
      }
    }
    context.input = Input(
      isTerminal: reply != nil,
      readLine: {
        guard let reply else { return nil }
        // What has no line end yet is the question.
        let question = written.withLock { kept in
          let question =
            kept.errors.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
          kept.errors.removeLast(question.count)
          (kept.question, kept.shown, kept.errors) = (question, kept.errors, "")
          return question
        }
        return reply(question)
      }, readSecret: { _ in "" })
    context.input.agreement = .word
    let code = await context.runLine?(words, context) ?? .bug
    return written.withLock { kept in
      End(
        code: code, output: kept.output,
        errors: kept.errors.split(separator: "\n").map(String.init), question: kept.question, shown: kept.shown)
    }
  }
}
