import HeanCore

/// `hean check`: a plugin for Nagios, Icinga and whatever else runs plugins.
struct CheckCommand: Command {
  static let effect = CommandEffect.reads
  static let isPlugin = true
  static var documents: [OutputDocument] {
    [OutputDocument(.diagnosis, "check", CheckFields.all(), source: .sometimes)]
  }
  private static let all = "all"
  static let part = Operand(
    "PART", each: .choice([all] + EnginePart.allCases.map(\.rawValue)), isRequired: false,
    help: "all (usual), engine, data, money, risk, pnl, stream or disk")
  static let warn = Option(
    "warn", "RANGE", .threshold, help: "WARNING when the figure of the part is outside, e.g. 10, 10:, ~:10, @10:20")
  static let crit = Option("crit", "RANGE", .threshold, help: "CRITICAL when it is outside")
  /// Replaces the global `--timeout`, which is the deadline of one read.
  static let timeout = Option(
    Settings.timeout.name, "TIME", .span(atLeast: .seconds(1)), default: .seconds(10),
    help: "UNKNOWN when nothing is known by then")
  static let spec = CommandSpec(
    name: "check", summary: "Plugin for Nagios and Icinga: one line, figures, exit code 0 to 3",
    discussion: """
      One look, judged by the same checks and verdicts as alerts and status. The first line tells what it comes to, with \
      figures behind a bar; further lines tell the rest, and the next step. Exit codes are those of plugins, whatever \
      happens: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN, mistakes on the command line and in the configuration among the \
      last. 'all' is as bad as its worst part: CRITICAL, then WARNING, then UNKNOWN.

      engine: it answers, runs, signals can open positions. data: ages of prices. money: what is open and what protects \
      it; money at risk is CRITICAL. risk: governor, kill switch, latch, drawdown; HARD_STOP is CRITICAL. pnl: of the \
      UTC day, OK unless a range says else. stream: an event arrives within 4s. disk: the disk of hean's state has room, the \
      audit log can be written, and a recorder that was begun goes on.

      A stop that an operator made is WARNING, with who and why; orders after it are CRITICAL. Who and why are in the \
      audit log of the user that runs this. What is not known is left out of the figures.

      --warn and --crit are about the first figure of one part: engine_time (s), data_price_age (s), money_at_risk (USDT), \
      risk_drawdown (%), pnl_day (USDT), stream_first_event (s), disk_free (%). A range tells what is well: 10 is 0 to 10, \
      10: is 10 or more, ~:10 is 10 or less, and @10:20 alerts inside.
      """,
    examples: [
      Example("hean check", "everything, as one service"),
      Example("hean check pnl --warn -100: --crit -250:", "CRITICAL when more than 250 USDT were lost today"),
      Example("hean check data --warn 5 --crit 30", "ages of prices in seconds"),
      Example("hean check money --url http://10.0.0.7:8000", "without any configuration"),
    ],
    options: [warn, crit, timeout], operands: [part])

  /// What is checked.
  var parts: [EnginePart]
  var warn: ThresholdRange?
  var crit: ThresholdRange?
  var limit: Duration

  init(_ line: ParsedLine) throws(UsageError) {
    let words = try line[Self.part]
    guard words.count < 2 else {
      throw .contradiction("one part at a time, or all of them", nextStep: "leave the others out")
    }
    parts = words.first.flatMap(EnginePart.init(rawValue:)).map { [$0] } ?? EnginePart.allCases
    warn = try line[Self.warn]
    crit = try line[Self.crit]
    limit = try line[Self.timeout]
    guard parts.count == 1 || warn == nil && crit == nil else {
      throw .contradiction("--warn and --crit are about the figure of one part", nextStep: "name the part")
    }
  }

  /// What the first line calls it; empty for all parts.
  private var service: String { parts.count == 1 ? parts[0].rawValue.uppercased() : "" }

  func run(_ session: Session) async throws -> Output {
    let callOff = session.context.expire(limit) {
      let late = Failure(.temporary, "no verdict within \(Spans.exact(limit))", isRetryable: true)
      return Self.end(late, service: service, in: session.context, asJSON: session.output.format.isJSON)
    }
    defer { callOff() }
    let look = CheckLook(session: session, limit: limit)
    let (findings, seen) = try await look.findings(of: parts)
    let judged = findings.map { parts.count == 1 ? $0.judged(warn: warn, crit: crit) : $0 }
    callOff()
    let state = PluginState.worst(judged.map(\.state))
    guard session.output.format == .table else {
      var report =
        seen.map { session.viewpoint.report("check", on: $0.context, receivedAt: $0.receivedAt) }
        ?? session.localReport("check")
      // What is wrong with the answers is told by the parts.
      (report.notes, report.caveats, report.needsFreshness) = ([], [], false)
      report.payload = .list(CheckFields.all(session.commands), judged)
      report.exit = state.exit
      return .report(report)
    }
    try session.context.output.write(
      CheckView(findings: judged, service: service, state: state).output(session.commands, session.output.redaction)
        .text)
    return .ended(state.exit)
  }

  /// Tells a failure as plugins do.
  static func end(_ failure: Failure, service: String = "", in context: Context, asJSON: Bool) -> ExitCode {
    if asJSON {
      failure.show(in: context, asJSON: true, CommandLines())
    } else {
      let next = failure.nextStep.map { ["next: " + CommandLines().text($0)] } ?? []
      // Without a reader of the output only the exit code is left.
      try? context.output.write(
        PluginOutput(service: service, state: .unknown, message: failure.message, details: next).text)
    }
    return PluginState.unknown.exit
  }
}

extension ValueType where Value == ThresholdRange {
  /// A range of figures as plugins take it.
  fileprivate static var threshold: ValueType {
    ValueType(
      shape: ValueShape(pattern: #"^@?(~:|[-+.0-9]*:)?[-+.0-9]*$"#),
      read: { (typed) throws(UsageError) in
        guard let range = ThresholdRange(typed.text) else {
          throw typed.invalid(expected: "a range such as 10, 10:, ~:10, 10:20 or @10:20")
        }
        return range
      }, text: \.written)
  }
}
