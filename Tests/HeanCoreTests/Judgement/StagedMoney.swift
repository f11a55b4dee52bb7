import Foundation
import HeanTestSupport

/// What is true of an engine and its money, as plain values: nothing of this is derived by the code that is tested.
///
/// Ages are seconds before the moment of the look.
struct StagedMoney: CustomStringConvertible {
  struct Row {
    var id: String
    var symbol: String
    var isLong: Bool
    var size: Int
    var entry: Int
    var mark: Int
    var stop: Int?

    /// Loss from the price down to the stop (USDT), negative beyond it; `nil` without a stop.
    var toStop: Int? { stop.map { (isLong ? mark - $0 : $0 - mark) * size } }
    var isBeyond: Bool { toStop.map { $0 <= 0 } ?? false }
    var pnl: Int { (isLong ? mark - entry : entry - mark) * size }
    var notional: Int { mark * size }
  }

  enum StopKind: String, CaseIterable {
    case emergency, pause, engineStop, panic, strategies, quarantine
    /// A loss limit of the engine itself, which nobody made on purpose.
    case rule
  }

  struct Stop {
    var kind: StopKind
    var age: Double
    /// Whether this console made it, so that its audit log has it.
    var isOwn: Bool
    /// Whether somebody has started the engine since, with this console.
    var isUndone = false
  }

  enum Prices { case fresh, allFrozen, oneFrozen }

  enum Risk: String, CaseIterable {
    case beyondStop, withoutStop, frozenPrices, ordersAfterStop, closeRefused, booksDisagree, forgotten
  }

  var isLive = false
  var isStopped = false
  var startedAge = 5_000.0
  var rows: [Row] = []
  var prices = Prices.fresh
  var stop: Stop?
  /// Age of an order that was made after the stop.
  var lateOrder: Double?
  /// The row whose close the exchange refused, as the engine's log has it.
  var refused: String?
  /// Whether the last close of everything, made here, did not work.
  var hasFailedClose = false
  var booksDisagree = false
  /// Symbols in the books of an engine object that ended lately.
  var forgotten: [String] = []
  /// Endpoints that do not answer.
  var missing: Set<String> = []

  var description: String {
    let list = rows.map { "\($0.id) \($0.symbol) \($0.isLong ? "long" : "short") \($0.mark)/\($0.stop ?? -1)" }
    let made = stop.map { "\($0.kind) \(Int($0.age))s\($0.isOwn ? " own" : "")\($0.isUndone ? " undone" : "")" }
    return "live \(isLive), stopped \(isStopped), rows \(list), prices \(prices), stop \(made ?? "none"), "
      + "late \(lateOrder ?? -1), refused \(refused ?? "none"), failed close \(hasFailedClose), "
      + "disagree \(booksDisagree), forgotten \(forgotten), missing \(missing.sorted())"
  }
}

// MARK: what is true of it

extension StagedMoney {
  /// What the engine lists.
  var listed: [Row] { isStopped ? [] : rows }
  var areRowsTold: Bool { !missing.contains("positions") }
  private var seen: [Row] { areRowsTold ? listed : [] }

  var beyond: [Row] { seen.filter(\.isBeyond) }
  var frozenSymbols: Set<String> {
    guard !isStopped, !missing.contains("tickers") else { return [] }
    switch prices {
    case .fresh: return []
    case .allFrozen: return Set(StagedMoney.symbols)
    case .oneFrozen: return [StagedMoney.symbols[0]]
    }
  }

  /// What is at risk, as far as the answers show it.
  var risks: Set<Risk> {
    var risks: Set<Risk> = []
    if !beyond.isEmpty { risks.insert(.beyondStop) }
    if seen.contains(where: { $0.stop == nil }) { risks.insert(.withoutStop) }
    if seen.contains(where: { frozenSymbols.contains($0.symbol) }) { risks.insert(.frozenPrices) }
    if lateOrder != nil, !missing.contains("metrics") { risks.insert(.ordersAfterStop) }
    if let refused, seen.contains(where: { $0.id == refused }), !missing.contains("log") {
      risks.insert(.closeRefused)
    }
    if booksDisagree, areRowsTold { risks.insert(.booksDisagree) }
    if !forgotten.isEmpty { risks.insert(.forgotten) }
    return risks
  }

  /// A stop that holds and that somebody made on purpose.
  var deliberate: Stop? { stop.flatMap { $0.kind == .rule || $0.isUndone ? nil : $0 } }
  /// Whether a latch holds, which only a new engine object ends.
  var isLatched: Bool {
    !isStopped && stop.map { !$0.isUndone && ($0.kind == .emergency || $0.kind == .rule) } ?? false
  }
  /// Whether nothing of the engine's books may be lost: it holds something, or nobody can see whether it does.
  var mayHold: Bool { !isStopped && (!areRowsTold || !rows.isEmpty) }
}
