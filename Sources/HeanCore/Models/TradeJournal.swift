/// `GET /api/v1/journal/trades`: closed positions as the engine recorded them (docs/engine.md 2.6).
///
/// It can lose true closes, it has positions that were only dropped (`Position.isGhost`), and it can reach back to
/// earlier engines (docs/engine.md 2.10, rule 7): nothing can be inferred from what is missing in it. The engine's count
/// over it is not read: a dropped position is a loss there.
public struct TradeJournal: WireEncodable {
  /// Newest first.
  public var trades: [Position]

  /// Whether the engine sent as many as it ever does, readable or not, so that older trades can be missing.
  public var isFull: Bool

  /// Whether it is made of a record (`RecordedEngine`), which reaches as far as it was asked for, and over restarts.
  var isRecorded = false

  /// Most trades that the engine returns.
  package static let readable = 500

  /// A journal of these trades.
  public init(trades: [Position]) {
    self.trades = trades
    isFull = trades.count >= Self.readable
  }

  /// Throws when the list is missing, or when none of its trades can be read.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let trades = try wire.list(Position.self, "trades") else {
      throw WireError(kind: .missing, at: wire.value, .key("trades"), message: "no trades")
    }
    self.trades = trades
    isRecorded = wire.contains("recorded")
    isFull = !isRecorded && wire.count("trades") >= Self.readable
  }

  /// The journal's body, as far as it is read.
  public var wire: JSONValue { ["trades": .records(trades)] }
}
