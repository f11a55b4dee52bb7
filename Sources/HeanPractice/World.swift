import Foundation

/// The whole simulated engine at one simulated second. A pure value: the same seed and the same seconds give the same
/// world.
struct World: Sendable, Codable {
  var configuration: PracticeConfiguration
  /// Wall clock of second 0, in seconds since 1970.
  var anchor: Double
  var second = 0
  var random: SeededRandom
  var market: Market
  var ledger: Ledger
  var governor: Governor
  var killSwitch: KillSwitch
  var control = Control()
  var strategies = StrategyLogic.records
  var orders: [PracticeOrder] = []
  /// Unfilled maker orders that are to be sent again.
  var retries: [PracticeRetry] = []
  var positions: [PracticePosition] = []
  var echoes: [Echo] = []
  /// What an engine that was restarted has forgotten and the exchange still holds.
  var stranded: [PracticePosition] = []
  /// What the exchange's account holds beyond the books (USDT): what earlier engines have made, and not what was booked
  /// and never filled.
  var apart: Decimal?
  /// Closed trades, newest last; older ones are kept as a sum only.
  var journal: [PracticePosition] = []
  var forgottenRealized = Decimal()
  var decisions: [PracticeDecision] = []
  var verdicts: [Verdict] = []
  var tally = Tally()
  var equityHistory: [EquityPoint] = []
  var blocked: [MemoryBlock] = []
  /// The engine's own log, oldest first; the process keeps it, whatever restarts.
  var log: [LogRecord] = []
  var dayStart: Decimal
  var day = 0
  /// What dropped positions have bent equity by for good.
  var residue: Decimal?
  /// What has happened and was not yet told on any socket.
  var occurrences: [TimedOccurrence] = []
  /// The number of the last event, and how many listen: what pages tell of the socket.
  var lastSeq = 0
  var listeners = 0

  struct EquityPoint: Sendable, Codable {
    var second: Int
    var equity: Decimal
  }

  struct LogRecord: Sendable, Codable {
    var second: Int
    var level: String
    var logger: String
    var message: String
  }

  /// A strategy that lost three times in a row in one context, locked for a day.
  struct MemoryBlock: Sendable, Codable {
    var strategy: String
    var symbol: String
    var until: Int
    var streak: Int
  }

  /// Simulated seconds that have passed before anyone looks.
  static let warmUp = 1800
  static let initialCapital: Decimal = 10_000
  static let maxOrders = 20

  init(configuration: PracticeConfiguration, now: Date) {
    self.configuration = configuration
    anchor = now.timeIntervalSince1970 - Double(Self.warmUp) / configuration.speed
    random = SeededRandom(seed: configuration.seed)
    market = Market(scenario: configuration.scenario, random: &random)
    ledger = Ledger(initial: Self.initialCapital)
    governor = Governor(initial: Self.initialCapital)
    killSwitch = KillSwitch(initial: Self.initialCapital)
    dayStart = Self.initialCapital
    day = Int(anchor / 86_400)
    while second < Self.warmUp {
      step()
      if configuration.scenario == .killswitch, second == Self.warmUp - 10 {
        killSwitch.trigger(
          "DAILY_PAUSE: Drawdown 15.42% from daily high $\(Self.initialCapital).00 exceeds limit 15.00% (PF=0.61)",
          hard: false, loss: 0, second)
        logStop(killSwitch.reasons.first, at: second)
      }
    }
    if configuration.scenario == .stopped { control.phase = .stopped }
    plant()
    // What happened a moment ago should be there to see, too.
    while second < Self.warmUp + 5 { step() }
    occurrences.removeFirst(max(0, occurrences.count - 60))
    anchor -= 5 / configuration.speed
  }

  var isRunning: Bool { control.phase != .stopped }
  var maxPositions: Int { control.limits.maxOpenPositions }
  var stopTrading: Bool { control.stopTrading || killSwitch.isTriggered }
  /// Whether orders would be the paper broker's by the engine's own word.
  var isDryRun: Bool { !has(.mainnetRules) }

  var unrealized: Decimal { positions.reduce(0) { $0 + $1.unrealized } }
  /// What the engine takes for its equity.
  var equity: Decimal { trueEquity + bend }
  var trueEquity: Decimal { ledger.balance + unrealized }
  /// In live the engine tells, and its kill switch looks at, the exchange's equity. It outlives the engine's books, counts
  /// what they have forgotten, and knows of no echo.
  var toldEquity: Decimal {
    guard !isDryRun else { return equity }
    let held = positions.reduce(ledger.balance + (apart ?? 0)) { $0 + ($1.isEcho ? 0 : $1.unrealized) }
    return stranded.reduce(held) { sum, position in
      let price = market.quotes[position.symbol]?.price ?? 0
      return sum + position.profit(at: Instrument.all.first { $0.symbol == position.symbol }?.price(price) ?? 0)
    }
  }

  /// The notional of a buy leaves cash and that of a sell comes in, as if nothing were held for it.
  private var bend: Decimal {
    guard has(.falseEquity), second >= Self.warmUp else { return 0 }
    return positions.reduce(residue ?? 0) { $0 + $1.bend }
  }
  var openOrders: [PracticeOrder] { orders.filter(\.isOpen) }

  /// Whether the envelope lets a signal through: kill switch, latch, governor.
  var isTradingAllowed: Bool {
    !killSwitch.isTriggered && !(killSwitch.latch && has(.latch)) && governor.level != .hardStop
      && (control.phase == .running || has(.pauseTrades))
  }

  mutating func logStop(_ reason: String?, at second: Int) {
    write(
      "WARNING", "hean.risk.risk_sentinel",
      "[RiskSentinel] STOP_TRADING received — setting trading_allowed=False in all envelopes. Reason: "
        + (reason ?? "unknown"), at: second)
  }

