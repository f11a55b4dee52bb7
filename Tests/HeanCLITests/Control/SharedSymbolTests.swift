import HeanTestSupport
import Testing

@testable import HeanConsole

/// An engine can hold several positions in one symbol.
struct SharedSymbolTests {
  private func run(_ line: String...) async throws -> Consequences {
    func position(_ id: String, _ symbol: String, _ side: String) -> String {
      #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":0.1,"entry_price":100,"current_price":101}"#
    }
    let list = [
      position("e-1", "ETHUSDT", "long"), position("e-2", "ETHUSDT", "short"), position("b-1", "BTCUSDT", "long"),
    ]
    let server = try Recording.server(
      "running",
      changes: ["/api/v1/orders/positions": .init(body: #"{"positions":[\#(list.joined(separator: ","))]}"#)])
    defer { server.stop() }
    return await Console().run(line + ["--url", server.url])
  }

  @Test(arguments: ["ETHUSDT", "ethusdt", "eth"])
  func `a symbol closes each of its positions, after that was said`(name: String) async throws {
    let ran = try await run("positions", "close", name, "--dry-run")
    #expect(ran.code == .ok && ran.output.contains("2 positions go by '\(name)': each of them is closed"), "\(ran)")
    #expect(ran.output.contains("ETHUSDT long 0.1") && ran.output.contains("ETHUSDT short 0.1"))
    #expect(!ran.output.contains("BTCUSDT"))
  }

  @Test(arguments: ["et", "e-"])
  func `a beginning that several share closes none`(name: String) async throws {
    let ran = try await run("positions", "close", name, "--yes")
    #expect(ran.code == .usage && ran.errors.contains("more than one position goes by '\(name)'"), "\(ran)")
  }

  @Test func `an id closes one of them`() async throws {
    let ran = try await run("positions", "close", "e-2", "--dry-run")
    #expect(ran.code == .ok && ran.output.contains("ETHUSDT short 0.1") && !ran.output.contains("long"), "\(ran)")
  }

  @Test(arguments: [
    ("ETHUSDT", ExitCode.usage, "more than one position goes by 'ETHUSDT': ETHUSDT e-1, ETHUSDT e-2"),
    ("e", .usage, "more than one position goes by 'e': ETHUSDT e-1, ETHUSDT e-2"),
    ("", .notFound, "no position ''"),
  ])
  func `what has to be one is not chosen among several`(name: String, code: ExitCode, words: String) async throws {
    let ran = try await run("positions", "show", name)
    #expect(ran.code == code && ran.errors.contains(words), "\(ran.errors)")
  }
}
