import HeanCore

/// What every answer of the exchange begins with.
struct ExchangeHeading {
  var url: String
  var mode: OperatingMode
  /// By how many seconds the exchange's clock is ahead, where its time had to be used; otherwise `nil`.
  var correction: TimeInterval?

  func report(_ name: String, _ view: Viewpoint) -> Report {
    var report = Report(
      schema: "hean.\(name)/1",
      source: SourceLabel(profile: view.profile, url: url, mode: mode.rawValue, engineState: nil), asOf: view.now)
    report.screen.banner(Cell(mode.label, mode.style), Cell(meaning))
    let parts = [view.profile.map { "profile \($0)" }, url, view.timestamp(view.now)].compactMap(\.self)
    report.screen.line(Cell(parts.joined(separator: " · "), .faint))
    report.screen.blank()
    if mode.isSimulated, !view.isTable { report.caveats.append("practice exchange: simulated figures") }
    if let correction {
      let way = correction > 0 ? "behind" : "ahead of"
      report.notes.append(
        "this machine's clock is \(Spans.text(abs(correction))) \(way) the exchange's, which refused its time; the exchange's was used"
      )
    }
    return report
  }

  private var meaning: String {
    switch mode {
    case .practice, .practiceExchange, .rehearsal: "the practice exchange: no money"
    case .testnet: "the test network of the exchange itself; hean only reads it"
    case .mainnet: "the account at the exchange itself: real money; hean only reads it"
    default: "an exchange at an address of your own; hean only reads it"
    }
  }
}
