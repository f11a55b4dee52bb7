import Foundation
import HeanTestSupport

@testable import HeanCore

extension StagedMoney {
  static let symbols = ["BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT"]

  init(_ random: inout Dice) {
    isLive = random.chance(50)
    let count = random.chance(25) ? 0 : Int.random(in: 1...4, using: &random)
    rows = (0..<count).map { Self.row($0, &random) }
    if random.chance(15) { prices = .allFrozen } else if random.chance(12) { prices = .oneFrozen }
    makeStop(&random)
    if isLive, !rows.isEmpty, !isStopped {
      if random.chance(15) { refused = rows.randomElement(using: &random)?.id }
      booksDisagree = random.chance(10)
    }
    hasFailedClose = !rows.isEmpty && !isStopped && random.chance(12)
    if isLive, random.chance(10) { forgotten = [Self.symbols.randomElement(using: &random) ?? "BTCUSDT"] }
    for name in ["positions", "tickers", "metrics", "log"] where random.chance(5) { missing.insert(name) }
  }

  private static func row(_ number: Int, _ random: inout Dice) -> Row {
    let isLong = random.chance(60)
    let entry = Int.random(in: 900...1_100, using: &random)
    let distance = random.chance(30) ? -Int.random(in: 0...40, using: &random) : Int.random(in: 1...80, using: &random)
    let mark = entry + Int.random(in: -40...40, using: &random)
    let stop = random.chance(12) ? nil : isLong ? mark - distance : mark + distance
    return Row(
      id: "p\(number)", symbol: symbols[number], isLong: isLong, size: Int.random(in: 1...3, using: &random),
      entry: entry, mark: mark, stop: stop)
  }

  private mutating func makeStop(_ random: inout Dice) {
    guard random.chance(60), let kind = StopKind.allCases.randomElement(using: &random) else { return }
    var made = Stop(
      kind: kind, age: Double(random.chance(50) ? Int.random(in: 80...600, using: &random) : 4_000),
      isOwn: kind != .rule && random.chance(60))
    switch kind {
    case .engineStop, .panic: isStopped = true
    case .emergency:
      if made.isOwn, random.chance(20) {
        made.isUndone = true
        // The engine that runs now is another object.
        startedAge = made.age / 2
      } else if random.chance(30) {
        lateOrder = Double(Int.random(in: 1...60, using: &random))
      }
    case .rule, .pause, .strategies, .quarantine: break
    }
    // Only this console makes a panic.
    if kind == .panic { made.isOwn = true }
    stop = made
  }
}

// MARK: as the engine tells it

extension StagedMoney {
  var snapshot: EngineSnapshot {
    get throws {
      var snapshot = try EngineSnapshot.staged(told)
      if !forgotten.isEmpty {
        let books = RememberedBooks(
          at: Seen.now - 100, isPaper: false, positions: forgotten.map { RememberedPosition(symbol: $0) })
        snapshot.remembered.forgotten = ForgottenBooks(books, endedAt: Seen.now - 90, by: .start)
      }
      return snapshot
    }
  }

