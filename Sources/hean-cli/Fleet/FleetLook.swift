import HeanCore

/// One look at several engines: money, trading and state of each.
struct FleetLook: Sendable {
  let session: Session
  /// Where nothing names several, it is about the engine of the session.
  private var names: [String] { session.chosen?.names ?? [Confirmation.name(of: session)] }

  init(_ session: Session) { self.session = session }

  /// A row for each engine, the worst first. Each engine has the deadline of its own profile, and delays no other.
  func rows() async -> [FleetRow] {
    await Bounded.map(names, atOnce: Bounded.engines) { await row($0) }.sorted { $0.isWorse(than: $1) }
  }

  func row(_ name: String) async -> FleetRow {
    do { return await row(name, try engine(name)) } catch { return row(name, failed: Failure(error, url: ""), nil) }
  }

  /// The session about one of them, as its profile has it.
  func engine(_ name: String) throws(ConfigurationError) -> Session {
    try session.chosen?.session(of: name, in: session) ?? session
  }

  func row(_ name: String, failed failure: Failure, _ target: EngineTarget?) -> FleetRow {
    FleetRow(unanswered: name, target, exit: failure.exit, problem: failure.message)
  }

  func row(_ name: String, _ own: Session) async -> FleetRow {
    var row = FleetRow(unanswered: name, own.target, exit: .ok)
    do {
      let answer = try await own.ask(StatusQuery(asksAhead: true) { own.pastAttempts(on: $0) })
      row.source = own.viewpoint.source(of: answer.context)
      row.verdict = EngineVerdict(answer.diagnosis, answer.judgement)
      (row.equity, row.dayPnL, row.age) = (answer.equity.shown, answer.day.shown, answer.context.priceAge)
      try own.checkAge(answer.context.priceAge)
    } catch {
      row.fail(own.failure(error))
    }
    return row
  }

  func report(_ rows: [FleetRow]) -> Report {
    var report = session.localReport("fleet")
    report.holdsAmounts = true
    report.payload = .list(FleetFields.all, rows)
    let sums = FleetSum.all(rows)
    report.sums = FleetSum.json(sums)
    report.exit = ExitCode(of: rows.map(\.exit))
    report.isFitted = true
    report.screen.line(Cell(Self.words(rows), rows.allSatisfy { $0.exit == .ok } ? .good : .warning))
    report.screen.sums(sums)
    report.screen.blank()
    report.screen.table(
      Table(fields: FleetFields.all, rows: rows), cut: Screen.Cut(rows: "engines", order: Array(rows.indices)))
    report.summary = Self.words(rows)
    return report
  }

  /// How many there are, and how they answered.
  static func words(_ rows: [FleetRow]) -> String {
    let failed = rows.filter { $0.exit != .ok }
    let all = Figures.counted(rows.count, "engine")
    guard !failed.isEmpty else { return rows.count == 1 ? "1 engine, and it answers." : "\(all), and all answer." }
    let kinds = Dictionary(grouping: failed, by: \.exit).sorted { $0.key.rawValue < $1.key.rawValue }
    let words = kinds.map { "\($0.value.count) \($0.key.fleetWords)" }.joined(separator: ", ")
    return "\(all): \(rows.count - failed.count) answer, \(words)."
  }
}

extension FleetRow {
  mutating func fail(_ failure: Failure) {
    exit = failure.exit
    problem = failure.message
  }
}

extension ExitCode {
  /// How many engines ended so: "5 not reached".
  fileprivate var fleetWords: String {
    switch self {
    case .unreachable: "not reached"
    case .temporary: "not in time"
    case .notAuthorised: "refuse the key"
    case .brokenContract: "answer nonsense"
    case .configuration: "with a profile that cannot be used"
    case .staleOrUnconfirmed: "without a certain answer"
    default: "end with \(rawValue)"
    }
  }
}
