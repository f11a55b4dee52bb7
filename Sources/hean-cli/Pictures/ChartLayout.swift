import HeanCore

/// Where the parts of a chart are on a canvas of a given size.
struct ChartLayout: Sendable {
  /// How many columns from one bar to the next.
  var pitch: Int
  /// Columns of the bars, with one more for the letters of indicators.
  var plot: Int
  /// Columns of the labels on the right, with the line of the axis.
  var axis: Int
  var legendRows: Int
  var priceRows: Int
  var volumeRows: Int
  /// Rows of each pane that is drawn, in the order of the panes.
  var paneRows: [Int]

  /// Rows of the marks that say whether a bar rose or fell.
  static let directionRows = 1
  /// Rows of the time axis.
  static let timeRows = 1
  private static let leastPrice = 6

  /// The smallest canvas on which a chart can be read.
  static let least = (columns: 40, rows: 12)

  /// How many bars a canvas can hold at most.
  static func mostBars(_ width: Int, axis: Int) -> Int { max(1, width - axis - 1) }

  init(_ content: ChartContent, width: Int, height: Int, axis: Int) {
    self.axis = axis
    let room = Self.mostBars(width, axis: axis)
    pitch = min(3, max(1, room / max(1, content.openings.count)))
    plot = pitch * content.openings.count + 1
    legendRows = content.overlays.isEmpty ? 0 : 1
    var rest = height - Self.directionRows - Self.timeRows - legendRows
    volumeRows = content.answer.candles.series.hasVolume && rest >= Self.leastPrice + 8 ? 2 : 0
    rest -= volumeRows
    paneRows = []
    let wanted = content.panes.count
    // A pane takes a title and at least three rows; the prices keep half of the room.
    let each = wanted == 0 ? 0 : min(6, max(4, rest / 2 / wanted))
    while paneRows.count < wanted, rest - each >= Self.leastPrice {
      paneRows.append(each)
      rest -= each
    }
    priceRows = max(1, rest)
  }

  /// The column of a bar.
  func column(_ bar: Int) -> Int { bar * pitch + (pitch - 1) / 2 }
  /// The column for the letters of indicators, after all bars.
  var letterColumn: Int { plot - 1 }
}
