import Foundation
import HeanCore
import HeanNetworking

/// Prints the unrealized PnL of open positions as events move it, until so many batches of events have come.
func followPositions(of engine: URL, batches limit: Int) async throws {
  let transport = HTTPTransport(configuration: TransportConfiguration(baseURL: engine))
  let client = EngineClient(transport: transport)
  let topics: [Topic] = [.marketData, .positions, .orders]
  let stream = EventStream(EventStreamConfiguration(baseURL: engine, topics: topics), rest: transport)
  let store = EngineStore()
  let askedAt = Date()
  let snapshot = await client.look().snapshot(of: PositionsQuery().parts, now: { Date() })
  await store.take { $0.take(snapshot, askedAt: askedAt) }
  let following = Task { await stream.run() }
  defer { following.cancel() }
  var seen = 0
  while seen < limit, let records = try await stream.next() {
    await store.fold(records)
    let moved = snapshot.moved(by: await store.picture, at: Date())
    let answer = try PositionsQuery().answer(moved, now: Date())
    if let doubt = answer.doubt { print("not known: \(doubt.message)") }
    let rows = answer.positions.map { position in
      "\(position.symbol) \(position.unrealizedPnL.map { "\($0)" } ?? "?")"
    }
    print(rows.joined(separator: ", "))
    seen += 1
  }
  await stream.stop()
}
