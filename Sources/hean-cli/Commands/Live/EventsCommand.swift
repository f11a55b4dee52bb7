import Foundation
import HeanCore

enum EventsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "events", aliases: ["event"], summary: "What happened, in order",
    examples: [
      Example("hean events", "the latest decisions, orders, closes, alarms and control calls"),
      Example("hean events watch", "the same as it goes on"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Watch.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  /// One line of the timeline.
  struct Row: Sendable {
    var at: Date?
    var kind: String
    var text: String
    var symbol: String?
    var strategy: String?
    var source: String
  }

  static let fields: [Field<Row>] = [
    .moment("at", "TIME", "when it happened", priority: 100) { $0.at },
    Field("kind", "WHAT", "decision, order, closed, signal, risk, alarm or control", priority: 100) {
      .string($0.kind)
    },
    Field("text", "", "in one line", .wrapping, priority: 100) { .string($0.text) },
    Field("symbol", "", "trading pair, where it is about one", priority: 0) { .optional($0.symbol) },
    Field("strategy_id", "", "strategy, where it is about one", priority: 0) { .optional($0.strategy) },
    Field("source", "", "the endpoint that remembers it", priority: 0) { .string($0.source) },
  ]

  struct List: Command {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "events", EventsCommand.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List what happened lately, newest first",
      discussion: """
        Decisions, orders and closes from the trading history; signals, alarms and control calls from the engine's memory \
        of events, which covers only seconds when ticks flood it.
        """,
      examples: [Example("hean events list --limit 50 --json", "for a script")],
      options: [Options.symbol, Options.strategy, Options.limit])

    var filter: RowFilter

    init(_ line: ParsedLine) throws(UsageError) { filter = try RowFilter(line) }

    func run(_ session: Session) async throws -> Output {
      let (past, all, filter) = try await session.withEngine { engine in
        let past = try PastEvents(
          await engine.snapshot(of: PastEvents.parts(), now: session.context.now))
        let all = Self.rows(past.history) + (past.events ?? []).compactMap { Self.row($0, session.commands) }
        let filter = try await self.filter.settled(engine, symbols: all.map(\.symbol), strategies: all.map(\.strategy))
        return (past, all, filter)
      }
      var rows = all
      rows = rows.filter { filter.takes($0.symbol, $0.strategy) }
      rows.sort { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
      var report = session.report("events", on: past.snapshot.context, receivedAt: past.receivedAt)
      report.show(rows, EventsCommand.fields, "event", filter, past.snapshot.context, session)
      if let error = past.eventsMissing { report.notes.append("signals and alarms are missing: \(error.shortText)") }
      return .report(report)
    }

    private static func rows(_ history: TradingHistory) -> [Row] {
      let source = "/trading/history"
      let decisions = history.decisions.map { decision in
        Row(
          at: decision.at, kind: "decision",
          text: "\(decision.symbol ?? "?") \(decision.side?.word ?? "?") → \(decision.outcome.word) "
            + "\(decision.reasonCodes.first ?? "") · \(decision.strategyID ?? "?")",
          symbol: decision.symbol, strategy: decision.strategyID, source: source)
      }
      let orders = history.orders.map { order in
        Row(
          at: order.createdAt, kind: "order",
          text: "\(order.symbol) \(order.side.word) \(order.size.map(Figures.quantity) ?? "?") at "
            + "\(order.price.map(Figures.price) ?? "market"), now \(order.status.word) · \(order.strategyID ?? "?")",
          symbol: order.symbol, strategy: order.strategyID, source: source)
      }
      let closed = history.closed.map { position in
        Row(
          at: position.closedAt, kind: "closed",
          text: "\(position.symbol) \(position.side.word) \(position.size.map(Figures.quantity) ?? "?") · PnL "
            + "\(position.realizedPnL.map { Figures.signed($0) } ?? "?") · \(position.strategyID ?? "?")",
          symbol: position.symbol, strategy: position.strategyID, source: source)
      }
      return decisions + orders + closed
    }

    private static func row(_ envelope: EventEnvelope, _ commands: CommandLines) -> Row? {
      guard let topic = envelope.topic, isListed(envelope) else { return nil }
      let words = EventWords(envelope, topic)
      return Row(
        at: envelope.at, kind: words.label, text: commands.text(words.text), symbol: envelope.event.symbol,
        strategy: envelope.event.strategyID, source: "/blackbox/events")
    }

    /// Decisions, orders and closes come from the trading history, which reaches back further.
    private static func isListed(_ envelope: EventEnvelope) -> Bool {
      switch envelope.event {
      case .signal(let signal): !signal.isShortForm
      case .risk, .killSwitch: true
      case .control(let control): control.isResult
      default: false
      }
    }
  }

  struct Watch: FollowingCommand {
    static let spec = CommandSpec(
      name: "watch", summary: "Follow what happens",
      examples: [Example("hean events watch --severity warn", "only what is not routine")], options: StreamOptions.all)
    static let topics: [Topic] = [
      .signals, .orderDecisions, .orders, .positions, .riskEvents, .systemStatus, .systemHeartbeat,
    ]
    static let leavesOutRepeats = true

    var options: StreamOptions
  }
}
