import Foundation
import HeanCore
import HeanNetworking

func printPositions(of engine: URL) async throws {
  let client = EngineClient(transport: HTTPTransport(configuration: TransportConfiguration(baseURL: engine)))
  let answer = try await client.answer(to: PositionsQuery())
  if let doubt = answer.doubt { print("not known: \(doubt.message)") }
  for position in answer.positions {
    let size = position.size.map { "\($0)" } ?? "?"
    let pnl = position.unrealizedPnL.map { "\($0)" } ?? "?"
    print(position.symbol, position.sideText, size, pnl)
  }
}
