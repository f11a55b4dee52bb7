/// One difference between two looks at an engine.
public struct EngineChange: Codable, Sendable, Equatable {
  /// What it is about, in the order in which changes are told: the money first. The raw values are the names in hean's
  /// JSON.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    /// An open position, a state of the engine, an open order, the equity, a call of this console, or a setting.
    case position, state, order, equity, verb, setting
  }

  /// What has become of it. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// It was not there before.
    case opened
    /// The engine booked its end, or lists it.
    case closed
    /// The engine lists its end without a fill and without a booked PnL.
    case dropped
    /// An order that is not open any more: filled or cancelled.
    case ended
    /// It is not listed any more, and nothing tells its end.
    case unlisted
    /// A value is another one.
    case changed
    /// It was known, and is not now.
    case lost
    /// It was not known, and is now.
    case found
    /// It was sent from here.
    case sent
  }

  /// What it is about.
  public var subject: Subject
  /// What has become of it.
  public var kind: Kind
  /// Name of what has changed: `BTCUSDT long 0.018`, `kill switch`, `engine.pause`.
  public var name: String
  /// The value of before, in words; `nil` when there was none, or it was not known.
  public var before: String?
  /// The value of now, in words; `nil` when there is none, or it is not known.
  public var after: String?
  /// When it happened; `nil` when only that it has is known.
  public var at: Date?
  /// In one sentence without a full stop.
  public var message: String
  /// Whether money is or may be at risk by it.
  public var isGrave = false

  init(
    _ subject: Subject, _ kind: Kind, _ name: String, before: String? = nil, after: String? = nil, at: Date? = nil,
    _ message: String, isGrave: Bool = false
  ) {
    self.subject = subject
    self.kind = kind
    self.name = name
    self.before = before
    self.after = after
    self.at = at
    self.message = message
    self.isGrave = isGrave
  }
}

/// What is different between two looks at an engine.
public struct EngineChanges: Codable, Sendable, Equatable {
  /// When the earlier look was; `nil` when there is none, so that nothing can be compared.
  public var since: Date?
  /// When the later look was.
  public var until: Date
  /// When the engine was started between the two; `nil` when it was not, as far as is known.
  public var restartedAt: Date?
  /// Whether it was the engine's process that was started, not only the engine object in it.
  public var isProcessNew = false
  /// The money first.
  public var changes: [EngineChange] = []
  /// What could not be compared, each as a clause.
  public var notCompared: [String] = []

  /// Compares two looks.
  /// - Parameters:
  ///   - before: the earlier look; `nil` when there is none.
  ///   - after: the later one.
  ///   - runs: what this console sent to this engine.
  public init(from before: KeptLook?, to after: KeptLook, runs: [AuditRun]) {
    until = after.at
    guard let before, before.world == after.world else { return }
    since = before.at
    let object = after.objectStartedAt.flatMap { $0 > before.at ? $0 : nil }
    let process = after.processStartedAt.flatMap { $0 > before.at ? $0 : nil }
    let ended = after.booksEndedAt.flatMap { $0 > before.at ? $0 : nil }
    restartedAt = object ?? process ?? ended ?? Self.restart(among: runs, from: before.at, to: after.at)
    isProcessNew = process != nil
    let comparison = LookComparison(
      before: before, after: after, isRestarted: restartedAt != nil || Self.beganAnew(before, after))
    changes =
      comparison.positions(&notCompared) + comparison.states() + comparison.orders(&notCompared)
      + comparison.equity(&notCompared) + Self.verbs(runs, from: before.at, to: after.at)
      + comparison.settings(&notCompared)
  }

  /// When this console last ended the engine object, or started one: the first minute of a new one dates nothing itself.
  private static func restart(among runs: [AuditRun], from before: Date, to after: Date) -> Date? {
    let ends: Set<OperationName> = [.engineStart, .engineRestart, .engineStop, .engineKill, .engineLockProfit, .panic]
    let meant = runs.filter { run in
      run.operation.map(ends.contains) == true && OperationOutcome(rawValue: run.outcome)?.isUntaken != true
    }
    return meant.compactMap(\.time).last { $0 > before && $0 <= after }
  }

  /// Whether what was booked is gone: an engine object that goes on never takes that back to nothing.
  private static func beganAnew(_ before: KeptLook, _ after: KeptLook) -> Bool {
    before.realizedPnL.map { $0 != 0 } == true && after.realizedPnL == 0
  }

  private static func verbs(_ runs: [AuditRun], from before: Date, to after: Date) -> [EngineChange] {
    let meant = runs.filter { run in run.time.map { $0 > before && $0 <= after } ?? false }
    return meant.map { run in
      let isDone = [.confirmed, .flat, .unchanged, .preview].contains(OperationOutcome(rawValue: run.outcome))
      let words = [
        run.user.map { "by \($0)" }, run.reason.map { "reason: \($0)" },
        run.left.isEmpty ? nil : run.left.joined(separator: "; "),
      ]
      let rest = words.compactMap(\.self).joined(separator: ", ")
      let outcome = run.outcome.replacing("_", with: " ")
      return EngineChange(
        .verb, .sent, run.verb ?? "a call", after: run.outcome, at: run.time,
        "\(run.verb ?? "a call"): \(outcome)\(rest.isEmpty ? "" : ", " + rest)", isGrave: !isDone)
    }
  }
}
