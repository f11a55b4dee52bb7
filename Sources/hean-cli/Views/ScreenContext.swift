import HeanCore

extension Screen {
  /// Gaps of a record that a screen names; data have all of them.
  private static let mostGaps = 5

  /// Adds mode, its meaning and the source: the first two lines of every screen.
  mutating func context(_ context: AnswerContext, _ view: Viewpoint) {
    guard view.hasHeading else { return }
    if let offline = view.offline {
      banner(Cell("OFFLINE", .dangerBanner), Cell(offline.words(at: view.timestamp(view.now))))
    }
    if let record = view.record { banner(Cell(record.title, .cautionBanner), Cell(record.words)) }
    banner(Cell(context.mode.label, context.mode.style), Cell(context.mode.meaning))
    var parts = [view.sourceURL, view.timestamp(view.now)]
    if let profile = view.profile { parts.insert("profile \(profile)", at: 0) }
    if let age = context.priceAge {
      parts.append("prices \(view.ages.text(age)) old" + (view.offline == nil && view.record == nil ? "" : " then"))
    }
    line(Cell(parts.joined(separator: " · "), .faint))
    let gaps = view.record?.gaps ?? []
    for gap in gaps.prefix(Self.mostGaps) { line(Cell(gap, .warning)) }
    if gaps.count > Self.mostGaps { line(Cell("… and \(gaps.count - Self.mostGaps) more such times", .warning)) }
    blank()
  }
}

extension OperatingMode {
  var style: Style {
    switch self {
    case .practice, .practiceExchange, .dryRun: .calmBanner
    case .paperFallback, .testnet: .cautionBanner
    case .mainnet, .rehearsal, .unknown: .dangerBanner
    }
  }
}
