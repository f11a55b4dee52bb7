import Foundation
import HeanTestSupport

extension StagedHistory {
  static let symbols = ["BTCUSDT", "ETHUSDT", "SOLUSDT"]
  private static let sizes = ["0.5", "1.25", "2"]
  private static let endpoints = ["metrics", "state", "stopLog", "killSwitch", "health", "governor", "history", "risk"]

  /// An engine with a history of at most an hour.
  init(_ random: inout Dice) {
    isLive = random.chance(50)
    processAt = -Double.random(in: 200...3_600, using: &random)
    starts = [processAt + 1]
    for _ in 0..<2 where random.chance(30) {
      let latest = starts.last ?? processAt
      guard latest < -40 else { break }
      starts.append(Double.random(in: max(latest, -400)...(-6), using: &random))
    }
    starts.sort()
    if random.chance(5) { ended = Double.random(in: -5...(-1), using: &random) }
    // A busy engine fills its log within a minute, and surely not within 20 s.
    isBusy = random.chance(15)
    reach = random.chance(60) ? Double.random(in: 21...(random.chance(60) ? 90 : 400), using: &random) : nil
    if isBusy { reach = Double.random(in: 21...30, using: &random) }
    for (index, start) in starts.enumerated() {
      makeObject(start, until: starts.dropFirst(index + 1).first ?? ended ?? 0, &random)
    }
    makeOrphanCloses(&random)
    orders.sort { $0.at < $1.at }
    if isLive {
      makeRefusals(&random)
      makeCalm(&random)
    }
    makeLooks(&random)
  }

  /// Within the last minutes of an object's life, mostly.
  private static func moment(_ start: Double, _ end: Double, _ random: inout Dice) -> Double {
    let from = random.chance(70) ? max(start, end - 120) : start
    return Double.random(in: from...max(from, end), using: &random)
  }

  private mutating func makeObject(_ start: Double, until end: Double, _ random: inout Dice) {
    guard end - start > 4 else { return }
    var own: [Stop] = []
    for _ in 0..<2 where random.chance(50) {
      let kinds: [StopKind] = [.emergency, .emergency, .killSwitch, .reconciler, .governor, .pause]
      let kind = kinds.randomElement(using: &random) ?? .emergency
      // A kind holds once.
      guard !own.contains(where: { $0.kind == kind }) else { continue }
      var stop = Stop(kind: kind, at: Self.moment(start + 1.2, end - 0.5, &random))
      if kind == .emergency, random.chance(15) { stop.at = start + 0.4 }
      if isBusy, start == starts.last { stop.at = max(start + 1.2, end - Double.random(in: 32...56, using: &random)) }
      if kind != .emergency, kind != .reconciler, random.chance(40) {
        stop.cleared = Double.random(in: stop.at...max(stop.at, end), using: &random)
      }
      stop.isOwn = kind == .emergency && random.chance(30)
      own.append(stop)
    }
    stops += own
    func isStopped(_ time: Double) -> Bool {
      own.contains { $0.kind != .pause && $0.at <= time && ($0.setsLatch || $0.shows(at: time)) }
    }
    var time = max(start + 0.5, end - 120)
    let pace = Double.random(in: 6...60, using: &random)
    while time < end - 0.4 {
      if !isStopped(time) {
        accepted.append(time)
        makeOrders(time + 0.02, until: end, &random)
      } else if random.chance(40) {
        refused.append(time)
      }
      time += pace * Double.random(in: 0.5...1.5, using: &random)
    }
  }

  /// The order of a signal, and its retries until one fills or the engine object ends.
  private mutating func makeOrders(_ time: Double, until end: Double, _ random: inout Dice) {
    let symbol = Self.symbols.randomElement(using: &random) ?? "BTCUSDT"
    let size = Self.sizes.randomElement(using: &random) ?? "1"
    var at = time
    // Most orders fill at once; a chain of retries is short or long.
    let chance = random.chance(65) ? 90 : Int.random(in: 1...20, using: &random)
    while at < end - 0.3 {
      var order = Order(at: at, symbol: symbol, size: size)
      if random.chance(chance) {
        order.filled = at + 0.2
        orders.append(order)
        makeRow(order, at + 0.2, until: end, &random)
        return
      }
      orders.append(order)
      at += Double.random(in: 5.1...6.2, using: &random)
    }
  }

