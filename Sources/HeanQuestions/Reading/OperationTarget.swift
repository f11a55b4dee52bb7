import HeanCore

/// What an operation is to be done to, where it is something that the operation does not touch: `restart the websocket`.
struct OperationTarget: Sendable {
  let topic: QuestionTopic
  let words: [QuestionWords.Word]
  let stems: [String]

  init(_ topic: QuestionTopic, _ words: [QuestionWords.Word], _ stems: [String]) {
    (self.topic, self.words, self.stems) = (topic, words, stems)
  }

  private static func stemmed(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map { QuestionWords.stem(String($0)) })
  }

  /// Of operations on the engine, what is meant by it.
  private static let engine = stemmed(
    """
    engine bot trade trading hean thing machine process whole lot robot program everything all system app beast show loop
    strategy strategies algo operation order orders entry entries position positions session box service server software
    trader night day weekend pause halt
    """)
  private static let determiners: Set<String> = ["the", "my", "our", "your", "this", "that", "his", "her", "a", "an"]
  private static let adjectives = stemmed(
    """
    whole entire damn bloody stupid running good full live poor little old silly big darn fucking goddamn paused stopped
    crypto hean trading new same current
    """)
  private static let deeds = stemmed(
    "stop start restart pause resume halt kill run bring switch turn shut continue freeze enable disable launch bounce end"
  )
  /// What is stopped or started otherwise.
  private static let strange = stemmed(
    """
    alarm alarms alert alerts notification notifications email emails mail stream chart screen terminal computer pc laptop
    router websocket socket dashboard log logs clock timer music report snapshot cron script docker container database redis
    conversation vpn wifi internet phone exchange market feed watch
    """)
  /// Words for all positions: nothing less is a wish to close every one.
  private static let wholes = stemmed(
    "everything all every each whole flat flatten book lot any anything entire total totally everyone portfolio completely"
  )
  private static let emergencies = stemmed("panic emergency button plug nuke red abandon")
  private static let killSwitch = stemmed(
    """
    killswitch kill halt hardstop emergency trip latch cutoff breaker rearm lock locked disarm
    """)
  private static let resets = stemmed("reset rearm rearming disarm unlock clear release")
  private static let pulls = stemmed("trip trigger activate enable fire throw pull engage hit press set arm on")
  private static let governor = stemmed(
    """
    governor quarantine softbrake hardstop brake brakes normal restriction restricted restrict risk block blocked lift
    penalty
    """)

  /// Verbs of using the kill switch, in the form in which they are wished for; `tripped` tells how it stands.
  private static let wishes: Set<String> = [
    "trigger", "trip", "activate", "fire", "pull", "hit", "press", "engage", "arm", "throw", "use", "enable", "turn on",
    "switch on",
  ]
  private static let undone: Set<String> = ["off", "back", "undo", "again", "normal", "rid", "reset", "clear", "un"]

  /// Whether the kill switch is to be used, not reset: the verb stands before it, `trigger the kill switch`, or around it,
  /// `turn the kill switch on`.
  static func isPull(_ words: [QuestionWords.Word]) -> Bool {
    guard let at = words.firstIndex(where: { $0.stem == "killswitch" }), at > 0 else { return false }
    let typed = words.map { $0.typed.lowercased() }
    guard undone.isDisjoint(with: typed), resets.isDisjoint(with: words.map(\.stem)) else { return false }
    let verb = typed[..<at].last { !determiners.contains($0) } ?? ""
    let isSwitchedOn = ["turn", "switch"].contains(verb) && at + 1 < typed.count && typed[at + 1] == "on"
    return wishes.contains(verb) || isSwitchedOn
  }

  /// Whether it begins with the verb, or asks how: `trip the kill switch`, `how do i hit the kill switch`.
  static func isWish(_ words: [QuestionWords.Word]) -> Bool {
    let typed = words.map { $0.typed.lowercased() }
    let rest = typed.drop { ["how", "do", "can", "could", "i", "we", "to", "please", "you", "let", "us"].contains($0) }
    return rest.first.map { wishes.contains($0) || ["turn", "switch"].contains($0) } ?? false
  }

  /// In words; `nil` when it is what the operation is done to.
  var unread: String? {
    switch topic {
    case .closeAll, .stopAll, .closePosition: return ofPositions
    // `the kill switch is on, what now` may want either.
    case .resetKillSwitch
    where !Self.pulls.isDisjoint(with: stems) && Self.resets.isDisjoint(with: stems)
      && Self.undone.isDisjoint(with: typed):
      return "whether the kill switch is to be used or reset"
    case .triggerKillSwitch: return nil
    case .resetKillSwitch:
      return Self.killSwitch.isDisjoint(with: stems) ? "what is to be reset" : nil
    case .clearGovernor:
      return Self.governor.isDisjoint(with: stems) && !stems.contains("$symbol") && !stems.contains("$code")
        ? "what is to be cleared" : nil
    case .start, .stop, .restart, .pause, .resume: return ofEngine
    default: return nil
    }
  }

  private var ofPositions: String? {
    let isOfOrders = stems.contains("order") || stems.contains("openorder")
    let named = typed.contains { $0.hasPrefix("position") || $0.hasPrefix("posi") || $0 == "pos" }
    if isOfOrders, topic != .stopAll, !named, !stems.contains("cancel") {
      return "whether orders or positions are meant"
    }
    if topic == .closePosition || typed.contains(where: { ["positions", "holdings", "trades"].contains($0) }) {
      return nil
    }
    if !Self.wholes.isDisjoint(with: stems) { return nil }
    return topic == .stopAll && !Self.emergencies.isDisjoint(with: stems) ? nil : "what is to be closed"
  }

  private var ofEngine: String? {
    // `the pause` asks for nothing.
    if let first = stems.first, stems.count <= 2, Self.determiners.contains(first) { return "what is to be done" }
    let particles: Set<String> = ["up", "down", "off", "on", "out", "back", "over"]
    guard let deed = stems.firstIndex(where: Self.deeds.contains) else { return nil }
    var at = deed + 1
    while at < stems.count, particles.contains(stems[at]) { at += 1 }
    guard at < stems.count else { return nil }
    if Self.strange.contains(stems[at]) { return quoted(stems[at]) }
    guard Self.determiners.contains(stems[at]) else { return nil }
    repeat { at += 1 } while at < stems.count && Self.adjectives.contains(stems[at])
    guard at < stems.count, stems[at].first != "$", !Self.engine.contains(stems[at]) else { return nil }
    return quoted(stems[at])
  }

  /// As it was typed.
  private func quoted(_ stem: String) -> String {
    "\"\(words.first { $0.stem == stem }?.typed.lowercased() ?? stem)\""
  }

  private var typed: [String] { words.map { $0.typed.lowercased() } }
}
