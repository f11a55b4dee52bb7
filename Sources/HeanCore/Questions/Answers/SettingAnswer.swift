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
      return answer.cannotTell(
        "Not known: no call tells \(key); it stands in the settings of the engine's process (0.7 where nothing is set).",
        .query(.trace, "last-blocked"), .query(.settings))
    }
    tellValue(key, &answer)
    guard answer.kind == .answered else { return }
    if let effect = SettingRange.effect(key) { answer.say("Know that \(effect).") }
    answer.say("It can be changed while the engine runs: \(.operation(.setConfiguration, "\(key)=VALUE")).")
    answer.commands = [.query(.configuration, key)]
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
        name: key, value: number, unit: key.hasSuffix("_pct") ? "%" : "count", source: "/config/current"))
  }
}
