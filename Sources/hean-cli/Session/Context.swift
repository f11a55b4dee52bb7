import Foundation
import HeanCore
import HeanNetworking

/// Everything a run touches outside itself, made once in `main` and handed down.
struct Context: Sendable {
  var environment: [String: String]
  var now: @Sendable () -> Date
  /// 0 ..< 1.
  var random: @Sendable () -> Double
  /// Time since some moment, by a clock that nobody sets: for limits, where `now` is for what is shown and recorded.
  var elapsed: @Sendable () -> Duration
  /// Waits by the clock of `elapsed`.
  var sleep: @Sendable (Duration) async throws -> Void
  var output: Sink
  var errors: Sink
  var input: Input
  /// Columns of the terminal behind standard output; `nil` when unknown.
  var columns: Int?
  /// As it is now; a window can change.
  var terminalSize: @Sendable () -> (columns: Int, rows: Int)?
  /// Returns when the operator wants a long-running command to end.
  var untilInterrupted: @Sendable () async -> Void
  /// What is said and recorded when a signal ends the run.
  var interruption: InterruptionGuard
  /// What a span on this context's clock is in the time of networks. They are the same, but for a clock that stands still.
  var realTime: @Sendable (Duration) -> Duration
  /// Carries the requests; `nil` for what the environment names.
  var sender: (any HTTPSending)?
  /// Hears of every request (`--verbose`).
  var trace: (@Sendable (TraceEvent) -> Void)?
}

/// One standard stream to write to.
struct Sink: Sendable {
  var isTerminal: Bool
  /// Whole or an error: `FileDescriptorWriter.Failure`.
  var write: @Sendable (String) throws -> Void
  /// The same for what is UTF-8 already.
  var writeBytes: @Sendable ([UInt8]) throws -> Void
  /// Returns when nobody is there to read any more, or when the task is cancelled.
  var untilClosed: @Sendable () async -> Void
}

/// Standard input.
struct Input: Sendable {
  var isTerminal: Bool
  /// The next line, `nil` at the end.
  var readLine: @Sendable () async throws -> String?
  /// A line typed without echo after a prompt on the terminal.
  var readSecret: @Sendable (String) async throws -> String
}
