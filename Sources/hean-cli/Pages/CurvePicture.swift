import HeanCore

/// Values over time as an inline picture, as wide as the page lets it be: the curve is stretched, letters are not.
struct CurvePicture {
  struct Point: Sendable {
    var at: Date
    var value: Double
  }

  /// In order of time.
  var points: [Point]
  /// Whether the area hangs from zero, as a drawdown does.
  var hangs = false
  /// Whether a value holds until the next one; otherwise a line leads there.
  var isStepped = false
  /// How a value of the axis is written; gets the digits after the point that the axis needs.
  var label: (_ value: Double, _ places: Int) -> String
  var zone: Zone
  /// For readers that cannot see it.
  var title: String
  var description: String
  /// In pixels of the page.
  var height = 240.0

  private static let foot = 22.0
  /// The curve has its own square of this size, which is stretched over the room for it.
  private static let square = 1000.0
  private static let head = 14.0

  private var room: Double { height - Self.head - Self.foot }

  /// `nil` without a point, or with values that cannot be drawn.
  var markup: Markup? {
    guard let first = points.first, let last = points.last, let range, first.value.isFinite else { return nil }
    let length = last.at.timeIntervalSince(first.at)
    func x(_ at: Date) -> Double {
      length > 0 ? at.timeIntervalSince(first.at) / length * Self.square : Self.square / 2
    }
    func share(_ value: Double) -> Double { (range.upperBound - value) / (range.upperBound - range.lowerBound) }
    let line = path(thinned(length), x) { share($0) * Self.square }
    let floor = number((hangs ? share(0) : 1) * Self.square)
    let (left, right) = (number(x(first.at)), number(x(last.at)))
    let area = "\(line)L\(right) \(floor)L\(left) \(floor)Z"
    let curve = Markup(
      "svg",
      [
        "x": "0", "y": number(Self.head), "width": "100%", "height": number(room),
        "viewBox": "0 0 \(number(Self.square)) \(number(Self.square))", "preserveAspectRatio": "none",
      ],
      [
        .empty("path", ["class": "area", "d": area]),
        .empty("path", ["class": "line", "d": line, "vector-effect": "non-scaling-stroke"]),
      ])
    return Markup(
      "svg",
      [
        "class": hangs ? "curve fall" : "curve", "width": "100%", "height": number(height), "role": "img",
        "aria-label": title,
      ],
      [Markup("title", title), Markup("desc", description)] + rules(range, share) + [curve]
        + labels(range, share) + times(first.at, length))
  }

  /// What the axis reaches over: never of no height.
  private var range: ClosedRange<Double>? {
    guard let least = points.map(\.value).min(), let greatest = points.map(\.value).max(), least.isFinite,
      greatest.isFinite
    else { return nil }
    let top = hangs ? max(0, greatest) : greatest
    let reach = top - least
    let margin = reach > 0 ? reach * 0.06 : max(abs(top) * 0.001, hangs ? 0.001 : 1)
    let (low, high) = (least - margin, hangs ? top : top + margin)
    return low < high && (high - low).isFinite ? low...high : nil
  }

  /// Rounded so that the same figures give the same file everywhere.
  private func number(_ value: Double) -> String { String(value.isFinite ? value : 0, places: 1) }

  /// Of many points in one column of pixels the first, the least, the greatest and the last are all that can be seen.
  private func thinned(_ length: TimeInterval) -> [Point] {
    guard points.count > 4000, length > 0, let start = points.first?.at else { return points }
    let columns = Dictionary(grouping: points.indices) { index in
      min(999, Int(points[index].at.timeIntervalSince(start) / length * 1000))
    }
    let kept = columns.values.flatMap { column -> [Int] in
      let ends = [
        column.min { points[$0].value < points[$1].value }, column.max { points[$0].value < points[$1].value },
      ]
      return [column.first, column.last].compactMap(\.self) + ends.compactMap(\.self)
    }
    return Set(kept).sorted().map { points[$0] }
  }

  private func path(_ points: [Point], _ x: (Date) -> Double, _ y: (Double) -> Double) -> String {
    var line = ""
    for (place, point) in points.enumerated() {
      let (x, y) = (number(x(point.at)), number(y(point.value)))
      line += place == 0 ? "M\(x) \(y)" : isStepped ? "H\(x)V\(y)" : "L\(x) \(y)"
    }
    return points.count == 1 ? "M0 \(number(y(points[0].value)))H\(number(Self.square))" : line
  }

  private func ticks(_ range: ClosedRange<Double>) -> [Double] {
    NiceTicks(count: hangs ? 3 : 4).ticks(from: range.lowerBound, to: range.upperBound)
  }

  private func height(of value: Double, _ share: (Double) -> Double) -> Double { Self.head + share(value) * room }

  /// Rules across the picture at round values.
  private func rules(_ range: ClosedRange<Double>, _ share: (Double) -> Double) -> [Markup] {
    ticks(range).filter { range.contains($0) }.map { tick in
      let y = number(height(of: tick, share))
      return .empty("line", ["class": "rule", "x1": "0", "x2": "100%", "y1": y, "y2": y])
    }
  }

  /// A label at each rule, inside of the picture and over the curve.
  private func labels(_ range: ClosedRange<Double>, _ share: (Double) -> Double) -> [Markup] {
    let ticks = ticks(range)
    let places = PriceScale.places(ticks.count > 1 ? ticks[1] - ticks[0] : 1)
    return ticks.filter { range.contains($0) }.map { tick in
      let y = height(of: tick, share) + (hangs ? 11 : -3)
      return Markup("text", ["x": "2", "y": number(y)], label(tick, places))
    }
  }

  /// Few enough labels that they fit beside each other on a telephone.
  private func times(_ first: Date, _ length: TimeInterval) -> [Markup] {
    let steps = 240
    guard length > 0 else { return [time(ZonedTimestamp.text(first, zone), at: 50, "middle")] }
    let moments = (0...steps).map { first + length * Double($0) / Double(steps) }
    let ticks = CalendarTicks.ticks(at: moments, in: zone, room: steps / 7).filter {
      $0.bar > steps / 16 && $0.bar < steps - steps / 16
    }
    guard !ticks.isEmpty else {
      // In a few seconds no round time begins.
      return [
        time(ZonedTimestamp.text(first, zone), at: 0, "start"),
        time(ZonedTimestamp.text(first + length, zone), at: 100, "end"),
      ]
    }
    return ticks.map { time($0.label, at: Double($0.bar) / Double(steps) * 100, "middle") }
  }

  /// A label below the picture.
  /// - Parameter place: percent of the width.
  private func time(_ words: String, at place: Double, _ anchor: String) -> Markup {
    Markup("text", ["x": number(place) + "%", "y": number(height - 6), "text-anchor": anchor], words)
  }
}
