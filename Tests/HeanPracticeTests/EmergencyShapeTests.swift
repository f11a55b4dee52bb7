import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanPractice

/// The practice engine's answers have the fields and the types of those that were recorded around emergencies.
struct EmergencyShapeTests {
  /// How the engine of a recording stood.
  enum State: CaseIterable { case before, emergency, stopped }

  private static func folders() throws -> [String] {
    let root = Fixtures.recordings.appending(path: "emergency")
    return try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.contains(".") }.sorted()
  }

  /// Engines with something of everything in them, in each state, in a dry run and live.
  private static func asked(_ state: State, isLive: Bool) throws -> Asked {
    var asked = Asked(isLive ? [.retryAfterStop, .mainnetRules, .closeFlat] : [.retryAfterStop, .walletEquity])
    if state == .emergency {
      try asked.post("/api/v1/emergency/killswitch")
      asked.wait(3.5)
      if isLive { try asked.post("/api/v1/orders/close-all-positions") }
      asked.wait(1)
    }
    if state == .stopped { try asked.post("/api/v1/engine/stop", #"{"confirm_phrase":"I_UNDERSTAND_LIVE_TRADING"}"#) }
    return asked
  }

  /// Empty in these engines: what the governor says of a level, orders and decisions without a plan or a size, and the
  /// heartbeat, which nobody listens to.
  private static let emptyHere: Set<String> = [
    ".blocked_at", ".metric", ".threshold", ".value", ".orders[].expected_pnl", ".last_heartbeat",
    ".recent_decisions[].computed_qty", ".recent_fills[].expected_pnl",
  ]

  private static func state(of name: String, _ status: Int) -> State {
    let stopped = ["_stop_after", "_kill_after", "_stopped_", "_killed_"].contains { name.contains($0) }
    return stopped ? .stopped : status == 503 ? .emergency : .before
  }

  @Test(arguments: [false, true])
  func `every read has the fields and types that were recorded`(isLive: Bool) throws {
    var engines: [State: Asked] = [:]
    for state in State.allCases { engines[state] = try Self.asked(state, isLive: isLive) }
    var compared: [String: Int] = [:]
    for folder in try Self.folders() where folder.contains("live") == isLive {
      for (name, recording) in try Recording.all(in: "emergency/\(folder)").sorted(by: { $0.key < $1.key }) {
        guard recording.request.method == "GET" else { continue }
        let target = try #require(URLComponents(string: recording.request.target))
        let real = try JSONDecoder().decode(JSONValue.self, from: Data(recording.response.body.utf8))
        let query = Dictionary((target.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let recorded = Self.state(of: "\(folder)/\(name)", recording.response.status)
        // What holds for an engine that runs holds after an emergency, too.
        for state in recorded == .before ? [.before, .emergency] : [recorded] {
          var asked = try #require(engines[state])
          let request = PracticeRequest(method: "GET", path: target.path, query: query)
          let response = asked.engine.respond(to: request, now: asked.now)
          #expect(response.status == recording.response.status || (target.path == "/health" && state == .emergency))
          let ours = try JSONDecoder().decode(JSONValue.self, from: response.body)
          #expect(Shape.differences(real, ours) == [], "\(folder)/\(name) \(state)")
          let missing = Set(Shape.nulls(real, ours)).subtracting(Self.emptyHere)
          #expect(missing == [], "\(folder)/\(name) \(state)")
          // `Shape` takes lists of events for data.
          if target.path.hasSuffix("/logs/events") {
            let rows = (real["events"]?.items.first, ours["events"]?.items ?? [])
            for row in rows.1 { #expect(rows.0.map { Shape.differences($0, row) } ?? [] == []) }
          }
          compared[target.path, default: 0] += 1
        }
      }
    }
    #expect(compared.count >= 11, "\(compared)")
    var asked = try #require(engines[.emergency])
    #expect(try !asked.rows("/api/v1/logs/events", "events").isEmpty)
    #expect(try !asked.rows("/api/v1/trading/state", "open_positions").isEmpty)
  }
}
