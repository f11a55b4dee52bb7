import HeanCore

/// A wish to be told of something later: `alert me when btc is above 70000`.
struct AlertWish: Equatable {
  /// What is to be told.
  enum Subject: Equatable {
    /// A condition that has to be added, with a name for its alert.
    case condition(String, name: String)
    /// A check that is watched without being added.
    case check(EngineCheck.ID)
  }

  var subject: Subject

  private static let leads: Set<String> = [
    "alert", "notify", "tell", "warn", "ping", "page", "wake", "text", "email", "message", "call", "inform", "remind",
  ]
  private static let whens: Set<String> = ["when", "if", "once", "whenever"]
  private static let above: Set<String> = [
    "above", "over", "exceeds", "reaches", "hits", "more", "higher", "greater", "crosses", "rises", ">", ">=", "passes",
  ]
  private static let below: Set<String> = ["below", "under", "less", "lower", "falls", "drops", "beneath", "<", "<="]
  private static let moves: [String: (sign: String, word: String)] = [
    "moves": ("", "moves"), "changes": ("", "moves"), "rises": ("", "rises"), "jumps": ("", "rises"),
    "gains": ("", "rises"), "pumps": ("", "rises"), "drops": ("-", "drops"), "falls": ("-", "drops"),
    "loses": ("-", "drops"), "dumps": ("-", "drops"), "crashes": ("-", "drops"),
  ]
  /// What a condition calls it, by the words for it; the longest stand first.
  private static let figures: [(words: [String], name: String)] = [
    (["day", "pnl"], "day_pnl"), (["daily", "pnl"], "day_pnl"), (["unrealized", "pnl"], "unrealized_pnl"),
    (["realized", "pnl"], "realized_pnl"), (["open", "positions"], "positions.count"),
    (["open", "orders"], "orders.open"), (["equity"], "equity"), (["balance"], "equity"), (["account"], "equity"),
    (["drawdown"], "drawdown_pct"), (["dd"], "drawdown_pct"), (["positions"], "positions.count"),
    (["orders"], "orders.open"), (["pnl"], "unrealized_pnl"), (["fill"], "orders.filled in 1m"),
    (["fills"], "orders.filled in 1m"), (["filled"], "orders.filled in 1m"),
  ]

  /// - Parameter symbols: that the question names, as the engine writes them.
  /// - Returns: `nil` for what is no such wish, or one that no condition can say.
  init?(_ question: String, symbols: [String]) {
    let words = question.lowercased().split(separator: " ").map { word in
      String(word.drop { "\"'(".contains($0) }.reversed().drop { "\"').,!?".contains($0) }.reversed())
    }
    let isKnow = words.starts(with: ["let", "me", "know"])
    guard let lead = isKnow ? 2 : words.firstIndex(where: Self.leads.contains), lead <= 3,
      let when = words.indices.first(where: { $0 > lead && $0 <= lead + 4 && Self.whens.contains(words[$0]) })
    else { return nil }
    let rest = Array(words[(when + 1)...])
    // `tell me if the kill switch is on` asks how it is now.
    let isOfNow =
      ["tell", "know"].contains(words[lead]) && words[when] == "if"
      && rest.contains { ["is", "are", "was"].contains($0) }
    if !isOfNow, let check = Self.check(rest) {
      subject = .check(check)
      return
    }
    guard let (text, name) = Self.condition(rest, symbols), (try? Condition(text)) != nil else { return nil }
    subject = .condition(text, name: name)
  }

  private static func check(_ words: [String]) -> EngineCheck.ID? {
    let says = { (some: Set<String>) in !some.isDisjoint(with: words) }
    if says(["killswitch", "kill"]) { return .killSwitch }
    if says(["engine", "bot"]), says(["dies", "dead", "down", "crashes", "gone", "unreachable", "offline"]) {
      return .engine
    }
    if words.contains("stops"), says(["trading", "trade"]) { return .trading }
    if says(["prices", "feed"]), says(["frozen", "stale", "old", "freezes", "freeze", "stuck"]) { return .prices }
    if says(["stop", "stoploss"]), says(["passed", "breached", "missed", "ignored", "fails"]) { return .stops }
    if says(["brake", "quarantine", "governor"]) { return .risk }
    return nil
  }

  private static func condition(_ words: [String], _ symbols: [String]) -> (text: String, name: String)? {
    let figure = figures.first { figure in figure.words.allSatisfy(words.contains) }?.name
    guard symbols.count <= 1, let name = symbols.first.map({ "price.\($0)" }) ?? figure else { return nil }
    let short =
      symbols.first.map { $0.lowercased().replacing("usdt", with: "") }
      ?? name.replacing("_", with: "-").replacing(".", with: "-")
    let lasting = span(words, after: ["for"]).map { " for \($0)" } ?? ""
    if name.contains(" in "), words.allSatisfy({ number($0) == nil }) { return ("\(name)>0", "fills") }
    guard let place = words.indices.last(where: { number(words[$0]) != nil && !isSpan(words, $0) }),
      let value = number(words[place])
    else { return nil }
    let isShare =
      words[place].hasSuffix("%")
      || ["%", "percent"].contains(words.indices.contains(place + 1) ? words[place + 1] : "")
    if isShare, name != "drawdown_pct" {
      guard let move = words.lazy.compactMap({ moves[$0] }).first,
        let window = span(words, after: ["in", "within", "over", "per"])
      else { return nil }
      // A move in either direction is two alerts; the one that costs is offered where none is said.
      let relation = move.sign.isEmpty ? ">" : "<"
      return ("\(name) change \(window) \(relation) \(move.sign)\(value)%\(lasting)", "\(short)-\(move.word)")
    }
    let before = words[..<place]
    let side = before.last { above.contains($0) || below.contains($0) }
    guard let side else { return nil }
    let isAbove = above.contains(side)
    return ("\(name)\(isAbove ? ">" : "<")\(value)\(lasting)", "\(short)-\(isAbove ? "above" : "below")")
  }

  /// A number as people type it: `70000`, `70k`, `$70,000`, `-200`, `5%`.
  private static func number(_ word: String) -> Decimal? {
    var text = word.replacing("$", with: "").replacing(",", with: "")
    for unit in ["usdt", "usd", "%"] where text.hasSuffix(unit) { text.removeLast(unit.count) }
    let isThousands = text.hasSuffix("k")
    if isThousands { text.removeLast() }
    guard text.contains(where: \.isNumber) else { return nil }
    return Decimal(exactly: text).map { isThousands ? $0 * 1000 : $0 }
  }

  private static let units = [
    "s": "s", "sec": "s", "second": "s", "seconds": "s", "m": "m", "min": "m", "mins": "m", "minute": "m",
    "minutes": "m", "h": "h", "hour": "h", "hours": "h",
  ]

  private static func isSpan(_ words: [String], _ place: Int) -> Bool {
    words.indices.contains(place + 1) && units[words[place + 1]] != nil
  }

  /// `in 5m`, `in 5 minutes`, `in an hour`.
  private static func span(_ words: [String], after leads: Set<String>) -> String? {
    for place in words.indices where leads.contains(words[place]) && place + 1 < words.count {
      let next = words[place + 1]
      let split = next.prefix(while: \.isNumber)
      if !split.isEmpty, let unit = units[String(next.dropFirst(split.count))] { return "\(split)\(unit)" }
      guard place + 2 < words.count, let unit = units[words[place + 2]] else { continue }
      if ["a", "an", "one"].contains(next) { return "1\(unit)" }
      if !split.isEmpty, split.count == next.count { return "\(split)\(unit)" }
    }
    return nil
  }
}
