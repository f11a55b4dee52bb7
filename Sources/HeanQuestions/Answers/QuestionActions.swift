public import HeanCore

/// What operators did through this console, from its audit log. Other programs' calls are not in it.
public struct QuestionActions: Sendable {
  /// The runs on this engine, oldest first; `nil` when the log could not be read.
  let runs: @Sendable () -> [AuditRun]?

  /// - Parameter runs: the runs on this engine, oldest first; `nil` when the log cannot be read. Called only for questions
  ///   that need it.
  public init(_ runs: @escaping @Sendable () -> [AuditRun]? = { [] }) { self.runs = runs }

  /// `engine.pause by anna, confirmed, 2026-11-21 02:10:00Z`.
  static func text(_ run: AuditRun, _ zone: Zone) -> String {
    let what = [run.verb ?? "an action", run.calls.compactMap(\.intent.target).first].compactMap(\.self).joined(
      separator: " ")
    let when = run.time.map { ", " + ZonedTimestamp.text($0, zone) } ?? ""
    return "\(what) by \(run.user ?? "an unknown user")\(run.host.map { "@" + $0 } ?? ""), \(run.outcome)\(when)"
  }

  /// The operations that a topic is about; `nil` for any.
  private static func operations(_ topic: QuestionTopic?) -> Set<OperationName>? {
    switch topic {
    case .resetKillSwitch?: [.resetKillSwitch, .engineResetHalt]
    case .triggerKillSwitch?: [.triggerKillSwitch]
    case .killSwitch?: [.triggerKillSwitch, .resetKillSwitch]
    case .clearGovernor?, .governor?: [.clearGovernor, .quarantine]
    case .closePosition?: [.closePositions, .closeAllPositions, .panic]
    case .closeAll?: [.closeAllPositions, .panic]
    case .stopAll?: [.panic, .closeAllPositions, .engineKill, .triggerKillSwitch]
    case .stop?: [.engineStop, .engineKill, .panic, .engineLockProfit]
    case .start?: [.engineStart, .engineRestart]
    case .restart?: [.engineRestart]
    case .pause?: [.enginePause]
    case .resume?: [.engineResume]
    case .enableStrategy?: [.enableStrategies]
    case .disableStrategy?: [.disableStrategies]
    case .cancelAll?: [.cancelAllOrders]
    case .cancelOrder?: [.cancelOrders, .cancelAllOrders]
    case .placeOrder?: [.placeOrder, .testRoundTrip]
    case .changeSetting?: [.setConfiguration, .setLimits, .setParameters]
    default: nil
    }
  }

  /// The runs that a question is about, newest first; `nil` when the log could not be read.
  func chosen(_ reading: QuestionReading, _ interval: DateInterval?) -> [AuditRun]? {
    let operations = Self.operations(reading.topic)
    return runs()?.filter { run in
      (operations == nil || run.operation.map { operations?.contains($0) == true } ?? false)
        && (interval == nil || run.time.map { interval?.contains($0) == true } ?? false)
        && names(reading).allSatisfy { name in
          run.calls.isEmpty || run.calls.contains { ($0.intent.target ?? "").lowercased().contains(name.lowercased()) }
            || (run.title ?? "").lowercased().contains(name.lowercased())
        }
    }.sorted { ($0.time ?? .distantPast) > ($1.time ?? .distantPast) }
  }

  private func names(_ reading: QuestionReading) -> [String] { reading.symbols + reading.strategies }
}

/// Answers who did something.
struct WhoAnswer: Sendable {
  let now: Date
  let zone: Zone
  let actions: QuestionActions

  func fill(_ answer: inout QuestionAnswer) {
    let interval = answer.reading.window?.interval(at: now, in: zone)
    guard let runs = actions.chosen(answer.reading, interval) else {
      return answer.cannotTell("Not known: the audit log could not be read.", .query(.audit))
    }
    answer.cite("audit log", "\(Figures.counted(runs.count, "matching run")) on this engine")
    answer.commands = [.query(.audit)]
    answer.figures.append(QuestionFigure(name: "runs", value: Decimal(runs.count), unit: "count", source: "audit log"))
    guard !runs.isEmpty else {
      answer.say("Nobody through this console of this user: its audit log has no such action on this engine.")
      answer.say(
        "The engine does not tell who called it, so another program or machine may have done it, or the engine itself.")
      return
    }
    for run in runs.prefix(answer.reading.number ?? 3) {
      answer.say("\(QuestionActions.text(run, zone).sentenceStart).")
    }
    if runs.count > (answer.reading.number ?? 3) {
      answer.say("… and \(runs.count - (answer.reading.number ?? 3)) more.")
    }
    answer.say("Only what this console did is in the audit log.")
  }
}
