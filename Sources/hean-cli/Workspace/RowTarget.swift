import HeanCore

/// What the keys do with one row of a list.
struct RowTarget: Sendable, Equatable {
  /// What stays the same while the row changes and moves.
  var key: String
  /// Commands that tell all about it, as words; they only read.
  var looks: [[String]] = []
  /// The trading pair that it is about.
  var symbol: String?
  /// Commands that change the engine, as words, by the key that leads to them.
  var verbs: [KeyAction: [String]] = [:]
}

/// The rows of a pane, as targets of keys.
enum RowTargets {
  static func of(_ positions: [Position]) -> [RowTarget] {
    positions.map { position in
      let name = position.id ?? position.symbol
      return RowTarget(
        key: name,
        looks: [
          ["positions", "show", "--", name], ["trace", "--", name], ["chart", position.symbol],
        ], symbol: position.symbol, verbs: [.close: ["positions", "close", "--", name]])
    }
  }

  static func of(_ orders: [Order]) -> [RowTarget] {
    orders.enumerated().map { place, order in
      guard let id = order.id else { return RowTarget(key: "\(place)", symbol: order.symbol) }
      return RowTarget(
        key: id, looks: [["orders", "show", "--", id], ["trace", "--", id]], symbol: order.symbol,
        verbs: [.cancel: ["orders", "cancel", "--", id]])
    }
  }

  static func of(_ strategies: [Strategy]) -> [RowTarget] {
    strategies.enumerated().map { place, strategy in
      guard let id = strategy.id else { return RowTarget(key: "\(place)") }
      // What is not known is not switched.
      let verb = strategy.isEnabled.map { ["strategies", $0 ? "disable" : "enable", "--", id] }
      return RowTarget(
        key: id, looks: [["strategies", "show", "--", id], ["why", "--strategy", id]],
        verbs: verb.map { [.toggle: $0] } ?? [:])
    }
  }

  static func of(_ gates: [Gate]) -> [RowTarget] {
    gates.map { gate in
      RowTarget(key: gate.id.rawValue, looks: [["why", "--full"]])
    }
  }

  static func of(_ events: [PastEvent]) -> [RowTarget] {
    var seen: [String: Int] = [:]
    return events.map { event in
      let content = event.content
      let symbol = content.symbol
      let (name, looks): (String, [[String]]) =
        switch content {
        case .decision(let decision): ("decision \(decision.signalID ?? "")", trace(decision.signalID))
        case .order(let order):
          ("order \(order.id ?? "")", (order.id.map { [["orders", "show", "--", $0]] } ?? []) + trace(order.id))
        case .closed(let position): ("closed \(position.id ?? "")", trace(position.id))
        case .signal(let signal):
          ("signal \(signal.strategyID ?? "")", [["trace", "last"] + named(symbol, content.strategyID)])
        case .risk: ("risk", [["risk"]])
        case .killSwitch: ("kill switch", [["risk", "killswitch"]])
        case .control: ("control", [["audit"]])
        }
      let base = "\(event.at?.timeIntervalSince1970 ?? 0) \(name) \(symbol ?? "")"
      // Two events can be told alike.
      let count = seen[base, default: 0]
      seen[base] = count + 1
      return RowTarget(key: count == 0 ? base : "\(base) \(count)", looks: looks, symbol: symbol)
    }
  }

  static func of(_ symbols: [String]) -> [RowTarget] {
    symbols.map { RowTarget(key: $0, looks: [["chart", $0], ["market", "ticker", $0], ["book", $0]], symbol: $0) }
  }

  private static func named(_ symbol: String?, _ strategy: String?) -> [String] {
    (symbol.map { ["--symbol", $0] } ?? []) + (strategy.map { ["--strategy", $0] } ?? [])
  }

  private static func trace(_ id: String?) -> [[String]] { id.map { [["trace", "--", $0]] } ?? [] }
}
