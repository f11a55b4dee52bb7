import Foundation

/// Why a kill switch would trip again right after a reset (contract 5.2).
struct KillSwitchCause {
  var says: String
  var nextStep: String

  private static func figures(_ status: KillSwitchStatus, _ engine: EngineStatus?) -> [KillSwitchCause] {
    let next = "hean why; --force resets all the same"
    let limit = status.equityDropLimit ?? 30
    guard let equity = status.equity ?? engine?.equity, let initial = engine?.initialCapital, initial > 0 else {
      return []
    }
    let drop = (initial - equity) / initial * 100
    if drop >= limit {
      return [
        KillSwitchCause(
          says: "equity is \(Words.percent(drop)) below the initial capital, the limit is \(Words.percent(limit))",
          nextStep: next)
      ]
    }
    guard let drawdown = status.drawdownPercent, equity <= initial * 120 / 100 else { return [] }
    // The pause looks at the day's high, which no endpoint shows; the peak's drawdown is the nearest there is.
    let daily = equity > initial ? limit : status.dailyDrawdownLimit ?? 15
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
