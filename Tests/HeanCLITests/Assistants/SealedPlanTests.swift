import HeanCore
import Testing

@testable import HeanConsole

/// A sealed plan is taken once, unchanged, in time, for the call that it was made for.
struct SealedPlanTests {
  private static let arguments: [String: JSONValue] = ["symbol": "btc", "reason": "r"]
  private static let now = Console.now

  private static func plan(_ nonce: String = "n", after seconds: TimeInterval = 60) -> SealedPlan {
    SealedPlan(
      nonce: nonce, tool: "positions_close", arguments: SealedPlan.digest(arguments), target: "T", token: "t-1-2",
      question: PlanQuestion(text: "Type yes to send: "), expires: Int64((now + seconds).timeIntervalSince1970))
  }

  private static func take(
    _ text: String, by seal: inout PlanSeal, tool: String = "positions_close",
    arguments: [String: JSONValue] = arguments, target: String = "T", at now: Date = now
  ) -> SealProblem? {
    do throws(SealProblem) {
      _ = try seal.take(text, tool: tool, arguments: arguments, target: target, at: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what was given out is taken as it was`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    let plan = Self.plan()
    let taken = try seal.take(
      try seal.seal(plan), tool: "positions_close", arguments: Self.arguments, target: "T", at: Self.now)
    #expect(taken == plan)
  }

  @Test func `a hundred that were changed are refused`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    let text = Array(try seal.seal(Self.plan()).utf8)
    var dice = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      var changed = text
      let place = Int.random(in: 0..<changed.count, using: &dice)
      changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(Self.take(String(decoding: changed, as: UTF8.self), by: &seal) == .foreign)
    }
    for text in ["", ".", "a.b", "a.b.c", String(repeating: "x", count: 10_000)] {
      #expect(Self.take(text, by: &seal) == .foreign)
    }
    #expect(Self.take(String(decoding: text, as: UTF8.self), by: &seal) == nil)
  }

  @Test func `a hundred are taken once`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    let texts = try (0..<100).map { try seal.seal(Self.plan("n\($0)")) }
    for text in texts { #expect(Self.take(text, by: &seal) == nil) }
    for text in texts { #expect(Self.take(text, by: &seal) == .used) }
  }

  @Test func `a hundred that are too old, or of a clock that was put back, are refused`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    for age in 1...100 {
      let text = try seal.seal(Self.plan("n\(age)"))
      #expect(Self.take(text, by: &seal, at: Self.now + 60 + Double(age)) == .expired)
      #expect(Self.take(text, by: &seal, at: Self.now - SealedPlan.lifetime - Double(age)) == .expired)
    }
  }

  @Test func `a hundred of another server are refused`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    for number in 0..<100 {
      let text = try PlanSeal(key: PlanSeal.randomKey()).seal(Self.plan("n\(number)"))
      #expect(Self.take(text, by: &seal) == .foreign)
    }
  }

  @Test func `a plan is for one tool, its arguments and its engine`() throws {
    var seal = PlanSeal(key: PlanSeal.randomKey())
    let text = try seal.seal(Self.plan())
    #expect(Self.take(text, by: &seal, tool: "panic") == .otherArguments)
    #expect(Self.take(text, by: &seal, arguments: ["symbol": "eth", "reason": "r"]) == .otherArguments)
    #expect(Self.take(text, by: &seal, target: "U") == .otherTarget)
    // None of these used it up.
    #expect(Self.take(text, by: &seal) == nil)
  }
}

/// What limits a client.
struct AssistantLimitTests {
  @Test func `a ledger counts by day, and fails closed`() throws {
    let folder = Console.freshHome()
    let ledger = VerbLedger(folder: folder, most: 2)
    try ledger.count(at: Console.now)
    try ledger.count(at: Console.now)
    #expect(throws: Failure.self) { try ledger.count(at: Console.now) }
    // Another server of the same user counts on.
    #expect(throws: Failure.self) { try VerbLedger(folder: folder, most: 2).count(at: Console.now) }
    try ledger.count(at: Console.now + 86_400)
    #expect(throws: Failure.self) { try ledger.count(at: Console.now) }
  }

  @Test(arguments: ["", "{", "[]", #"{"day":1}"#])
  func `a damaged ledger lets nothing through`(text: String) throws {
    let folder = Console.freshHome()
    try text.write(toFile: folder + "/verbs.json", atomically: true, encoding: .utf8)
    #expect(throws: Failure.self) { try VerbLedger(folder: folder, most: 9).count(at: Console.now) }
  }

  @Test func `who calls again and again has to wait, and then may again`() {
    var pace = CallPace()
    for _ in 0..<CallPace.burst { #expect(pace.take(at: .zero) == nil) }
    #expect(pace.take(at: .zero) == CallPace.pause)
    #expect(pace.take(at: CallPace.pause) == nil)
    #expect(pace.take(at: CallPace.pause) != nil)
  }

  @Test func `of two answers to a plan that waits the first counts, and none to one that is gone`() throws {
    let plans = PendingPlans(folder: Console.freshHome() + "/assistants")
    let now = Console.now
    func waits(_ id: String) throws {
      try plans.add(
        PendingPlan(
          id: id, tool: "panic", client: "c", engine: "e", text: "", question: PlanQuestion(text: "Type yes to send: "),
          expires: now + 60), at: now)
    }
    try waits("abc123")
    try waits("def456")
    #expect(try plans.answer("abc123", "yes"))
    #expect(try !plans.answer("abc123", "main"))
    #expect(try plans.plan("abc123", at: now)?.answer == "yes")
    try plans.remove("def456")
    #expect(try !plans.answer("def456", "yes"))
  }
}
