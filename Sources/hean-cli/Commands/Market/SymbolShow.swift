import HeanCore
import Synchronization

extension MarketCommand {
  struct Show: Command {
    static let effect = CommandEffect.reads
    static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "symbol", SymbolFields.all(), .object)] }
    static let spec = CommandSpec(
      name: "show", aliases: ["symbol"],
      summary: "One symbol on one screen: price, course, position, signals, what stops it",
      discussion: """
        Price with its age, change over an hour, a day and seven days, range of the day, spread; the account's money; what \
        is open in the symbol with its levels; the gate that stops its signals, and since when; the latest signals with \
        what became of them, what each strategy wanted last, and the latest trades.

        The engine tells no figure of a day. Changes and range are made of its candles, which begin with its process; where \
        they do not reach back, of prices that 'hean record' has kept of it. What neither reaches is not known.
        """,
      examples: [
        Example("hean market show btc", "all about one symbol"),
        Example("hean market show btc --watch", "redrawn in place"),
        Example("hean market show btc --json | jq .data.gate", "which gate stops it, for a script"),
      ],
      options: Watching.options + [Options.full], operands: [symbol])

    var symbol: String
    var watching: Watching?
    var effect: CommandEffect { watching == nil ? .reads : .streams }
    /// Whether the screen may be higher than the window.
    var isWhole: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      symbol = try line[Self.symbol]
      watching = try Watching(line)
      isWhole = try line.isWhole(watching)
    }

    func run(_ session: Session) async throws -> Output {
      let past = RecordedSpans()
      return try await Watching.run(watching, session, needing: .diagnosis) { engine in
        let query = SymbolQuery(symbol) { session.pastAttempts(on: $0) }
        var answer = try await session.ask(query, engine)
        try await past.fill(&answer, session)
        let closes = answer.listing.map { session.unprovenCloses($0) } ?? []
        return SymbolView(answer: answer, closes: closes, isWhole: isWhole).report(session.viewpoint)
      }
    }
  }
}

/// Beginnings of spans by the record: read once, and again when they lie too far from the beginning.
private final class RecordedSpans: Sendable {
  private let known = Mutex<[PriceSpan.Length: PriceSpan]>([:])

  /// Sets what the engine's candles do not tell and the record of this engine does.
  func fill(_ answer: inout SymbolAnswer, _ session: Session) async throws {
    guard session.record == nil, session.offline == nil, answer.spans.contains(where: { $0.price == nil }),
      let folder = try? session.recordFolder
    else { return }
    let files = RecordedFiles(folder: folder, environment: session.context.environment)
    let now = session.viewpoint.engineTime(of: answer.context)
    for place in answer.spans.indices where answer.spans[place].price == nil {
      let length = answer.spans[place].length
      let begin = now - length.seconds
      if let span = known.withLock({ $0[length] }),
        span.at.map({ abs($0.timeIntervalSince(begin)) <= length.tolerance }) ?? true
      {
        answer.spans[place] = span
        continue
      }
      var span = PriceSpan(length)
      if let found = try await files.price(of: answer.symbol, at: begin, within: length.tolerance) {
        span = PriceSpan(length, price: found.price, at: found.at, source: .recorder)
      }
      known.withLock { $0[length] = span }
      answer.spans[place] = span
    }
  }
}
