import Testing

@testable import HeanConsole

/// How the panes of each workspace share windows of four sizes.
@Suite struct PaneLayoutTests {
  static let sizes = [(40, 10), (80, 24), (140, 40), (200, 60)]

  @Test(arguments: Workspace.allCases, sizes) func panesFillTheRectangleWithoutOverlap(
    _ workspace: Workspace, _ size: (Int, Int)
  ) {
    let (columns, rows) = size
    let layout = PaneLayout.of(workspace, columns: columns, rows: rows)
    let placed = layout.placed(in: PaneRectangle(row: 0, column: 0, width: columns, height: rows))
    #expect(Set(layout.kinds).count == layout.kinds.count)
    #expect(placed.map(\.kind) == layout.kinds)
    var owners = Array(repeating: 0, count: columns * rows)
    for (_, place) in placed {
      for row in place.row..<place.row + place.height {
        for column in place.column..<place.column + place.width { owners[row * columns + column] += 1 }
      }
    }
    #expect(owners.allSatisfy { $0 < 2 })
    // What no pane has is the line between two.
    #expect(owners.count { $0 == 0 } <= 2 * rows)
    // A title and a row at least.
    for (kind, place) in placed { #expect(place.height >= 2, "\(kind) in \(columns)x\(rows)") }
  }

  @Test(arguments: sizes) func theOverviewAlwaysHasTheVerdictsAndTheMoney(_ size: (Int, Int)) {
    let kinds = PaneLayout.of(.overview, columns: size.0, rows: size.1 - 3).kinds
    #expect(kinds.starts(with: [.verdicts]))
    #expect(kinds.contains(.positions))
  }

  @Test func aWindowWithoutRoomHasNoPane() {
    let layout = PaneLayout.of(.overview, columns: 0, rows: 0)
    #expect(layout.placed(in: PaneRectangle(row: 0, column: 0, width: 0, height: 0)).isEmpty)
  }
}
