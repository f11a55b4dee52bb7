import HeanCore

/// Values over time as an area of characters, with an axis of values and one of times.
struct AreaPlot: Sendable {
  struct Point: Sendable {
    var at: Date
    var value: Double
  }

  var points: [Point]
  /// Whether the area hangs from its greatest value, as a drawdown does.
  var hangs = false
  /// How a value is written at the axis.
  var label: @Sendable (Double) -> String
  var glyphs: BlockGlyphs
  var zone: Zone
  var height = 10

  /// The lines of the plot; none when there are no points.
  /// - Parameter width: columns of the terminal.
  func lines(width: Int) -> [String] {
    guard let first = points.first, let last = points.last, let least = points.map(\.value).min(),
      let greatest = points.map(\.value).max(), least.isFinite, greatest.isFinite
    else { return [] }
    // What hangs begins at its greatest value; what stands has a tenth of room below, so that the least can be seen.
    let floor = hangs ? least : least - (greatest - least) / 10
    let marks = [greatest, (greatest + floor) / 2, floor].map(label)
    let margin = marks.map(displayWidth).max() ?? 0
    let room = max(10, width - margin - 2)
    let columns = values(room).map { value in
      let share = greatest > floor ? (value - floor) / (greatest - floor) : 0.5
      return hangs ? glyphs.hanging(1 - share, height: height) : glyphs.rising(share, height: height)
    }
    let axis = glyphs.isUnicode ? "┤" : "|"
    var lines = (0..<height).map { row in
      let mark = row == 0 ? marks[0] : row == height - 1 ? marks[2] : row == height / 2 ? marks[1] : ""
      return padded(mark, to: margin, leading: true) + axis + String(columns.map { $0[row] })
    }
    let (from, to) = (ZonedTimestamp.text(first.at, zone), ZonedTimestamp.text(last.at, zone))
    let gap = String(repeating: " ", count: max(1, room - displayWidth(from) - displayWidth(to)))
    lines.append(String(repeating: " ", count: margin + 1) + (from == to ? from : from + gap + to))
    return lines.map { line in
      var line = Substring(line)
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// The last value in each of so many equal spans of time; where there is none, that of the span before.
  private func values(_ count: Int) -> [Double] {
    guard let first = points.first, let last = points.last else { return [] }
    let length = last.at.timeIntervalSince(first.at)
    guard length > 0 else { return Array(repeating: last.value, count: count) }
    var values: [Double?] = Array(repeating: nil, count: count)
    for point in points {
      values[min(count - 1, Int(point.at.timeIntervalSince(first.at) / length * Double(count)))] = point.value
    }
    var known = first.value
    return values.map { value in
      known = value ?? known
      return known
    }
  }
}
