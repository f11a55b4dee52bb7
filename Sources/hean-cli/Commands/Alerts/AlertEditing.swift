import HeanCore

extension AlertCommand {
  struct Add: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let when = Option("when", "EXPR", .condition, help: "what makes it fire: hean help conditions")
    static let check = Option("check", "CHECK", .choice(EngineCheck.ID.self), help: "or the check that is not met")
    static let tier = Option(
      "tier", "TIER", .choice(AlertTier.self), default: .important, help: "critical, important or info")
    static let until = Option("until", "EXPR", .condition, help: "what has to hold before it ends")
    static let keepFiring = Option(
      "keep-firing", "TIME", .span(atLeast: .seconds(1)), default: AlertRule.usualEnd,
      help: "how long its trigger has to be over")
    static let receivers = Option("to", "RECEIVER", each: .text(), help: "only this receiver; can be repeated")
    static let spec = CommandSpec(
      name: "add", summary: "Add an alert, or replace the one of that name",
      discussion: """
        A condition can say how long it has to hold (for 10m), compare with earlier (price.btc change 5m > 3%) and count \
        (signals.rejected in 5m > 20). --until makes two limits of one: what fires below 9000 and ends above 9100 is told \
        once. A check of the same name as a standing alert replaces it.
        """,
      examples: [
        Example("hean alert add low --when 'equity<9000' --until 'equity>9100' --tier critical", "with two limits"),
        Example("hean alert add idle --when 'verdict==blocked for 10m' --tier info", "not at once"),
        Example("hean alert add jump --when 'price.btc change 5m > 3%' --to phone", "to one receiver"),
        Example("hean alert add trading --check trading --tier critical", "another tier for a standing one"),
      ], options: [when, check, tier, until, keepFiring, receivers], operands: [AlertCommand.name])

    var rule: AlertRule

    init(_ line: ParsedLine) throws(UsageError) {
      let name = try line[AlertCommand.name]
      try AlertCommand.check(name: name, line)
      let (condition, check) = (try line[Self.when], try line[Self.check])
      let trigger: AlertRule.Trigger
      switch (condition, check) {
      case (let condition?, nil): trigger = .condition(condition)
      case (nil, let check?): trigger = .check(check)
      default:
        throw .contradiction("an alert fires by --when EXPR or by --check CHECK", nextStep: "give one of them")
      }
      if let standing = EngineCheck.ID(rawValue: name), trigger != .check(standing) {
        throw .contradiction(
          "'\(name)' is the name of a check: it would not be watched any more", nextStep: "choose another name")
      }
      let until = try line[Self.until]
      if until?.lasting != nil {
        throw .contradiction("--until has no time of its own", nextStep: "say it with --keep-firing")
      }
      rule = AlertRule(
        name, trigger, tier: try line[Self.tier], clears: until, keepsFiring: try line[Self.keepFiring],
        receivers: try line[Self.receivers].withoutDuplicates)
    }

    func run(_ session: Session) async throws -> Output {
      try session.alertSettings.update { settings in
        for name in rule.receivers { _ = try settings.receiver(name) }
        settings.added[rule.name] = rule
        if let check = EngineCheck.ID(rawValue: rule.name) { settings.removed.remove(check) }
      }
      let run = session.commands.text(.query(.alertRun))
      return .text(
        "alert \(rule.name) (\(rule.tier.rawValue)): \(rule.triggerText)\nwatched by the next look of: \(run)\n")
    }
  }

  struct Remove: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let spec = CommandSpec(
      name: "remove", aliases: ["rm"], summary: "Remove an alert, also a standing one",
      discussion: "A standing alert comes back with 'alert add NAME --check NAME'.",
      examples: [Example("hean alert rm low", "not any more")], operands: [AlertCommand.name])

    var name: String

    init(_ line: ParsedLine) throws(UsageError) { name = try line[AlertCommand.name] }

    func run(_ session: Session) async throws -> Output {
      let text = try session.alertSettings.update { settings -> String in
        let rule = try settings.rule(name)
        settings.added[name] = nil
        if let check = EngineCheck.ID(rawValue: name) {
          settings.removed.insert(check)
          let isWatched = settings.rules.contains { $0.trigger == .check(check) }
          return "alert \(name) removed"
            + (isWatched ? "" : ": nothing tells any more when it is not so that \(check.meaning)")
        }
        return "alert \(name) removed: \(rule.triggerText)"
      }
      return .text(text + "\n")
    }
  }

  struct Quiet: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let hours = Operand("HOURS", each: .text(), isRequired: false, help: "such as 23:00-07:00")
    static let end = Flag("end", help: "tell everything at once again")
    static let spec = CommandSpec(
      name: "quiet", summary: "Hours in which only what is critical is sent",
      discussion: """
        The rest is sent as one message when they end; nothing is dropped. The hours are those of --tz of 'alert run', and take \
        effect when it is started. Without HOURS it tells them.
        """,
      examples: [
        Example("hean alert quiet 23:00-07:00", "sleep"), Example("hean alert quiet --end", "no such hours"),
      ], options: [end], operands: [hours])

    var hours: QuietHours?
    var isEnd: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      isEnd = line[Self.end]
      let words = try line[Self.hours]
      guard words.count + (isEnd ? 1 : 0) <= 1 else {
        throw .contradiction("quiet hours are one time of the day, or --end", nextStep: "give one of them")
      }
      guard let word = words.first else { return }
      guard let typed = QuietHours(word) else {
        throw TypedText(text: word, spelled: "HOURS", path: line.path).invalid(expected: "hours such as 23:00-07:00")
      }
      hours = typed
    }

    func run(_ session: Session) async throws -> Output {
      let quiet = try session.alertSettings.update { settings -> QuietHours? in
        if isEnd || hours != nil { settings.quiet = hours }
        return settings.quiet
      }
      return .text(
        quiet.map { "from \($0.text) only what is critical is sent, the rest when they end\n" }
          ?? "there are no quiet hours: everything is sent at once\n")
    }
  }

  static func check(name: String, _ line: ParsedLine) throws(UsageError) {
    guard ProfileName.isValid(name) else {
      throw TypedText(text: name, spelled: "NAME", path: line.path).invalid(
        expected: "small letters, digits, \".\", \"_\" and \"-\", a letter or digit first")
    }
    guard AlertNotice.Name(rawValue: name) == nil, name != AlertRule.guardName else {
      throw .contradiction("'\(name)' is a name that hean uses itself", nextStep: "choose another name")
    }
  }
}
