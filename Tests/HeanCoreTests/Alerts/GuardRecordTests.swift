import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a guard says by itself, and how often it may act.
struct GuardRecordTests {
  private static let clock = { @Sendable (date: Date) in EngineTime.clock(date) }

  private func stop(_ kind: DeliberateStop.Kind, at second: Double?, user: String? = nil) -> DeliberateStop {
    var stop = DeliberateStop(kind)
    stop.at = second.map { Seen.now + $0 }
    (stop.user, stop.record) = (user, user.map { _ in "id" })
    return stop
  }

  @Test func `a stop is spoken of when it has held for a while, and again after as long`() {
    var record = GuardRecord(at: Seen.now)
    let stops = [stop(.pause, at: -60, user: "alice")]
    var told: [Double] = []
    for second in stride(from: 0.0, through: 7300, by: 10) {
      if !record.due(stops, every: 3600, at: Seen.now + second).isEmpty { told.append(second) }
    }
    #expect(told == [3540, 7140])
    #expect(record.due([], every: 3600, at: Seen.now + 7400).isEmpty)
    #expect(record.due([stop(.pause, at: 7000)], every: 3600, at: Seen.now + 7500).isEmpty, "another stop")
    let text = stops[0].reminder(now: Seen.now + 3540, clock: Self.clock)
    #expect(text == "the pause of \(EngineTime.clock(Seen.now - 60)) holds for 1h00m (alice)")
    #expect(stop(.latch, at: nil).reminder(now: Seen.now, clock: Self.clock).hasSuffix(" holds, not made from here"))
  }

  @Test func `all is well once a day, also over a restart, and not at once`() throws {
    let clear = try #require(AllClear("08:00"))
    #expect(AllClear("8:00") == nil && AllClear("24:00") == nil && AllClear("never") == nil)
    let midnight = Date(timeIntervalSince1970: 1_795_219_200)
    var record = GuardRecord(at: midnight + 3600)
    var told: [Double] = []
    for minute in stride(from: 60.0, to: 3 * 1440, by: 1) {
      // Nobody watches from 07:00 to 10:00 of the second day.
      if (1860..<2040).contains(minute) { continue }
      let now = midnight + minute * 60
      if clear.isDue(record, at: now, in: .utc) {
        told.append(minute)
        record.clearedAt = now
      }
    }
    #expect(told == [480, 2040, 3360])
    #expect(!clear.isDue(GuardRecord(at: midnight + 8 * 3600 - 30), at: midnight + 8 * 3600, in: .utc))
  }

