import HeanCore

/// Names of the fields of a closed trade in JSON, and how a table shows them.
enum TradeFields {
  static let all: [Field<Position>] = [
    .moment("closed_at", "CLOSED", "when it was closed", priority: 90) { $0.closedAt },
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
    Field("side", "SIDE", "long or short", priority: 99) {
      $0.side
    } cell: {
      .positionSide($0.side)
    },
    .quantity("size", "SIZE", "base units", priority: 70) { $0.size },
    .price("entry_price", "ENTRY", "average entry price (USDT)", priority: 60) { $0.entryPrice },
    .price("mark_price", "CLOSE", "the engine's price at the close; not that of the fill (USDT)", priority: 61) {
      $0.markPrice
    },
    Field(
      "realized_pnl", "PNL", "realized, before fees; 0 of a dropped position means nothing (USDT)", .decimal,
      priority: 98, unit: .usdt
    ) {
      $0.realizedPnL
    } cell: {
      $0.isGhost ? .missing : .signed($0.realizedPnL)
    },
    Field(
      "realized_pnl_percent", "PNL %", "of the entry notional, without leverage", .decimal, priority: 65, unit: .percent
    ) {
      $0.realizedPercent
    } cell: {
      $0.isGhost ? .missing : .signedPercent($0.realizedPercent)
    },
    .amount("entry_fee", "FEE IN", "fee of the opening fill; null where none is told (USDT)", priority: 30) {
      $0.entryFee
    },
    Field("held_seconds", "HELD", "seconds from opening to closing", .trailing, priority: 50, unit: .seconds) {
      $0.heldSeconds.flatMap { Decimal(checked: $0.rounded()) }
    } cell: {
      Cell($0.heldSeconds.map { Spans.text($0) } ?? "–", .faint)
    },
    Field("dropped", "", "whether it was only dropped from the books, which proves no close", priority: 96) {
      $0.isGhost
    } cell: {
      $0.isGhost ? Cell(ScreenMark.dropped.rawValue, .warning) : Cell("")
    },
    Field("strategy_id", "STRATEGY", "who opened it", priority: 55) { $0.strategyID },
    .moment("opened_at", "OPENED", "when it was opened", priority: 0) { $0.openedAt },
    Field("entry_reason", "REASON", "why it was opened, in the engine's words", priority: 0) {
      $0.entryReason
    },
    Field("position_id", "ID", "the engine's id", priority: 0) { $0.id },
    Field("source", "", "engine, or audit log: what this console sent and the engine does not list", priority: 0) {
      $0.source ?? "engine"
    },
  ]
}
