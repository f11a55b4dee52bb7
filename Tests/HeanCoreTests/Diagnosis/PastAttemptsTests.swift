import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What was tried and did not help, a panic in the record, and the catalogues of reasons and terms.
struct PastAttemptsTests {
  private static let tripped: [Told] = [
    .says(.killSwitch, #"{"triggered":true,"triggered_at":"\#(ago(1000))"}"#), .risk(isTripped: true),
  ]
  private static let off = [
    Told.says(.strategies, #"[{"strategy_id":"a","enabled":false},{"strategy_id":"b","enabled":false}]"#)
  ]
  private static let braked = [
    Told.says(
      .governor, #"{"risk_state":"HARD_STOP","current_drawdown_pct":4,"can_clear":true,"quarantined_symbols":[]}"#)
  ]
  private static let quarantined = [
    Told.says(.governor, #"{"risk_state":"NORMAL","current_drawdown_pct":1,"quarantined_symbols":["BTCUSDT"]}"#)
  ]

  private static func attempt(
    _ operation: OperationName, _ age: TimeInterval, worked: Bool = false, on targets: Set<String> = []
  ) -> Attempt { Attempt(operation, targets: targets, at: Seen.now - age, worked: worked) }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told]
    var attempts: [Attempt]
    var scope = DiagnosisScope()
    var step: NextStep?
    var says: String?
  }

  private static let restart = NextStep.operation(.engineRestart)
  private static let reset = NextStep.operation(.resetKillSwitch, options: .reason("cause gone"))
  private static let enable = NextStep.operation(.enableStrategies, "a", "b")

  private static let cases: [Case] = [
    Case(testDescription: "nothing tried", told: tripped, attempts: [], step: reset),
    Case(
      testDescription: "a reset that failed", told: tripped, attempts: [attempt(.resetKillSwitch, 900)],
      step: restart,
      says: "risk killswitch reset was tried and not seen to work 15m00s ago, and the kill switch is still not open"),
    Case(
      testDescription: "one that failed too long ago", told: tripped, attempts: [attempt(.resetKillSwitch, 901)],
      step: reset),
    Case(
      testDescription: "one that worked, and it tripped again", told: tripped,
      attempts: [attempt(.resetKillSwitch, 950, worked: true)], step: restart,
      says: "risk killswitch reset was done 15m50s ago, and the kill switch is again closed"),
    Case(
      testDescription: "one from before it tripped", told: tripped,
      attempts: [attempt(.resetKillSwitch, 1001, worked: true)], step: reset),
    Case(
      testDescription: "two from before it tripped", told: tripped,
      attempts: [
        attempt(.resetKillSwitch, 3600, worked: true), attempt(.resetKillSwitch, 1001, worked: true),
      ],
      step: restart, says: "risk killswitch reset was done 16m41s ago, and the kill switch is again closed"),
    Case(
      testDescription: "one of them of more than an hour ago", told: tripped,
      attempts: [
        attempt(.resetKillSwitch, 3601, worked: true), attempt(.resetKillSwitch, 1001, worked: true),
      ],
      step: reset),
    Case(
      testDescription: "another verb", told: tripped,
      attempts: [attempt(.cancelOrders, 5), attempt(.engineStart, 5)],
      step: reset),
    Case(
      testDescription: "a restart that failed as well", told: tripped,
      attempts: [attempt(.resetKillSwitch, 90), attempt(.engineRestart, 60)], step: "a new process",
      says: "risk killswitch reset was tried and not seen to work 1m30s ago, and the kill switch is still not open"),
    Case(
      testDescription: "a restart that somebody undid", told: tripped,
      attempts: [
        attempt(.resetKillSwitch, 90), attempt(.engineRestart, 60), attempt(.engineStop, 30, worked: true),
      ],
      step: restart,
      says: "risk killswitch reset was tried and not seen to work 1m30s ago, and the kill switch is still not open"),
    Case(
      testDescription: "strategies, of which only one was enabled", told: off,
      attempts: [attempt(.enableStrategies, 60, on: ["a"])], step: enable),
    Case(
      testDescription: "strategies, all of them", told: off,
      attempts: [attempt(.enableStrategies, 60, on: ["a", "b", "c"])],
      step: restart,
      says: "strategies enable was tried and not seen to work 1m00s ago, and the strategies is still not open"
    ),
    Case(
      testDescription: "a clear of a symbol is none of the governor", told: braked,
      attempts: [attempt(.clearGovernor, 60, on: ["BTCUSDT"])], step: .operation(.clearGovernor)),
    Case(
      testDescription: "a clear of the governor", told: braked,
      attempts: [attempt(.clearGovernor, 60, on: ["governor"])], step: restart,
      says: "risk governor clear was tried and not seen to work 1m00s ago, and the governor is still not open"),
    Case(
      testDescription: "a clear of the symbol", told: quarantined,
      attempts: [attempt(.clearGovernor, 60, on: ["BTCUSDT"])],
      scope: DiagnosisScope(symbol: "BTCUSDT"), step: restart,
      says: "risk governor clear was tried and not seen to work 1m00s ago, and the quarantine is still not open"),
    Case(
      testDescription: "a start that failed", told: [.stopped, .omits(.health)],
      attempts: [attempt(.engineStart, 60)],
      step: "a new process",
      says: "engine start was tried and not seen to work 1m00s ago, and the engine is still not open"),
    Case(
      testDescription: "two starts that worked", told: [.stopped, .omits(.health)],
      attempts: [attempt(.engineStart, 60, worked: true), attempt(.engineStart, 90, worked: true)],
      step: .operation(.engineStart)),
    Case(
      testDescription: "advice in words is no operation", told: [.risk(open: 10)],
      attempts: [attempt(.setLimits, 5)],
      step: "wait until one of them closes, or: \(.operation(.setLimits, "max_open_positions=11"))"),
  ]

  @Test(arguments: cases)
  private func `what did not help is not offered again`(item: Case) throws {
    let attempts = item.attempts
    let tried = PastAttempts(lastResort: "a new process") { attempts }
    let diagnosis = Diagnosis(try .staged(item.told), scope: item.scope, tried: tried, now: Seen.now)
    #expect(diagnosis.decisive?.nextStep == item.step)
    let last = diagnosis.decisive?.evidence.last
    #expect((last?.source == "audit log" ? last?.message : nil) == item.says)
    if let says = item.says { #expect(diagnosis.summary.hasSuffix(" \(says.sentenceStart).")) }
  }

  @Test func `only a gate that is closed, or of which nobody knows, asks for a stronger step`() throws {
    func gate(_ id: Gate.ID, _ told: Told..., attempts: Attempt...) throws -> Gate? {
      Diagnosis(try .staged(told), tried: PastAttempts(lastResort: "a new process") { attempts }, now: Seen.now).gates
        .first { $0.id == id }
    }
    let clear = Self.attempt(.clearGovernor, 60, on: ["governor"])
    let braking = Told.says(
      .governor, #"{"risk_state":"SOFT_BRAKE","current_drawdown_pct":4,"can_clear":true,"quarantined_symbols":[]}"#)
    let narrowed = try gate(.governor, braking, attempts: clear)
    #expect(narrowed?.state == .narrowed && narrowed?.nextStep == .operation(.clearGovernor))
    #expect(narrowed?.evidence.contains { $0.source == "audit log" } == false)
    let restart = Self.attempt(.engineRestart, 60)
    let stopLog = Told.says(.stopLog, GateTableTests.stopLog("01:47:25"))
    let unknown = try gate(.latch, stopLog, .state(), .fails(.equityHistory), attempts: restart)
    #expect(unknown?.state == .unknown && unknown?.nextStep == Self.restart, "it was tried before the stop")
    let late = try gate(
      .latch, stopLog, .state(), .fails(.equityHistory), attempts: Self.attempt(.engineRestart, 4))
    #expect(late?.state == .unknown && late?.nextStep == "a new process")
    #expect(
      late?.evidence.last?.message
        == "engine restart was tried and not seen to work 4s ago, and the latch is still not open"
    )
  }

  @Test func `where everything was closed and it came back, less is held at once`() throws {
    let book: [Told] =
      Self.tripped + [
        .engine(equity: 6900), .risk(open: 1, equity: 6900, isTripped: true),
        .positions(#"{"symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1}"#),
        .says(
          .killSwitch,
          #"{"triggered":true,"triggered_at":"\#(ago(30))","reasons":["HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"]}"#
        ),
      ]
    func step(_ attempts: Attempt...) throws -> NextStep? {
      Diagnosis(try .staged(book), tried: PastAttempts(lastResort: "a new process") { attempts }, now: Seen.now)
        .decisive?
        .nextStep
    }
    #expect(try step() == .operation(.closeAllPositions))
    #expect(
      try step(Self.attempt(.closeAllPositions, 20, worked: true))
        == "lower max_open_positions, so that less is held at once, then: \(.operation(.engineRestart))")
    #expect(
      try step(Self.attempt(.closeAllPositions, 20))
        == "close the positions at the exchange (a dry run has none there), then: \(.operation(.engineRestart))")
  }

  // MARK: a panic

  private func panicked(
    _ told: [Told], _ age: TimeInterval = 100, user: String? = "eva", isFlat: Bool = true
  ) throws -> (summary: String, verdict: Diagnosis.Verdict, nextSteps: [NextStep]) {
    var panic = Attempt(.panic, at: Seen.now - age, worked: isFlat)
    (panic.id, panic.user) = ("a1", user)
    let attempts = [panic]
    let tried = PastAttempts { attempts }
    let snapshot = try EngineSnapshot.staged(told)
    let diagnosis = Diagnosis(snapshot, tried: tried, now: Seen.now)
    return (diagnosis.summary, diagnosis.verdict, snapshot.judged(tried).nextSteps)
  }

  private static let halted: [Told] = [.stopped, .omits(.health)]

  @Test func `after a panic the first step is to look, and the others undo it`() throws {
    let diagnosis = try panicked(Self.halted)
    #expect(
      diagnosis.summary
        == "Stopped on purpose, by a panic 1m40s ago (eva). Not trading: the engine is not running.")
    let record = NextStep.query(.auditRecord, "a1")
    #expect(diagnosis.nextSteps == [record, "to undo it: \(.operation(.engineStart))"])
    let open = try panicked(Self.halted, user: nil, isFlat: false)
    #expect(
      open.summary
        == "Stopped on purpose, by a panic 1m40s ago, which did not end flat. Not trading: the engine is not running.")
    let live = Told.says(.engineStatus, #"{"running":false,"engine_state":"STOPPED","dry_run":false}"#)
    let words = "look at the exchange itself, for positions and for orders that rest there"
    #expect(
      try panicked([live, .omits(.health), .says(.settings, #"{"bybit_testnet":false}"#)]).nextSteps.first
        == "\(words); what was done: \(record)")
  }

  @Test func `what has another cause is not explained by a panic`() throws {
    let plain = "Not trading: the engine is not running."
    #expect(try panicked([.risk(open: 10)]).summary == "Not trading: all 10 position slots are taken.")
    #expect(try panicked([]).verdict == .trading && panicked([]).nextSteps.isEmpty)
    #expect(try panicked(Self.halted, 6).summary.hasSuffix(plain) && !panicked(Self.halted, 6).nextSteps.isEmpty)
    func latched(_ stop: TimeInterval, start: TimeInterval = 3600, panic: TimeInterval) throws -> Bool {
      let record = #"{"timestamp":"\#(ago(stop))","logger":"x.risk_sentinel","message":"STOP_TRADING"}"#
      let told: [Told] = [.says(.stopLog, #"{"events":[\#(record)]}"#), .state(), .started(start)]
      return try panicked(told, panic).summary.hasPrefix("Stopped on purpose")
    }
    #expect(try latched(100, panic: 100) && latched(96, panic: 100), "a few seconds between two clocks")
    #expect(try !latched(95, panic: 100), "a stop that came after it")
    #expect(try latched(94, start: 96, panic: 98), "an engine that was started before it, by another clock")
    #expect(try !latched(90, start: 93, panic: 98), "an engine that was started since")
  }

  // MARK: catalogues

  @Test func `a code is found in any case, and what it means is told`() {
    #expect(Reason.named("trading_disabled")?.code == .tradingDisabled)
    #expect(Reason.named("REGIME_REJECT")?.code == .regimeReject && Reason.named("x") == nil)
    #expect(Reason.named("Killswitch")?.kind == .stop && Reason.of("killswitch") == nil)
    #expect(Reason.meaning("x") == "a code unknown to hean" && Reason.meaning("HOLD") == "kept open")
    #expect(Reason.of("TP_HIT")?.gate == nil && Reason.of("PHYSICS_BLOCK")?.gate == .filters)
    #expect(Reason.all.count { $0.kind == .decision } == 26 && Reason.all.count { $0.kind == .exit } == 7)
    #expect(SignalGates.place("x") == .limits && SignalGates.place("COUNCIL_VETOED") == .council)
    #expect(SignalGates.place("TRADING_DISABLED") == .latch && SignalGates.place("ACCEPTED") == .limits)
  }

  @Test(
    arguments: [
      ("Mark-Price", "mark price"), ("mark", "mark price"), ("RR", "reward to risk"), ("r:r", "reward to risk"),
      ("HARD_STOP", "hard_stop"), ("killswitch", "kill switch"), ("nothing", nil), ("PF", "profit factor"),
    ] as [(String, String?)])
  func `a term by its name or alias`(word: String, name: String?) { #expect(GlossaryTerm.find(word)?.name == name) }

  @Test func `no name or alias stands for two terms`() {
    let names = GlossaryTerm.all.flatMap { term in
      Set(([term.name] + term.aliases).map { $0.lowercased().filter { $0.isLetter || $0.isNumber } })
    }
    let twice = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys
    #expect(twice.sorted() == [])
  }
}
