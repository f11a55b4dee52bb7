import Foundation

/// Why a kill switch would trip again right after a reset (contract 5.2).
struct KillSwitchCause {
  var says: String
  var nextStep: String

  static func persisting(_ picture: ControlPicture) -> [KillSwitchCause] {
    var causes: [KillSwitchCause] = []
    let next = "hean why; --force resets all the same"
    if let status = try? picture.killSwitch?.get().value {
      let equity = status.equity ?? picture.ground.engine?.equity
      let limit = status.equityDropLimit ?? 30
      if let equity, let initial = picture.ground.engine?.initialCapital, initial > 0 {
        let drop = (initial - equity) / initial * 100
        if drop >= limit {
          causes.append(
            KillSwitchCause(
              says: "equity is \(Words.percent(drop)) below the initial capital, the limit is \(Words.percent(limit))",
              nextStep: next))
        } else if let drawdown = status.drawdownPercent, equity <= initial * 120 / 100 {
          // The pause looks at the day's high, which no endpoint shows; the peak's drawdown is the nearest there is.
          let daily = equity > initial ? limit : status.dailyDrawdownLimit ?? 15
          if drawdown >= daily {
            causes.append(
              KillSwitchCause(
                says: "drawdown is \(Words.percent(drawdown)), the limit of the day is \(Words.percent(daily))",
                nextStep: next))
          }
        }
      }
    }
    if let governor = try? picture.governor?.get().value, governor.state == .hardStop, causes.isEmpty {
      causes.append(
        KillSwitchCause(
          says: "the governor is in HARD_STOP and refuses every signal by itself",
          nextStep: "hean risk governor clear; --force resets all the same"))
    }
    return causes
  }
}
