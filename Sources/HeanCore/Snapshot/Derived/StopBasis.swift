/// Whether the figure is true on which the kill switch tripped or the governor brakes (docs/engine.md 4.7). Both can
/// act on the engine's own equity, which is often false. The stop is effective all the same.
public struct StopBasis: Codable, Sendable, Equatable {
  /// Whether the figure can be believed.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// Nothing speaks against the figure.
    case sound
    /// The figure differs from the one that can be believed by more than the stop's own threshold.
    case suspect
    /// The figure was of an earlier moment, or is only partly false, so it cannot be checked now.
    case unproven
    /// There is no figure to compare it with.
    case unknown
  }

  /// Whether the figure can be believed.
  public var verdict: Verdict
  /// What the stop rests on, with both figures, as a clause without a subject; `nil` when nothing speaks against it.
  public var message: String?

  /// A basis without a message; set it if there is one.
  public init(verdict: Verdict) {
    self.verdict = verdict
  }

  /// What a stop says about itself.
  struct Claim {
    var protection: EquityTruth.Protection
    /// How far equity has fallen, in percent.
    var drop: Decimal
    /// The fall at which it stops, in percent.
    var limit: Decimal
    /// The equity that it looks at (USDT).
    var equity: Decimal?
    /// The peak from which the fall is measured (USDT); `nil` when it is measured from the initial capital.
    var peak: Decimal?
  }

  /// What a tripped kill switch rests on.
  /// - Returns: `nil` when it has not tripped, or tripped on something else than equity.
  public static func killSwitch(_ status: KillSwitchStatus?, _ equity: EquityTruth) -> StopBasis? {
    guard let status, status.isTriggered == true else { return nil }
    let reason = status.reasons.first
    guard let claim = Claim(reason: reason, status, equity) else {
      return reason == nil ? StopBasis(verdict: .unknown) : nil
    }
    return StopBasis(claim, equity, does: "trading stays stopped all the same")
  }

  /// What a braking governor rests on.
  /// - Returns: `nil` while it does not brake.
  public static func governor(_ status: GovernorStatus?, _ equity: EquityTruth) -> StopBasis? {
    guard let status, let limit = status.threshold ?? GovernorBand.entry(status.state),
      GovernorBand.entry(status.state) != nil
    else { return nil }
    guard let drop = status.drawdownPercent ?? status.frozenValue else { return StopBasis(verdict: .unknown) }
    let claim = Claim(
      protection: .governor, drop: max(drop, status.frozenValue ?? drop), limit: limit,
      equity: status.lastEquity ?? equity.internalEquity,
      peak: status.peakEquity)
    let effect = status.state == .hardStop ? "signals are refused" : "sizes are cut"
    return StopBasis(claim, equity, does: effect + " all the same")
  }

  private init(verdict: Verdict, words: String? = nil) {
    self.verdict = verdict
    self.message = words
  }

  private init(_ claim: Claim, _ truth: EquityTruth, does effect: String) {
    guard let initial = truth.initial, initial > 0, let figure = truth.shown, let drop = truth.computedDrop else {
      self.init(verdict: .unknown)
      return
    }
    // By the equity that can be believed it would stop as well.
    guard drop < claim.limit, claim.drop >= claim.limit else {
      self.init(verdict: .sound)
      return
    }
    let source = [.exchange, .booksDisagree].contains(truth.verdict) ? "at the exchange" : "computed"
    if let shown = claim.equity {
      let gap = abs(shown - figure) / initial * 100
      // A figure is distorted when it is nearer to the distorted equity of now than to the one that can be believed.
      let looked = truth.distortion(for: claim.protection) == .none ? nil : truth.equity(for: claim.protection)
      let isBent = looked.map { abs($0 - shown) < abs(figure - shown) } ?? false
      let figures = "equity \(Figures.money(shown)) shown, about \(Figures.money(figure)) \(source)"
      if gap > claim.limit, isBent {
        self.init(verdict: .suspect, words: "tripped on a bookkeeping figure (\(figures)); \(effect)")
        return
      }
      if gap > claim.limit || isBent {
        self.init(verdict: .unproven, words: "rests on a figure that cannot be checked (\(figures) now); \(effect)")
        return
      }
    }
    if let peak = claim.peak, (peak - max(initial, figure)) / initial * 100 > claim.limit {
      let figures = "a peak of \(Figures.money(peak)) shown, about \(Figures.money(figure)) \(source) now"
      self.init(verdict: .unproven, words: "rests on a figure that cannot be checked (\(figures)); \(effect)")
      return
    }
    self.init(verdict: .sound)
  }
}

extension StopBasis.Claim {
  /// Reads the figures from the switch's reason (docs/engine.md 4.5); where it gives none, from its status.
  init?(reason: String?, _ status: KillSwitchStatus, _ truth: EquityTruth) {
    guard let reason else {
      // The equity in the switch's status is the engine's own, in live as well.
      let figure = truth.isExchange == true ? truth.reported : status.equity
      guard let equity = figure, let initial = truth.initial, initial > 0 else { return nil }
      self.init(
        protection: .killSwitch, drop: (initial - equity) / initial * 100, limit: status.equityDropLimit ?? 30,
        equity: equity)
      return
    }
    let percents = Self.numbers(in: reason, before: "%")
    let amounts = Self.numbers(in: reason, after: "$")
    guard let drop = percents.first, let first = amounts.first else { return nil }
    if ReasonCode.dailyPause.begins(reason) {
      let limit = percents.dropFirst().first ?? status.dailyDrawdownLimit ?? 15
      self.init(
        protection: .killSwitch, drop: drop, limit: limit, equity: first * (100 - drop) / 100, peak: first)
    } else if ReasonCode.hardStop.begins(reason) || ReasonCode.killswitch.begins(reason) {
      self.init(
        protection: .killSwitch, drop: drop, limit: status.equityDropLimit ?? 30,
        equity: amounts.count > 1 ? amounts[1] : nil)
    } else {
      return nil
    }
  }

  private static func numbers(in text: String, before mark: Character) -> [Decimal] {
    text.split(separator: mark, omittingEmptySubsequences: false).dropLast().compactMap { part in
      number(String(part.reversed().prefix(while: isDigit).reversed()))
    }
  }

  private static func numbers(in text: String, after mark: Character) -> [Decimal] {
    text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap { part in
      number(String(part.prefix(while: isDigit)))
    }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == "." || character == "-")
  }

  private static func number(_ text: String) -> Decimal? { Decimal(exactly: text)?.figure }
}
