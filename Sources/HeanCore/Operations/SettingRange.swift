/// hean's own ranges for keys that can disarm the engine's protection; the engine accepts any number.
package struct SettingRange: Sendable {
  var least: Decimal
  var most: Decimal
  /// Whether it is a number of things.
  var isCount: Bool

  init(_ least: Decimal, _ most: Decimal, isCount: Bool = false) {
    self.least = least
    self.most = most
    self.isCount = isCount
  }

  func contains(_ value: Decimal) -> Bool {
    value >= least && value <= most && (!isCount || value.rounded(to: 0) == value)
  }
  var message: String { "it has to be \(isCount ? "a whole number " : "")from \(least) to \(most)" }

  private static let numbers: [String: SettingRange] = [
    "killswitch_drawdown_pct": SettingRange(1, 50), "max_daily_drawdown_pct": SettingRange(1, 30),
    "max_trade_risk_pct": SettingRange(Decimal(sign: .plus, exponent: -2, significand: 1), 5),
    "max_open_positions": SettingRange(1, 50, isCount: true),
    "consecutive_losses_limit": SettingRange(1, 20, isCount: true),
  ]

  /// Flags that protect: `false` switches the protection off.
  private static let guards: Set<String> = ["risk_sentinel_enabled"]

  /// The keys that a range or a guard is about.
  package static var names: [String] { (Array(numbers.keys) + guards).sorted() }

  /// Why the value must not be set; otherwise `nil`.
  static func problem(_ key: String, _ value: JSONValue) -> String? {
    if guards.contains(key), value == false {
      return "\(key)=false takes the kill switch and the governor out of the way of signals"
    }
    guard let range = numbers[key], case .number(let number) = value, !range.contains(number) else { return nil }
    let protection = key.hasSuffix("drawdown_pct") ? "; outside, the kill switch is disarmed or trips at once" : ""
    return "\(key) cannot be \(number): \(range.message)\(protection)"
  }

  package static func effect(_ key: String) -> String? {
    switch key {
    case "killswitch_drawdown_pct": "it decides at which loss of initial capital (percent) trading stops hard"
    case "max_daily_drawdown_pct": "it decides at which loss from the day's high (percent) trading pauses"
    case "risk_sentinel_enabled": "without the sentinel, the envelope that stops signals is not asked"
    case let key where key.hasSuffix("_enabled") && !key.hasPrefix("autopilot") && !key.hasPrefix("log"):
      "\(key) is a settings flag: a running strategy goes on until the engine restarts"
    default: nil
    }
  }

  /// The text as a value of the same kind as the present one; `nil` when it is not of that kind.
  static func parse(_ text: String, like before: JSONValue) -> JSONValue? {
    switch before {
    case .bool:
      switch text.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    case .number: Decimal(exactly: text).map { .number($0) }
    case .string: .string(text)
    case .null, .array, .object: nil
    }
  }
}
