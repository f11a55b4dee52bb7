import HeanCore

/// A chart in sentences, for those who cannot see a picture and for output that has no room for one.
struct ChartWords {
  var content: ChartContent
  /// Writes a moment in the chosen zone.
  var timestamp: (Date) -> String

  var sentences: [String] {
    let bars = content.bars
    guard let first = bars.first, let last = bars.last, let statistics = ChartStatistics(bars) else { return [] }
    let answer = content.answer.candles
    var words = [
      "\(answer.symbol), \(Figures.counted(bars.count, "bar")) of \(answer.series.timeframe.rawValue): the first of "
        + "\(timestamp(first.openedAt)), the last of \(timestamp(last.openedAt)).",
      "It went from \(Figures.price(first.open)) to \(Figures.price(last.close)), \(change(first.open, last.close)).",
    ]
    words += [
      "Highest \(Figures.price(statistics.high)) in the bar of \(timestamp(statistics.highAt)), lowest "
        + "\(Figures.price(statistics.low)) in that of \(timestamp(statistics.lowAt)).",
      "\(statistics.rose) of \(bars.count) bars rose, \(statistics.fell) fell; \(latest).",
    ]
    if let forming = answer.forming {
      let told = last.isForming ? "; \(last.parts) of its \(answer.series.timeframe.parts) candles are told" : ""
      words.append("The bar of \(timestamp(forming)) is being formed\(told).")
    }
    if let price = answer.price {
      let at = answer.pricedAt.map { " at \(timestamp($0))" } ?? ""
      words.append("The last price is \(Figures.price(price))\(at).")
    }
    for drawn in content.overlays + content.panes { words.append(sentence(drawn)) }
    let share = statistics.rangePercent.map { ", \(Figures.text($0, places: 2)) % of the lowest price" } ?? ""
    words.append("The range is \(Figures.price(statistics.range))\(share).")
    words.append(statistics.volume.map { "Traded: \(Figures.quantity($0))." } ?? "The engine sends no volume.")
    for level in content.answer.levels { words.append(sentence(level)) }
    if let fill = content.answer.fills.last {
      words.append(
        "\(Figures.counted(content.answer.fills.count, "own fill")) known, the last: \(fill.side.rawValue) at "
          + "\(Figures.price(fill.price)), \(timestamp(fill.at)), in the bar of \(bar(fill.at)).")
    }
    if let close = content.answer.closes.last {
      // Without its profit: a picture may be shown to others, and holds prices only.
      words.append(
        "\(Figures.counted(content.answer.closes.count, "close")) known without a fill, the last: "
          + "\(close.side?.rawValue ?? "position") at \(Figures.price(close.price)), \(timestamp(close.at)), "
          + "in the bar of \(bar(close.at)).")
    }
    if let killed = content.answer.killedAt { words.append("The kill switch tripped at \(timestamp(killed)).") }
    return words
  }

  /// The name of the bar that contains a moment.
  private func bar(_ moment: Date) -> String {
    timestamp(content.answer.candles.series.timeframe.opening(of: moment))
  }

  private var latest: String {
    let marks = content.bars.suffix(10).map { $0.close > $0.open ? "up" : $0.close < $0.open ? "down" : "even" }
    return "the last \(marks.count): \(marks.joined(separator: " "))"
  }

  private func change(_ from: Decimal, _ to: Decimal) -> String {
    guard from != 0 else { return "a change that cannot be told in percent" }
    let percent = (to - from) / from * 100
    return "\(percent > 0 ? "up" : percent < 0 ? "down" : "unchanged") \(Figures.text(abs(percent), places: 2)) %"
  }

  private func sentence(_ drawn: ChartContent.Drawn) -> String {
    let parts = drawn.lines.map { line in
      line.atLastBar.map { PriceScale.text($0, places: max(2, content.places)) } ?? "not known"
    }
    guard parts.count > 1 else { return "\(drawn.indicator.label) is \(parts.first ?? "not known")." }
    let pairs = zip(drawn.lines, parts).map { line, figure in "\(line.part ?? drawn.indicator.kind.rawValue) \(figure)"
    }
    return "\(drawn.indicator.label): \(pairs.joined(separator: ", "))."
  }

  private func sentence(_ level: ChartLevel) -> String {
    let side = level.side.map { " of the \($0.rawValue)" } ?? ""
    let name = level.kind == .noted ? level.label.map { "level \($0)" } ?? "level" : level.kind.rawValue
    guard let price = content.answer.candles.price, price != 0 else {
      return "The \(name)\(side) is at \(Figures.price(level.price))."
    }
    let distance = (level.price - price) / price * 100
    let words = "\(Figures.text(abs(distance), places: 2)) % \(distance < 0 ? "below" : "above") the price"
    return "The \(name)\(side) is at \(Figures.price(level.price)), \(words)."
  }
}
