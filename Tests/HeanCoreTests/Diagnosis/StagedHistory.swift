import Foundation
import HeanTestSupport

/// What happened to an engine, as plain values: nothing of this is derived by the code that is tested.
///
/// Times are seconds from the moment of the look, so those before it are negative.
struct StagedHistory: CustomStringConvertible {
  enum StopKind: String { case emergency, killSwitch, reconciler, governor, pause }

  struct Stop {
    var kind: StopKind
    var at: Double
    /// When its flags went: a reset, a recovery, a resume. The latch stays.
    var cleared: Double?
    /// The console made it, and so knows its time.
    var isOwn = false

    var setsLatch: Bool { [.emergency, .killSwitch, .reconciler].contains(kind) }
    func shows(at time: Double) -> Bool { at <= time && cleared.map { $0 > time } ?? true }
  }

  struct Order {
    var at: Double
    var symbol: String
    var size: String
    var strategy = "a"
    var filled: Double?
    var isOfOrphan: Bool { strategy == "orphan_cleanup" }
  }

  struct Row {
    var id: String
    var symbol: String
    var size: String
    var strategy: String
    var opened: Double
    var closed: Double?
    /// Whether the exchange holds it.
    var isHeld = true
    /// PnL at the moment of the look, and by how much it moves in a second.
    var pnl: Double
    var slope: Double

    func isListed(at time: Double) -> Bool { opened <= time && closed.map { $0 > time } ?? true }
    func pnl(at time: Double) -> Double { ((pnl + slope * time) * 100).rounded() / 100 }
  }

  struct Close {
    var symbol: String
    var size: String
    var at: Double
    /// Which of exit decisions, events and closed records tell of it.
    var isInExits: Bool
    var isInEvents: Bool
    var isInHistory: Bool
  }

  struct Refusal {
    var id: String
    var symbol: String
    var at: Double
    var isEmpty: Bool
  }

  struct Look {
    var at: Double
    /// Endpoints that did not answer.
    var failed: Set<String> = []
  }

  var isLive = false
  /// When the process began, and when each engine object was started in it, oldest first.
  var processAt = 0.0
  var starts: [Double] = []
  /// When the last object was stopped; `nil` while it runs.
  var ended: Double?
  /// How many seconds the engine's log reaches back; `nil` when it still has everything.
  var reach: Double?
  /// Whether it has filled its log since the stop of its last object, which is less than a minute old.
  var isBusy = false
  var stops: [Stop] = []
  var accepted: [Double] = []
  var refused: [Double] = []
  var orders: [Order] = []
  var rows: [Row] = []
  var closes: [Close] = []
  var refusals: [Refusal] = []
  /// Looks of the console, the last one now; none but that where nothing is kept.
  var looks: [Look] = [Look(at: 0)]
  var keepsMemory = true

  var isRunning: Bool { ended == nil }
  func started(at time: Double) -> Double { starts.last { $0 <= time } ?? processAt }
  private var start: Double { started(at: 0) }

  var description: String {
    func list(_ values: [Double]) -> String {
      values.suffix(9).map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " ")
    }
    let told = stops.map { stop in
      "\(stop.kind.rawValue) \(list([stop.at]))\(stop.cleared.map { "-" + list([$0]) } ?? "")\(stop.isOwn ? " own" : "")"
    }
    let failed = looks.map { "\(list([$0.at])) \($0.failed.sorted().joined(separator: ","))" }
    return
      "live \(isLive), starts \(list(starts)), ended \(ended.map { list([$0]) } ?? "no"), log \(reach.map { list([$0]) } ?? "whole"), "
      + "stops [\(told.joined(separator: "; "))], accepted \(list(accepted)), orders \(list(orders.map(\.at))), looks "
      + "\(failed), memory \(keepsMemory), rows \(rows.suffix(4).map { "\($0.id) \($0.symbol) \($0.size) \($0.strategy) \(list([$0.opened]))" })"
  }
}

// MARK: what is true of it

extension StagedHistory {
  /// Stops of the running object that hold now.
  var holding: [Stop] {
    guard isRunning else { return [] }
    return stops.filter { stop in
      guard stop.at >= start else { return false }
      return stop.setsLatch || stop.shows(at: 0)
    }
  }

  private func answers(_ path: String, _ look: Look) -> Bool { !look.failed.contains(path) }

  private func reads(_ stop: Stop, at look: Look) -> Bool {
    answers("stopLog", look) && stop.setsLatch && reach.map { look.at - stop.at < $0 - 0.5 } ?? true
  }

  /// Looks since this stop at the same object: those that count, as long as something is kept.
  private func looks(since stop: Stop) -> [Look] {
    looks.filter { $0.at >= stop.at + 0.05 && (keepsMemory || $0.at == 0) }
  }

