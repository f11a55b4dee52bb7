import HeanCore

extension Screen {
  /// Adds mode, its meaning and the source: the first two lines of every screen.
  mutating func context(_ context: AnswerContext, _ view: Viewpoint) {
    guard view.hasHeading else { return }
    if let offline = view.offline {
      banner(Cell("OFFLINE", .dangerBanner), Cell(offline.words(at: view.timestamp(view.now))))
    }
    banner(Cell(context.mode.label, context.mode.style), Cell(context.mode.meaning))
    var parts = [view.sourceURL, view.timestamp(view.now)]
    if let profile = view.profile { parts.insert("profile \(profile)", at: 0) }
    if let age = context.priceAge {
      parts.append("prices \(view.ages.text(age)) old" + (view.offline == nil ? "" : " then"))
    }
    line(Cell(parts.joined(separator: " · "), .faint))
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
