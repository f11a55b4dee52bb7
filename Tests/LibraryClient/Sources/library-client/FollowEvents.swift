import Foundation
import HeanCore
import HeanNetworking

/// Prints the unrealized PnL of open positions as events move it, until `pictures` of them were seen.
func followPositions(of engine: URL, pictures limit: Int) async throws {
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
    print(answer.positions.map { "\($0.symbol) \($0.unrealizedPnL ?? 0)" }.joined(separator: ", "))
    seen += 1
  }
  await stream.stop()
}
