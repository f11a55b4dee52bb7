/// Decisions about signals from `/trading/state` and `/trading/history`, each once, for the scope of one question.
public struct DecisionLog: Codable, Sendable {
  /// Those within the scope, newest first.
  public let decisions: [Decision]
  /// How many seconds back the lists reach; `nil` when they hold no decision with a time.
  public let reach: Decimal?
  private let now: Date

  package init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, now: Date) {
    self.now = now
    var lists: [Decision] = snapshot.state.value?.decisions ?? []
    lists += snapshot.longHistory.value?.decisions ?? []
    var seen: Set<String> = []
    let all = lists.filter { decision in
      let time = decision.at.map { "\($0.timeIntervalSince1970)" } ?? ""
      return seen.insert(
        "\(time) \(decision.signalID ?? "") \(decision.strategyID ?? "") \(decision.symbol ?? "") \(decision.outcome?.rawValue ?? "")"
      ).inserted
    }
    reach = all.compactMap(\.at).min().map { DiagnosisFormat.seconds(from: $0, to: now) }
    decisions = all.filter(scope.includes).sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
  }

  /// The decisions of the last so many seconds.
  public func last(_ seconds: Decimal) -> [Decision] {
    decisions.filter { DiagnosisFormat.isWithin(seconds, $0.at, now) }
  }

  func rejections(where isHere: (Decision) -> Bool) -> Rejections {
    let dead = decisions.filter { $0.isRefusal && isHere($0) }
    func count(_ seconds: Decimal) -> Int { dead.count { DiagnosisFormat.isWithin(seconds, $0.at, now) } }
    return Rejections(
      oneMinute: count(60), fiveMinutes: count(300), oneHour: count(3600), isAtLeast: (reach ?? 0) < 3600)
  }

  /// When the latest unbroken row of such refusals began.
  func since(where isHere: (Decision) -> Bool) -> Date? { decisions.prefix(while: isHere).last?.at }
}
