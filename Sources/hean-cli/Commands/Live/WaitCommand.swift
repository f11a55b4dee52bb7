import HeanCore
import HeanNetworking

struct WaitCommand: Command {
  static let effect = CommandEffect.streams
  static let condition = Option("for", "EXPR", .condition, help: "what to wait for: hean help conditions")
  /// Replaces the global `--timeout`, which is the deadline of one read.
  static let timeout = Option(
    Settings.timeout.name, "TIME", .span(), help: "how long to wait, e.g. 90s, 8h, 2d (for ever)")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.live, "wait", fields, .object, source: .sometimes)] }
  static let spec = CommandSpec(
    name: "wait", summary: "Wait until a condition is true",
    discussion: """
      Reads the engine every second (for a verdict, which needs many reads, every other one), and at once when an event reports a change. Exit 0 when the condition is true, 3 \
      when --timeout has passed, 66 when it names a symbol or an order that the engine does not know, 4 when its \
      prices were older than --max-age. While the engine does not answer, hean says so and goes on waiting; if it \
      never answered, the exit code is that of its error.
      """,
    examples: [
      Example("hean wait --for position.btc.closed --timeout 10m", "wait until the position is closed"),
      Example("hean wait --for 'equity<9000' --timeout 8h", "until equity falls below 9000 USDT; 3 if it does not"),
      Example("hean wait --for 'engine.state==RUNNING' --timeout 1m --json", "after a start, for a script"),
    ],
    options: [condition, timeout])

  var condition: Condition
  var limit: Duration?

  init(_ line: ParsedLine) throws(UsageError) {
    guard let condition = try line[Self.condition] else {
      throw .contradiction("nothing to wait for", nextStep: .query(.wait, options: .condition("engine.state==RUNNING")))
    }
    self.condition = condition
    limit = try line[Self.timeout]
  }

  /// The result of the wait.
  struct Answer: Sendable {
    var condition: Condition
    var isMet: Bool
    var values: [ConditionName: ConditionValue]
    /// Why a value counts as unknown, by name.
    var doubts: [ConditionName: String] = [:]
    /// The values as text.
    var seen: String
    var waited: Decimal

    var summary: String { "\(isMet ? "met" : "not met") after \(Spans.text(waited)): \(seen)" }
  }

  static let fields: [Field<Answer>] = [
    Field("condition", "Condition", "as it was given", priority: 1) { $0.condition.text },
    Field("met", "Met", "whether it was true at the last look", priority: 1) { $0.isMet },
    Field("summary", "Seen", "one sentence", priority: 1) { $0.summary },
    Field(
      "values", "", "what the last look saw; null is not known", priority: 0,
      type: FieldType(.named(FieldType(.scalar)))
    ) { answer in
      .object(
        Dictionary(
          answer.condition.names.map { ($0.text, answer.values[$0]?.json ?? .null) }, uniquingKeysWith: { $1 }))
    },
    Field("waited_seconds", "", "from the first look", priority: 0, unit: .seconds) { $0.waited },
    Field("doubts", "", "why a value counts as not known", priority: 0) { answer in
      Dictionary(answer.doubts.map { ($0.key.text, $0.value) }, uniquingKeysWith: { $1 })
    },
  ]

  func run(_ session: Session) async throws -> Output {
    if session.maxAge != nil, !condition.names.contains(where: \.restsOnPrices) {
      throw UsageError.contradiction(
        "--max-age does not apply to '\(condition.text)': it uses no prices", nextStep: "leave it out")
    }
    let options = StreamOptions()
    let start = session.context.elapsed()
    let progress = WaitProgress(session, condition, within: limit)
    defer { progress.clear() }
    let watch = ConditionWatch(
      condition: condition, maxAge: session.maxAge?.decimalSeconds, now: session.context.now,
      sleep: session.context.sleep, onLook: progress.note,
      // What time cannot repair is an error at once: a wrong key, or a page that does not come from an engine.
      isFinal: { !progress.hasAnswered && !Failure($0, url: "").isRetryable })
    let met = try await session.withFeed([.orders, .positions, .riskEvents, .systemHeartbeat], options) {
      client, stream -> [ConditionName: ConditionValue]? in
      // Even when the time is very short, one complete look is made.
      if let met = await watch.look(client.look(within: session.context.realTime(firstLook))) { return met }
      if watch.isHopeless { return nil }
      return await follow(session, client, stream, watch, until: limit.map { start + $0 })
    }
    progress.clear()
    if let unknownName = watch.stranger { throw unknownName }
    if met == nil, let failure = watch.failure, !progress.hasAnswered { throw failure }
    return .report(report(watch, met, start, session))
  }

  private func report(
    _ watch: ConditionWatch, _ met: [ConditionName: ConditionValue]?, _ start: Duration, _ session: Session
  ) -> Report {
    let seen = watch.seen
    let waited = session.context.elapsed() - start
    let answer = Answer(
      condition: condition, isMet: met != nil, values: met ?? seen.look.values,
      doubts: met == nil ? seen.look.doubts : [:],
      seen: seen.words(condition),
      waited: waited.decimalSeconds.rounded(to: 3))
    var report =
      seen.snapshot.map { session.viewpoint.report("wait", on: $0.context, receivedAt: session.context.now()) }
      ?? session.localReport("wait")
    // Values from prices older than `--max-age` were left out already.
    report.needsFreshness = false
    report.age = seen.age
    if let snapshot = seen.snapshot { report.screen.context(snapshot.context, session.viewpoint) }
    report.payload = .object(Self.fields, answer)
    report.screen.line(Cell(answer.summary, answer.isMet ? .good : .warning))
    if let failure = seen.look.failure {
      report.notes.append("at the last look the engine did not answer: \(failure.shortText)")
    }
    report.exit = answer.isMet ? .ok : seen.isTooOld ? .staleOrUnconfirmed : .conditionFalse
    return report
  }

  /// Time limit of the first look. It may be longer than the wait itself, so that one complete look is made.
  private var firstLook: Duration { max(.seconds(3), min(limit ?? .seconds(10), .seconds(10))) }

  private func follow(
    _ session: Session, _ client: EngineClient, _ stream: EventStream, _ watch: ConditionWatch,
    until deadline: Duration?
  ) async -> [ConditionName: ConditionValue]? {
    enum Step: Sendable {
      case met([ConditionName: ConditionValue])
      case timeIsUp, streamEnded
    }
    return await withTaskGroup(of: Step.self) { group in
      group.addTask {
        await stream.run()
        return .streamEnded
      }
      group.addTask {
        // The stream only makes the next look come earlier. Without it, looks follow the clock alone.
        while let records = try? await stream.next() { watch.note(records) }
        return .streamEnded
      }
      group.addTask { await watch.untilMet(client).map { .met($0) } ?? .timeIsUp }
      if let deadline {
        group.addTask {
          try? await session.context.sleep(max(.zero, deadline - session.context.elapsed()))
          return .timeIsUp
        }
      }
      var met: [ConditionName: ConditionValue]?
      waiting: for await step in group {
        switch step {
        case .met(let values):
          met = values
          break waiting
        case .timeIsUp: break waiting
        case .streamEnded: continue
        }
      }
      await stream.stop()
      group.cancelAll()
      return met
    }
  }
}
