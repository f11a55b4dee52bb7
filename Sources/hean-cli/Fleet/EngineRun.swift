import HeanCore
import Synchronization

/// How a command ended that was run about one of several engines.
struct EngineOutcome: Sendable {
  var row: FleetRow
  /// What it wrote, in the format in which it was asked for.
  var output: String
  /// What it wrote to standard error.
  var errors: String
  /// Amounts of a report about one record, by the names of their fields (USDT).
  var figures: [(name: String, value: Decimal?)] = []
}

extension EngineOutcome {
  /// A document without a frame tells mode and state itself.
  fileprivate mutating func take(_ amounts: [String: [String]]) {
    guard output.hasPrefix("{"), let document = try? JSONValue(reading: Data(output.utf8)) else { return }
    row.source.mode = document["mode"]?.text ?? row.source.mode
    row.source.engineState = document["engine_state"]?.text ?? row.source.engineState
    figures = (document["schema"]?.text.flatMap { amounts[$0] } ?? []).map { name in
      if case .number(let value)? = document[name] { (name, value) } else { (name, nil) }
    }
  }
}

/// Runs the command of a line for several engines, each in a context of its own, as if it had been called with its profile.
struct EngineRuns: Sendable {
  let session: Session
  let chosen: ChosenEngines
  /// Runs a line in a context to its exit code.
  let run: @Sendable (ParsedLine, Context) async -> ExitCode
  /// By name; without those whose profile cannot be used.
  private let sessions: [String: Session]

  init(
    _ session: Session, _ chosen: ChosenEngines, run: @escaping @Sendable (ParsedLine, Context) async -> ExitCode
  ) {
    self.session = session
    self.chosen = chosen
    self.run = run
    sessions = chosen.names.reduce(into: [:]) { $0[$1] = try? chosen.session(of: $1, in: session) }
  }

  func target(_ name: String) -> EngineTarget? { sessions[name]?.target }
  func isReadOnly(_ name: String) -> Bool { sessions[name]?.settings.isReadOnly.value == true }

  /// How a run is different from what was typed.
  struct Manner: Sendable {
    /// Whether it writes JSON, whatever was asked for.
    var isData: Bool
    /// Names of the fields that are summed, by the schemas of documents about one record.
    var amounts: [String: [String]] = [:]
    /// Changes the line about one engine.
    var change: @Sendable (_ line: inout ParsedLine, _ engine: String) -> Void = { _, _ in }
    /// Whether it can change the engine: a signal reports what it has sent.
    var isVerb = false
    /// Gets what is written as it comes, in place of being kept; `nil` keeps it.
    var wrote: (@Sendable (_ engine: String, _ text: String, _ isError: Bool) -> Void)?
  }

  func outcome(of name: String, _ manner: Manner) async -> EngineOutcome {
    let (output, errors) = (Captured(), Captured())
    let seen = Mutex<(report: Report, figures: [(name: String, value: Decimal?)])?>(nil)
    var context = chosen.inside(session.context)
    let wrote = manner.wrote
    let outer = session.context
    context.output = Sink(
      isTerminal: outer.output.isTerminal && !manner.isData, untilClosed: outer.output.untilClosed
    ) {
      if let wrote { wrote(name, $0, false) } else { output.add($0) }
    }
    context.errors = Sink(isTerminal: false, untilClosed: outer.errors.untilClosed) {
      if let wrote { wrote(name, $0, true) } else { errors.add($0) }
    }
    // All of a screen is wanted, whatever the height of the window.
    let columns = session.context.terminalSize()?.columns ?? session.context.columns
    context.terminalSize = { columns.map { ($0, 10_000) } }
    context.windowChanges = { AsyncStream { $0.finish() } }
    if manner.isVerb {
      context.interruption = session.context.interruption.beside(for: name, in: session.output.format)
    }
    // Of a report with thousands of rows nothing but this may stay in memory.
    context.observe = { report in
      let figures = report.figures(manner.amounts[report.schema] ?? [])
      var report = report
      (report.payload, report.screen, report.instead) = (.none, Screen(), nil)
      seen.withLock { [report] in $0 = (report, figures) }
    }
    var line = chosen.line(for: name)
    line.drop(GlobalOptions.jq)
    line.drop(GlobalOptions.json)
    line.put(Settings.output, (manner.isData ? OutputFormat.json : .table).rawValue)
    // Else a row that waits would tell so beside all others.
    if !line[GlobalOptions.verbose] { line.put(GlobalOptions.quiet) }
    manner.change(&line, name)
    let began = session.context.elapsed()
    let code = await run(line, context)
    let took = session.context.elapsed() - began
    let kept = seen.withLock { $0 }
    var outcome = outcome(name, code, took, kept?.report, output.text, errors.text)
    outcome.figures = kept?.figures ?? []
    if kept?.report.source == nil { outcome.take(manner.amounts) }
    return outcome
  }

  private func outcome(
    _ name: String, _ code: ExitCode, _ took: Duration, _ report: Report?, _ output: String, _ errors: String
  ) -> EngineOutcome {
    var row = FleetRow(
      unanswered: name, target(name), exit: code, problem: code == .ok ? nil : Self.problem(errors), took: took)
    if let source = report?.source { row.source = source }
    (row.verdict, row.age) = (report?.verdict, report?.age)
    return EngineOutcome(row: row, output: output, errors: errors)
  }

  /// What went wrong, by what was written to standard error as text or as JSON.
  private static func problem(_ errors: String) -> String? {
    for line in errors.split(separator: "\n").reversed() {
      switch ToldLine(line) {
      case .error(let error): if let message = error["message"]?.text { return message }
      case .text(let text) where text.hasPrefix("hean: "): return String(text.dropFirst(6))
      case .text, .note, nil: break
      }
    }
    return nil
  }
}

/// Text that a run has written.
private final class Captured: Sendable {
  private let written = Mutex("")

  func add(_ text: String) { written.withLock { $0 += text } }
  var text: String { written.withLock { $0 } }
}

extension Report {
  /// The values of some fields of a report about one record.
  fileprivate func figures(_ names: [String]) -> [(name: String, value: Decimal?)] {
    guard !names.isEmpty, case .object(let table) = payload else { return [] }
    var figures: [(name: String, value: Decimal?)] = []
    // Reading the values of a row that is in memory cannot fail.
    try? table.forEach { value, _ in
      for column in table.columns where names.contains(column.name) {
        if case .number(let number) = value(column) {
          figures.append((column.name, number))
        } else {
          figures.append((column.name, nil))
        }
      }
    }
    return figures
  }
}
