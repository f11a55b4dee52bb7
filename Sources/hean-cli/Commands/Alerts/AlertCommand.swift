import HeanCore

enum AlertCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "alert", summary: "Be told when something goes wrong",
    discussion: """
      \(EngineCheck.ID.allCases.count) alerts are there without being added, one for each thing that has to be so: \
      \(EngineCheck.ID.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")). More are added with \
      conditions (hean help conditions). 'alert run' watches, and tells every receiver; what it knows survives its end.

      An alert fires when its trigger holds, and ends when that is over for a minute (--keep-firing), so a value that moves \
      around a limit is one alert. What is not known ends nothing: that is told by itself. Changes of the same seconds are one \
      message. An engine that does not answer is one alert, not one for each rule.

      Alerts and receivers are kept on this machine, in alerts.json beside the configuration, and are the same for every \
      engine; what fires, what is silenced and what was told is kept for each engine.
      """,
    examples: [
      Example("hean alert run", "watch now, and tell what changes"),
      Example("hean alert add low --when 'equity<9000' --tier critical", "one more"),
      Example("hean alert receiver add phone ntfy https://ntfy.sh/TOPIC", "tell a phone as well"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Add.self, Remove.self, Run.self, Test.self, Acknowledge.self, Silence.self, Quiet.self, History.self,
    AlertReceiverCommand.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let name = Operand("NAME", .text(.alert), help: "name of the alert")

  struct List: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alerts", AlertFields.rules, source: .never)]
    }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the alerts, and what the last look found",
      examples: [
        Example("hean alert list", "every alert with its state"),
        Example("hean alert list --json | jq '.data[] | select(.state==\"firing\")'", "those that fire"),
      ])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let settings = try session.alertSettings.load()
      let book = try session.alertFile().load()
      let now = session.context.now()
      var report = session.localReport("alerts")
      report.list(
        AlertFields.rules,
        book.rows(of: settings.rules, at: now), none: "There is no alert: all of them were removed.")
      let firing = Set(book.progress.values.compactMap(\.incident))
      let steps = book.history.filter { $0.kind == .fired && $0.incident.map(firing.contains) == true }
        .sorted { $0.tier < $1.tier }.compactMap(\.nextStep)
        .reduce(into: [NextStep]()) { steps, step in if !steps.contains(step) { steps.append(step) } }
      if !steps.isEmpty { report.screen.steps(steps) }
      if let last = book.lookedAt {
        report.screen.line(Cell("Last look: \(session.timestamp(last)).", .faint))
        if let gap = book.gap(at: now) {
          report.caveat("nobody has watched for \(Spans.text(gap))", .warning)
          report.screen.hint(.query(.alertRun))
        }
      } else {
        report.screen.line(Cell("Nobody has watched this engine yet.", .warning))
        report.screen.hint(.query(.alertRun))
      }
      if !book.outbox.isEmpty {
        let failed = book.outbox.compactMap { delivery in delivery.failure.map { "\(delivery.receiver): \($0)" } }
        let waiting = Figures.counted(book.outbox.count, "message")
        report.caveat(
          "\(waiting) \(book.outbox.count == 1 ? "waits" : "wait") to be delivered"
            + (failed.isEmpty ? "" : " (\(failed.withoutDuplicates.joined(separator: "; ")))"), .warning)
      }
      return .report(report)
    }
  }

  struct History: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_history", AlertFields.changes(), source: .never)]
    }
    static let spec = CommandSpec(
      name: "history", summary: "What has fired and ended, newest first",
      examples: [Example("hean alert history", "the last changes, silenced ones too")], options: [Options.limit])

    var limit: Int

    init(_ line: ParsedLine) throws(UsageError) { limit = try line[Options.limit] }

    func run(_ session: Session) async throws -> Output {
      let changes = try session.alertFile().load().history
      var report = session.localReport("alert_history")
      report.list(
        AlertFields.changes(session.commands), Array(changes.reversed().prefix(limit)), none: "Nothing has fired yet.")
      return .report(report)
    }
  }

  struct Acknowledge: Command {
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_acknowledged", AlertFields.rules, source: .never)]
    }
    static let spec = CommandSpec(
      name: "ack", summary: "Say that you have seen an alert; it goes on, and its end is told",
      examples: [Example("hean alert ack stops", "I know")], operands: [AlertCommand.name])

    var name: String

    init(_ line: ParsedLine) throws(UsageError) { name = try line[AlertCommand.name] }

    func run(_ session: Session) async throws -> Output {
      let rule = try session.alertSettings.load().rule(name)
      let now = session.context.now()
      let book = try session.alertFile().update { book -> AlertBook in
        guard book.acknowledge(name, at: now) else {
          throw Failure(.refused, "alert \(name) does not fire", nextStep: .query(.alertList))
        }
        return book
      }
      return .report(session.alertReport("alert_acknowledged", [rule], in: book, "alert \(name) is acknowledged"))
    }
  }

  struct Silence: Command {
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_silenced", AlertFields.rules, source: .never)]
    }
    static let name = Operand(
      "NAME", each: .text(), isRequired: false, help: "name of the alert; without one, every alert")
    static let span = Option("for", "TIME", .span(atLeast: .seconds(1)), help: "how long: 30m, 8h")
    static let reason = Option("reason", "TEXT", .text(), help: "why, for who looks later")
    static let end = Flag("end", help: "end the silence now")
    static let spec = CommandSpec(
      name: "silence", summary: "Deliver nothing of an alert for some time",
      discussion: """
        What changes meanwhile is written down ('alert history') and shown by 'alert run', but not sent. A silence has an \
        end and a reason.
        """,
      examples: [
        Example("hean alert silence risk --for 2h --reason 'known, the desk watches'", "one alert"),
        Example("hean alert silence --for 30m --reason maintenance", "all of them"),
        Example("hean alert silence risk --end", "deliver again"),
      ], options: [span, reason, end], operands: [name])

    var name: String?
    var span: Duration?
    var reason: String

    init(_ line: ParsedLine) throws(UsageError) {
      let names = try line[Self.name]
      guard names.count <= 1 else {
        throw .contradiction(
          "one alert is silenced at a time, and \(names.count) are named", nextStep: "keep one of them")
      }
      name = names.first
      span = try line[Self.span]
      let typed = try line[Self.reason]
      guard line[Self.end] == (span == nil) else {
        throw .contradiction("a silence has an end: either --for TIME, or --end", nextStep: "give one of them")
      }
      guard span == nil || typed?.isEmpty == false else {
        throw .contradiction("a silence needs a reason, for who looks later", nextStep: "add --reason TEXT")
      }
      reason = typed ?? ""
    }

    func run(_ session: Session) async throws -> Output {
      let settings = try session.alertSettings.load()
      let rules = try name.map { [try settings.rule($0)] } ?? settings.rules
      let what = name.map { "alert \($0)" } ?? "every alert"
      let now = session.context.now()
      let (book, told) = try session.alertFile().update { book -> (AlertBook, String) in
        guard let span else {
          guard book.endSilence(of: name) else {
            throw Failure(.refused, "\(what) is not silenced", nextStep: .query(.alertList))
          }
          return (book, "\(what) is delivered again")
        }
        let silence = AlertSilence(rule: name, begins: now, ends: now + span.seconds, reason: reason)
        book.silence(silence)
        return (book, "\(what) is silent until \(session.timestamp(silence.ends))")
      }
      return .report(session.alertReport("alert_silenced", rules, in: book, told))
    }
  }
}

extension Session {
  /// Rules with their state, and one sentence on the screen.
  fileprivate func alertReport(
    _ schema: String, _ rules: [AlertRule], in book: AlertBook, _ sentence: String
  ) -> Report {
    var report = localReport(schema)
    report.payload = .list(AlertFields.rules, book.rows(of: rules, at: context.now()))
    report.screen.line(Cell(sentence))
    return report
  }
}

extension AlertBook {
  /// - Parameter now: silences that have ended by then are left out.
  func rows(of rules: [AlertRule], at now: Date) -> [AlertRow] {
    rules.map { rule in
      AlertRow(
        rule: rule, progress: progress[rule.name],
        silence: silences.first { ($0.rule ?? rule.name) == rule.name && $0.ends > now })
    }
  }
}
