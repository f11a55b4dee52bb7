import HeanCore

/// Puts the rows of a metric together as the question asks, and says it.
struct RowWords: Sendable {
  let metric: QuestionMetric
  let reading: QuestionReading
  /// All rows, of which those asked about may be a share.
  let all: [QuestionRow]
  let source: String
  let zone: Zone

  private static let shown = 10
  private static let openHint = " Open positions are left out."

  func lines(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    if metric.isRatio { return ratio(rows, &figures) }
    if metric.isStreak { return streaks(rows, &figures) }
    if let group = reading.group { return groups(rows, by: group, &figures) }
    switch reading.aggregate {
    case .count?: return [counted(rows, &figures)]
    case .top?: return extreme(rows, &figures) { $0 > $1 }
    case .bottom?: return extreme(rows, &figures) { $0 < $1 }
    case .average? where metric.isPrice && Set(rows.compactMap(\.symbol)).count > 1:
      return ["Prices of different coins have no average; each by itself:"] + list(rows, &figures)
    case .average?: return [average(rows, &figures)]
    case .last?: return last(rows, &figures)
    case .ratio?: return share(rows, &figures)
    case nil: break
    }
    if reading.frame == .list { return list(rows, &figures) }
    if metric == .tradeDuration { return [average(rows, &figures)] }
    if metric.isCount { return [counted(rows, &figures)] }
    if metric.isAdditive, metric != .size || Set(rows.compactMap(\.symbol)).count <= 1 { return total(rows, &figures) }
    return list(rows, &figures)
  }

  private func note(_ figures: inout [QuestionFigure], _ name: String, _ value: Decimal?, _ unit: String? = nil) {
    figures.append(QuestionFigure(name: name, value: value, unit: unit ?? metric.unit, source: source))
  }

  private var scope: String {
    let side = reading.side.map { metric.isOfDeals ? $0 == .long ? "buys" : "sells" : $0.rawValue }
    let parts = reading.symbols + reading.strategies + [side].compactMap(\.self)
    let of = parts.isEmpty ? "" : " of " + parts.joined(separator: ", ")
    let without = reading.except.isEmpty ? "" : " without " + reading.except.joined(separator: ", ")
    return of + without + (reading.condition.map { ", \($0.description(of: metric, nil))" } ?? "")
  }