  mutating func write(_ level: String, _ logger: String, _ message: String, at second: Int) {
    log.append(LogRecord(second: second, level: level, logger: logger, message: message))
    if log.count > 100 { log.removeFirst() }
  }

  mutating func tell(_ what: EngineOccurrence) { occurrences.append(TimedOccurrence(second: second, what: what)) }

  func date(_ second: Int) -> Date {
    Date(timeIntervalSince1970: anchor + Double(second) / configuration.speed)
  }

  /// Moves on with the clock. A world that nobody watched stood still: at most ten simulated minutes pass at a time, and
  /// the anchor moves along so that ages stay true.
  mutating func advance(to now: Date) {
    let ahead = ((now.timeIntervalSince1970 - anchor) * configuration.speed).rounded(.down) - Double(second)
    let gap = Double(Self.longestGap)
    // A clock that was set back by more than that would make it stand still for as long.
    guard ahead <= gap, ahead >= -gap else {
      let steps = ahead > gap ? Self.longestGap : 0
      anchor = now.timeIntervalSince1970 - Double(second + steps) / configuration.speed
      for _ in 0..<steps { step() }
      return
    }
    for _ in 0..<max(0, Int(ahead)) { step() }
  }

  private static let longestGap = 600

  mutating func step() {
    second += 1
    let today = Int((anchor + Double(second) / configuration.speed) / 86_400)
    if today != day {
      day = today
      dayStart = equity
      killSwitch.beginDay(equity: equity)
      for index in strategies.indices { strategies[index].attemptsToday = 0 }
    }
    if !isFeedDead {
      market.tick(
        second, scenario: configuration.scenario, drift: drift, frozen: frozenSymbols, random: &random)
      markPositions()
    }
    guard isRunning else { return }
    workStop()
    guard isRunning else { return }
    workOrders()
    workEchoes()
    workOrphans()
    if has(.ghostDrop), second % 60 == 0, second > Self.warmUp { positions.forEach { drop($0) } }
    exitPositions()
    let level = governor.level
    governor.update(equity: equity, second: second)
    if governor.level != level { tell(.governor) }
    if second % 10 == 0 {
      killSwitch.dailyLimit = control.settings.percent("max_daily_drawdown_pct", KillSwitch.standardDailyLimit)
      killSwitch.dropLimit = control.settings.percent("killswitch_drawdown_pct", KillSwitch.standardDropLimit)
      let wasTriggered = killSwitch.isTriggered
      killSwitch.update(equity: toldEquity, initial: ledger.initial, second: second)
      if !wasTriggered, killSwitch.isTriggered {
        tell(.killSwitch(killSwitch.reasons.first))
        logStop(killSwitch.reasons.first, at: second)
      }
      equityHistory.append(EquityPoint(second: second, equity: equity))
      if equityHistory.count > 500 { equityHistory.removeFirst() }
    }
    if !isFeedDead || second % 3 == 0 { lookForSignals() }
  }

  /// What a quirk has done to the engine before anyone looks.
  mutating func plant() {
    if has(.emergencyOutlived) {
      control.isEmergency = true
      logStop("Emergency killswitch triggered via API", at: -30)
    }
    if has(.memoryLock) {
      blocked += Instrument.all.map {
        MemoryBlock(strategy: "hf_scalping", symbol: $0.symbol, until: second + 86_400, streak: 3)
      }
    }
    if has(.multiPosition), var other = positions.first {
      other.id = random.uuid()
      other.isLong.toggle()
      (other.stop, other.target) = (other.target, other.stop)
      positions.append(other)
    }
  }

  /// Open orders as the engine counts them.
  var openOrderCount: Int { openOrders.count + (has(.orderGhosts) ? orders.count - openOrders.count : 0) }

  /// The feeds of these died four minutes before anyone looks.
  private var frozenSymbols: Set<String> {
    has(.partFrozen) && second > Self.warmUp - 240 ? ["ETHUSDT", "SOLUSDT"] : []
  }

  /// Four minutes before the end of the warm-up the feed of this scenario dies.
  private var isFeedDead: Bool { configuration.scenario == .staleFeed && second > Self.warmUp - 240 }

  /// The crash begins when the warm-up ends: 0.13 % a second for four minutes, a floor for as long, and the way back.
  private var drift: Double {
    guard configuration.scenario == .crash else { return 0 }
    switch second - Self.warmUp {
    case 1...240: return -0.0013
    case 481...720: return 0.0013
    default: return 0
    }
  }

  private mutating func markPositions() {
    for index in positions.indices {
      let symbol = positions[index].symbol
      guard let quote = market.quotes[symbol], let instrument = Instrument.all.first(where: { $0.symbol == symbol })
      else { continue }
      positions[index].mark = instrument.price(quote.price)
    }
  }

  private mutating func lookForSignals() {
    // One strategy looks at one symbol a second: sixty pairs take a minute.
    let count = strategies.count
    let strategy = strategies[second % count].id
    let instrument = Instrument.all[second / count % Instrument.all.count]
    // The strategies drop ticks before they make signals, so no decision shows what stops them.
    if has(.latchQuiet), !isTradingAllowed { return }
    guard let signal = StrategyLogic.signal(strategy, instrument.symbol, in: market) else { return }
    // Before the crash everybody is long, so that it hurts; two symbols stay free, so that refusals can be seen later.
    if configuration.scenario == .crash, second <= Self.warmUp,
      !signal.isBuy || Instrument.all.suffix(2).contains(where: { $0.symbol == instrument.symbol })
    {
      return
    }
    take(signal, instrument)
  }
}
