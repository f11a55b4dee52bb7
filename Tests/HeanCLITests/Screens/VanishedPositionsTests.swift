import HeanTestSupport
import Testing

@testable import HeanConsole

/// The engine takes a failed look at the exchange for "flat" and drops every position with zero PnL.
struct VanishedPositionsTests {
  /// The recorded engine, which is in a dry run, as one at the exchange.
  private static func live() throws -> [String: LoopbackServer.Answer] {
    let changes = [
      ("/api/v1/engine/status", #""dry_run":true"#, #""dry_run":false"#),
      ("/api/v1/trading/why", #""rest_ok":null"#, #""rest_ok":true"#),
    ]
    let recorded = try Recording.all(in: "running").values
    // Started an hour and a half before.
    let history = LoopbackServer.Answer(
      body: #"{"snapshots":[{"timestamp":"2026-11-21T00:17:30+00:00","equity":10000.0}],"count":1}"#)
    return Dictionary(
      uniqueKeysWithValues: [("/api/v1/trading/equity-history?limit=500", history)]
        + changes.compactMap { target, old, new in
          recorded.first { $0.request.target == target }.map { recording in
            (target, LoopbackServer.Answer(body: recording.response.body.replacing(old, with: new)))
          }
        })
  }

  private func run(
    realized: String, closedAt: String, counted: Int = 0, isLive: Bool = false, _ line: String...
  ) async throws -> Consequences {
    let history = #"""
      {"history":[{"event_kind":"decision","type":"ORDER_DECISION","side":"buy"},
      {"event_kind":"closed_position","position_id":"p","symbol":"BTCUSDT","side":"long","qty":0.001,
       "realized_pnl":\#(realized),"status":"closed","closed_at":"\#(closedAt)"}],"count":2}
      """#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(body: #"{"positions":[]}"#),
        "/api/v1/trading/history?limit=100": .init(body: history),
        "/api/v1/risk/status": .init(body: #"{"killswitch_triggered":false,"current_positions":\#(counted)}"#),
      ].merging(isLive ? try Self.live() : [:]) { $1 })
    defer { server.stop() }
    var console = Console(columns: line.contains("-o") ? nil : 80)
    console.isClockReal = line.first == "wait"
    return await console.run(line + ["--url", server.url])
  }

  @Test(arguments: ["positions", "status"])
  func `an empty list after a ghost close is no proof of being flat`(command: String) async throws {
    let ran = try await run(realized: "0.0", closedAt: "2026-11-21T01:46:50+00:00", isLive: true, command)
    #expect(ran.code == (command == "status" ? .ok : .staleOrUnconfirmed))
    let words = ran.output.replacing("\n", with: " ")
    #expect(
      words.contains("No proof of being flat: the engine dropped BTCUSDT with zero PnL at 2026-11-21 01:46:50Z"),
      "\(words)")
  }

  /// In a dry run there is no exchange that could hold it.
  @Test func `what a dry run dropped is gone, and its PnL is not booked`() async throws {
    let ran = try await run(realized: "0.0", closedAt: "2026-11-21T01:46:50+00:00", "positions")
    let words = ran.output.replacing("\n", with: " ")
    #expect(ran.code == .ok && words.contains("No open position."), "\(words)")
    #expect(words.contains("without a fill: gone, as a dry run has nothing at an exchange"), "\(words)")
  }

  private static let filled = (realized: "-3.26", closedAt: "2026-11-21T01:46:50+00:00")

  @Test func `a list that is empty beside figures that count two is no proof of being flat`() async throws {
    let (realized, closedAt) = Self.filled
    let words = "0 are listed, and /risk/status counts 2"
    let screen = try await run(realized: realized, closedAt: closedAt, counted: 2, "positions")
    #expect(screen.code == .staleOrUnconfirmed && screen.output.contains("No proof of being flat: \(words)."))
    let status = try await run(realized: realized, closedAt: closedAt, counted: 2, "status")
    #expect(status.output.contains("No proof of being flat: \(words)."))
    let asked = try await run(realized: realized, closedAt: closedAt, counted: 2, "ask", "what do i hold")
    #expect(asked.output.contains("Not known: \(words)."), "\(asked.output)")
    let waited = try await run(
      realized: realized, closedAt: closedAt, counted: 2, "wait", "--for",
      "positions.count==0 || position.BTCUSDT.closed",
      "--timeout", "1s")
    #expect(waited.code == .conditionFalse, "\(waited)")
  }

  /// What is not known is null and no list, and no header of one.
  @Test(arguments: [
    ("json", #""data":null"#), ("ndjson", ""), ("csv", ""),
  ])
  func `in data it is null, with exit 4`(format: String, part: String) async throws {
    let (realized, closedAt) = Self.filled
    let ran = try await run(realized: realized, closedAt: closedAt, counted: 2, "positions", "-o", format)
    #expect(ran.code == .staleOrUnconfirmed)
    #expect(part.isEmpty ? ran.output.isEmpty : ran.output.contains(part), "\(ran.output)")
    #expect(ran.errors.contains("positions are not known"))
    let flat = try await run(realized: realized, closedAt: closedAt, "positions", "-o", format)
    #expect(flat.code == .ok)
  }

  @Test(arguments: ["positions", "orders"])
  func `a stopped engine lists nothing that means anything`(command: String) async throws {
    let server = try Recording.server("stopped")
    defer { server.stop() }
    let ran = await Console().run(command, "--json", "--url", server.url)
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains(#""data":null"#), "\(ran)")
    #expect(ran.errors.contains("\(command) are not known: the engine is STOPPED"))
  }

  /// The engine drops one symbol a round.
  @Test func `what was dropped beside another is no proof of having been closed`() async throws {
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/trading/history?limit=100": .init(
          body:
            #"{"history":[{"event_kind":"closed_position","position_id":"p","symbol":"XRPUSDT","side":"long","realized_pnl":0.0,"unrealized_pnl":-1,"closed_at":"2026-11-21T01:46:50+00:00"}]}"#
        )
      ].merging(try Self.live()) { $1 })
    defer { server.stop() }
    let dropped = await Console().run("positions", "--symbol", "xrpusdt", "--json", "--url", server.url)
    #expect(dropped.code == .staleOrUnconfirmed && dropped.output.contains(#""data":null"#), "\(dropped)")
    let other = await Console().run("positions", "--symbol", "ADAUSDT", "--json", "--url", server.url)
    #expect(other.code == .ok && other.output.contains(#""data":[]"#), "\(other)")
  }

  @Test(arguments: ["/api/v1/trading/history?limit=100", "/api/v1/risk/status"])
  func `without what would show a lost position an empty list proves nothing`(path: String) async throws {
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(body: #"{"positions":[]}"#),
        "/api/v1/risk/status": .init(body: #"{"killswitch_triggered":false,"current_positions":0}"#),
        "/api/v1/trading/history?limit=100": .init(body: #"{"history":[]}"#),
      ].merging([path: .init(status: 500, body: "{}")]) { $1 })
    defer { server.stop() }
    let ran = await Console().run("positions", "--json", "--url", server.url)
    #expect(ran.code == .staleOrUnconfirmed && ran.errors.contains("did not tell whether that is so"), "\(ran)")
  }

  @Test func `a close with a plausible fill, or long ago, is one`() async throws {
    let filled = try await run(realized: Self.filled.realized, closedAt: Self.filled.closedAt, "positions")
    #expect(filled.output.contains("\nNo open position.\n"))
    let old = try await run(realized: "0.0", closedAt: "2026-11-21T00:46:50+00:00", isLive: true, "positions")
    #expect(old.output.contains("No position is in the engine's books."), "\(old.output)")
    #expect(old.output.contains("The engine dropped BTCUSDT at 2026-11-21 00:46:50Z"))
    let past = try await run(realized: "0.0", closedAt: "2026-11-20T00:46:50+00:00", "positions")
    #expect(past.output.contains("\nNo open position.\n"))
  }
}
