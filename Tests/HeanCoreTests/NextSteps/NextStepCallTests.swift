import Foundation
import Testing

@testable import HeanCore

/// Names and options of steps: what programs read stays as it is.
struct NextStepCallTests {
  @Test func `operations have stable names`() {
    #expect(
      OperationName.allCases.map(\.rawValue) == [
        "engine.start", "engine.stop", "engine.restart", "engine.resume", "engine.pause", "engine.kill",
        "engine.lock-profit", "engine.reset-halt", "panic", "positions.close", "positions.close-all", "orders.cancel",
        "orders.cancel-all", "orders.place", "orders.test-roundtrip", "strategies.enable", "strategies.disable",
        "strategies.params", "risk.killswitch.trigger",
        "risk.killswitch.reset", "risk.governor.clear", "risk.quarantine", "risk.limits.set", "config.set", "login",
        "practice.reset", "practice.serve",
      ])
    #expect(
      OperationName.allCases.filter(\.isEngines) == [
        .engineStart, .engineStop, .engineRestart, .engineResume, .enginePause, .engineKill, .engineLockProfit,
        .engineResetHalt,
      ])
  }

  @Test func `queries have stable names`() {
    #expect(
      NextStep.QueryName.allCases.map(\.rawValue) == [
        "status", "why", "trace", "funnel", "health", "settings", "account", "positions", "orders", "strategies",
        "risk",
        "audit", "watch", "wait", "analytics", "portfolio", "trades", "report", "book", "version", "watchlist",
        "market.candles", "market.heatmap", "market.ticker",
        "positions.show", "orders.show", "strategies.show", "strategies.compare",
        "risk.killswitch", "risk.governor", "risk.limits", "config.get", "audit.show", "chart", "profile.show",
        "practice.scenarios", "alert.add", "alert.run", "alert.list", "reasons",
      ])
  }

  /// What a step names can be carried out, and no two operations go by one name.
  @Test func `each name but the console's own is that of one operation`() {
    let operations: [EngineOperation] = [
      .startEngine, .stopEngine, .restartEngine, .resumeEngine, .pauseEngine, .killEngine, .lockProfit,
      .resetHalt, .closePositions(["A"]), .closeAllPositions, .cancelOrders(["a"]), .cancelAllOrders,
      .setStrategies(["a"], enabled: true), .setStrategies(["a"], enabled: false), .triggerKillSwitch,
      .resetKillSwitch(isForced: false), .clearGovernor(symbol: nil, isForced: false), .quarantine("A", reason: "x"),
      .setLimits([]), .configure([], isForced: false), .setParameters("a", [:]),
      .place(OrderTicket(symbol: "A", side: .buy, size: .quantity(1))),
      .roundTrip("A", .buy, size: 1, percents: RoundTripLevels(takeProfit: 1, stopLoss: 1, holdSeconds: 1)),
    ]
    let own: [OperationName] = [.login, .resetPractice, .servePractice]
    // A panic is a sequence of its own.
    let made = operations.map(\.name) + [.panic]
    #expect(Set(made).count == made.count)
    #expect(Set(made) == Set(OperationName.allCases).subtracting(own))
  }

  private func text(_ step: NextStep) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(step), as: UTF8.self)
  }

  @Test(
    arguments: [
      (.symbol("A"), #"{"symbol":"A"}"#), (.status("open"), #"{"status":"open"}"#),
      (.watch, #""watch""#),
      (.force, #""force""#), (.reason("x"), #"{"reason":"x"}"#),
      (.condition("c"), #"{"condition":"c"}"#),
      (.timeout("1m"), #"{"timeout":"1m"}"#), (.duration("2s"), #"{"duration":"2s"}"#),
      (.deadline("3h"), #"{"deadline":"3h"}"#), (.preview, #""preview""#), (.approved, #""approved""#),
      (.keyFile("f"), #"{"key_file":"f"}"#), (.size, #""size""#), (.notional, #""notional""#),
    ] as [(NextStep.Option, String)])
  func `each option is written in its own form, and read from it`(option: NextStep.Option, json: String) throws {
    let step = NextStep(.option(option))
    #expect(try text(step) == #"[{"option":\#(json)}]"#)
    #expect(try JSONDecoder().decode(NextStep.self, from: Data(text(step).utf8)) == step)
    #expect(step.beginsWithAdvice && step.operation == nil && !step.isEmpty)
  }

  @Test(
    arguments: [
      ("", "[]"), ("wait", #""wait""#), (.query(.status), #"[{"query":{"name":"status","operands":[],"options":[]}}]"#),
      (
        .operation(.setConfiguration, "a=1", "b=2", options: .force, .reason("r")),
        #"[{"operation":{"name":"config.set","operands":["a=1","b=2"],"options":["force",{"reason":"r"}]}}]"#
      ),
      (
        "first \(.operation(.panic)), then \(7) s",
        #"["first ",{"operation":{"name":"panic","operands":[],"options":[]}},", then 7 s"]"#
      ),
    ] as [(NextStep, String)])
  func `a step is words, or its parts in order`(step: NextStep, json: String) throws {
    #expect(try text(step) == json)
    #expect(try JSONDecoder().decode(NextStep.self, from: Data(json.utf8)) == step)
  }

  @Test(arguments: [
    "{}", "7", "null", #"[{}]"#, #"[{"operation":{"name":"nobody","operands":[],"options":[]}}]"#,
    #"[{"option":{"novel":{}}}]"#,
    #"[{"query":{"operands":[]}}]"#,
  ])
  func `what is no step is not read as one`(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(NextStep.self, from: Data(json.utf8)) }
  }

  @Test func `a call knows its symbol, the first of several`() {
    let call = NextStep.Query(.orders, ["x"], [.watch, .symbol("A"), .symbol("B")])
    #expect(call.symbol == "A" && NextStep.Query(.orders).symbol == nil && call.operands == ["x"])
    #expect(NextStep.operation(.enableStrategies, each: ["a", "b"]).operation?.operands == ["a", "b"])
  }

  @Test func `words that meet become one part, and calls stay apart`() throws {
    var step = NextStep(advice: "a")
    step.append(.advice(""))
    step.append(.advice("b"))
    step.append(.query(.init(.why)))
    step.append(.query(.init(.why)))
    step.append(.advice("c"))
    #expect(step.parts == [.advice("ab"), .query(.init(.why)), .query(.init(.why)), .advice("c")])
    #expect(try JSONDecoder().decode(NextStep.self, from: Data(#"["a","b"]"#.utf8)) == "ab")
    #expect(NextStep().beginsWithAdvice && NextStep().isEmpty && ("x" + NextStep()) == "x")
  }
}
