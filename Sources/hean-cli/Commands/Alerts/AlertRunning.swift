import HeanCore

extension AlertCommand {
  struct Run: Command {
    static let effect = CommandEffect.streams
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_changes", AlertFields.changes(), source: .sometimes)]
    }
    static let interval = Option(
      "interval", "TIME", .span(atLeast: .seconds(1)), default: .seconds(5), help: "longest time between looks")
    static let count = Option("count", "N", .whole(in: 1...1_000_000), help: "stop after this many looks")
    static let bell = Flag("bell", help: "ring the terminal's bell when something fires")
    static let spec = CommandSpec(
      name: "run", summary: "Watch, and tell what changes, until interrupted",
      discussion: """
        Reads the engine as 'why' does, every --interval and when an event reports a change, writes a line for each change, and tells the receivers. A receiver that does not \
        answer is tried again, later and later, and holds up nothing else. What was to be told is told after a restart, with \
        the id of the first try; so is how long nobody watched. What is critical is sent after 2 seconds, the rest after 10, so \
        that what belongs together is one message. It sends nothing to the engine but reads. One process watches an engine at \
        a time; it takes alerts and receivers that are added meanwhile.

        With --count it ends with 0 when everything is delivered, after 30 seconds at the latest; what is not is sent by the \
        next one. What has to last (for 10m) or is compared with earlier needs a run that goes on.
        """,
      examples: [
        Example("hean alert run", "in a terminal"),
        Example("hean alert run -o ndjson | tee -a alerts.log", "a record a change"),
        Example("hean alert run --count 1", "one look, for cron"),
      ], options: [interval, count, bell])

    var interval: Duration
    var count: Int?
    var hasBell: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      interval = try line[Self.interval]
      count = try line[Self.count]
      hasBell = line[Self.bell]
    }

    func run(_ session: Session) async throws -> Output {
      try await AlertRun(
        session: session, interval: interval, count: count, hasBell: hasBell, schema: "alert_changes"
      ).run()
    }
  }

  struct Test: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.changesMachine
    static let receiver = Operand(
      "RECEIVER", each: .text(), isRequired: false, help: "name of a receiver; without one, every receiver")
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "alert_test", AlertFields.deliveries, source: .never)]
    }
    static let spec = CommandSpec(
      name: "test", summary: "Send a test message now, and say whether it arrived",
      examples: [Example("hean alert test phone", "does it ring?")], operands: [receiver])

    var names: [String]

    init(_ line: ParsedLine) throws(UsageError) { names = try line[Self.receiver] }

    func run(_ session: Session) async throws -> Output {
      let settings = try session.alertSettings.load()
      let receivers = try names.isEmpty ? settings.sortedReceivers : names.map { try settings.receiver($0) }
      guard !receivers.isEmpty else {
        throw Failure(
          .notFound, "there is no receiver",
          nextStep: .command(.alertReceiverAdd, "phone", "ntfy", "https://ntfy.sh/TOPIC"))
      }
      let message = AlertMessage.test(at: session.context.now())
      let sender = AlertSender(context: session.context, source: "a test", commands: session.commands)
      let rows = await withTaskGroup(of: AlertTestRow.self) { group in
        for receiver in receivers {
          group.addTask {
            AlertTestRow(receiver: receiver, failure: await sender.deliver(message, to: receiver))
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      var report = session.localReport("alert_test")
      report.holdsAmounts = false
      report.list(AlertFields.deliveries, rows.sorted { $0.receiver.name < $1.receiver.name })
      report.exit = rows.allSatisfy { $0.failure == nil } ? .ok : .refused
      return .report(report)
    }
  }
}
