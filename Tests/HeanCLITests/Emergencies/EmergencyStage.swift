import Foundation
import HeanCore
import HeanTestSupport
import Synchronization

@testable import HeanConsole

/// A recorded emergency behind a socket: at each moment the answers of that moment, and one console that looks at it
/// from the same home, so that it remembers what it saw before.
///
/// What no emergency tells of, as the list of strategies, is answered as by a healthy engine; what was not recorded
/// otherwise is not answered.
final class EmergencyStage: Sendable {
  let folder: String
  private let recordings: [String: Recording]
  private let table = Mutex<[String: LoopbackServer.Answer]>([:])
  private let listener = Mutex<LoopbackServer?>(nil)
  private let home = Console.freshHome()
  private let clock = Mutex(Date.distantPast)
  private let calls = Mutex<[String: @Sendable () -> Void]>([:])

  /// Answers that are the same before and after every emergency.
  private static let calm = [
    "/strategies", "/risk/decision-memory/blocks", "/analytics/blocks", "/council/trade/status",
    "/council/trade/verdicts", "/archon/pipeline", "/telemetry/signal-rejections",
  ]

  init(_ folder: String) throws {
    self.folder = folder
    recordings = try Recording.all(in: "emergency/\(folder)")
    let server = try LoopbackServer(answering: { [weak self] request in self?.answer(request) })
    listener.withLock { $0 = server }
  }

  private func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    if request.method != "GET" { calls.withLock { $0[request.target] }?() }
    return table.withLock { $0[request.target] } ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
  }

  /// What happens when this call is sent; it is answered as it was recorded.
  func whenCalled(_ path: String, _ body: @escaping @Sendable () -> Void) { calls.withLock { $0[path] = body } }

  var url: String { listener.withLock { $0?.url ?? "" } }
  func stop() { listener.withLock { $0?.stop() } }

  /// Goes to the moment of these files, by their numbers.
  /// - Parameters:
  ///   - numbers: the files whose answers hold now; of two for one target the later one counts.
  ///   - later: seconds after the last of them.
  ///   - start: when the engine object was started, where its history of equity was not recorded.
  ///   - stop: a record of the log about a stop of all new orders: its time and its reason.
  ///   - changes: answers that were not recorded then, by target.
  func go(
    to numbers: ClosedRange<Int>, later: TimeInterval = 0.2, started start: String? = nil,
    stop: (at: String, reason: String)? = nil, _ changes: [String: String] = [:]
  ) throws {
    let chosen = recordings.filter { name, _ in numbers.contains(Int(name.prefix(2)) ?? -1) }.sorted { $0.key < $1.key }
    var answers = Dictionary(try Self.healthy(), uniquingKeysWith: { first, _ in first })
    let isLive = folder.contains("live")
    answers["/settings"] = try Recording.load(isLive ? "emergency/dry-with-keys/07_a_settings" : "running/get_settings")
      .answer
    let records = stop.map { stop in
      #"{"timestamp":"\#(stop.at)","source":"backend","level":"WARNING","logger":"hean.risk.risk_sentinel","#
        + #""message":"[RiskSentinel] STOP_TRADING received. Reason: \#(stop.reason)"}"#
    }
    answers[Self.stopLog] = .init(body: #"{"count":\#(stop == nil ? 0 : 1),"events":[\#(records ?? "")]}"#)
    for target in [Self.refusals, "/api/v1/blackbox/events?limit=500&event_type=POSITION_CLOSED"] {
      answers[target] = .init(body: #"{"count":0,"events":[],"last_seq":1}"#)
    }
    for limit in [100, 500] {
      answers["/api/v1/trading/history?limit=\(limit)"] = .init(body: #"{"history":[],"count":0}"#)
    }
    if let start {
      answers["/api/v1/trading/equity-history?limit=500"] = .init(
        body: #"{"snapshots":[{"timestamp":"\#(start)","equity":10000}],"count":1}"#)
    }
    for (_, recording) in recordings where recording.request.method != "GET" {
      answers[recording.request.target] = recording.answer
    }
    for (_, recording) in chosen where recording.request.method == "GET" {
      answers[recording.request.target] = recording.answer
    }
    for (target, body) in changes { answers[target] = .init(body: body) }
    let moments = chosen.compactMap { $0.value.at.flatMap { EngineTime.parse($0) } }
    let now = (moments.max() ?? .distantPast).addingTimeInterval(later)
    // The engine's clock goes on where its answer of an earlier moment is told again.
    if let health = answers["/health"] {
      let time = #""timestamp":"\#(EngineTime.format(now))""#
      answers["/health"] = .init(
        status: health.status, body: health.body.replacing(/"timestamp":\s*"[^"]*"/, with: time))
    }
    let told = answers
    table.withLock { $0 = told }
    clock.withLock { $0 = now }
  }

  static let state = "/api/v1/trading/state"
  static let positions = "/api/v1/orders/positions"
  static let why = "/api/v1/trading/why"
  static let emptyState =
    #"{"status":"ok","open_positions":[],"open_orders":[],"recent_fills":[],"recent_decisions":[]}"#

  /// `/trading/state` of a flat engine that accepted one signal.
  static func state(accepting moment: String) -> String {
    let decision =
      #"{"type":"ORDER_DECISION","decision":"CREATE","reason_code":"ACCEPTED","symbol":"SOLUSDT","timestamp":"\#(moment)"}"#
    return emptyState.replacing(#""recent_decisions":[]"#, with: #""recent_decisions":[\#(decision)]"#)
  }

  /// Tickers with the time of their last price.
  static func tickers(_ symbols: [String] = Symbols.defaults, at moment: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: symbols.map { symbol in
        (
          "/api/v1/market/ticker?symbol=\(symbol)",
          #"{"symbol":"\#(symbol)","price":100,"bid":null,"ask":null,"volume":0.0,"timestamp":"\#(moment)"}"#
        )
      })
  }

  static let stopLog = "/api/v1/logs/events?contains=STOP_TRADING&limit=1000"
  static let refusals = "/api/v1/logs/events?contains=failed%20to%20close&limit=20"

  private static func healthy() throws -> [(String, LoopbackServer.Answer)] {
    try Recording.all(in: "running").values.filter { recording in
      calm.contains { recording.request.target.contains($0) }
    }.map { ($0.request.target, $0.answer) }
  }

  /// Runs the console at this moment.
  func run(_ arguments: String..., columns: Int? = 80) async -> Consequences {
    var console = Console(columns: columns, home: home)
    console.clock = clock.withLock { $0 }
    return await console.run(arguments + ["--url", url])
  }

  /// Whether it was only read.
  var isUntouched: Bool { listener.withLock { $0?.commands.isEmpty ?? true } }

  /// The time of the moment.
  var now: Date { clock.withLock { $0 } }

  /// The whole of what it said, without the address.
  func transcript(_ consequences: Consequences) -> String {
    guard let server = listener.withLock({ $0 }) else { return "" }
    return consequences.transcript(server)
  }
}