  private mutating func makeRow(_ order: Order, _ opened: Double, until end: Double, _ random: inout Dice) {
    let isUnknown = isLive && random.chance(15)
    var row = Row(
      id: "r\(rows.count)", symbol: order.symbol, size: order.size, strategy: isUnknown ? "unknown" : "a",
      opened: opened,
      pnl: Double(Int.random(in: -500...500, using: &random)) / 10, slope: Self.slope(&random))
    // What an object held is not in the books of the next one.
    row.closed = end < -0.001 ? end : nil
    if random.chance(50) {
      let closed = Self.moment(opened + 0.5, end - 1.3, &random)
      guard closed < end - 1.2, closed > opened else { return rows.append(row) }
      row.closed = closed
      let isInExits = random.chance(80)
      closes.append(
        Close(
          symbol: row.symbol, size: row.size, at: closed, isInExits: isInExits,
          isInEvents: !isInExits || random.chance(80), isInHistory: random.chance(30)))
      if isLive, random.chance(60) { makeEcho(row, closed, until: end, &random) }
    }
    rows.append(row)
  }

  private static func slope(_ random: inout Dice) -> Double {
    Double([0, 0, 2, -2, 5, -5, 11].randomElement(using: &random) ?? 0) / 100
  }

  private mutating func makeEcho(_ row: Row, _ closed: Double, until end: Double, _ random: inout Dice) {
    // A fill that nobody recognises can look like one, but for its time.
    let delay = random.chance(80) ? Double.random(in: 0.02...0.95, using: &random) : 1.15
    if delay > 1 {
      orders.append(
        Order(at: closed + delay - 0.2, symbol: row.symbol, size: row.size, filled: closed + delay))
    }
    rows.append(
      Row(
        id: "e\(rows.count)", symbol: row.symbol, size: row.size, strategy: "unknown", opened: closed + delay,
        closed: end < -0.001 ? end : nil, isHeld: delay > 1, pnl: 0, slope: Self.slope(&random)))
  }

  private mutating func makeOrphanCloses(_ random: inout Dice) {
    guard isLive, random.chance(20), let start = starts.last, start < -260 else { return }
    orders.append(
      Order(at: Double.random(in: -60...(-1), using: &random), symbol: "ETHUSDT", size: "1", strategy: "orphan_cleanup")
    )
  }

  private mutating func makeRefusals(_ random: inout Dice) {
    for index in rows.indices where rows[index].isListed(at: 0) && random.chance(12) {
      let row = rows[index]
      let isEmpty = random.chance(60)
      let at = Double.random(in: row.opened...0, using: &random)
      refusals.append(Refusal(id: row.id, symbol: row.symbol, at: at, isEmpty: isEmpty))
      guard isEmpty else { continue }
      // The exchange holds nothing in the symbol, so no row of that time is held.
      for other in rows.indices where rows[other].symbol == row.symbol && rows[other].opened < at {
        rows[other].isHeld = false
      }
    }
  }

  /// Now and then what is held does not move, or moves against each other, so that the account stands still.
  private mutating func makeCalm(_ random: inout Dice) {
    guard random.chance(50) else { return }
    let held = rows.indices.filter { rows[$0].isHeld }
    for index in held { rows[index].slope = 0 }
    let listed = held.filter { rows[$0].isListed(at: 0) }
    guard listed.count > 1, random.chance(30) else { return }
    rows[listed[0]].slope = 0.11
    rows[listed[1]].slope = -0.11
  }

  private mutating func makeLooks(_ random: inout Dice) {
    keepsMemory = random.chance(80)
    looks = []
    for _ in 0..<2 where keepsMemory && random.chance(45) {
      looks.append(Look(at: -Double.random(in: 3.2...150, using: &random)))
    }
    looks.sort { $0.at < $1.at }
    looks.removeAll { look in starts.contains { abs($0 - look.at) < 2 } || look.at < processAt + 3 }
    looks.append(Look(at: 0))
    for index in looks.indices {
      for name in Self.endpoints where random.chance(3) { looks[index].failed.insert(name) }
    }
  }
}