  private var told: [Told] {
    let equity = 10_000 + Decimal(isStopped ? 0 : rows.map(\.pnl).reduce(0, +))
    var told: [Told] = [
      .says(.settings, #"{"bybit_testnet":true}"#), .started(startedAge), .state(),
      .says(.positions, #"{"positions":[\#(listed.map(Self.body).joined(separator: ","))]}"#),
      .risk(open: listed.count, equity: equity, isTripped: stop?.kind == .rule, stopTrading: isLatched),
      isStopped
        ? .says(.engineStatus, #"{"status":"stopped","running":false,"engine_state":"STOPPED","dry_run":\#(!isLive)}"#)
        : .engine(
          equity: booksDisagree ? equity - 900 : equity,
          unrealized: Decimal(rows.map(\.pnl).reduce(0, +)), isLive: isLive,
          state: stop?.kind == .pause && stop?.isUndone != true ? "PAUSED" : "RUNNING"),
      .says(.metrics, #"{"last_order_ts":"\#(ago(lateOrder ?? 4_500))"}"#),
    ]
    told += Self.symbols.enumerated().map { number, symbol in
      .price(symbol, age: prices == .allFrozen || prices == .oneFrozen && number == 0 ? 120 : 1)
    }
    let looked: Double = prices == .allFrozen ? 120 : 0.5
    told.append(
      .says(.why, #"{"engine_state":"running","last_tick_age_sec":\#(looked),"execution_quality":{"rest_ok":true}}"#))
    told.append(.says(.priceProbe, #"{"symbol":"BTCUSDT","price":100,"timestamp":"\#(ago(looked))"}"#))
    if let refused, let row = rows.first(where: { $0.id == refused }) {
      told.append(
        .says(
          .closeFailures,
          #"{"events":[{"timestamp":"\#(ago(9))","message":"FAILED TO CLOSE POSITION ON BYBIT: \#(refused) (\#(row.symbol)) - Bybit API error: ab not enough for new order. Position remains open on exchange! Manual intervention required."}]}"#
        ))
    }
    return told + toldOfStop + toldMissing
  }

  private var toldOfStop: [Told] {
    guard let stop, !isStopped else { return [] }
    func latch(_ cause: String) -> Told {
      .says(
        .stopLog,
        #"{"count":1,"events":[{"timestamp":"\#(ago(stop.age))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING received. Reason: \#(cause)"}]}"#
      )
    }
    switch stop.kind {
    case .emergency:
      let lamp = Told.says(
        .health, #"{"status":"unhealthy","components":{"engine":{"status":"running"},"killswitch":{"triggered":true}}}"#
      )
      return [lamp, latch("Emergency killswitch activated")]
    case .rule:
      let reason = "DAILY_PAUSE: Drawdown 15.42% from daily high $10000.00 exceeds limit 15.00%"
      return [
        .says(
          .killSwitch, #"{"triggered":true,"reasons":["\#(reason)"],"triggered_at":"\#(ago(stop.age))"}"#),
        latch(reason),
      ]
    case .strategies:
      return [.says(.strategies, #"[{"strategy_id":"a","enabled":false},{"strategy_id":"b","enabled":false}]"#)]
    case .quarantine:
      let all = Self.symbols.map { "\"\($0)\"" }.joined(separator: ",")
      return [
        .says(.governor, #"{"risk_state":"NORMAL","current_drawdown_pct":1.5,"quarantined_symbols":[\#(all)]}"#)
      ]
    case .pause, .engineStop, .panic: return []
    }
  }

  private var toldMissing: [Told] {
    missing.flatMap { name -> [Told] in
      switch name {
      case "positions": [.fails(.positions)]
      case "metrics": [.fails(.metrics)]
      case "log": [.fails(.closeFailures)]
      default: Self.symbols.map { .omits(.ticker($0)) } + [.fails(.priceProbe), .fails(.why)]
      }
    }
  }

  private static func body(_ row: Row) -> String {
    let stop = row.stop.map { #","stop_loss":\#($0)"# } ?? ""
    return
      #"{"position_id":"\#(row.id)","symbol":"\#(row.symbol)","side":"\#(row.isLong ? "long" : "short")","size":\#(row.size),"#
      + #""entry_price":\#(row.entry),"current_price":\#(row.mark),"unrealized_pnl":\#(row.pnl),"strategy_id":"a"\#(stop)}"#
  }

  /// This console's audit log.
  var past: PastAttempts {
    var log: [Attempt] = []
    if let stop, stop.isOwn {
      let operations: [StopKind: OperationName] = [
        .emergency: .triggerKillSwitch, .pause: .enginePause, .engineStop: .engineStop, .panic: .panic,
        .strategies: .disableStrategies, .quarantine: .quarantine,
      ]
      let targets: Set<String> =
        stop.kind == .strategies ? ["a", "b"] : stop.kind == .quarantine ? Set(Self.symbols) : ["engine"]
      if let operation = operations[stop.kind] {
        var attempt = Attempt(operation, targets: targets, at: Seen.now - stop.age, worked: true)
        attempt.id = "run"
        attempt.user = "alice"
        log.append(attempt)
      }
      if stop.isUndone {
        log.append(Attempt(.engineRestart, targets: ["engine"], at: Seen.now - startedAge, worked: true))
      }
    }
    if hasFailedClose {
      log.append(
        Attempt(.closeAllPositions, targets: Set(rows.map(\.id)), at: Seen.now - 20, worked: false))
    }
    let attempts = log
    return PastAttempts { attempts }
  }
}
