import Foundation
import HeanCore
import Synchronization

@testable import HeanConsole

/// Somebody at the full-screen console: looks at the screen until it shows something, and presses keys.
final class LiveDriver: Sendable {
  struct TooLate: Error, CustomStringConvertible {
    var wanted: String
    var screen: String
    var description: String { "never shown: \(wanted)\n\(screen)" }
  }

  private struct State {
    var terminal: EmulatedTerminal
    var size: (columns: Int, rows: Int)
    var raw = ""
    var inputs: [RawTerminal.Input] = []
  }

  private let state: Mutex<State>
  /// How often it looks whether something has come.
  private static let glance = Duration.milliseconds(5)
  /// A busy machine gets so long to show what is waited for.
  private static let patience = Duration.seconds(60)

  init(columns: Int = 80, rows: Int = 24) {
    state = Mutex(State(terminal: EmulatedTerminal(columns: columns, rows: rows), size: (columns, rows)))
  }

  var text: String { state.withLock { $0.terminal.text } }
  /// Everything that was written.
  var raw: String { state.withLock { $0.raw } }

  private func put(_ input: RawTerminal.Input) { state.withLock { $0.inputs.append(input) } }

  func press(_ text: String) { put(.bytes(Array(text.utf8))) }

  func resize(columns: Int, rows: Int) {
    state.withLock { state in
      state.terminal = EmulatedTerminal(columns: columns, rows: rows)
      state.size = (columns, rows)
      state.inputs.append(.resized)
    }
  }

  func close() { put(.closed) }

  func until(_ wanted: String, _ isShown: (String) -> Bool) async throws {
    let end = ContinuousClock.now + Self.patience
    while !isShown(text) {
      guard ContinuousClock.now < end else { throw TooLate(wanted: wanted, screen: text) }
      try await Task.sleep(for: Self.glance)
    }
  }

  func until(_ words: String) async throws { try await until(words) { $0.contains(words) } }
  func untilGone(_ words: String) async throws { try await until("no \(words)") { !$0.contains(words) } }

  /// Answers a question when it can be read: what is typed sooner is no answer.
  func answer(_ question: String, _ text: String) async throws {
    try await until(question)
    try await until("the answer \(text)") { screen in
      if !screen.hasSuffix(text) { press("\u{15}" + text) }
      return screen.hasSuffix(text)
    }
    press("\r")
  }

  /// Runs the console until the script is done; then its terminal is closed.
  /// - Parameter now: the wall clock; `nil` for that of this machine.
  func run(
    _ words: [String], home: String = Console.freshHome(), now: Date? = nil,
    _ script: @escaping @Sendable (LiveDriver) async throws -> Void
  ) async throws -> Consequences {
    var console = Console(columns: 80, home: home)
    console.isClockReal = true
    console.isInputTerminal = true
    let (output, errors) = (Recorder(), Recorder())
    var context = console.context(output, errors)
    if let now { context.now = { now } }
    context.terminalSize = { self.state.withLock { $0.size } }
    context.input.withScreen = { body in
      try await body(
        ScreenTerminal(next: { try await self.next($0) }, suspend: {}, write: { self.write($0) }))
    }
    let program = Program(context: context)
    return try await withThrowingTaskGroup(of: Consequences?.self) { group in
      group.addTask { Consequences(code: await program.run(words), output: output.text, errors: errors.text) }
      group.addTask {
        defer { self.close() }
        try await script(self)
        return nil
      }
      var end: Consequences?
      while let one = try await group.next() { end = one ?? end }
      return end ?? Consequences(code: .bug, output: "", errors: "")
    }
  }

  private func next(_ milliseconds: Int32?) async throws -> RawTerminal.Input {
    let end = milliseconds.map { ContinuousClock.now + .milliseconds(Int($0)) }
    while true {
      if let input = state.withLock({ $0.inputs.isEmpty ? nil : $0.inputs.removeFirst() }) { return input }
      if let end, ContinuousClock.now >= end { return .quiet }
      try await Task.sleep(for: Self.glance)
    }
  }

  private func write(_ text: String) {
    state.withLock { state in
      state.raw += text
      state.terminal.feed(text.replacing(TerminalQuestion.bytes, with: ""))
      if text.contains(TerminalQuestion.bytes) { state.inputs.append(.bytes(Array("\u{1B}[?62c".utf8))) }
    }
  }
}
