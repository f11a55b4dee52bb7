import Foundation
import HeanTestSupport

@testable import HeanCore

/// A moment of an engine, made of bodies by path without a socket.
struct Seen {
  static let now = Recording.moment
  private var transport = TableTransport(answers: [:])

  init(_ bodies: [String: String] = [:]) {
    for (path, body) in bodies { transport = transport.with("/api/v1" + path, body) }
  }

  /// The recorded engine of one folder, with other bodies for some paths.
  init(recorded folder: String, _ changes: [String: String] = [:], without missing: [String] = []) throws {
    transport = try .recorded(folder)
    for (path, body) in changes { transport = transport.with(path, body) }
    for path in missing { transport = transport.without(path) }
  }

  func snapshot(of parts: Set<SnapshotPart>, after earlier: EngineSnapshot? = nil, isWhole: Bool = false) async
    -> EngineSnapshot
  {
    await EngineReader(transport: transport).snapshot(
      of: parts, after: earlier, isWhole: isWhole, now: { Self.now })
  }

  func answer<Question: Query>(_ question: Question) async throws(EngineError) -> Question.Answer {
    try question.answer(await snapshot(of: question.parts), now: Self.now)
  }

  static let running =
    #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":true,"equity":10000,"initial_capital":10000}"#
  static let stopped = #"{"status":"stopped","running":false,"engine_state":"STOPPED"}"#
  static let live = #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":false,"equity":10000}"#
  static let position =
    #"{"positions":[{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":0.5,"entry_price":100,"current_price":90,"unrealized_pnl":-5,"stop_loss":95}]}"#
}
