import Foundation

/// How far equity is from where the kill switch stops hard (contract 5.2).
struct EquityDrop {
  /// USDT.
  var equity: Decimal
  var initial: Decimal
  /// Percent of the initial capital.
  var limit: Decimal

  /// - Returns: `nil` when the figures did not come.
  init?(_ status: KillSwitchStatus?, _ engine: EngineStatus?) {
    guard let equity = status?.equity ?? engine?.equity, let initial = engine?.initialCapital, initial > 0 else {
      return nil
    }
    self.equity = equity
    self.initial = initial
    limit = status?.equityDropLimit ?? 30
  }

  /// Below the initial capital; negative above it.
  var percent: Decimal { (initial - equity) / initial * 100 }
  var isPastLimit: Bool { percent >= limit }
  /// USDT at which it trips.
  var floor: Decimal { initial * (100 - limit) / 100 }
}

/// Why a kill switch would trip again right after a reset (contract 5.2).
struct KillSwitchCause {
  var says: String
  var nextStep: String

  private static func figures(_ status: KillSwitchStatus, _ engine: EngineStatus?) -> [KillSwitchCause] {
    let next = "hean why; --force resets all the same"
    guard !status.isPartial else { return [KillSwitchCause(says: "its figures cannot be read", nextStep: next)] }
    guard let drop = EquityDrop(status, engine) else { return [] }
    if drop.isPastLimit {
      return [
        KillSwitchCause(
          says:
            "equity is \(Words.percent(drop.percent)) below the initial capital, the limit is \(Words.percent(drop.limit))",
          nextStep: next)
      ]
    }
    guard let drawdown = status.drawdownPercent, drop.equity <= drop.initial * 120 / 100 else { return [] }
    // The pause looks at the day's high, which no endpoint shows; the peak's drawdown is the nearest there is.
    let daily = drop.equity > drop.initial ? drop.limit : status.dailyDrawdownLimit ?? 15
    guard drawdown >= daily else { return [] }
    return [
      KillSwitchCause(
        says: "drawdown is \(Words.percent(drawdown)), the limit of the day is \(Words.percent(daily))", nextStep: next)
    ]
  }

  static func persisting(_ picture: ControlPicture) -> [KillSwitchCause] {
    var causes: [KillSwitchCause] = []
    if let status = try? picture.killSwitch?.get().value { causes = figures(status, picture.ground.engine) }
    if let governor = try? picture.governor?.get().value, governor.state == .hardStop, causes.isEmpty {
      causes.append(
        KillSwitchCause(
          says: "the governor is in HARD_STOP and refuses every signal by itself",
          nextStep: "hean risk governor clear; --force resets all the same"))
    }
    return causes
  }

  /// Whether a reset would be undone within seconds.
  static func persists(killSwitch: KillSwitchStatus?, engine: EngineStatus?) -> Bool {
    guard let killSwitch else { return true }
    return !figures(killSwitch, engine).isEmpty
  }
}
