import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanPractice

/// The practice engine's answers to calls that change it, against those recorded from a real one.
struct VerbShapeTests {
  private static let names = [
    "200_close_by_symbol_not_found", "200_close_position_not_found", "200_risk_limits_empty_update",
    "200_risk_limits_update", "200_strategy_enable_unknown", "400_cancel_no_order_id", "400_close_by_symbol_missing",
    "400_order_no_price_symbol_wrapped_in_500", "404_cancel_unknown_order", "404_strategy_params_existing_strategy",
    "422_close_position_missing", "422_engine_start_array", "422_engine_start_bad_json", "422_engine_start_no_body",
    "422_engine_start_phrase_int", "422_order_bad_side", "422_order_bad_symbol", "422_order_negative_size",
    "422_risk_limits_zero", "422_strategy_enable_garbage", "422_strategy_enable_missing_flag",
    "422_strategy_params_missing", "config_update_blocked_key", "config_update_empty", "engine_pause", "engine_resume",
  ]

  @Test(arguments: names)
  func `status, keys and words are the engine's`(name: String) throws {
    let recording = try Recording.load("errors/\(name)")
    var engine = PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start)
    let body = recording.request.body.map { Data($0.utf8) } ?? Data()
    let parts = URLComponents(string: recording.request.target)
    let answer = engine.respond(
      to: PracticeRequest(method: recording.request.method, path: parts?.path ?? "", body: body),
      now: WorldTests.start)
    #expect(answer.status == recording.response.status)
    let ours = try JSONDecoder().decode(JSONValue.self, from: answer.body)
    let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(recording.response.body.utf8))
    #expect(Self.shape(ours) == Self.shape(theirs), "\(ours)")
    #expect(ours["status"] == theirs["status"])
    if case .string(let words)? = theirs["detail"], !words.contains("Available") {
      #expect(ours["detail"] == .string(words))
    }
    if case .array(let problems)? = theirs["detail"], let problem = problems.first,
      case .array(let mine)? = ours["detail"]
    {
      // A syntax error's place is counted by their parser.
      if problem["type"] != "json_invalid" { #expect(mine.first?["loc"] == problem["loc"]) }
      #expect(mine.first?["msg"] == problem["msg"] && mine.first?["type"] == problem["type"])
    }
  }

  /// Names only; a validation problem may or may not carry its context.
  private static func shape(_ value: JSONValue) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.keys.sorted()
  }

  @Test func `calls are limited by the minute as the engine limits them`() {
    var engine = PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start)
    func call(_ path: String, _ body: String, _ offset: Double = 0) -> PracticeResponse {
      engine.respond(
        to: PracticeRequest(method: "POST", path: path, body: Data(body.utf8)), now: WorldTests.start + offset)
    }
    // A body that fails validation is not counted.
    #expect(call("/api/v1/orders/cancel-all", "[]").status == 422)
    for _ in 0..<5 { #expect(call("/api/v1/orders/cancel-all", "{}").status == 200) }
    let limited = call("/api/v1/orders/cancel-all", "{}")
    #expect(limited.status == 429)
    #expect(String(decoding: limited.body, as: UTF8.self) == #"{"error":"Rate limit exceeded: 5 per 1 minute"}"#)
    #expect(call("/api/v1/orders/cancel-all", "{}", 60).status == 200, "a new minute")
    #expect(call("/api/v1/orders/cancel", #"{"order_id":"x"}"#).status == 404, "each route counts for itself")
  }

  @Test func `mainnet rules want the phrase, the confirmation, and dry run for tests`() {
    var engine = PracticeEngine(
      configuration: PracticeConfiguration(quirks: [.mainnetRules]), now: WorldTests.start)
    func status(_ path: String, _ body: String = "{}", query: [String: String] = [:]) -> Int {
      engine.respond(
        to: PracticeRequest(method: "POST", path: path, query: query, body: Data(body.utf8)), now: WorldTests.start
      ).status
    }
    let phrase = #"{"confirm_phrase":"I_UNDERSTAND_LIVE_TRADING"}"#
    #expect(status("/api/v1/orders/cancel-all") == 403 && status("/api/v1/orders/cancel-all", phrase) == 200)
    #expect(status("/api/v1/engine/start") == 403 && status("/api/v1/engine/start", phrase) == 200)
    #expect(status("/api/v1/risk/killswitch/reset") == 403)
    #expect(status("/api/v1/risk/killswitch/reset", query: ["confirm": "true"]) == 200)
    #expect(status("/api/v1/risk/killswitch/reset", query: ["confirm": "perhaps"]) == 422)
    #expect(
      status("/api/v1/risk/governor/clear") == 403 && status("/api/v1/risk/governor/clear", #"{"confirm":true}"#) == 200
    )
    #expect(status("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":1}"#) == 403)
    #expect(status("/api/v1/risk/limits", #"{"max_open_positions":3}"#) == 403)
    #expect(status("/api/v1/engine/kill") == 200, "the destructive ones ask for nothing")
  }
}
