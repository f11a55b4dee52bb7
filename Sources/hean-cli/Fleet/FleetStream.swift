import HeanCore
import Synchronization

/// A stream of several engines: what each tells, a line each, with the name of the engine before it.
struct FleetStream: Sendable {
  let runs: EngineRuns

  /// Engines that are followed at once; each holds one or two connections for as long as it lasts.
  private static let most = 400

  func run() async throws -> Output {
    let (session, names) = (runs.session, runs.chosen.names)
    guard names.count <= Self.most else {
      throw Failure(
        .usage, "\(names.count) engines are more than the \(Self.most) that one run follows",
        nextStep: "follow one group after another with --group")
    }
    OpenFileLimit.raise()
    let lines = WholeLines()
    let width = names.map(\.count).max() ?? 0
    let isData = session.output.format != .table
    let manner = EngineRuns.Manner(
      isData: isData,
      wrote: { name, text, isError in
        for line in lines.add(text, of: name + (isError ? " errors" : "")) {
          let sink = isError ? session.context.errors : session.context.output
          // The end of the reader is noticed by each stream itself.
          try? sink.write(Self.marked(line, name, width) + "\n")
        }
      })
    let outcomes = await Bounded.map(names, atOnce: names.count) { await runs.outcome(of: $0, manner) }
    return .ended(ExitCode(of: outcomes.map(\.row.exit)))
  }

  /// A line with its engine: a record of JSON stays as it is, in another one.
  static func marked(_ line: String, _ name: String, _ width: Int) -> String {
    line.hasPrefix("{")
      ? #"{"engine":\#(JSONText.compact(.string(name))),"record":\#(line)}"#
      : name + String(repeating: " ", count: max(0, width - name.count)) + " | " + line
  }
}

/// Puts pieces of text together to whole lines.
private final class WholeLines: Sendable {
  private let begun = Mutex<[String: String]>([:])

  /// - Returns: the lines that are whole now, without their ends.
  func add(_ text: String, of writer: String) -> [String] {
    begun.withLock { begun in
      var lines = ((begun[writer] ?? "") + text).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
      begun[writer] = lines.popLast()
      return lines
    }
  }
}
