import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Views as parts of one screen.
struct PaneTests {
  private func session(_ words: String..., columns: Int = 160) throws -> Session {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    return try Session(
      context: Console(columns: columns).context(Recorder(), Recorder()), line: try parser.parse(words),
      command: StatusCommand.self, carried: CommandTable.carriedFlags)
  }

  /// Status and positions of one look, drawn for this width.
  private func reports(_ session: Session, width: Int) async throws -> [Report] {
    let status = StatusQuery { session.pastAttempts(on: $0) }
    let positions = JudgedQuery(PositionsQuery()) { session.pastAttempts(on: $0) }
    let snapshot = try await session.withEngineOnce { engine in
      await engine.snapshot(of: status.parts.union(positions.parts), now: session.context.now)
    }
    var view = session.viewpoint
    view.width = width
    let held = try positions.answer(snapshot, now: view.now)
    return [
      StatusView(answer: try status.answer(snapshot, now: view.now), closes: []).report(view),
      PositionsView(answer: held.answer, judgement: held.judgement, closes: [], isWatched: true).report(view),
    ]
  }

  @Test(arguments: [(20, 4), (40, 12), (60, 24), (78, 40)])
  func `a pane is a rectangle, and keeps what decides`(width: Int, height: Int) async throws {
    let session = try session("--practice", "--scenario", "killswitch", "--seed", "7", "status")
    for palette in [Palette(isEnabled: false), Palette(isEnabled: true)] {
      var renderer = session.renderer
      renderer.palette = palette
      for report in try await reports(session, width: width) {
        let lines = Pane(width: width, height: height).lines(report, by: renderer).map(Palette.unpainted)
        #expect(lines.count == height && lines.allSatisfy { displayWidth($0) == width }, "\(lines)")
        #expect(lines[0].contains("PRACTICE"))
        #expect(height < 12 || lines.contains { $0.hasPrefix("Money:") }, "\(lines)")
        let hasSteps = report.screen.blocks.contains { if case .steps = $0 { true } else { false } }
        #expect(height < 24 || !hasSteps || lines.contains { $0.hasPrefix("  1. ") }, "\(lines)")
        #expect(report.schema != "hean.status/1" || hasSteps)
      }
    }
  }

  /// Without blanks: a pane fills its lines with them, and breaks a command that is longer than a line. Without the line
  /// about hidden columns: no option shows them in a pane.
  private static func plain(_ text: String) -> String {
    let told = text.replacing(#/(?s)hidden at 78.*? shows? them/#, with: "")
    return told.filter { !$0.isWhitespace && $0 != "\\" }
  }

  @Test func `a pane that is high enough holds what the command prints`() async throws {
    let session = try session("--practice", "--seed", "7", "status", columns: 78)
    for report in try await reports(session, width: 78) {
      var printed = ""
      try session.renderer.render(report) { printed += $0 }
      let lines = Pane(width: 78).lines(report, by: session.renderer)
      #expect(Self.plain(lines.joined(separator: "\n")) == Self.plain(printed))
    }
  }

  @Test func `a long command does not reach into the pane beside it`() throws {
    var report = Report(schema: "hean.test/1", asOf: Console.now)
    let command = "hean " + Array(repeating: "--symbol BTCUSDT", count: 6).joined(separator: " ")
    report.screen.verbatim(command)
    report.screen.line(Cell("done"))
    let renderer = try session("--practice", "status").renderer
    let left = Pane(width: 30).lines(report, by: renderer)
    #expect(left.first == "hean --symbol BTCUSDT \\       ", "broken at a blank, as a shell takes it: \(left)")
    #expect(left.joined().filter { $0 != "\\" }.split(separator: " ").joined(separator: " ") == command + " done")
    #expect(left.allSatisfy { displayWidth($0) == 30 }, "\(left)")
  }

  @Test(arguments: 0...12)
  func `no width is too narrow`(width: Int) throws {
    var report = Report(schema: "hean.test/1", asOf: Console.now)
    report.screen.verbatim("hean positions close 漢字 --yes")
    let lines = Pane(width: width).lines(report, by: try session("--practice", "status").renderer)
    let said = lines.joined().filter { !" \\".contains($0) }
    #expect(said == "heanpositionsclose漢字--yes")
  }

  @Test func `a list that is too long for its pane keeps what is said below it`() async throws {
    let session = try session("--practice", "--quirk", "order-ghosts", "--seed", "7", "--speed", "60", "status")
    let answer = try await session.askOnce(OrdersQuery(.all))
    var view = session.viewpoint
    view.hasHeading = false
    let report = OrdersView(answer: answer, filter: .all).report(view)
    let whole = Pane(width: 78).lines(report, by: session.renderer)
    let low = Pane(width: 78, height: max(6, whole.count - 3)).lines(report, by: session.renderer)
    #expect(!whole.joined().contains("PRACTICE"), "the heading stands once, above all panes")
    #expect(answer.orders.count > 8 && low.contains { $0.contains("orders shown") }, "\(low)")
    let ghosts = "probably ended"
    #expect(low.joined().contains(ghosts) == whole.joined().contains(ghosts))
  }
}
