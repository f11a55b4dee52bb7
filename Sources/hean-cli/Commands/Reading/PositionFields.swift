import Foundation
import HeanCore

/// How a position is named in JSON and drawn in a table.
enum PositionFields {
  static func all(now: Date) -> [Field<Position>] {
    [
      Field("position_id", "ID", "the engine's id", priority: 0) { .optional($0.id) },
      Field("symbol", "SYMBOL", "traded instrument", priority: 100) { .string($0.symbol) },
      Field("side", "SIDE", "long or short", priority: 100) {
        .string($0.side.word)
      } cell: {
        Cell($0.side.word, $0.side == .long ? .good : $0.side == .short ? .bad : .plain)
      },
      Field("size", "SIZE", "base units", .decimal, priority: 90) {
        .optional($0.size)
      } cell: {
        Cell.quantity($0.size)
      },
      Field("entry_price", "ENTRY", "average entry price (USDT)", .decimal, priority: 80) {
        .optional($0.entryPrice)
      } cell: {
        Cell.price($0.entryPrice)
      },
      Field("mark_price", "MARK", "last price the engine knows (USDT)", .decimal, priority: 85) {
        .optional($0.markPrice)
      } cell: {
        Cell.price($0.markPrice)
      },
      Field("notional", "NOTIONAL", "size times mark price (USDT)", .decimal, priority: 30) {
        .optional($0.notional)
      } cell: {
        Cell.money($0.notional)
      },
      Field("unrealized_pnl", "PNL", "unrealized PnL (USDT)", .decimal, priority: 95) {
        .optional($0.unrealizedPnL)
      } cell: {
        Cell.signed($0.unrealizedPnL)
      },
      Field("unrealized_pnl_percent", "PNL %", "of the entry notional, without leverage", .decimal, priority: 60) {
        .optional($0.unrealizedPnLPercent)
      } cell: {
        Cell.signed($0.unrealizedPnLPercent)
      },
      Field("realized_pnl", "REALIZED", "realized PnL (USDT)", .decimal, priority: 0) {
        .optional($0.realizedPnL)
      } cell: {
        Cell.signed($0.realizedPnL)
      },
      Field("leverage", "LEV", "true leverage, from /trading/state", .decimal, priority: 20) { .optional($0.leverage) },
      Field("margin_used", "MARGIN", "margin in use (USDT)", .decimal, priority: 0) {
        .optional($0.marginUsed)
      } cell: {
        Cell.money($0.marginUsed)
      },
      Field("take_profit", "TP", "take-profit price (USDT)", .decimal, priority: 40) {
        .optional($0.takeProfit)
      } cell: {
        Cell.price($0.takeProfit)
      },
      Field("stop_loss", "SL", "stop-loss price (USDT)", .decimal, priority: 50) {
        .optional($0.stopLoss)
      } cell: {
        Cell.price($0.stopLoss)
      },
      Field("breached", "ALERT", "exit levels that the mark price has passed", priority: 98) { position in
        .array(position.breachedLevels.map { .string($0.rawValue) })
      } cell: { position in
        position.breachedLevels.first.map { Cell($0.alert, .bad) } ?? Cell("")
      },
      Field("strategy_id", "STRATEGY", "who opened it", priority: 45) { .optional($0.strategyID) },
      .moment("opened_at", "OPENED", "when it was opened", priority: 0) { $0.openedAt },
      Field("age_seconds", "AGE", "seconds since it was opened", .trailing, priority: 55) { position in
        .optional(position.openedAt.map { Decimal(Int(now.timeIntervalSince($0))) })
      } cell: { position in
        Cell(position.openedAt.map { Spans.text(now.timeIntervalSince($0)) } ?? "–", .faint)
      },
      Field("entry_reason", "REASON", "why it was opened, in the engine's words", priority: 0) {
        .optional($0.entryReason)
      },
    ]
  }
}

extension ExitLevel {
  /// Short enough for a table, plain enough for three in the morning.
  var alert: String {
    switch self {
    case .stopLoss: "BEYOND STOP"
    case .takeProfit: "BEYOND TP"
    }
  }
}
