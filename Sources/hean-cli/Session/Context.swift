import HeanCore
import HeanNetworking
import Synchronization

/// Everything that a run uses outside itself, made once in `main` and passed down.
struct Context: Sendable {
  var environment: [String: String]
  var now: @Sendable () -> Date
  /// A random number, 0 ..< 1.
  var random: @Sendable () -> Double
  /// Time from a monotonic clock, for time limits; `now` is for what is shown and recorded.
  var elapsed: @Sendable () -> Duration
  /// Waits, measured by the clock of `elapsed`.
  var sleep: @Sendable (Duration) async throws -> Void
  var output: Sink
  var errors: Sink
  var input: Input
  /// Width of the terminal of standard output in columns; `nil` when unknown.
  var columns: Int?
  /// The current size; a window can change.
  var terminalSize: @Sendable () -> (columns: Int, rows: Int)?
  /// Tells each time that the window has got another size.
  var windowChanges: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
  /// Returns when the operator asks a long-running command to end.
  var untilInterrupted: @Sendable () async -> Void
  /// Reports and records what a verb has sent when a signal ends the run.
  var interruption: InterruptionGuard
  /// Converts a duration on this context's clock to real time, for network calls. They differ only in tests, where the
  /// clock stands still.
  var realTime: @Sendable (Duration) -> Duration
  /// Path of this program, for files that start it again; `nil` when it is not known.
  var program: @Sendable () -> String? = { nil }
  /// Carry requests and events, as far as the environment lets them.
  var carriers = Carriers()
  /// Waits beside something that is under way, by the clock of `elapsed`. In tests it never moves that clock, as `sleep`
  /// does.
  var beat: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Asks after this time for the code with which to end the process, whatever it does then; `nil` lets it go on. What it
  /// returns calls that off, or does not return when the end has begun. In tests it does nothing.
  var expire: @Sendable (Duration, @escaping @Sendable () -> ExitCode?) -> @Sendable () -> Void = { _, _ in {} }
  /// Tells what a run waits for; `nil` tells nothing.
  var waits: WaitNotice?
  /// Called for every request (`--verbose`).
  var trace: (@Sendable (TraceEvent) -> Void)?
  /// What was told already in this run.
  var once = OnlyOnce()
  /// Limits the time of a command that reads once.
  var workLimit = WorkLimit()
  /// The engine of every run in this context; `nil` for the one that the line, the environment or a profile names.
  var target: EngineTarget?
  /// The configuration, where it was read already; `nil` reads it.
  var configuration: LoadedConfiguration?
  /// Greatest body (bytes) of an answer, where many engines are asked at once; `nil` for the usual limit.
  var answerLimit: Int?
  /// Gets each report before it is written; `nil` tells nobody.
  var observe: (@Sendable (Report) -> Void)?
  /// The record that is played; every run in this context is about it, and asks no engine. `nil` plays none.
  var replay: ReplayPlayer?
  /// Runs a program that has the terminal until it ends, with its absolute path first; what it returns is how it ended, or
  /// `nil` when it could not be started. `nil` where the terminal is not given away.
  var runInFront:
    (
      @Sendable (_ arguments: [String], _ environment: [String: String], _ input: String?) async
        -> ChildProcess.Outcome.End?
    )?
  /// Whether a first run may say that there is a tutorial.
  var offersTutorial = false
  /// Runs another command line of hean, as words after its name, in a context of its own; `nil` where none can be run.
  var runLine: (@Sendable (_ words: [String], Context) async -> ExitCode)?
}

extension Context {
  /// Whether standard output is a terminal on which a screen can be drawn over the last one.
  var isDrawnInPlace: Bool { output.isTerminal && ColourDecision.knowsSequences(environment) }
}

/// Tells a thing the first time only, however often a screen is drawn.
final class OnlyOnce: Sendable {
  private let told = Mutex<Set<String>>([])

  func isFirst(_ name: String) -> Bool { told.withLock { $0.insert(name).inserted } }
}

/// A standard stream for output.
struct Sink: Sendable {
  var isTerminal: Bool
  /// Writes all of it or throws `FileDescriptorWriter.Failure`.
  var write: @Sendable (String) throws -> Void
  /// The same for text that is already UTF-8 bytes.
  var writeBytes: @Sendable ([UInt8]) throws -> Void
  /// Returns when the reader is gone, or when the task is cancelled.
  var untilClosed: @Sendable () async -> Void
}

extension Sink {
  /// Gives whatever is written to a closure, as text.
  /// - Parameter untilClosed: without one nobody closes it but a cancellation.
  init(
    isTerminal: Bool, untilClosed: @escaping @Sendable () async -> Void = Self.untilCancelled,
    text write: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      isTerminal: isTerminal, write: write, writeBytes: { write(String(decoding: $0, as: UTF8.self)) },
      untilClosed: untilClosed)
  }

  private static let untilCancelled: @Sendable () async -> Void = {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
  }
}

/// Standard input.
struct Input: Sendable {
  var isTerminal: Bool
  /// Whether nothing may be asked, on a terminal either (`--no-input`).
  var isUnasked = false
  /// The next line; `nil` at the end of input.
  var readLine: @Sendable () async throws -> String?
  /// Gives keys as they are pressed, until the body ends; for a terminal only.
  var withKeys: @Sendable (@Sendable (KeySource) async throws -> Void) async throws -> Void = { _ in }
  /// The same with a screen of its own, beside that of the shell, which is as it was afterwards.
  var withScreen: @Sendable (@Sendable (ScreenTerminal) async throws -> Void) async throws -> Void = { _ in }
  /// The same with a screen that is drawn over the window and stays in sight.
  var withDrawing: @Sendable (@Sendable (ScreenTerminal) async throws -> Void) async throws -> Void = { _ in }
  /// Shows a prompt on the terminal and reads a line without echo.
  var readSecret: @Sendable (String) async throws -> String
  /// What counts as a yes to what is about to be sent.
  var agreement = Agreement.letter

  /// Why nobody can be asked, for a message; `nil` when somebody can.
  var refusal: String? {
    if isUnasked { return "nothing may be asked (--no-input)" }
    return isTerminal ? nil : "standard input is no terminal"
  }

  /// A secret: typed without echo on a terminal, else the first line. `nil` when there is none, and on a terminal where
  /// nothing may be asked.
  func secret(_ prompt: String) async throws -> String? {
    guard isTerminal else { return try await readLine() }
    return isUnasked ? nil : try await readSecret(prompt)
  }
}

/// How an operator agrees to what is about to be sent, where no name has to be typed.
enum Agreement: Sendable {
  /// `y` or `yes`.
  case letter
  /// The whole word `yes` only: where keys act by themselves, one key too many must not send.
  case word

  /// Ends with a space.
  var prompt: String {
    switch self {
    case .letter: "Send? [y/N] "
    case .word: "Type yes to send: "
    }
  }

  /// - Parameter answer: without spaces around it, in any case.
  func isGiven(by answer: String) -> Bool {
    switch self {
    case .letter: ["y", "yes"].contains(answer.lowercased())
    case .word: answer.lowercased() == "yes"
    }
  }
}

/// Keys of a terminal as they are pressed.
struct KeySource: Sendable {
  /// What comes next; with a limit, `.quiet` when nothing came within so many milliseconds.
  var next: @Sendable (Int32?) async throws -> RawTerminal.Input
}
