import Foundation
import HeanCore

/// Looks again and again: redrawn in place on a terminal, one line a change elsewhere.
struct Watching: Sendable {
  static let watch = OptionSpec("watch", short: "w", .flag, help: "look again until interrupted")
  static let interval = OptionSpec("interval", .value("TIME"), help: "with --watch: time between looks (2s)")
  static let count = OptionSpec("count", .value("N"), help: "with --watch: stop after so many looks")
  static let options = [watch, interval, count]

  var interval: Duration
  var count: Int?

  /// `nil` without `--watch`.
  init?(_ line: ParsedLine) throws(UsageError) {
    let interval = try line.duration(Self.interval)
    let count = try line.integer(Self.count, in: 1...1_000_000)
    guard line.flag(Self.watch) else {
      guard interval == nil, count == nil else {
        throw .contradiction("--interval and --count belong to --watch", nextStep: "add --watch")
      }
      return nil
    }
    self.interval = interval ?? .seconds(2)
    self.count = count
  }

  /// - Parameter look: one report from a reader that has not seen anything yet.
  func run(
    _ session: Session, _ look: @escaping @Sendable (EngineReader) async throws -> Report
  ) async throws -> Output {
    let isTable = session.settings.output.value == .table
    let isDrawn = isTable && session.context.output.isTerminal
    return try await session.withControl { control in
      var last = ""
      var looks = 0
      while !Task.isCancelled {
        looks += 1
        let report = try await look(control.look())
        var text = ""
        try session.renderer.render(report) { text += $0 }
        let key = isDrawn ? text : Self.summary(report) ?? text
        if isDrawn {
          try session.context.output.write(Self.frame(text, isFirst: looks == 1))
        } else if key != last {
          // A pipe hears of changes only, and in one line where there is one.
          let line = isTable ? Self.summary(report).map { "\(session.clock(report.asOf))  \(sanitized($0))\n" } : nil
          try session.context.output.write(line ?? text)
        }
        last = key
        if looks == count { return .ended(report.exit) }
        try await session.context.sleep(interval)
      }
      return .ended(.ok)
    }
  }

  /// From the top left, each line cleared to its end: no flicker, as nothing is ever blank in between.
  private static func frame(_ text: String, isFirst: Bool) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\u{1B}[K" }
    return (isFirst ? "\u{1B}[2J" : "") + "\u{1B}[H" + lines.joined(separator: "\n") + "\u{1B}[J"
  }

  /// The sentence of a report that has one: neither the clock nor ages are in it.
  private static func summary(_ report: Report) -> String? {
    guard case .object(let table) = report.payload, let column = table.columns.first(where: { $0.name == "summary" })
    else { return nil }
    return column.value(0).words
  }
}
