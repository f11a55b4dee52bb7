import HeanCore

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
  /// Positions that the engine forgot in a restart and the exchange still holds.
  var stranded: [PracticePosition] = []
  /// How much more the exchange's account holds than the engine's books (USDT): with the results from before a restart,
  /// and without closes that were booked and never filled.
  var apart: Decimal?
  /// Closed trades, newest last; of older ones only the sum of their profits is kept.
  var journal: [PracticePosition] = []
  var forgottenRealized = Decimal()
  var decisions: [PracticeDecision] = []
  var verdicts: [Verdict] = []
  var tally = Tally()
  var equityHistory: [EquityPoint] = []
  var blocked: [MemoryBlock] = []
  /// The engine's log, oldest first. It belongs to the process, so a restart of the engine keeps it.
  var log: [LogRecord] = []
  var dayStart: Decimal
  var day = 0
  /// Quirk `false-equity`: the error (USDT) that dropped positions leave in equity for good.
  var residue: Decimal?
  /// Quirk `retry-after-stop`: the simulated second since which trading has been stopped.
  var haltedSince: Int?
  /// Quirk `latch-unseen`: what pushes other records out of the engine's log.
  var flood: LogFlood?
  /// What has happened and was not emitted as an event yet.
  var occurrences: [TimedOccurrence] = []
  /// The number of the last event and the number of connected clients, for the pages that report them.
  var lastSeq = 0
  var listeners = 0

  /// Tells this world from another one at the same address.
  var mark: String { "\(configuration.seed)-\(Int64(anchor * 1000))" + (isRehearsal ? "; show=mainnet" : "") }

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

  /// A strategy that lost three times in a row on one symbol, locked there for a day.
  struct MemoryBlock: Sendable, Codable {
    var strategy: String
    var symbol: String
    var until: Int
    var streak: Int
  }

  /// Simulated seconds that pass before the first request.
  static let warmUp = 1800
  /// Some seconds more, so that the effects of the scenario and the quirks can already be seen.
  private static let afterglow = 5
  static let initialCapital: Decimal = 10_000
  static let maxOrders = 20

  init(configuration: PracticeConfiguration, now: Date) {
    self.configuration = configuration
    anchor = now.timeIntervalSince1970 - Double(Self.warmUp + Self.afterglow) / configuration.speed
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
          "\(ReasonCode.dailyPause.rawValue): Drawdown 15.42% from daily high $\(Self.initialCapital).00 "
            + "exceeds limit 15.00% (PF=0.61)",
          hard: false, loss: 0, second)
        logStop(killSwitch.reasons.first, at: second)
      }
    }
    if configuration.scenario == .stopped { control.phase = .stopped }
    plant()
    while second < Self.warmUp + Self.afterglow { step() }
    occurrences.removeFirst(max(0, occurrences.count - 60))
  }

  var isRunning: Bool { control.phase != .stopped }
  var maxPositions: Int { control.limits.maxOpenPositions }
  var stopTrading: Bool { control.stopTrading || killSwitch.isTriggered }
  /// Whether the engine says that its orders go to the paper broker.
  var isDryRun: Bool { !has(.mainnetRules) && !isRehearsal }
  /// Whether the console is asked to show and to confirm everything as on mainnet.
  var isRehearsal: Bool { has(.rehearseMainnet) }

  var unrealized: Decimal { positions.reduce(0) { $0 + $1.unrealized } }
  /// The equity (USDT) in the engine's books; it is wrong with the quirk `false-equity`.
  var equity: Decimal { trueEquity + distortion }
  var trueEquity: Decimal { ledger.balance + unrealized }
  /// The equity (USDT) that the engine reports and its kill switch uses. In live it is the exchange's: a restart of the
  /// engine does not change it, and it includes positions that the engine forgot, but no echo.
  var toldEquity: Decimal {
    guard !isDryRun else { return equity }
    let held = positions.reduce(ledger.balance + (apart ?? 0)) {
      $0 + ($1.isAtExchange ? $1.exchangeProfit(at: $1.mark) : 0)
    }
    return stranded.reduce(held) { sum, position in
      let price = market.quotes[position.symbol]?.price ?? 0
      return sum
        + position.exchangeProfit(at: Instrument.all.first { $0.symbol == position.symbol }?.price(price) ?? 0)
    }
  }

  /// The error (USDT) of the quirk `false-equity`: the notional of a buy is taken from cash and that of a sell is added
  /// to it, but the position is not counted as a value.
  private var distortion: Decimal {
    guard has(.falseEquity), second >= Self.warmUp else { return 0 }
    return positions.reduce(residue ?? 0) { $0 + $1.distortion }
  }
  var openOrders: [PracticeOrder] { orders.filter(\.isOpen) }

  /// Whether the envelope lets a signal through: kill switch, latch, governor and pause are checked.
  var isTradingAllowed: Bool {
    !killSwitch.isTriggered && !(killSwitch.latch && (has(.latch) || has(.latchUnseen)))
      && governor.level != .hardStop
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

  mutating func step() {
    second += 1
    let today = Int((anchor + Double(second) / configuration.speed) / 86_400)
    if today != day {
      day = today
      dayStart = equity
      killSwitch.beginDay(equity: equity)
      for index in strategies.indices { strategies[index].attemptsToday = 0 }
    }
    if isFeedDead {
      keepPositionsFrozen()
    } else {
      market.tick(
        second, scenario: configuration.scenario, drift: drift, frozen: frozenSymbols, random: &random,
        minute: isRunning ? minute : nil)
      markPositions()
    }
    guard isRunning else { return }
    workStop()
    guard isRunning else { return }
    workHalt()
    workLatch()
    workOrders()
    workEchoes()
    workOrphans()
    if has(.ghostDrop), second % 60 == 0, second > Self.warmUp { positions.forEach { drop($0) } }
    if !isFrozen { exitPositions() }
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
    if !isFrozen, !isFeedDead || second % 3 == 0 { lookForSignals() }
  }

  /// Applies the quirks whose effects are older than the first request.
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
    plantUnknownFills()
  }

  /// Open orders as the engine counts them.
  var openOrderCount: Int { openOrders.count + (has(.orderGhosts) ? orders.count - openOrders.count : 0) }

  /// The symbols whose price feed stopped four minutes before the end of the warm-up.
  private var frozenSymbols: Set<String> {
    has(.partFrozen) && second > Self.warmUp - 240 ? ["ETHUSDT", "SOLUSDT"] : []
  }

  /// Whether the whole price feed has stopped: in the scenario `stale-feed`, four minutes before the end of the
  /// warm-up.
  var isFeedDead: Bool { configuration.scenario == .staleFeed && second > Self.warmUp - 240 || isFrozen }

  /// The price change in each second, as a fraction. The crash begins when the warm-up ends: prices fall 0.13 % a
  /// second for four minutes, stay for four minutes, and rise again for four.
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
    // Each second one strategy checks one symbol: all sixty pairs take a minute.
    let count = strategies.count
    let strategy = strategies[second % count].id
    let instrument = Instrument.all[second / count % Instrument.all.count]
    // With this quirk the strategies ignore ticks while trading is blocked, so no decision shows why it is blocked.
    if has(.latchQuiet) || has(.latchUnseen), !isTradingAllowed { return }
    signalInVain()
    guard let signal = StrategyLogic.signal(strategy, instrument.symbol, in: market) else { return }
    // Before the crash only longs are opened, so that it causes losses. Two symbols stay free, so that refused signals
    // can be seen later.
    if configuration.scenario == .crash, second <= Self.warmUp,
      !signal.isBuy || Instrument.all.suffix(2).contains(where: { $0.symbol == instrument.symbol })
    {
      return
    }
    take(signal, instrument)
  }
}
