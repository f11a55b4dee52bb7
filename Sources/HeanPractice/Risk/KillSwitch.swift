import HeanCore

/// The engine's own kill switch, checked every ten seconds, and the latch that stays set after it has triggered.
struct KillSwitch: Sendable, Codable {
  var reasons: [String] = []
  var triggered: Int?
  var isHardStop = false
  /// Once set, only a restart of the engine clears it. No endpoint shows it.
  var latch = false
  var dayHigh: Decimal
  var resetsToday = 0

  static let standardDailyLimit: Decimal = 15
  static let standardDropLimit: Decimal = 30
  /// Both limits are in percent; an operator can set them to any value.
  var dailyLimit = standardDailyLimit
  var dropLimit = standardDropLimit

  init(initial: Decimal) { dayHigh = initial }

  var isTriggered: Bool { triggered != nil }

  mutating func update(equity: Decimal, initial: Decimal, second: Int) {
    dayHigh = max(dayHigh, equity)
    let drop = (initial - equity) / initial * 100
    let fromHigh = (dayHigh - equity) / dayHigh * 100
    if drop >= dropLimit {
      if !isHardStop {
        let amounts = "($\(Self.money(initial)) -> $\(Self.money(equity)))"
        trigger(
          "\(ReasonCode.hardStop.rawValue): Equity drop \(Self.money(drop))% from initial capital \(amounts)",
          hard: true, loss: drop, second)
      }
    } else if !isTriggered, equity <= initial * 120 / 100 {
      let limit = equity > initial ? dropLimit : dailyLimit
      if fromHigh >= limit {
        trigger(
          "\(ReasonCode.dailyPause.rawValue): Drawdown \(Self.money(fromHigh))% from daily high "
            + "$\(Self.money(dayHigh)) exceeds limit \(Self.money(limit))% (PF=0.00)", hard: false, loss: drop, second)
      }
    } else if let triggered, !isHardStop, second - triggered >= 300, resetsToday < 10,
      lossAtTrigger <= 0 || drop <= lossAtTrigger * 90 / 100
    {
      // The kill switch resets itself here; the latch stays set.
      self.triggered = nil
      reasons = []
      resetsToday += 1
    }
  }

  /// At the beginning of a UTC day a hard stop is reset, too.
  mutating func beginDay(equity: Decimal) {
    dayHigh = equity
    resetsToday = 0
    guard isHardStop else { return }
    triggered = nil
    reasons = []
    isHardStop = false
  }

  /// What an operator's reset clears: everything but the latch.
  mutating func reset() {
    triggered = nil
    reasons = []
    isHardStop = false
  }

  /// How many percent equity was below the initial capital when the switch triggered. If it was not below, the switch
  /// resets itself without a recovery.
  private var lossAtTrigger = Decimal()

  mutating func trigger(_ reason: String, hard: Bool, loss: Decimal, _ second: Int) {
    reasons = [reason]
    triggered = second
    isHardStop = hard
    latch = true
    lossAtTrigger = loss
  }

  private static func money(_ value: Decimal) -> String { Figures.text(value, places: 2) }
}