  /// From when on the console knows that the stop holds: its own time where that was told, else when it was first seen;
  /// `nil` when it cannot know.
  func knownTime(_ stop: Stop) -> Double? {
    if stop.isOwn, keepsMemory { return stop.at }
    for look in looks(since: stop) {
      if reads(stop, at: look) { return stop.at }
      switch stop.kind {
      case .killSwitch: if stop.shows(at: look.at), answers("killSwitch", look) { return stop.at }
      case .governor: if stop.shows(at: look.at), answers("governor", look) { return stop.at }
      case .emergency: if answers("health", look), answers("killSwitch", look), answers("risk", look) { return look.at }
      case .pause: if stop.shows(at: look.at) { return look.at }
      case .reconciler: break
      }
    }
    return nil
  }

  /// A latch that holds, and that the console can know of.
  var knownLatch: Stop? { holding.first { $0.setsLatch && knownTime($0) != nil } }
  var hasLatch: Bool { holding.contains { $0.setsLatch } }

  /// The last order that was made more than so many seconds after this time, closes of orphans left out.
  private func lastOrder(after time: Double, by grace: Double) -> Double? {
    orders.filter { !$0.isOfOrphan && $0.at >= start && $0.at > time + grace }.map(\.at).max()
  }

  /// Orders that go on after a stop, as the console can see it.
  var hasVisibleOrders: Bool {
    let now = looks.last ?? Look(at: 0)
    return holding.contains { stop in
      guard let known = knownTime(stop) else { return false }
      if stop.kind == .pause, accepted.contains(where: { $0 >= stop.at - 0.05 }) { return false }
      if answers("metrics", now) { return lastOrder(after: known, by: 1.05).map { $0 >= -69 } ?? false }
      // Without counters the rows that its orders have opened show them.
      return answers("state", now)
        && rows.contains {
          $0.isListed(at: 0) && $0.opened > max(known + 1.05, -69) && $0.opened >= start && !isEcho($0)
        }
    }
  }

  /// An emergency call of an object before this one shows until the process ends. A console that has neither made nor
  /// seen it before the start cannot tell whether it holds.
  private var isLampUndated: Bool {
    let past = stops.filter { $0.kind == .emergency && $0.at < start }
    let isKnown =
      keepsMemory
      && past.contains { stop in
        stop.isOwn || looks.contains { $0.at > stop.at && $0.at < start && answers("health", $0) }
      }
    return !past.isEmpty && !isKnown
  }

  /// Whether an order was made after a stop that holds; `nil` for any age.
  func hasOrders(within seconds: Double?) -> Bool {
    // Without the history of equity nobody knows which object was stopped.
    let isDated = looks.last.map { answers("history", $0) } ?? true
    if isLampUndated {
      return lastOrder(after: start, by: 0).map { order in seconds.map { order >= -$0 } ?? true } ?? false
    }
    return (isDated ? holding : stops).contains { stop in
      // A fill comes up to 0.2 s after its order.
      let orders = orders.filter { !$0.isOfOrphan && (!isDated || $0.at >= start) && $0.at > stop.at + 0.75 }
      return orders.map(\.at).max().map { order in seconds.map { order >= -$0 } ?? true } ?? false
    }
  }

  /// Whether an order of the running object was sent again: one that is not the first of an accepted signal.
  func hasRetries(within seconds: Double) -> Bool {
    orders.contains { order in
      order.at >= max(start, -seconds) && !order.isOfOrphan
        && !accepted.contains { (0...0.05).contains(order.at - $0) }
    }
  }

  /// Whether a close of its symbol and size came at most a second before the row was opened.
  func isEcho(_ row: Row) -> Bool {
    closes.contains { $0.symbol == row.symbol && $0.size == row.size && (-0.001...1.001).contains(row.opened - $0.at) }
  }

  func hasClose(like row: Row) -> Bool { closes.contains { $0.symbol == row.symbol && $0.size == row.size } }

  /// Whether the exchange refused to close it because it held nothing, when the row was there.
  func isRefused(_ row: Row) -> Bool {
    refusals.contains { $0.isEmpty && $0.symbol == row.symbol && ($0.id == row.id || row.opened < $0.at) }
  }

  /// The account as the exchange tells it.
  func account(at time: Double) -> Double {
    let held = rows.filter { $0.isHeld && $0.isListed(at: time) }
    return ((10_000.13 + held.reduce(0) { $0 + $1.pnl(at: time) }) * 100).rounded() / 100
  }

  /// Whether the account stood still since an earlier look while this row moved.
  func isUnmoved(_ row: Row) -> Bool {
    looks.dropLast().contains { look in
      abs(account(at: 0) - account(at: look.at)) < 0.011 && row.isListed(at: look.at)
        && abs(row.pnl(at: 0) - row.pnl(at: look.at)) > 0.04
    }
  }
}
