import HeanCore

/// A picture made of pixels, drawn on a ground of one colour. Lengths are in pixels from its top left; they need not be whole, and what covers
/// a pixel in part colours it in part. What is outside is not drawn.
struct PixelCanvas: Sendable {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row.
  private(set) var bytes: [UInt8]

  init(width: Int, height: Int, on ground: SRGB = SRGB(0xFFFFFF)) {
    self.width = max(1, width)
    self.height = max(1, height)
    let pixel = [ground.red, ground.green, ground.blue]
    bytes = Array(repeatElement(pixel, count: self.width * self.height).joined())
  }

  private mutating func blend(_ x: Int, _ y: Int, _ colour: SRGB, _ opacity: Double) {
    let place = (y * width + x) * 3
    bytes[place] = Self.mixed(bytes[place], colour.red, opacity)
    bytes[place + 1] = Self.mixed(bytes[place + 1], colour.green, opacity)
    bytes[place + 2] = Self.mixed(bytes[place + 2], colour.blue, opacity)
  }

  private static func mixed(_ below: UInt8, _ above: UInt8, _ opacity: Double) -> UInt8 {
    UInt8(max(0, min(255, (Double(below) + (Double(above) - Double(below)) * opacity).rounded())))
  }

  /// The pixels that a stretch touches, within a limit.
  private static func pixels(_ from: Double, _ to: Double, below limit: Int) -> Range<Int> {
    guard from.isFinite, to.isFinite, to > from, to > 0, from < Double(limit) else { return 0..<0 }
    let first = Int(max(0, from.rounded(.down)))
    return first..<max(first, Int(min(Double(limit), to.rounded(.up))))
  }

  /// How much of a pixel a stretch covers, 0 to 1.
  private static func share(_ pixel: Int, _ from: Double, _ to: Double) -> Double {
    max(0, min(to, Double(pixel + 1)) - max(from, Double(pixel)))
  }

  mutating func fill(
    x: ClosedRange<Double>, y: ClosedRange<Double>, _ colour: SRGB, opacity: Double = 1
  ) {
    for row in Self.pixels(y.lowerBound, y.upperBound, below: height) {
      let part = Self.share(row, y.lowerBound, y.upperBound) * opacity
      for column in Self.pixels(x.lowerBound, x.upperBound, below: width) {
        blend(column, row, colour, part * Self.share(column, x.lowerBound, x.upperBound))
      }
    }
  }

  /// A line of this width through points. Where its parts meet, nothing is drawn twice.
  mutating func stroke(_ points: [(x: Double, y: Double)], width line: Double, _ colour: SRGB) {
    let segments = points.count > 1 ? Array(zip(points, points.dropFirst())) : points.map { ($0, $0) }
    // The most that any part of the line covers of a pixel, for the columns that later parts can still touch.
    var covered: [Int: Double] = [:]
    for (from, to) in segments {
      guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { continue }
      let reach = line / 2 + 1
      for row in Self.pixels(min(from.y, to.y) - reach, max(from.y, to.y) + reach, below: height) {
        for column in Self.pixels(min(from.x, to.x) - reach, max(from.x, to.x) + reach, below: width) {
          let away = Self.distance(Double(column) + 0.5, Double(row) + 0.5, from, to)
          let share = min(1, line / 2 + 0.5 - away)
          guard share > 0 else { continue }
          covered[row * width + column] = max(share, covered[row * width + column] ?? 0)
        }
      }
    }
    for (place, share) in covered { blend(place % width, place / width, colour, share) }
  }

  /// From a point to the nearest point of a segment.
  private static func distance(
    _ x: Double, _ y: Double, _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = dx * dx + dy * dy
    let along = length > 0 ? max(0, min(1, ((x - from.x) * dx + (y - from.y) * dy) / length)) : 0
    let (awayX, awayY) = (x - from.x - along * dx, y - from.y - along * dy)
    return (awayX * awayX + awayY * awayY).squareRoot()
  }

  /// The surface between a line, whose points go from left to right, and a level below it.
  mutating func fill(
    below points: [(x: Double, y: Double)], to floor: Double, _ colour: SRGB, opacity: Double
  ) {
    for (from, to) in zip(points, points.dropFirst()) where to.x > from.x {
      for column in Self.pixels(from.x, to.x, below: width) {
        let part = Self.share(column, from.x, to.x)
        let middle = min(max(Double(column) + 0.5, from.x), to.x)
        let top = from.y + (to.y - from.y) * (middle - from.x) / (to.x - from.x)
        guard top < floor else { continue }
        fill(x: Double(column)...Double(column) + part, y: top...floor, colour, opacity: opacity)
      }
    }
  }

  /// Text in letters of the font, each of whose pixels is a square.
  /// - Parameters:
  ///   - x: where the first letter begins.
  ///   - baseline: below the letters that have no tail.
  ///   - size: how many pixels a pixel of the font is wide.
  ///   - halo: around the letters, so that they can be read over what is drawn; `nil` for none.
  mutating func write(
    _ text: String, x: Double, baseline: Double, _ font: BitmapFont, size: Int, _ colour: SRGB,
    halo: SRGB? = nil
  ) {
    // Far outside of every picture, and far from what an Int holds.
    func near(_ place: Double) -> Int { Int(clamping: max(-1e6, min(1e6, place)).rounded()) }
    let (left, top) = (near(x), near(baseline) - BitmapFont.ascent * size)
    if let halo {
      forEachDot(of: text, font) { column, row in
        (left + (column - 1) * size, top + (row - 1) * size, 3 * size, halo)
      }
    }
    forEachDot(of: text, font) { column, row in (left + column * size, top + row * size, size, colour) }
  }

  private mutating func forEachDot(
    of text: String, _ font: BitmapFont, _ square: (Int, Int) -> (x: Int, y: Int, side: Int, colour: SRGB)
  ) {
    for (place, character) in text.unicodeScalars.enumerated() {
      for (row, bits) in font.glyph(character).enumerated() {
        for column in 0..<BitmapFont.width where bits & 0x80 >> UInt8(column) != 0 {
          let dot = square(place * BitmapFont.width + column, row)
          for y in dot.y..<dot.y + dot.side where y >= 0 && y < height {
            for x in dot.x..<dot.x + dot.side where x >= 0 && x < width { blend(x, y, dot.colour, 1) }
          }
        }
      }
    }
  }
}