  private func counted(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> String {
    note(&figures, metric.rawValue, Decimal(rows.count), "count")
    let isOfClosed = [.wins, .losses, .trades].contains(metric)
    return "\(metric.label.sentenceStart)\(scope): \(rows.count).\(rows.isEmpty && isOfClosed ? Self.openHint : "")"
  }

  private func total(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    let values = rows.compactMap(\.value)
    let sum = values.reduce(0, +)
    note(&figures, metric.rawValue, values.isEmpty && !rows.isEmpty ? nil : sum)
    if values.isEmpty, !rows.isEmpty {
      return ["\(metric.label.sentenceStart)\(scope): not known, the engine did not tell it."]
    }
    let unknown = rows.count - values.count
    let lack = unknown > 0 ? ", without \(unknown) of which it is not known" : ""
    let percent = rows.count == 1 && metric == .unrealized ? rows[0].pnlPercent : nil
    let relative = percent.map { " (\(Figures.signed($0)) %)" } ?? ""
    return [
      "\(metric.label.sentenceStart)\(scope): \(metric.text(sum))\(relative), from \(Figures.counted(rows.count, metric.noun))\(lack)."
    ]
  }

  private func list(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    guard !rows.isEmpty else {
      note(&figures, metric.rawValue, metric.isCount ? 0 : nil, metric.isCount ? "count" : nil)
      if metric == .strategies, let isOn = reading.isOn {
        return ["No strategy is \(isOn ? "enabled" : "disabled")\(scope)."]
      }
      let kind = metric == .accepted ? "accepted " : metric == .refused ? "refused " : ""
      let isOfClosed = [.wins, .losses, .realized].contains(metric)
      return ["No \(kind)\(metric.noun)\(scope) on the engine's list.\(isOfClosed ? Self.openHint : "")"]
    }
    let newest = metric.isOfNow ? rows : rows.sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
    let wanted = min(reading.number ?? Self.shown, Self.shown)
    var lines: [String] = metric.isCount ? ["\(metric.label.sentenceStart)\(scope): \(rows.count)."] : []
    if metric.isCount { note(&figures, metric.rawValue, Decimal(rows.count), "count") }
    for row in newest.prefix(wanted) {
      if !metric.isCount { note(&figures, "\(metric.rawValue) of \(row.label)", row.value) }
      let value = metric.isCount ? result(row) : ": " + (row.value.map(metric.text) ?? "none told")
      let age = row.at.map { ", " + ZonedTimestamp.text($0, zone) } ?? ""
      let isPrice = metric == .price || metric == .spread
      let old = isPrice ? row.age.map { ", \(DiagnosisFormat.span($0)) old" } ?? ", its age is not known" : ""
      lines.append("\(row.label)\(value)\(metric.isOfNow ? old : age)")
    }
    if newest.count > wanted { lines.append("… and \(newest.count - wanted) more.") }
    return lines
  }

  private func extreme(
    _ rows: [QuestionRow], _ figures: inout [QuestionFigure], by isBefore: (Decimal, Decimal) -> Bool
  ) -> [String] {
    let known = rows.compactMap { row in row.value.map { (row, $0) } }.sorted { isBefore($0.1, $1.1) }
    guard !known.isEmpty else {
      let hint = metric == .realized ? Self.openHint : ""
      return ["None\(scope) with a known \(metric.label).\(hint)"]
    }
    // What is as high as the first is told with it.
    let first = known[0].1
    let wanted = reading.number ?? known.prefix { $0.1 == first }.count
    var lines = known.prefix(min(wanted, Self.shown)).map { row, value in
      note(&figures, "\(metric.rawValue) of \(row.label)", value)
      let time = row.at.map { metric.isOfNow ? "" : ", \(ZonedTimestamp.text($0, zone))" } ?? ""
      return "\(row.label): \(metric.text(value))\(time)."
    }
    if let lead = contradiction(known[0].1) { lines[0] = lead + lines[0] }
    return lines
  }

  private func average(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> String {
    let values = rows.compactMap(\.value)
    guard !values.isEmpty else { return "No average\(scope): nothing to take it of." }
    let mean = values.reduce(0, +) / Decimal(values.count)
    note(&figures, "average \(metric.rawValue)", mean)
    return "Average \(metric.label)\(scope): \(metric.text(mean)), of \(Figures.counted(values.count, metric.noun))."
  }

  private func last(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    guard let row = rows.latest else {
      let span = all.compactMap(\.at).min().map { " That list begins at \(ZonedTimestamp.text($0, zone))." } ?? ""
      return ["None on the engine's list: \(metric.label)\(scope).\(span)"]
    }
    if !metric.isCount { note(&figures, "\(metric.rawValue) of \(row.label)", row.value) }
    let value = metric.isCount ? result(row) : ": " + (row.value.map(metric.text) ?? "not known")
    return ["\(row.label)\(value)\(row.at.map { ", " + ZonedTimestamp.text($0, zone) } ?? ", at an unknown time")."]
  }

  /// What a closed trade made, where trades are listed or the last is told.
  private func result(_ row: QuestionRow) -> String {
    guard [.trades, .wins, .losses].contains(metric), let made = row.worth else { return "" }
    return ": " + QuestionMetric.realized.text(made)
  }

  private func share(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    let part = metric.isCount ? Decimal(rows.count) : rows.total
    let whole = metric.isCount ? Decimal(all.count) : all.total
    guard whole != 0 else { return ["No share\(scope): the whole is 0."] }
    let percent = part / whole * 100
    note(&figures, "share of \(metric.rawValue)", percent, "%")
    return [
      "\(metric.label.sentenceStart)\(scope): \(DiagnosisFormat.percent(percent)) of the whole (\(metric.text(part)) of \(metric.text(whole)))."
    ]
  }

  private func ratio(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    guard let group = reading.group, !rows.isEmpty else { return [ratioText(rows, scope, &figures)] }
    let parts = Dictionary(grouping: rows) { $0.key(group, zone) }.sorted { $0.key < $1.key }.map { key, rows in
      var own: [QuestionFigure] = []
      let text = ratioText(rows, " of \(key)", &own)
      return (text: text, figures: own)
    }
    // The best, or the worst, comes first; what cannot be told comes last.
    let sign: Decimal? =
      switch reading.aggregate {
      case .top?: 1
      case .bottom?: -1
      default: nil
      }
    func rank(_ value: Decimal?) -> Decimal { value.map { $0 * (sign ?? 1) } ?? -1_000_000 }
    let sorted = sign == nil ? parts : parts.sorted { rank($0.figures.first?.value) > rank($1.figures.first?.value) }
    figures += sorted.flatMap(\.figures)
    return sorted.map(\.text)
  }

  private func ratioText(_ rows: [QuestionRow], _ scope: String, _ figures: inout [QuestionFigure]) -> String {
    let name = metric.rawValue + scope
    guard !rows.isEmpty else {
      note(&figures, name, nil)
      return "\(metric.label.sentenceStart)\(scope): not known, there is nothing to count."
    }
    if metric == .profitFactor {
      let gains = rows.compactMap(\.value).filter { $0 > 0 }.reduce(0, +)
      let losses = -rows.compactMap(\.value).filter { $0 < 0 }.reduce(0, +)
      note(&figures, name, losses == 0 ? nil : gains / losses, "x")
      let value = losses == 0 ? "not defined, there is no loss" : Figures.text(gains / losses, places: 2)
      return
        "Profit factor\(scope): \(value) (\(Figures.money(gains)) won, \(Figures.money(losses)) lost, \(Figures.counted(rows.count, "closed trade")))."
    }
    let hits =
      switch metric {
      case .winRate: rows.count { $0.value ?? 0 > 0 }
      case .fillRate: rows.count { $0.reason == OrderStatus.filled.rawValue }
      default: rows.count { $0.value == 1 }
      }
    let percent = Decimal(hits) / Decimal(rows.count) * 100
    note(&figures, name, percent, "%")
    let rest = metric == .acceptanceRate ? "; refused: \(DiagnosisFormat.percent(100 - percent))" : ""
    return
      "\(metric.label.sentenceStart)\(scope): \(DiagnosisFormat.percent(percent)) (\(hits) of \(Figures.counted(rows.count, metric.noun))\(rest))."
  }

  /// The longest row of wins or losses one after another, and how long the one is that goes on now.
  private func streaks(_ rows: [QuestionRow], _ figures: inout [QuestionFigure]) -> [String] {
    guard let group = reading.group, !rows.isEmpty else { return [streak(rows, scope, &figures)] }
    return Dictionary(grouping: rows) { $0.key(group, zone) }.sorted { $0.key < $1.key }.map {
      streak($0.value, " of \($0.key)", &figures)
    }
  }

  private func streak(_ rows: [QuestionRow], _ scope: String, _ figures: inout [QuestionFigure]) -> String {
    let known = rows.filter { $0.at != nil && $0.value != nil }
    var (longest, current) = (0, 0)
    for row in known.sorted(by: { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }) {
      let value = row.value ?? 0
      current = (metric == .winStreak ? value > 0 : value < 0) ? current + 1 : 0
      longest = max(longest, current)
    }
    let name = metric.rawValue + scope
    note(&figures, "longest \(name)", known.isEmpty ? nil : Decimal(longest))
    note(&figures, "current \(name)", known.isEmpty ? nil : Decimal(current))
    guard !known.isEmpty else { return "\(metric.label.sentenceStart)\(scope): not known, no closed trade has a time." }
    return
      "Longest \(metric.label)\(scope): \(longest) in a row; the current one: \(current); of \(Figures.counted(known.count, "closed trade"))."
  }

  private func groups(_ rows: [QuestionRow], by group: QuestionGroup, _ figures: inout [QuestionFigure]) -> [String] {
    var sums = Dictionary(grouping: rows) { $0.key(group, zone) }.map { name, rows in
      (name, metric.isCount || reading.aggregate == .count ? Decimal(rows.count) : combined(rows))
    }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    if reading.comparesSums, let condition = reading.condition { sums.removeAll { condition.holds($0.1) != true } }
    guard !sums.isEmpty else {
      return [reading.condition == nil ? "No \(metric.noun)\(scope) on the engine's list." : "None is\(scope)."]
    }
    if reading.aggregate == .ratio, metric.isAdditive, sums.allSatisfy({ $0.1 >= 0 }) { return shares(sums, &figures) }
    if reading.aggregate == .bottom { sums.reverse() }
    let isExtreme = reading.aggregate?.isExtreme == true
    // What is as high as the first is told with it.
    let ties = sums.prefix { $0.1 == sums[0].1 }.count
    let wanted = reading.number ?? (isExtreme && reading.frame == .figure ? min(ties, Self.shown) : Self.shown)
    // Days follow one another; the latest are told where there are too many.
    if group == .day, !isExtreme { sums = Array(sums.sorted { $0.0 < $1.0 }.suffix(wanted)) }
    var lines: [String] = sums.prefix(wanted).map { name, value in
      note(&figures, "\(metric.rawValue) of \(name)", value)
      return "\(name): \(metric.text(value))."
    }
    if let first = sums.first?.1, let lead = contradiction(first) { lines[0] = lead + lines[0] }
    if sums.count > wanted, !isExtreme || ties > wanted {
      lines.append("… and \((isExtreme ? ties : sums.count) - wanted) more.")
    }
    return lines
  }

  /// The part that each group has of all.
  private func shares(_ sums: [(String, Decimal)], _ figures: inout [QuestionFigure]) -> [String] {
    let whole = sums.reduce(0) { $0 + $1.1 }
    guard whole != 0 else { return ["No share\(scope): the whole is 0."] }
    return sums.prefix(Self.shown).map { name, value in
      let percent = value / whole * 100
      note(&figures, "share of \(metric.rawValue) of \(name)", percent, "%")
      return "\(name): \(DiagnosisFormat.percent(percent)) (\(metric.text(value)) of \(metric.text(whole)))."
    }
  }

  /// What the question takes for granted and is not so: that somebody lost, or gained.
  private func contradiction(_ value: Decimal) -> String? {
    guard [.pnl, .realized, .unrealized].contains(metric), reading.condition == nil else { return nil }
    switch reading.aggregate {
    case .bottom? where value >= 0: return "None lost. The least has "
    case .top? where value <= 0: return "None gained. The best has "
    default: return nil
    }
  }

  /// Sums add up, prices and ages do not: of those the mean is told.
  private func combined(_ rows: [QuestionRow]) -> Decimal {
    let values = rows.compactMap(\.value)
    let sum = values.reduce(0, +)
    return metric.isAdditive && reading.aggregate != .average || values.isEmpty ? sum : sum / Decimal(values.count)
  }
}

extension QuestionRow {
  func key(_ group: QuestionGroup, _ zone: Zone) -> String {
    switch group {
    case .strategy: strategy ?? "no strategy"
    case .symbol: symbol ?? "no symbol"
    case .side: side?.rawValue ?? "no side"
    case .reason: reason ?? "no reason"
    case .hour: at.map { Self.hour($0, zone) } ?? "no time"
    case .day: at.map { String(ZonedTimestamp.text($0, zone).prefix(10)) } ?? "no time"
    }
  }

  /// `14:00 UTC`, `15:00+01:00`.
  private static func hour(_ date: Date, _ zone: Zone) -> String {
    let text = ZonedTimestamp.text(date, zone)
    let name = text.hasSuffix("Z") ? " UTC" : String(text.suffix(6))
    return String(text.prefix(13).suffix(2)) + ":00" + name
  }
}
