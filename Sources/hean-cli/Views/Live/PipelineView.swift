import HeanCore

/// How far signals got, from judging to the fill, with what was lost on each way and why. In a wide pane the stages stand
/// beside each other, in a narrow one below each other.
struct PipelineView {
  var answer: FunnelAnswer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("funnel", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.isFitted = true
    report.screen.context(answer.context, view)
    if let row = answer.funnel.rows.first(where: { $0.by == "all" }), answer.funnel.reach != nil {
      let stages = Self.stages(row)
      let width = view.width ?? 80
      report.screen.line(Cell("Last \(Spans.short(answer.window)), all strategies and symbols", .faint))
      report.screen.picture(holdsAmounts: false) { palette, _ in
        Self.across(stages, width, view.glyphs, palette) ?? Self.down(stages, width, view.glyphs, palette)
      }
    } else {
      report.screen.line(Cell("The engine lists no decision yet.", .warning))
    }
    report.warn(ofReach: answer.shortReach, answer.window)
    return report
  }

  /// A stage with what is lost on the way to it.
  private struct Stage: Sendable {
    var name: String
    var count: Int
    /// `nil` when nothing is lost, or when the counts are not of the same signals.
    var lost: Int?
    /// Why most of it was lost; empty when nothing tells.
    var reason = ""
  }

  private static func stages(_ row: Funnel.Row) -> [Stage] {
    let refused = row.rejected.map { $0 > 0 ? "\($0) refused by the router" : "" } ?? "not counted why"
    return [
      Stage(name: "signals", count: row.signals),
      Stage(
        name: "accepted", count: row.accepted, lost: lost(row.signals, row.accepted),
        reason: row.reasons.first.map { "\($0.code) × \($0.count)" } ?? ""),
      Stage(name: "orders", count: row.orders, lost: lost(row.accepted, row.orders), reason: refused),
      Stage(name: "filled", count: row.filled, lost: lost(row.orders, row.filled), reason: "not filled so far"),
    ]
  }

  private static func lost(_ before: Int, _ after: Int) -> Int? { before > after ? before - after : nil }

  /// Stages in columns, below each one what was lost on the way to it, and why; `nil` where they have no room.
  private static func across(
    _ stages: [Stage], _ width: Int, _ glyphs: BlockGlyphs, _ palette: Palette
  ) -> [String]? {
    let arrow = glyphs.isUnicode ? "──▶ " : "--> "
    let columns = stages.map { stage in
      let loss = stage.lost.map { "-\($0)" } ?? ""
      return ["\(stage.count) \(stage.name)", loss, loss.isEmpty ? "" : sanitized(stage.reason)]
    }
    let widths = columns.map { ($0.map { displayWidth($0) }.max() ?? 0) + 1 }
    guard widths.reduce(arrow.count * (stages.count - 1), +) <= width else { return nil }
    let styles: [Style] = [.strong, .warning, .faint]
    let lines = styles.indices.map { row in
      columns.indices.map { place in
        let lead = place == 0 ? "" : row == 0 ? arrow : String(repeating: " ", count: arrow.count)
        return palette.paint(lead, .faint) + palette.paint(padded(columns[place][row], to: widths[place]), styles[row])
      }.joined()
    }
    // Without losses there is nothing below the stages.
    return stages.contains { $0.lost != nil } ? lines : [lines[0]]
  }

  private static func down(_ stages: [Stage], _ width: Int, _ glyphs: BlockGlyphs, _ palette: Palette) -> [String] {
    let arrow = glyphs.isUnicode ? "↓" : "v"
    let digits = stages.map { "\($0.count)".count }.max() ?? 1
    let name = stages.map(\.name.count).max() ?? 0
    return stages.flatMap { stage -> [String] in
      let line = palette.paint(
        padded(stage.name, to: name) + "  " + padded("\(stage.count)", to: digits, leading: true), .strong)
      guard let lost = stage.lost else { return [line] }
      let loss = "  \(arrow) -\(lost)  "
      return [
        palette.paint(loss, .warning)
          + palette.paint(truncated(sanitized(stage.reason), to: max(1, width - loss.count)), .faint),
        line,
      ]
    }
  }
}
