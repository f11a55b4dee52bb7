import Foundation
import HeanCore
import HeanNetworking

/// Prints the unrealized PnL of open positions, again whenever events have changed something, until so many pictures
/// have come.
func followPositions(of engine: URL, pictures limit: Int) async throws {
  let transport = HTTPTransport(configuration: TransportConfiguration(baseURL: engine))
  let client = EngineClient(transport: transport)
  let topics: [Topic] = [.marketData, .positions, .orders, .systemStatus]
  let watched = WatchedEngine()
  let following = Task {
    await watched.follow {
      EventStream(EventStreamConfiguration(baseURL: engine, topics: topics), rest: transport)
    }
  }
  defer { following.cancel() }
  var seen = 0
  for try await snapshot in watched.snapshots(of: PositionsQuery().parts, by: client) {
    let answer = try PositionsQuery().answer(snapshot, now: Date())
    if let doubt = answer.doubt { print("not known: \(doubt.message)") }
    let rows = answer.positions.map { position in
      "\(position.symbol) \(position.unrealizedPnL.map { "\($0)" } ?? "?")"
    }
    print(rows.joined(separator: ", "))
    seen += 1
    if seen == limit { return }
  }
}
