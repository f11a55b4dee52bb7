import Foundation
import HeanCore
import HeanNetworking

@main
struct Main {
  static func main() async {
    guard CommandLine.arguments.count == 2, let engine = URL(string: CommandLine.arguments[1]) else {
      print("usage: library-client URL")
      exit(64)
    }
    do {
      try await run(engine)
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func run(_ engine: URL) async throws {
    try await printPositions(of: engine)
    try await followPositions(of: engine, pictures: 5)
    let client = EngineClient(transport: HTTPTransport(configuration: TransportConfiguration(baseURL: engine)))
    let open = try await client.answer(to: PositionsQuery()).positions
    guard let symbol = open.first(where: { _ in true })?.symbol else {
      print("failed: nothing is open")
      exit(1)
    }
    let outcome = try await close(symbol, at: engine)
    let left = try await client.answer(to: PositionsQuery(of: NameFilter(symbol: symbol))).chosen
    print("close \(symbol): \(outcome.rawValue), \(left.count) left")
    try codesBothWays()
  }

  /// What a library is handed it can make itself, write and read again.
  private static func codesBothWays() throws {
    var position = Position(symbol: "BTCUSDT", side: .long)
    position.size = Decimal(string: "0.123456789012345678")
    let again = try JSONDecoder().decode(Position.self, from: JSONEncoder().encode(position))
    print("again: \(again.symbol) \(again.sideText) \(again.size.map { "\($0)" } ?? "?")")
  }
}
