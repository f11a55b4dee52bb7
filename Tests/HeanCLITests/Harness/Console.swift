import Foundation
import Synchronization

@testable import HeanConsole

/// What one run of the console did, compared whole.
struct Consequences: Equatable {
  var code: ExitCode
  var output: String
  var errors: String
}

/// Runs the console in this process with everything around it fixed: clock, environment, streams.
struct Console {
  /// 2026-11-21T01:47:30Z, some seconds after the recordings.
  static let now = Date(timeIntervalSince1970: 1_795_225_650)

  var environment: [String: String]
  /// Columns of the pretended terminal; `nil` is a pipe.
  var columns: Int?
  /// Rows of it; `nil` is as many as it takes.
  var rows: Int?
  var standardInput: [String] = []
  var isInputTerminal = false
  var agreement = Agreement.letter
  /// Keys that are pressed, for a conversation.
  var keys: KeySource?
  /// Answers questions at the time they are asked; without it `standardInput` does.
  var answer: (@Sendable () -> String)?
  var clock = Console.now
  /// A clock that is shared with an engine; otherwise each run has its own, which begins at `clock`.
  var sharedClock: TestClock?
  private static let start = ContinuousClock.now
  /// For what is about real time itself.
  var isClockReal = false
  /// With a real clock: the shortest time limit of a look, for tests that are not about one.
  var shortestDeadline = Duration.zero

  init(columns: Int? = nil, home: String = Console.freshHome(), environment: [String: String] = [:]) {
    self.columns = columns
    self.environment = environment.merging(["HOME": home, "NO_COLOR": "1", "TERM": "xterm"]) { given, _ in given }
  }

  /// The homes of all runs of this process. They are removed when it ends.
  private static let homes: String = {
    atexit { try? FileManager.default.removeItem(atPath: Console.homes) }
    return NSTemporaryDirectory() + "hean-tests-\(ProcessInfo.processInfo.processIdentifier)"
  }()

  static func freshHome() -> String {
    let path = homes + "/" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  func run(_ arguments: String...) async -> Consequences { await run(arguments) }

  /// Runs what draws its screen again and again.
  /// - Returns: the code, and what the terminal showed after each piece that was written.
  func watch(_ arguments: [String]) async -> (code: ExitCode, screens: [EmulatedTerminal], errors: String) {
    let (output, errors) = (Recorder(), Recorder())
    let code = await Program(context: context(output, errors)).run(arguments)
    return (code, EmulatedTerminal.screens(output.all, columns: columns ?? 80, rows: rows ?? 100), errors.text)
  }

  func run(_ arguments: [String]) async -> Consequences {
    let output = Recorder()
    let errors = Recorder()
    let code = await Program(context: context(output, errors)).run(arguments)
    return Consequences(code: code, output: output.text, errors: errors.text)
  }

  func context(_ output: Recorder, _ errors: Recorder) -> Context {
    let input = Recorder(standardInput)
    let clock = sharedClock ?? TestClock(clock)
    let (isClockReal, shortestDeadline) = (isClockReal, shortestDeadline)
    let (answer, keys, agreement) = (answer, keys, agreement)
    return Context(
      environment: environment, now: { isClockReal ? Date() : clock.now }, random: { 0.5 },
      elapsed: { isClockReal ? ContinuousClock.now - Self.start : clock.elapsed },
      sleep: { if isClockReal { try await Task.sleep(for: $0) } else { await clock.pass($0) } },
      output: .recording(to: output, isTerminal: columns != nil),
      errors: .recording(to: errors, isTerminal: columns != nil),
      input: Input(
        isTerminal: isInputTerminal, readLine: { answer?() ?? input.next() },
        withKeys: { body in if let keys { try await body(keys) } },
        withDrawing: { body in
          try await body(
            ScreenTerminal(
              next: { milliseconds in
                if let keys { return try await keys.next(milliseconds) }
                while true { try await Task.sleep(for: .seconds(3_600)) }
              }, suspend: {}, write: { output.append($0) }))
        }, readSecret: { _ in input.next() ?? "" },
        agreement: agreement),
      columns: columns, terminalSize: { [columns, rows] in rows.map { (columns ?? 80, $0) } }, untilInterrupted: {},
      interruption: InterruptionGuard(errors: nil),

      // While the clock stands still an engine has all the time that a busy machine needs; where lines show how long
      // something takes, a limit is what it is, but for the shortest.
      realTime: { isClockReal ? max($0, shortestDeadline) : clock.hasBeats ? max($0, .seconds(5)) : .seconds(600) },
      program: { "/usr/local/bin/hean" },
      beat: { if isClockReal { try await Task.sleep(for: $0) } else { try await clock.beat($0) } })
  }
}

extension Sink {
  fileprivate static func recording(to recorder: Recorder, isTerminal: Bool) -> Sink {
    Sink(
      isTerminal: isTerminal, write: { recorder.append($0) },
      writeBytes: { recorder.append(String(decoding: $0, as: UTF8.self)) },
      untilClosed: { while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) } })
  }
}

final class Recorder: Sendable {
  private let pieces: Mutex<[String]>
  private let clock: TestClock?
  private let times = Mutex<[Duration]>([])

  /// - Parameter clock: dates each piece.
  init(_ pieces: [String] = [], clock: TestClock? = nil) {
    self.pieces = Mutex(pieces)
    self.clock = clock
  }

  /// When each piece was written.
  var moments: [Duration] { times.withLock { $0 } }

  func append(_ text: String) {
    if let clock { times.withLock { $0.append(clock.elapsed) } }
    pieces.withLock { $0.append(text) }
  }
  func next() -> String? { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  /// What was written, piece by piece.
  var all: [String] { pieces.withLock { $0 } }
  var text: String { pieces.withLock { $0.joined() } }
}
