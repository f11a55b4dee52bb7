public import Foundation

/// The decisions that two lists know of, each once, newest first, for one question: which, of what, since when.
public struct DecisionLog: Codable, Sendable {
  public let decisions: [Decision]
  /// How far back the lists reach (seconds); `nil` when nothing came.
  public let reach: Decimal?
  private let now: Date

  init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, now: Date) {
    self.now = now
    var lists: [Decision] = snapshot.state.value?.decisions ?? []
    lists += snapshot.longHistory.value?.decisions ?? []
    var seen: Set<String> = []
    let all = lists.filter { decision in
      let time = decision.at.map { "\($0.timeIntervalSince1970)" } ?? "?"
      return seen.insert(
        "\(time) \(decision.signalID ?? "") \(decision.strategyID ?? "") \(decision.symbol ?? "") \(decision.outcome.word)"
      ).inserted
    }
    reach = all.compactMap(\.at).min().map { Words.seconds(from: $0, to: now) }
    decisions = all.filter(scope.includes).sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
  }

  /// Those of the last so many seconds.
  public func last(_ seconds: Decimal) -> [Decision] {
    decisions.filter { Words.isWithin(seconds, $0.at, now) }
  }

  func deaths(where isHere: (Decision) -> Bool) -> Deaths {
    let dead = decisions.filter { $0.outcome != .create && isHere($0) }
    func count(_ seconds: Decimal) -> Int { dead.count { Words.isWithin(seconds, $0.at, now) } }
    return Deaths(
      oneMinute: count(60), fiveMinutes: count(300), oneHour: count(3600), isAtLeast: (reach ?? 0) < 3600)
  }

  /// When the present unbroken run of such deaths began.
  func since(where isHere: (Decision) -> Bool) -> Date? { decisions.prefix(while: isHere).last?.at }
}

/// What a diagnosis is about: everything, or one symbol or strategy.
public struct DiagnosisScope: Codable, Sendable, Equatable {
  public var symbol: String?
  public var strategy: String?
  /// Of what happened lately, how much counts (seconds).
  public var window: Decimal

  public init(symbol: String? = nil, strategy: String? = nil, window: Decimal = Self.usualWindow) {
    self.symbol = symbol
    self.strategy = strategy
    self.window = window
  }

  /// The span that the engine itself counts over.
  public static let usualWindow: Decimal = 300

  /// Whether the engine's own counters answer the question; they know neither symbols nor other spans.
  var isCounted: Bool { isWhole && window == Self.usualWindow }

  /// Where signals are counted.
  var source: String { isCounted ? "/trading/metrics" : "/trading/state" }

  /// `5 minutes`, for sentences.
  var span: String {
    switch window {
    case 3600: "hour"
    case let seconds where seconds > 60 && Figures.rounded(seconds / 60, 0) * 60 == seconds: "\(seconds / 60) minutes"
    default: Spans.text(window)
    }
  }

  public var isWhole: Bool { symbol == nil && strategy == nil }

  func includes(_ decision: Decision) -> Bool {
    covers(symbol: decision.symbol) && covers(strategy: decision.strategyID)
  }

  func covers(symbol other: String?) -> Bool { symbol == nil || other?.lowercased() == symbol?.lowercased() }
  func covers(strategy other: String?) -> Bool { strategy == nil || other?.lowercased() == strategy?.lowercased() }

  /// ` for BTCUSDT`, for sentences.
  var words: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }
}
