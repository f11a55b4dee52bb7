import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `positions protect` explains itself and sends nothing.
struct ProtectTests {
  @Test(arguments: [80, 140])
  func `a long and a short with levels on both sides of the price`(columns: Int) async throws {
    for (name, words) in [
      ("short", ["TONUSDT", "--stop", "5.81", "--target", "5.70"]), ("long", ["link", "--stop", "16.9"]),
    ] {
      let ran = await Console(columns: columns).run(["--practice", "positions", "protect"] + words)
      #expect(ran.code == .refused && ran.errors.isEmpty)
      try Expected.compare(ran.output, with: "control/protect.\(name).\(columns).txt")
      let wide = ran.output.split(separator: "\n").filter {
        displayWidth(String($0)) > columns && !$0.contains(". hean ")
      }
      #expect(wide.isEmpty, "\(wide)")
    }
  }

  @Test func `nothing is sent, and data tells the same`() async throws {
    let engine = try StagedEngine(clock: TestClock(Console.now))
    defer { engine.stop() }
    let position = try #require(engine.world.positions.first)
    let ran = await Console().run(
      "positions", "protect", position.symbol, "--stop", "1", "--target", "999999", "--json", "--url", engine.url)
    #expect(ran.code == .refused && engine.commands.isEmpty)
    #expect(ran.output.contains(#""level":"stop_loss""#) && ran.output.contains(#""wished":999999"#))
    #expect(ran.output.contains(#""wrong_side":\#(!position.isLong)"#), "\(ran.output)")
    #expect(ran.errors.contains(#""code":"refused""#) && ran.errors.contains("has no call that changes"))
    #expect(ran.errors.contains("positions close"), "what can be done instead: \(ran.errors)")
  }

  @Test func `a mark price that is not known leaves the side open`() async throws {
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(
          body: #"{"positions":[{"position_id":"\u001b[31mp","symbol":"AB\u0007C","side":"long","size":1}]}"#)
      ])
    defer { server.stop() }
    let ran = await Console(columns: 80).run("positions", "protect", "AB", "--stop", "1", "--url", server.url)
    #expect(ran.code == .refused && ran.output.contains("mark price not known") && ran.output.contains("?"), "\(ran)")
    #expect(!ran.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
  }

  @Test func `no engine, no position, no level`() async throws {
    let down = await Console().run("positions", "protect", "x", "--stop", "1", "--url", "http://127.0.0.1:1")
    #expect(down.code == .unreachable && down.output.isEmpty)
    let stopped = await Console().run(
      "--practice", "--scenario", "stopped", "positions", "protect", "btc", "--stop", "1")
    #expect(stopped.code == .staleOrUnconfirmed && stopped.errors.contains("cannot be told"), "\(stopped)")
    let unknown = await Console().run("--practice", "positions", "protect", "nosuch", "--stop", "1")
    #expect(unknown.code == .notFound && unknown.errors.contains("no position 'nosuch'"))
    for line in ["protect TONUSDT", "protect TONUSDT --stop 0", "protect TONUSDT --stop x", "protect --stop 1"] {
      let ran = await Console().run(["--practice", "positions"] + line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty, "\(line): \(ran)")
    }
  }
}
