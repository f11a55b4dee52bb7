/// What a monitoring system is told about an engine and its console, each as a service of its own.
public enum EnginePart: String, Codable, Sendable, CaseIterable {
  /// It answers, runs, and signals can open positions.
  case engine
  /// Its prices are fresh.
  case data
  /// What is open is behind stops.
  case money
  /// Governor, kill switch, latch and drawdown.
  case risk
  /// Profit and loss of the day.
  case pnl
  /// Its events arrive.
  case stream
  /// What hean writes on this machine has room, and is written.
  case disk
}

/// What was found of one part.
public struct PartFinding: Codable, Sendable, Equatable {
  /// Which part.
  public var part: EnginePart
  /// What it comes to.
  public var state: PluginState
  /// What was found, as a clause for people.
  public var message: String
  /// What else there is to say, a clause each.
  public var details: [String] = []
  /// The first one is what thresholds are about.
  public var figures: [PluginFigure] = []
  /// What to do; `nil` when nothing has to be done.
  public var nextStep: NextStep?

  /// A finding without figures.
  public init(_ part: EnginePart, _ state: PluginState, _ message: String) {
    self.part = part
    self.state = state
    self.message = message
  }

  /// The same with what thresholds say of its first figure. They make it worse, and never better.
  public func judged(warn: ThresholdRange?, crit: ThresholdRange?) -> PartFinding {
    guard !figures.isEmpty else { return self }
    var finding = self
    finding.figures[0].warn = warn
    finding.figures[0].crit = crit
    let figure = finding.figures[0]
    guard let state = figure.state, state != .ok else { return finding }
    finding.state = .worst([self.state, state])
    guard let value = figure.value else {
      finding.details.append("\(figure.label) is not known, so nothing can be said of its thresholds")
      return finding
    }
    let range = (state == .critical ? crit : warn)?.written ?? ""
    let words = "\(figure.label) is \(value.exactText)\(figure.unit.rawValue), \(state.label) by the range \(range)"
    if self.state == .ok { finding.message = "\(words); \(message)" } else { finding.details.append(words) }
    return finding
  }
}
