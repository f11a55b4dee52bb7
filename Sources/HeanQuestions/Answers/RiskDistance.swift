import HeanCore

/// How far the account is from what stops it: the governor's next state, HARD_STOP, and the kill switch's floor.
struct RiskDistance: Sendable {
  let snapshot: EngineSnapshot

  func fill(_ answer: inout QuestionAnswer) {
    guard snapshot.isRunning == true else {
      return answer.cannotTell("Not known: a stopped engine sends no equity and no drawdown.", .query(.status))
    }
    let equity = snapshot.equityTruth
    let governor = snapshot.governor.value
    if let governor, let drawdown = governor.drawdownPercent {
      let doubt = equity.drawdown(percent: drawdown).doubt.map { " (by the engine's own equity: \($0))" } ?? ""
      let points = Decimal(20) - drawdown
      answer.figures.append(
        QuestionFigure(name: "points to HARD_STOP", value: max(0, points), unit: "%", source: "/risk/governor/status"))
      if points > 0 {
        let next = GovernorBand.next(above: drawdown)
        let first =
          next.flatMap { next in
            next.at < 20
              ? "\(next.state.rawValue) begins at \(DiagnosisFormat.percent(next.at)), \(DiagnosisFormat.percent(next.at - drawdown)) away; "
              : nil
          } ?? ""
        answer.say(
          "Drawdown is \(DiagnosisFormat.percent(drawdown))\(doubt): \(first)HARD_STOP at 20 %, \(DiagnosisFormat.percent(points)) away."
        )
      } else {
        answer.say("Drawdown is \(DiagnosisFormat.percent(drawdown))\(doubt): past HARD_STOP, which begins at 20 %.")
      }
      if let basis = StopBasis.governor(governor, equity)?.message { answer.say("The governor \(basis).") }
      answer.cite("/risk/governor/status", "current_drawdown_pct \(DiagnosisFormat.percent(drawdown))")
    } else {
      answer.say("The drawdown is not known, so neither is the way to HARD_STOP (20 %).")
    }
    if let drop = EquityDrop(snapshot.killSwitch.value, snapshot.engine) { killSwitch(drop, equity, &answer) }
    if answer.figures.isEmpty { answer.kind = .notKnown }
    answer.commands.append(.query(.risk))
  }

  /// The switch acts on the equity that it looks at, which in a dry run is the engine's own, true or not.
  private func killSwitch(_ drop: EquityDrop, _ equity: EquityTruth, _ answer: inout QuestionAnswer) {
    let looked = equity.equity(for: .killSwitch) ?? drop.equity
    let room = looked - drop.floor
    answer.figures.append(
      QuestionFigure(name: "room to the kill switch", value: room, unit: "USDT", source: "/risk/killswitch/status"))
    var seen = "equity is \(Figures.money(looked))"
    if equity.shown == nil {
      seen = "it looks at an equity of \(Figures.money(looked)), which cannot be checked"
    } else if equity.isExchange == true {
      seen += " at the exchange"
    } else if let shown = equity.shown, equity.verdict != .asIs {
      seen = "it looks at an equity of \(Figures.money(looked)), and about \(Figures.money(shown)) is computed"
    }
    if snapshot.killSwitchTruth.blocksTrading { answer.say("The kill switch has tripped already.") }
    let rest = room > 0 ? "\(Figures.money(room)) USDT can be lost until then" : "that is past the stop"
    let floor: NextStep = "The kill switch stops at an equity of \(Figures.money(drop.floor)) USDT; \(seen): \(rest)."
    guard let limit = snapshot.killSwitch.value?.dailyDrawdownLimit else {
      answer.say(floor)
      return cite(drop, &answer)
    }
    // The day's high is not told, but it is no lower than the equity of now; above the initial capital the daily limit is not
    // looked at (docs/engine.md 5.2).
    let today = looked - min(drop.initial, looked * (100 - limit) / 100)
    let isNearer = today < room && !snapshot.killSwitchTruth.blocksTrading
    if isNearer {
      answer.figures.append(
        QuestionFigure(name: "room to the daily limit", value: today, unit: "USDT", source: "/risk/killswitch/status"))
      answer.say(
        "The kill switch trips at \(DiagnosisFormat.percent(limit)) below the day's high, unless equity is above the initial capital. The engine does not tell that high; it is at least the equity of now, so at most \(Figures.money(today)) USDT can be lost until then."
      )
    }
    answer.say(floor)
    if !isNearer {
      answer.say(
        "It also trips at \(DiagnosisFormat.percent(limit)) below the day's high; the engine does not tell that high.")
    }
    cite(drop, &answer)
  }

  private func cite(_ drop: EquityDrop, _ answer: inout QuestionAnswer) {
    answer.cite(
      "/risk/killswitch/status",
      "equity_drop \(DiagnosisFormat.percent(drop.limit)) of \(Figures.money(drop.initial)) USDT")
  }
}
