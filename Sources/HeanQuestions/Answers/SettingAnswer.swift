import HeanCore

/// Answers what a setting of the engine is, or how it is changed.
struct SettingAnswer: Sendable {
  let snapshot: EngineSnapshot

  /// The value of the setting that the question names.
  func fill(_ answer: inout QuestionAnswer) {
    guard let key = answer.reading.terms.first else {
      answer.kind = .notUnderstood
      return answer.say("which setting is meant was not understood")
    }
    guard SettingWords.isListed(key) else {
      return council(key, &answer)
    }
    tellValue(key, &answer)
    guard answer.kind == .answered else { return }
    if let effect = SettingRange.effect(key) { answer.say("Know that \(effect).") }
    answer.say("It can be changed while the engine runs: \(.operation(.setConfiguration, "\(key)=VALUE")).")
    answer.commands = [.query(.configuration, key)]
  }

  private func council(_ key: String, _ answer: inout QuestionAnswer) {
    guard let threshold = snapshot.council.value?.entryThreshold else {
      return answer.cannotTell(
        "Not known: /council/trade/status: \(snapshot.council.error?.shortText ?? "it tells no threshold").",
        .query(.trace, "last-blocked"))
    }
    answer.say("The council accepts a signal from a confidence of \("\(threshold)").")
    answer.say("It is \(key) in the environment of the engine's process, and takes a restart of it to change.")
    answer.figures.append(
      QuestionFigure(name: "council threshold", value: threshold, unit: "x", source: "/council/trade/status"))
    answer.cite("/council/trade/status", "entry threshold \(threshold)")
    answer.commands = [.query(.why), .query(.trace, "last-blocked")]
  }

  /// What the setting is now; says why when it is not known.
  func tellValue(_ key: String, _ answer: inout QuestionAnswer) {
    guard let values = snapshot.configuration.value?.values else {
      return answer.cannotTell(
        "Not known: /config/current: \(snapshot.configuration.error?.shortText ?? "not read").", .query(.configuration))
    }
    guard let value = values[key] else {
      return answer.cannotTell("Not known: the engine lists no \(key).", .query(.configuration))
    }
    answer.say("\(key) is \(value.plainText)\(key.hasSuffix("_pct") ? " %" : "") now.")
    answer.cite("/config/current", "\(key) \(value.plainText)")
    guard case .number(let number) = value else { return }
    answer.figures.append(
      QuestionFigure(
        name: key, value: number,
        unit: key.hasSuffix("_pct") ? "%" : key.hasSuffix("_positions") || key.hasSuffix("_limit") ? "count" : "",
        source: "/config/current"))
  }
}
