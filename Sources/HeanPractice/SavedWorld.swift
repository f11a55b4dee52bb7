import HeanCore

/// Checks a saved world before anything calculates with it: the file can be damaged, or written by another program.
enum SavedWorld {
  /// The file holds a value that no world can have.
  struct Damage: Error {
    var reason: String
  }

  /// Most digits before the decimal point. Sums and products of such numbers fit their types, and a time of so many
  /// seconds still has a date.
  private static let digits = 11
  /// Fields of the random generators: nothing calculates with them, so they may be larger.
  private static let free: Set<String> = ["state", "seed"]

  /// Checks the size of every number in the document, whatever field it is in, and decodes nothing else.
  static func checkNumbers(_ data: Data) throws(Damage) {
    guard data.count <= PracticeEngine.maximumSavedBytes else { throw Damage(reason: "too large") }
    let bytes = [UInt8](data)
    let span = bytes.span
    var at = 0
    var text = 0..<0
    while at < span.count {
      switch span[at] {
      case UInt8(ascii: "\""):
        let start = at + 1
        at = start
        while at < span.count, span[at] != UInt8(ascii: "\"") { at += span[at] == UInt8(ascii: "\\") ? 2 : 1 }
        text = start..<min(at, span.count)
        at += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = at
        while at < span.count, isDigit(span[at]) { at += 1 }
        let length = at - start
        // Digits after the decimal point do not make a number larger.
        if at < span.count, span[at] == UInt8(ascii: ".") { at += 1 }
        while at < span.count, isDigit(span[at]) { at += 1 }
        let isRaised = at < span.count && span[at] | 0x20 == UInt8(ascii: "e")
        if isRaised, at + 1 >= span.count || span[at + 1] != UInt8(ascii: "-") {
          throw Damage(reason: "a number too large")
        }
        if isRaised { at += 2 }
        if length > digits, !free.contains(String(decoding: bytes[text], as: UTF8.self)) {
          throw Damage(reason: "a number too large")
        }
      default: at += 1
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func check(_ world: World) throws(Damage) {
    func require(_ isSound: Bool, _ what: String) throws(Damage) {
      guard isSound else { throw Damage(reason: what) }
    }
    try require((0.1...1000).contains(world.configuration.speed), "speed")
    try require(world.second >= 0 && world.anchor.isFinite && world.anchor >= 0, "clock")
    try require(world.strategies.map(\.id) == StrategyLogic.records.map(\.id), "strategies")
    try require(world.strategies.allSatisfy { (0...32).contains($0.copies) }, "copies")
    try require(world.ledger.initial > 0 && world.governor.initial > 0 && world.killSwitch.dayHigh > 0, "capital")
    for instrument in Instrument.all {
      guard let quote = world.market.quotes[instrument.symbol] else { throw Damage(reason: "no \(instrument.symbol)") }
      let range = instrument.lowest / 2...instrument.highest * 2
      try require(range.contains(quote.price) && range.contains(quote.centre), "price of \(instrument.symbol)")
      try require(quote.recent.allSatisfy(range.contains), "prices of \(instrument.symbol)")
    }
    try require(world.positions.allSatisfy { $0.size > 0 && $0.entry > 0 && $0.mark > 0 }, "positions")
    try require(world.orders.allSatisfy { $0.size > 0 && $0.price > 0 && $0.filled >= 0 }, "orders")
    try require(world.retries.allSatisfy { $0.order.size > 0 && $0.order.price > 0 }, "retries")
    try require(world.flood.map { $0.first >= 0 && $0.first <= $0.last && $0.last <= world.second } ?? true, "log")
    let counts = [
      world.orders.count, world.positions.count, world.decisions.count, world.verdicts.count, world.blocked.count,
      world.retries.count, world.stranded.count,
      world.equityHistory.count, world.control.quarantined.count, world.market.quotes.count,
    ]
    try require(counts.allSatisfy { $0 <= 10_000 }, "lists")
  }
}
