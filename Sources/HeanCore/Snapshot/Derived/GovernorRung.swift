/// One state of the governor, with what it means for orders and the way back from it (docs/engine.md 5.1). They are fixed
/// in the engine.
public struct GovernorRung: Codable, Sendable, Equatable {
  /// The state.
  public var state: RiskState
  /// Percent below the peak at which it begins; `nil` for NORMAL.
  public var begins: Decimal?
  /// What the size of an order is multiplied with in it.
  public var sizeFactor: Decimal
  /// Whether signals are accepted in it; in quarantine those of listed symbols are not.
  public var isTrading: Bool { sizeFactor > 0 }
  /// Whether the governor is in it now; `nil` when that is not known.
  public var isPresent: Bool?
  /// What ends it, as a clause; `nil` for NORMAL.
  public var wayBack: String?

  init(_ state: RiskState, begins: Decimal?, isPresent: Bool?) {
    self.state = state
    self.begins = begins
    self.isPresent = isPresent
    (sizeFactor, wayBack) =
      switch state {
      case .softBrake: (0.5, "below 5 % and 30 min after the last change: to NORMAL, by itself")
      case .quarantine: (0.75, "below 15 %: to SOFT_BRAKE at once; below 5 % and 30 min after: to NORMAL")
      case .hardStop: (0, "below 20 %: to the state of that fall at once; below 5 % and 30 min after: to NORMAL")
      case .normal, .unknown: (1, nil)
      }
  }

  /// All of them, from the one that allows most.
  /// - Parameters:
  ///   - present: the state of now; `nil` when it is not known.
  ///   - thresholds: where they begin.
  static func all(_ present: RiskState?, _ thresholds: [DrawdownThreshold]) -> [GovernorRung] {
    RiskState.known.map { state in
      let effect: DrawdownThreshold.Effect? =
        switch state {
        case .softBrake: .softBrake
        case .quarantine: .quarantine
        case .hardStop: .hardStop
        case .normal, .unknown: nil
        }
      return GovernorRung(
        state, begins: effect.flatMap { wanted in thresholds.first { $0.effect == wanted }?.percent },
        isPresent: present.map { $0 == state })
    }
  }
}

extension GovernorBand {
  /// What sizes are multiplied with: by the state, and by the drawdown alone. `nil` when one of them is not known.
  static func sizeFactor(in state: RiskState?, at drawdownPercent: Decimal?) -> Decimal? {
    guard let present = GovernorRung.all(state, []).first(where: { $0.isPresent == true }),
      let further = furtherFactor(at: drawdownPercent)
    else { return nil }
    return present.sizeFactor * further
  }

  /// What sizes are multiplied with besides, by the drawdown alone (docs/engine.md 5.1); `nil` when it is not known.
  public static func furtherFactor(at drawdownPercent: Decimal?) -> Decimal? {
    guard let drawdownPercent else { return nil }
    return drawdownPercent > 15 ? 0.3 : drawdownPercent > 10 ? 0.5 : drawdownPercent > 5 ? 0.7 : 1
  }
}
