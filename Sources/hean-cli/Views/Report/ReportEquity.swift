import HeanCore

extension ReportPage {
  /// Equity of now, and its curve; where either is not known, why.
  var equity: PageSection {
    var parts: [Markup] = []
    if let truth = content.report.status?.equity, truth.isRunning {
      let cell = Cell.equity(truth, isSummed: true)
      parts.append(.paragraph("Equity now: \(cell.text(in: zone))", cell.style))
    } else {
      parts.append(.paragraph("Equity now is not known: an engine that does not run tells no money figures.", .warning))
    }
    if let words = content.equityLine({ timestamp($0) }) { parts.append(.paragraph(words)) }
    guard let analytics = content.report.analytics, content.areTradesKnown || analytics.curve?.basis == .snapshots
    else {
      parts.append(.paragraph("Equity over time is not known, because the closed trades are not.", .warning))
      return PageSection(id: "equity", title: "Equity and drawdown", content: parts)
    }
    if let curve = analytics.curve {
      parts += pictures(curve)
    } else {
      parts.append(
        .paragraph("Equity over time is not known, because the engine did not tell its capital at the start.", .warning)
      )
    }
    return PageSection(id: "equity", title: "Equity and drawdown", content: parts)
  }

  private func pictures(_ curve: EquityCurve) -> [Markup] {
    var points = curve.points
    // The capital before the first trade is of the day before, which would leave the rest no room.
    if curve.basis == .realized, points.count > 1 { points[0].at = points[1].at }
    guard let first = points.first, let last = points.last else {
      return [.paragraph("Equity over time is not known: there is no point of that time.", .warning)]
    }
    let change = Figures.signed(Decimal(shown: last.equity - first.equity))
    let words =
      "\(curve.basis.words.sentenceStart): \(Figures.money(Decimal(shown: first.equity))) to "
      + "\(Figures.money(Decimal(shown: last.equity))) USDT, \(change), \(timestamp(first.at)) to \(timestamp(last.at))."
    let equity = CurvePicture(
      points: points.map { CurvePicture.Point(at: $0.at, value: $0.equity) }, isStepped: curve.basis == .realized,
      label: { PriceScale.text($0, places: $1) }, zone: zone, title: "Equity in USDT", description: words)
    let falls = zip(points, curve.underwater).map { CurvePicture.Point(at: $0.at, value: $1 * 100) }
    let depth = self.depth(curve)
    let drawdown = CurvePicture(
      points: falls, hangs: true, isStepped: curve.basis == .realized,
      label: { PriceScale.text($0, places: $1) + " %" }, zone: zone, title: "Drawdown in percent", description: depth,
      height: 140)
    return [
      figure("Equity (USDT). \(words)", equity.markup),
      figure("Drawdown (% below the highest so far). \(depth)", drawdown.markup),
    ]
  }

  private func figure(_ words: String, _ picture: Markup?) -> Markup {
    let missing = Markup.paragraph("This cannot be drawn.", .warning)
    return Markup("figure", [Markup("figcaption", words), picture ?? missing])
  }

  private func depth(_ curve: EquityCurve) -> String {
    guard let fall = curve.maxDrawdown, let depth = fall.depth else {
      return AnalyticsView.noFall(curve)
    }
    let end = fall.recoveredAt.map { "recovered \(timestamp($0))" } ?? "not recovered"
    // The first point of a realized curve has no moment of its own.
    return "Deepest: \(Statistic.Unit.fraction.text(depth)), lowest \(timestamp(fall.troughAt)), \(end)."
  }
}
