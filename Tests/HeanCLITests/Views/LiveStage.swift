import Foundation
import HeanCore

@testable import HeanConsole

/// One look at a practice engine, as the panes of a live screen are made of it.
struct LiveStage {
  let session: Session
  let snapshot: EngineSnapshot
  let status: StatusAnswer
  let risk: RiskAnswer
  let funnel: FunnelAnswer
  let held: JudgedAnswer<PositionsAnswer>

  init(_ words: String...) async throws {
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    let session = try Session(
      context: Console(columns: 160).context(Recorder(), Recorder()),
      line: try parser.parse(["--practice", "--seed", "7"] + words + ["status"]),
      command: StatusCommand.self, carried: CommandTable.carriedFlags)
    let status = StatusQuery { session.pastAttempts(on: $0) }
    let positions = JudgedQuery(PositionsQuery()) { session.pastAttempts(on: $0) }
    let (risk, funnel) = (RiskQuery(), FunnelQuery(window: 3600))
    let parts = status.parts.union(positions.parts).union(risk.parts).union(funnel.parts)
    let snapshot = try await session.withEngineOnce { engine in
      await engine.snapshot(of: parts, now: session.context.now)
    }
    self.session = session
    self.snapshot = snapshot
    let now = session.context.now()
    self.status = try status.answer(snapshot, now: now)
    self.risk = try risk.answer(snapshot, now: now)
    self.funnel = try funnel.answer(snapshot, now: now)
    held = try positions.answer(snapshot, now: now)
  }

  func view(_ width: Int, isASCII: Bool = false) -> Viewpoint {
    var view = session.viewpoint
    (view.width, view.hasHeading, view.glyphs) = (width, false, BlockGlyphs(isUnicode: !isASCII))
    return view
  }

  var renderer: ReportRenderer { session.renderer }

  /// A pane in three widths, in UTF-8 and in ASCII, as one text.
  func panes(_ lines: (Viewpoint) throws -> [String]) rethrows -> String {
    var text = ""
    for isASCII in [false, true] {
      for width in [38, 80, 140] {
        text += "=== \(width) columns, \(isASCII ? "ASCII" : "UTF-8")\n"
        for line in try lines(view(width, isASCII: isASCII)) {
          let shown = isASCII ? Glyphs.ascii(line) : line
          text += shown.replacing(#/ +$/#, with: "") + "\n"
        }
      }
    }
    return text
  }

  /// The lines of a report that a view has made for a viewpoint.
  func lines(_ report: Report, _ view: Viewpoint, height: Int? = nil) -> [String] {
    Pane(width: view.width ?? 80, height: height, tellsNotes: true).lines(report, by: renderer)
  }
}