  @Test func `it says what fires, what is not known, and how long somebody watched`() throws {
    let snapshot = try EngineSnapshot.staged([])
    let diagnosis = Diagnosis(snapshot, now: Seen.now)
    let outcome = AlertLook.Outcome(
      findings: [:], snapshot: snapshot,
      judgement: Judgement(snapshot, diagnosis, past: PastAttempts(), now: Seen.now))
    var book = AlertBook()
    #expect(book.tellAllClear(outcome, rules: [], at: Seen.now, clock: Self.clock) == nil, "nobody guards")
    book.resume(every: 5, at: Seen.now)
    book.duty = GuardRecord(at: Seen.now)
    func look(_ holds: Bool?, _ second: Double) {
      _ = book.take(
        ["risk": AlertFinding(holds: holds, text: "seen")], of: AlertRule.standing, at: Seen.now + second)
    }
    for second in stride(from: 0.0, through: 600, by: 5) { look(false, second) }
    let calm = book.tellAllClear(outcome, rules: AlertRule.standing, at: Seen.now + 600, clock: Self.clock)
    #expect(
      calm?.text.hasPrefix("all clear: watched 10m00s of the last 10m00s; nothing fired; ") == true,
      "\(calm?.text ?? "")")
    #expect(calm?.tier == .info && calm?.kind == .notice && calm?.headline == calm?.text)
    look(true, 605)
    // A gap in which nobody watched.
    look(true, 1205)
    let bad = book.tellAllClear(outcome, rules: AlertRule.standing, at: Seen.now + 1210, clock: Self.clock)
    #expect(bad?.text.hasPrefix("NOT all clear, risk since ") == true && bad?.tier == .important)
    #expect(
      bad?.text.contains("watched 5.0s of the last 10m") == true && bad?.text.contains("1 alert fired") == true,
      "\(bad?.text ?? "")")
    #expect(book.post(to: ["desk"], at: Seen.now + 1300)?.changes.count { $0.rule == "all-clear" } == 2)
  }

  @Test func `a panic is sent once for an alert, and so often a day`() {
    var ledger = PanicLedger()
    let now = Seen.now
    #expect(ledger.ruling(on: "a", most: 1, at: now) == .free)
    ledger.begin("a", at: now)
    #expect(ledger.ruling(on: "a", most: 2, at: now) == .done(ledger.entries[0]))
    #expect(ledger.ruling(on: "b", most: 1, at: now + 86_399) == .spent(1))
    #expect(
      ledger.ruling(on: "b", most: 2, at: now) == .free && ledger.ruling(on: "b", most: 1, at: now + 86_400) == .free)
    #expect(ledger.ruling(on: "b", most: 1, at: now - 90_000) == .spent(1), "a clock that was put back frees none")
    ledger.end("a", "flat")
    #expect(ledger.entries.map(\.ending) == ["flat"])
    ledger.begin("b", at: now)
    ledger.withdraw("b")
    #expect(ledger.entries.map(\.incident) == ["a"])
  }

  /// What acts by itself acts on what was seen without a break.
  @Test func `a guard's condition has to hold anew after a gap, and after a look that told nothing`() throws {
    var rule = AlertRule(AlertRule.guardName, .condition(try Condition("equity<9 for 30s")), tier: .critical)
    rule.isUnbroken = true
    var book = AlertBook()
    book.resume(every: 5, at: Seen.now)
    func look(_ holds: Bool?, _ second: Double) -> Bool {
      let now = Seen.now + second
      _ = book.take([rule.name: AlertFinding(holds: holds, text: "seen")], of: [rule], at: now)
      let progress = book.progress[rule.name]
      return progress?.isFiring == true && progress?.hasHeld(rule, at: now) == true
    }
    func looks(_ holds: Bool?, _ seconds: StrideThrough<Double>) -> [Bool] { seconds.map { look(holds, $0) } }
    #expect(looks(true, stride(from: 0, through: 25, by: 5)).allSatisfy { !$0 } && look(true, 30))
    #expect(!look(nil, 35) && !look(true, 40) && !look(true, 65) && look(true, 70))
    #expect(!look(false, 75) && !look(true, 80), "it fires on, and holds no longer")
    let incident = book.progress[rule.name]?.incident
    // Another one watches meanwhile, and then nobody.
    _ = book.take([:], of: AlertRule.standing, at: Seen.now + 85)
    #expect(book.progress[rule.name]?.incident == incident)
    book.resume(every: nil, at: Seen.now + 7200)
    #expect(!look(true, 7200) && look(true, 7230) && book.progress[rule.name]?.incident == incident)
  }

  @Test func `what was left out stays left out, and what was told of an alert is told once`() {
    var ledger = PanicLedger()
    ledger.begin("a", at: Seen.now)
    ledger.leaveOut("b", at: Seen.now)
    #expect(ledger.ruling(on: "b", most: 1, at: Seen.now + 90_000) == .done(ledger.entries[1]))
    #expect(!ledger.entries[1].isSent && ledger.ruling(on: "c", most: 2, at: Seen.now) == .free)
    var book = AlertBook()
    book.duty = GuardRecord(at: Seen.now)
    let notice = AlertNotice(.panic, "x", tier: .critical)
    #expect(book.tell(.spent, of: "b", notice, at: Seen.now) != nil)
    #expect(book.tell(.spent, of: "b", notice, at: Seen.now) == nil)
    #expect(book.tell(.ledger, of: "b", notice, at: Seen.now) != nil, "another reason")
    #expect(book.tell(.spent, of: "c", notice, at: Seen.now) != nil)
  }
}
