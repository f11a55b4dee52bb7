/// A close that was sent from here and that nothing has proved since (docs/engine.md 2.10). It has to be shown even
/// where no position is listed.
public struct UnprovenClose: Codable, Sendable, Equatable {
  /// Id of its run in the audit log.
  public var id: String
  /// When the run was recorded (UTC).
  public var at: Date
  /// What was to be closed: `BTCUSDT long 0.001`.
  public var what: String
  /// `true` when it is known to be open still; `false` when it is not known what became of it.
  public var isStillOpen: Bool

  /// An unproven close from its parts.
  public init(id: String, at: Date, what: String, isStillOpen: Bool) {
    self.id = id
    self.at = at
    self.what = what
    self.isStillOpen = isStillOpen
  }

  /// For how many seconds it is shown: a day.
  public static let window = RememberedEngine.closeSpan
}

extension UnprovenClose {
  /// A position as the record of a close names it: symbol, side and size, as far as they were recorded.
  struct Named {
    var symbol: String
    var text: String
    var side: PositionSide?
    var size: Decimal?
    var position: String?
  }

  /// The closes that nothing has proved, oldest first.
  /// - Parameters:
  ///   - runs: the recorded operations on this engine, oldest first.
  ///   - answer: the positions that the engine lists, and those that it calls closed.
  public static func all(in runs: [AuditRun], _ answer: PositionsAnswer, now: Date) -> [UnprovenClose] {
    // In a dry run nothing exists outside of the engine's books: what they forgot is gone.
    let window = answer.isAtExchange ? Self.window : Position.recent
    var found: [UnprovenClose] = []
    // Symbols whose closes were confirmed by runs after the one that is looked at.
    var confirmed: Set<String> = []
    for run in runs.reversed() {
      // A panic that ended flat has proved its own calls and all before it.
      guard let sent = run.time, now.timeIntervalSince(sent) < window,
        !(run.operation == .panic && run.ending == "flat")
      else { break }
      for call in run.calls.reversed() where call.isClose && !call.isConfirmed && !call.isUnsent {
        let isRefused = call.settlement?.outcome == OperationOutcome.refused.rawValue
        let open = named(in: call).filter { name in
          guard !answer.isVoid(name.symbol, id: name.position) else { return false }
          // What the exchange refused stays listed. If it is not listed any more, something else has ended it.
          guard !isRefused else {
            return name.symbol.isEmpty
              ? !answer.positions.isEmpty : answer.lists(name.symbol, name.side, id: name.position)
          }
          // The engine's clock and ours can differ by two seconds.
          return !answer.proves(name.symbol, name.size, after: sent - 2) && !confirmed.contains(name.symbol)
            && !answer.isGoneAtExchange(name.symbol, name.side, after: sent)
        }
        guard !open.isEmpty else { continue }
        found.append(
          UnprovenClose(
            id: run.id, at: sent, what: open.map(\.text).joined(separator: ", "), isStillOpen: isRefused))
      }
      for call in run.calls where call.isClose && call.isConfirmed {
        confirmed.formUnion((names(in: call.target ?? "") + names(in: call.settlement?.seen ?? "")).map(\.symbol))
        // A close that named no position is proved only by a confirmed close of all.
        if run.operation == .closeAllPositions { confirmed.insert("") }
      }
    }
    return found.reversed()
  }

  private static func named(in call: AuditRun.Call) -> [Named] {
    var position: String?
    if case .string(let id)? = call.intent.body?["position_id"] { position = id }
    let target = names(in: call.target ?? "").map { name in
      var name = name
      name.position = position
      return name
    }
    let seen = names(in: call.settlement?.seen ?? "")
    return target.isEmpty
      ? seen.isEmpty ? [Named(symbol: "", text: call.target ?? "a position that is not recorded")] : seen : target
  }

  static func names(in text: String) -> [Named] {
    text.matches(of: /([A-Z0-9]{2,20}) (long|short)(?: ([0-9]+(?:\.[0-9]+)?))?/).map { match in
      Named(
        symbol: String(match.output.1), text: String(match.output.0), side: match.output.2 == "long" ? .long : .short,
        size: match.output.3.flatMap { Decimal(string: String($0)) })
    }
  }
}

extension AuditRun.Call {
  var isClose: Bool {
    intent.request?.contains("/orders/close-") == true || intent.request?.contains("/orders/paper/close") == true
  }
  /// Whether nothing of it reached the engine.
  fileprivate var isUnsent: Bool { known?.isUntaken == true }
  var isConfirmed: Bool { known == .confirmed }

  private var known: OperationOutcome? { settlement?.outcome.flatMap(OperationOutcome.init) }
}

extension PositionsAnswer {
  /// Whether the exchange itself, asked after a moment, holds nothing of a side of a symbol; without a symbol, nothing at
  /// all.
  fileprivate func isGoneAtExchange(_ symbol: String, _ side: PositionSide?, after moment: Date) -> Bool {
    guard let exchange, exchange.at > moment else { return false }
    guard !symbol.isEmpty else { return exchange.all.isEmpty }
    return exchange.all.allSatisfy { $0.symbol != symbol || side != nil && $0.side != nil && $0.side != side }
  }

  /// Whether the rows of this position stand for nothing at the exchange, so that a refused close left nothing open.
  fileprivate func isVoid(_ symbol: String, id: String?) -> Bool {
    let rows = positions.filter { row in id.map { $0 == row.id } ?? (row.symbol == symbol) }
    return !rows.isEmpty && rows.allSatisfy { $0.doubt?.isVoid == true }
  }

  /// Whether an empty list means that nothing is open: no recent close is left to be proved.
  /// - Parameter closes: the closes sent from here that nothing has proved.
  public func isSurelyEmpty(unproven closes: [UnprovenClose]) -> Bool {
    if let exchange { return chosen.isEmpty && (names.symbol.map(exchange.isFlat) ?? exchange.all.isEmpty) }
    return doubt == nil && chosen.isEmpty && closes.isEmpty && closeFailures.isEmpty
      && (!isAtExchange || dropped(within: UnprovenClose.window).isEmpty)
  }
}
