import HeanCore

enum PnLCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "pnl", summary: "PnL snapshots for cron, and what they tell",
    examples: [
      Example("hean pnl snapshot", "one snapshot on standard output"),
      Example("hean pnl snapshot --append ~/pnl.csv --period 1h", "from cron: at most one row an hour"),
      Example("hean pnl summary --file ~/pnl.csv --by day", "the PnL of each day"),
    ],
    // Who asks for PnL alone means that of now.
    habits: ["": ["account", "trades", "analytics summary"]])
  static let subcommands: [any CommandDeclaration.Type] = [Snapshot.self, History.self, Summary.self, Schema.self]

  struct Snapshot: Command {
    static let effect = CommandEffect.reads
    static let appendOption = Option(
      "append", "FILE", .file("it is continued; without --append the row is written to standard output"),
      help: "append a row to FILE instead of printing")
    static let toOption = Option(
      "to", "FILE", .file("it is replaced; without --to the snapshot is written to standard output"),
      help: "replace FILE by this one snapshot, as openmetrics or json")
    static let formatOption = Option(
      "format", "FORMAT", .choice(SnapshotFormat.self), help: "csv, ndjson, json, openmetrics or influx")
    static let periodOption = Option(
      "period", "PERIOD", .period, default: .everyRun, showsDefault: false,
      help: "at most one row a period: 1m, 5m, 15m, 1h, 1d or none (default)")
    static let rotateOption = Option(
      "rotate", "WHEN", .choice(SnapshotRotation.self), default: .none, showsDefault: false,
      help: "daily: FILE.csv is FILE-2026-11-26.csv, by days of UTC")
    static let prices = PriceUse.heeded
    static var data: CommandData { .row(PnLSnapshot.schema, SnapshotFormat.fields.described()) }

    static let spec = CommandSpec(
      name: "snapshot", summary: "Equity, PnL, drawdown and risk state as one row",
      discussion: """
        Appending is safe from many processes at once: the row is written whole under a lock and reaches the disk \
        before hean says so. A figure that the engine did not give, or that contradicts itself, is an empty cell, \
        never a zero; what the engine said stands in the columns that end with _reported. One file is of one engine: \
        a row of another address is refused, and practice figures in a file of real ones. With --quiet nothing is \
        written but errors, so that cron mails failures only.
        """,
      examples: [
        Example("hean pnl snapshot --append pnl.csv --period 1h", "one row an hour, however often it runs"),
        Example("hean pnl snapshot --append pnl.csv --rotate daily --quiet", "from cron: a file a day"),
        Example("hean pnl snapshot --to /var/lib/node_exporter/hean.prom", "for node_exporter"),
        Example("hean pnl snapshot --format json | jq .equity", "one figure"),
      ],
      options: [appendOption, toOption, formatOption, periodOption, rotateOption])

    /// What is appended to.
    var file: String?
    /// What is replaced.
    var document: String?
    var effect: CommandEffect { file == nil && document == nil ? .reads : .changesMachine }
    var format: SnapshotFormat?
    var period: SnapshotPeriod
    var rotation: SnapshotRotation

    init(_ line: ParsedLine) throws(UsageError) {
      file = try line[Self.appendOption]
      document = try line[Self.toOption]
      format = try line[Self.formatOption]
      period = try line[Self.periodOption]
      rotation = try line[Self.rotateOption]
      if line[GlobalOptions.redact] {
        throw .contradiction(
          "a snapshot is nothing but amounts, and --redact hides them", nextStep: "leave --redact out")
      }
      if file != nil, document != nil {
        throw .contradiction("--append adds to a file and --to replaces one", nextStep: "keep one of them")
      }
      if file == nil, rotation != .none {
        throw .contradiction("--rotate is about the file of --append", nextStep: "name it with --append FILE")
      }
    }

    func run(_ session: Session) async throws -> Output {
      let snapshot = try await take(session)
      if let document {
        session.context.workLimit.end()
        try SnapshotDocument(path: document).write(
          snapshot, format: format ?? (document.hasSuffix(".json") ? .json : .openmetrics))
        return .text("")
      }
      guard let named = file else {
        if format == nil, session.output.format == .table {
          return .report(SnapshotView(snapshot: snapshot).report(at: session.context.now()))
        }
        return .text((format ?? session.snapshotFormat).document(snapshot))
      }
      let file = rotation.path(named, at: snapshot.asOf)
      session.context.workLimit.end()
      switch try SnapshotFile(path: file).append(snapshot, format: format ?? .appending(to: named)) {
      case .appended(let fragment):
        if let fragment { session.note("an unfinished line at the end of \(file) was moved to \(fragment)") }
        return .text("")
      case .alreadyRecorded(let period):
        session.note("\(file) has a row for \(period) already; nothing was written")
        return .text("")
      }
    }

    private func take(_ session: Session) async throws -> PnLSnapshot {
      let answer = try await session.askOnce(PnLQuery())
      try session.checkAge(answer.context.priceAge)
      let truth = answer.truth
      return PnLSnapshot(
        asOf: answer.receivedAt, period: period.key(for: answer.receivedAt),
        // No profile can have this name, so rows without a profile are never taken for those of a profile.
        profile: session.profile ?? "(none)", mode: answer.context.mode.rawValue, engineState: answer.engineState,
        equity: truth.shown, balance: truth.balance.value, realizedPnL: answer.realizedPnL,
        unrealizedPnL: answer.unrealizedPnL, fees: truth.fees, dayPnL: truth.dayPnL.value,
        drawdownPercent: answer.drawdown.value, positions: answer.positions, riskState: answer.riskState,
        equityBasis: answer.isLive ? truth.verdict.rawValue : nil, reportedEquity: truth.reported,
        reportedBalance: truth.balance.reported, reportedDayPnL: truth.dayPnL.reported,
        reportedDrawdownPercent: answer.drawdown.reported, computedEquity: truth.computedEquity,
        killSwitch: answer.killSwitch.flatMap { $0.isTold ? $0.rawValue : nil }, closes: answer.closes,
        engineURL: session.sourceURL, engineStartedAt: answer.startedAt)
    }
  }
}

extension ValueType where Value == SnapshotPeriod {
  fileprivate static var period: ValueType {
    ValueType(
      shape: ValueShape(),
      read: { (typed) throws(UsageError) in
        guard let period = try? SnapshotPeriod(parsing: typed.text) else {
          throw typed.invalid(expected: "1m, 5m, 15m, 1h, 1d or none")
        }
        return period
      }, text: { $0.length.map { Spans.exact(.seconds($0)) } ?? "none" })
  }
}

extension Session {
  /// The format that `--output` selects for a snapshot on standard output.
  fileprivate var snapshotFormat: SnapshotFormat {
    settings.output.value.snapshot
  }
}
