public import HeanCore

/// What a question was understood to ask for.
public struct QuestionReading: Codable, Sendable, Equatable {
  /// Kind of the answer.
  public var frame: QuestionFrame
  /// What a figure, a list or a comparison shows; `nil` in the other frames.
  public var metric: QuestionMetric?
  /// What the other frames are about; `nil` where the frame says it all.
  public var topic: QuestionTopic?
  /// The terms of a definition or a difference, as they were typed; reason codes in capitals.
  public var terms: [String] = []
  /// As the engine writes them.
  public var symbols: [String] = []
  /// Ids of strategies.
  public var strategies: [String] = []
  /// Symbols and ids of strategies that are left out.
  public var except: [String] = []
  /// Which rows are meant; `nil` for all.
  public var condition: QuestionCondition?
  /// `nil` for both.
  public var side: QuestionSide?
  /// `nil` for now, or for all that the engine keeps.
  public var window: QuestionWindow?
  /// `nil` for all together.
  public var group: QuestionGroup?
  /// `nil` for the value itself.
  public var aggregate: QuestionAggregate?
  /// Assumed changes of prices.
  public var moves: [AssumedMove] = []
  /// How many rows are asked for.
  public var number: Int?
  /// Id of an order, a position or a signal.
  public var id: String?
  /// Whether the sense turns on a "not".
  public var isNegated = false
  /// Of strategies, whether those that are enabled are meant (`true`) or those that are not; `nil` for all.
  public var isOn: Bool?
  /// Words that are no name and that neither the examples nor the vocabulary have, in lower case.
  public var unknownWords: [String] = []
  /// A second span of time that was named beside `window`, to be set beside it in a comparison; `nil` for none.
  public var secondWindow: QuestionWindow?
  /// A second metric to be told beside the first: `stop loss and take profit`; `nil` for none.
  public var secondMetric: QuestionMetric?
  /// What of a question about an operation was not understood, so that none is offered; `nil` when all was.
  public var unreadScope: String?
  /// Whether words of a time or a condition stand beside an operation, which acts at once: `pause for 5 minutes`.
  public var waits = false
  /// A number, a time or an id that no slot has taken; `nil` when all were.
  public var unreadNumber: String?
  /// A word of time that no window has taken; `nil` when all were.
  public var unreadTime: String?
  /// Nouns of the field that the metric leaves out, as stems.
  public var unusedNouns: [String] = []
  /// Unknown words that are nearly the ticker of a symbol, in lower case.
  public var nearNames: [String] = []
  /// Whether a second question follows the first: `what is my pnl and where is the stop`; only the first is read.
  public var hasSecondQuestion = false
  /// Whether a second condition stands beside `condition`, which alone is kept: `older than 2h and in loss`.
  public var hasSecondCondition = false
  /// Whether it names two pairs, of which one would be lost: `eth longs versus btc shorts`.
  public var hasPairs = false
  /// Whether the times of the day in `window` are said to be those of today.
  public var isOfToday = false
  /// Words that no slot has taken and that no example has, in lower case.
  public var unusedWords: [String] = []
  /// Whether at least half of the words that are no names, times or numbers are not known.
  public var isMostlyUnknown = false
  /// How likely it is that this is what was asked for, from 0 to 1, by the examples.
  public var confidence = 1.0
  /// What else may have been asked for.
  public var second: QuestionIntent?

  /// A reading of which only the frame is known.
  public init(frame: QuestionFrame) { self.frame = frame }
}

extension QuestionReading {
  var hasSecondWindow: Bool { secondWindow != nil }

  /// Whether its span lies between two times of the day.
  var isOfClocks: Bool { if case .clocks? = window { true } else { false } }

  /// Whether nothing is named that would narrow it.
  var isWithoutScope: Bool {
    symbols.isEmpty && strategies.isEmpty && except.isEmpty && condition == nil && side == nil && id == nil
      && number == nil
  }

  /// Whether it is about the whole account.
  var isWhole: Bool {
    symbols.isEmpty && strategies.isEmpty && side == nil && group == nil && id == nil && !isNegated && except.isEmpty
      && condition == nil
  }

  /// Whether strategies without trades are meant: `which strategies have not traded`.
  var isOfIdleStrategies: Bool { metric == .strategies && secondMetric == .trades && isNegated }
}
