import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Whole screens of the console, of one look at a practice engine.
@Suite struct LiveScreenTests {
  private struct Stage {
    let session: Session
    let snapshot: EngineSnapshot
    let health = WatchedEngine.Health(feed: .live)

    init(_ scenario: String) async throws {
      let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
      let session = try Session(
        context: Console(columns: 160).context(Recorder(), Recorder()),
        line: try parser.parse(["--practice", "--seed", "7", "--scenario", scenario, "status"]),
        command: StatusCommand.self, carried: CommandTable.carriedFlags)
      let parts = PaneContents.parts(of: PaneKind.allCases, ChartChoice(symbol: "BTCUSDT"))
      self.session = session
      snapshot = try await session.withEngineOnce { await $0.snapshot(of: parts, now: session.context.now) }
    }

    func state(_ workspace: Workspace, _ columns: Int, _ rows: Int) -> LiveState {
      var state = LiveState(
        keys: KeyMap(), name: "practice", isReadOnly: false, lock: ConsoleLock(span: .seconds(300)),
        chart: ChartChoice(symbol: "BTCUSDT"), columns: columns, rows: rows)
      state.workspace = workspace
      return state
    }

    /// - Parameter later: how long ago the look was.
    func draw(_ state: inout LiveState, isLost: Bool = false, later: TimeInterval = 0) -> CellGrid {
      let contents = PaneContents(session, snapshot, state.chart, changes: [:])
      var header = LiveHeader()
      header.take(contents.status, health)
      var session = session
      let now = session.context.now().addingTimeInterval(later)
      session.context.now = { now }
      var panes: [PaneKind: KeptPane] = [:]
      for kind in PaneKind.allCases {
        do { panes[kind] = KeptPane(content: try contents.content(kind)) } catch {
          panes[kind] = KeptPane(failure: session.failure(error).message)
        }
      }
      let screen = LiveScreen(
        session: session, header: header.lines(session, state, at: .zero), panes: panes, isLost: isLost)
      return screen.draw(&state).grid
    }
  }

  @Test(arguments: Workspace.allCases, PaneLayoutTests.sizes) func everyWorkspaceInFourSizes(
    _ workspace: Workspace, _ size: (Int, Int)
  ) async throws {
    let stage = try await Stage("calm")
    var state = stage.state(workspace, size.0, size.1)
    let text = stage.draw(&state).text
    try Expected.compare(text + "\n", with: "live/\(workspace.name)-\(size.0)x\(size.1).txt")
    #expect(text.hasPrefix(" PRACTICE "))
  }

  @Test(arguments: ["killswitch", "crash", "stopped"]) func theOverviewOfTrouble(_ scenario: String) async throws {
    let stage = try await Stage(scenario)
    var state = stage.state(.overview, 80, 24)
    try Expected.compare(stage.draw(&state).text + "\n", with: "live/overview-\(scenario).txt")
  }

  @Test func whatIsOldIsDimmedAndDatedAndNotWiped() async throws {
    let stage = try await Stage("calm")
    var state = stage.state(.overview, 80, 24)
    let fresh = stage.draw(&state)
    let old = stage.draw(&state, isLost: true, later: 60)
    let place = try #require((0..<24).first { fresh.line($0).hasPrefix("▸ positions") })
    #expect(old.line(place).contains("as of 01:47:30Z"))
    // The rows are still there, faint.
    #expect(old.line(place + 2) == fresh.line(place + 2))
    let cells = old.cells[(place + 2) * 80..<(place + 3) * 80].filter { $0.glyph != 0x20 }
    #expect(!cells.isEmpty && cells.allSatisfy { $0.style.attributes.contains(.faint) })
  }

  @Test func aFilterLeavesRowsAndSaysSo() async throws {
    let stage = try await Stage("calm")
    var state = stage.state(.positions, 80, 24)
    _ = stage.draw(&state)
    let all = state.targets[.positions]?.count ?? 0
    for key in "/eth".unicodeScalars { _ = state.press(.character(key), at: .zero) }
    let text = stage.draw(&state).text
    #expect(text.contains("/eth"))
    #expect(all > 1 && state.targets[.positions]?.map(\.symbol) == ["ETHUSDT"])
  }

  @Test func aLongQuestionIsReadToItsEnd() async throws {
    let stage = try await Stage("calm")
    var state = stage.state(.overview, 40, 10)
    _ = state.press(.character("U"), at: .zero)
    state.mode = .mainnet
    let text = stage.draw(&state).text
    #expect(text.contains("type practice to unlock") && text.hasSuffix("\n>"), "\(text)")
  }

  @Test func oneLookDrawsTheSameTextForAMinute() async throws {
    let stage = try await Stage("calm")
    var state = stage.state(.overview, 200, 60)
    // 01:47:30: the minute has half of itself left.
    let first = stage.draw(&state)
    #expect(stage.draw(&state, later: 10).text == first.text)
  }
}
