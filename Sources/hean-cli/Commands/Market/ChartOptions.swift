import HeanCore

/// Options of everything that shows bars.
struct ChartOptions: Sendable {
  static let timeframe = Option(
    "timeframe", short: "t", "SPAN", .choice(Timeframe.self), default: .minute, showsDefault: false,
    help: "length of a bar: 1m (default), 5m, 15m, 1h, 4h, 1d or 1w")
  static let range = Option(
    "range", "RANGE", .choice(ChartRange.self), default: .all, showsDefault: false,
    help: "how far back: 1D, 7D, 1M, 3M, 1Y or ALL (default)")
  static let style = Option(
    "type", "TYPE", .choice(ChartStyle.self), default: .candles, showsDefault: false,
    help: "candles (default), heikin-ashi, bars (open, high, low, close), renko, line or area")
  static let indicator = Option(
    "indicator", short: "i", "NAME[:N]", each: .indicator, help: "an indicator such as ema:20 or rsi; repeatable")
  static let at = Option(
    "at", "TIME", .since, help: "the bar of that moment, told in words: 2h (ago), 01:40, 2026-11-21T01:40")
  static let level = Option(
    "level", "PRICE[:LABEL]", each: .level, help: "a line at this price, with your own word for it; repeatable")
  static let brick = Option(
    "brick", "USDT", .positive, help: "height of a Renko brick; else the average range of a bar")
  static let size = Option("size", "CxR", .pictureSize, help: "columns and rows of the picture, e.g. 100x32")
  static let text = Flag("text", help: "in words, without a picture")
  static let svg = Option(
    "svg", "FILE", .text(.file), help: "also write the picture to this file, as SVG; - is standard output, instead")
  static let png = Option(
    "png", "FILE", .text(.file), help: "also write the picture to this file, as PNG; - is standard output, instead")
  private static let usualScale = 2
  static let scale = Option(
    "png-scale", "N", .whole(in: 1...4), default: usualScale, help: "how large: 960 pixels wide, so many times")

  var timeframe: Timeframe
  var range: ChartRange
  var style: ChartStyle
  var indicators: [ChartIndicator]
  var times: TypedTimes
  /// In the bar that is told.
  var at: TypedSince?
  var levels: [ChartLevel]
  var brick: Decimal?
  var size: PictureSize?
  var isText: Bool
  var svg: String?
  var png: String?
  /// Pixels of the PNG for each unit of the picture.
  var scale: Int

  init(_ line: ParsedLine) throws(UsageError) {
    timeframe = try line[Self.timeframe]
    range = try line[Self.range]
    style = try line[Self.style]
    indicators = try line[Self.indicator]
    times = try TypedTimes(line)
    at = try line[Self.at]
    levels = try line[Self.level]
    brick = try line[Self.brick]
    if line.isGiven(Self.range), !times.isAll {
      throw .contradiction("--range and --since or --until both say which time is shown", nextStep: "keep one of them")
    }
    if style == .renko, !indicators.isEmpty {
      throw .contradiction(
        "an indicator has a figure for each bar, and Renko bricks have no time", nextStep: "choose another --type")
    }
    if brick != nil, style != .renko {
      throw .contradiction("--brick is about the bricks of --type renko", nextStep: "add --type renko")
    }
    if at != nil, style == .renko {
      throw .contradiction("--at tells one bar, and Renko bricks have no time", nextStep: "choose another --type")
    }
    size = try line[Self.size]
    isText = line[Self.text]
    svg = try line[Self.svg]
    png = try line[Self.png]
    scale = try line[Self.scale]
    if svg == "-" || png == "-", let other = line.text(Settings.output) ?? (line[GlobalOptions.json] ? "json" : nil) {
      throw .contradiction(
        "the picture and \(other) cannot both go to standard output", nextStep: "name a file for the picture")
    }
    if let svg, let png, URL(filePath: svg).standardizedFileURL == URL(filePath: png).standardizedFileURL {
      throw .contradiction("--svg and --png name the same file", nextStep: "give each its own")
    }
    guard png != nil || scale == Self.usualScale else {
      throw .contradiction("--png-scale is about the file of --png", nextStep: "add --png FILE")
    }
  }
}

extension ValueType where Value == PictureSize {
  /// `100x32`.
  static var pictureSize: ValueType {
    ValueType(
      shape: ValueShape(pattern: "^[0-9]{1,4}[xX][0-9]{1,3}$"),
      read: { (typed) throws(UsageError) in
        let numbers = typed.text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
          (ChartLayout.least.columns...1000).contains(columns), (ChartLayout.least.rows...300).contains(rows)
        else {
          throw typed.invalid(
            expected: "columns and rows such as 100x32, at least \(ChartLayout.least.columns)x\(ChartLayout.least.rows)"
          )
        }
        return PictureSize(columns: columns, rows: rows)
      }, text: { "\($0.columns)x\($0.rows)" })
  }
}

extension ValueType where Value == ChartLevel {
  /// How long a label may be, in columns.
  private static var longestLabel: Int { 16 }

  /// `64000` or `64000:yesterday`.
  static var level: ValueType {
    ValueType(
      shape: ValueShape(pattern: "^[0-9]*\\.?[0-9]+(:.{1,16})?$"),
      read: { (typed) throws(UsageError) in
        let parts = typed.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let price = parts.first.flatMap({ Decimal(exactly: String($0))?.figure }), price > 0 else {
          throw typed.invalid(expected: "a price above 0, such as 64000 or 64000:yesterday")
        }
        let label = parts.dropFirst().first.map { sanitized(String($0)).trimmed() }
        guard label.map({ !$0.isEmpty && displayWidth($0) <= longestLabel }) ?? true else {
          throw typed.invalid(expected: "a label of 1 to \(longestLabel) characters after the colon")
        }
        return ChartLevel(.noted, price, side: nil, label: label)
      }, text: { level in "\(level.price)" + (level.label.map { ":\($0)" } ?? "") })
  }
}

extension ValueType where Value == ChartIndicator {
  /// `rsi`, or with parameters `bollinger:20:2`.
  static var indicator: ValueType {
    ValueType(
      shape: ValueShape(pattern: "^[A-Za-z]+(:[0-9.]+)*$"),
      read: { (typed) throws(UsageError) in
        do throws(ChartIndicator.Invalid) {
          return try ChartIndicator(typed.text)
        } catch {
          let name = typed.text.lowercased().prefix { $0 != ":" }
          let known = ChartIndicator.Kind.allCases.map(\.rawValue)
          throw typed.invalid(
            expected: error.expected,
            nearest: known.contains(String(name)) ? nil : Spelling.nearest(to: String(name), in: known))
        }
      }, text: \.text)
  }
}
