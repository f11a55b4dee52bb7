import Foundation

/// A part of a question that narrows it and that no slot can hold: an exception, a condition, half of something, a moment.
/// To leave it out would answer another question, or offer to close what was to stay open.
struct UnreadPart: Sendable {
  var message: String

  private static let exceptions = [
    "except", "excluding", "exclude", "apart from", "other than", "all but", "everything but", "but not", "besides",
    "anything but",
    "leave out", "ignoring", "keep",
  ]
  private static let conditions = [
    "above", "below", "bigger than", "larger than", "smaller than", "older than", "younger than", "longer than",
    "more than", "less than",
    "at least", "at most", "between", "half", "a third", "a quarter", "part of", "partly", "in profit", "in loss",
    "in the red",
    "in the green", "in plus", "in minus", "losing position", "winning position", "losing positions",
    "winning positions", "losers",
    "winners", "because of",
  ]
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// - Returns: `nil` when there is no such part.
  init?(_ question: String, _ reading: QuestionReading) {
    let text =
      " " + question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }.joined(separator: " ") + " "
    func has(_ words: String) -> Bool { text.contains(" \(words) ") }
    let narrows = [.figure, .list, .howTo, .safe, .compare].contains(reading.frame)
    if narrows, reading.topic != .avoidSymbol || has("except"), let words = Self.exceptions.first(where: has) {
      message = "the exception (\"\(words)\") was not understood: name what is meant instead"
    } else if narrows, reading.metric != .stopDistance, reading.metric != .spread, reading.metric?.isLosing != true,
      let words = Self.conditions.first(where: has)
    {
      message = "the condition (\"\(words)\") was not understood: lists take no conditions of that kind"
    } else if [.figure, .list, .state].contains(reading.frame), let words = Self.moment(text) {
      message =
        "a moment of the past (\"\(words)\") was not understood: only spans until now are, such as \"last 2h\" or \"since 22:30\""
    } else {
      return nil
    }
  }

  private static func moment(_ text: String) -> String? {
    if text.contains(" ago ") { return "ago" }
    let words = text.split(separator: " ").map(String.init)
    for (lead, word) in zip(words, words.dropFirst()) {
      if ["at", "until", "before", "by"].contains(lead), word.contains(":"), word.first?.isNumber == true {
        return "\(lead) \(word)"
      }
      if lead == "on" || lead == "last", weekdays.contains(word) { return "\(lead) \(word)" }
    }
    return nil
  }
}

extension QuestionMetric {
  /// Whether winning or losing is what it counts, and no condition on something else.
  fileprivate var isLosing: Bool { [.wins, .losses, .winRate, .profitFactor].contains(self) }
}
