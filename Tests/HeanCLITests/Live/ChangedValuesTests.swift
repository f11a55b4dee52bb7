import Testing

@testable import HeanConsole

struct ChangedValuesTests {
  /// What of the second line has changed as a value.
  private func changed(_ old: String, _ new: String) -> [String] {
    var grids: [CellGrid] = []
    for line in [old, new] {
      var grid = CellGrid(columns: 60, rows: 2)
      grid.write(line, row: 1, column: 0)
      grids.append(grid)
    }
    return ChangedValues.between(grids[0], grids[1]).map { place in
      let row = Array(padded(new, to: 60))
      #expect(place.row == 1)
      return String(row[place.columns])
    }
  }

  @Test(arguments: [
    ("BTCUSDT  99.50  ▼ -1.00", "BTCUSDT 101.50  ▲ +2.00", ["101.50", "+2.00"]),
    ("BTCUSDT 101.50 long", "BTCUSDT 101.50 long", []), ("read 3s ago", "read 4s ago", []),
    ("22:36:47Z · prices 0.5s old", "22:36:49Z · prices 1.1s old", []),
    ("BTCUSDT 101.50 long", "ETHUSDT 3.50 long", []), ("BTCUSDT – long", "BTCUSDT 3.50 long", []),
    ("loss -5.4%", "loss -5.5%", ["-5.5%"]), ("", "BTCUSDT 1", []), ("state RUNNING 4", "state STOPPED 4", []),
  ])
  func `figures flash, times and other rows do not`(old: String, new: String, expected: [String]) {
    #expect(changed(old, new) == expected)
  }

  @Test func `screens of different sizes are not compared`() {
    #expect(ChangedValues.between(CellGrid(columns: 3, rows: 1), CellGrid(columns: 4, rows: 1)).isEmpty)
  }
}
