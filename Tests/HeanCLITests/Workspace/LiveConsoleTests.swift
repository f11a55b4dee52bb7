import Foundation
import HeanCore
import HeanPractice
import Synchronization
import Testing

@testable import HeanConsole

/// The console over real sockets: a practice engine behind a server that notes every request.
@Suite struct LiveConsoleTests {
  private static func engine() throws -> StagedEngine {
    let engine = try StagedEngine(.calm, clock: TestClock(Date()))
    engine.prepare()
    return engine
  }

  @Test func itShowsTheEngineAndLeaves() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver()
    let ran = try await driver.run(["--url", engine.url, "live"]) { driver in
      try await driver.until("Money:")
      try await driver.until("LOCKED")
      driver.press("2")
      try await driver.until("orders")
      driver.press("?")
      try await driver.until("Keys")
      driver.press("\u{1B}")
      try await driver.untilGone("Keys (")
      driver.press("q")
    }
    #expect(ran == Consequences(code: .ok, output: "", errors: ""))
    #expect(engine.commands.isEmpty)
  }

  @Test func lockedKeysAndAHugePasteSendNothingButReads() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver(columns: 140, rows: 40)
    _ = try await driver.run(["--url", engine.url, "live"]) { driver in
      try await driver.until("Money:")
      // Everything but what leaves: letters that act, lines, escape sequences.
      var random = SeededGenerator(seed: 7)
      let pieces = [
        "c", "x", "s", "p", "P", "U", "\r", "\u{1B}[A", "\u{1B}[B", "\t", ":", "/", "yes\r", "panic\r", "1", "2", "5",
      ]
      driver.press((0..<5_000).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined())
      driver.press("\u{1B}[200~" + String(repeating: "panic --yes\rengine pause\ryes\r", count: 30_000) + "\u{1B}[201~")
      // It still listens.
      driver.press(":\u{3}:xyzzy")
      try await driver.until("xyzzy")
    }
    #expect(engine.commands.isEmpty, "\(engine.commands)")
  }

  @Test func aVerbAsksAndOnlyTheWholeWordSends() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver(columns: 100, rows: 30)
    let place = engine.url.dropFirst("http://".count)
    _ = try await driver.run(["--url", engine.url, "live"]) { driver in
      try await driver.until("positions ")
      try await driver.until("›")
      driver.press("U")
      try await driver.answer("type \(place)", String(place))
      try await driver.until("UNLOCKED")
      driver.press("p")
      try await driver.until("Type yes to send")
      try await driver.answer("Type yes to send", "y")
      try await driver.until("declined: nothing was sent")
      #expect(engine.commands.isEmpty)
      driver.press("\u{1B}")
      try await driver.untilGone("declined")
      driver.press("p")
      try await driver.answer("Type yes to send", "yes")
      try await driver.until("CONFIRMED")
      #expect(engine.commands.map(\.target) == ["/api/v1/engine/pause"])
      driver.press("\u{1B}L")
      try await driver.until("LOCKED")
    }
  }

  @Test func aPanicWaitsForNoOtherVerb() async throws {
    let engine = try Self.engine()
    let gate = DispatchSemaphore(value: 0)
    // A pause that gets no answer.
    let server = try LoopbackServer(answering: { request in
      guard request.target.hasSuffix("/engine/pause") else { return engine.answer(request) }
      gate.wait()
      return nil
    })
    defer {
      server.stop()
      engine.stop()
    }
    let driver = LiveDriver(columns: 100, rows: 30)
    let place = String(server.url.dropFirst("http://".count))
    _ = try await driver.run(["--url", server.url, "live"]) { driver in
      // Unlocked before its mode is known, it would lock itself when it is.
      try await driver.until("Money:")
      driver.press("U")
      try await driver.answer("type \(place)", place)
      try await driver.until("UNLOCKED")
      driver.press("p")
      try await driver.answer("Type yes to send", "yes")
      try await driver.until("the pause is under way") { _ in !server.commands.isEmpty }
      driver.press("x")
      try await driver.until("is under way")
      driver.press("P")
      try await driver.answer("Type yes to send", "yes")
      try await driver.until("the panic is sent") { _ in server.commands.count > 1 }
      driver.press("P")
      try await driver.until("a panic is under way")
      gate.signal()
      try await driver.until("FLAT")
      try await driver.until("engine pause has ended with exit code")
    }
    #expect(server.commands.first?.target.hasSuffix("/engine/pause") == true)
    #expect(server.commands.contains { $0.target.hasSuffix("/emergency/killswitch") })
  }

  @Test func aReadOnlyConsoleCannotBeUnlocked() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver()
    _ = try await driver.run(["--url", engine.url, "--read-only", "live"]) { driver in
      try await driver.until("Money:")
      driver.press("U")
      try await driver.until("read-only: there is nothing to unlock")
      driver.press(":engine pause\r")
      try await driver.until("read-only: nothing here changes the engine")
    }
    #expect(engine.commands.isEmpty)
  }

  @Test func aLineRunsAReadAndIsCompleted() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver(columns: 100, rows: 30)
    _ = try await driver.run(["--url", engine.url, "live"]) { driver in
      try await driver.until("Money:")
      driver.press(":expl\t")
      try await driver.until(":explain")
      driver.press("drawdown\r")
      try await driver.until("highest point")
      driver.press("\u{1B}")
      try await driver.untilGone("highest point")
      driver.press(":watch\r")
      try await driver.until("this goes on until it is ended")
      driver.press("y")
      try await driver.until("positions")
    }
    #expect(driver.raw.contains("\u{1B}]52;c;"))
    #expect(!driver.text.contains("copied"))
  }

  @Test func aWindowChangesItsSize() async throws {
    let engine = try Self.engine()
    defer { engine.stop() }
    let driver = LiveDriver()
    _ = try await driver.run(["--url", engine.url, "live"]) { driver in
      for (columns, rows) in [(80, 24), (40, 10), (200, 60), (80, 24)] {
        driver.resize(columns: columns, rows: rows)
        try await driver.until("Money:")
        try await driver.until("positions")
      }
      #expect(!driver.raw.contains("\u{1B}[2J"))
    }
  }

  @Test func anEngineThatIsNotThereIsSaidToBeSo() async throws {
    let gone = try Self.engine()
    let url = gone.url
    gone.stop()
    let driver = LiveDriver()
    _ = try await driver.run(["--url", url, "live"]) { driver in
      try await driver.until("not seen yet")
      driver.press("?")
      try await driver.until("Keys")
    }
  }

  @Test func keysAnswerWhileTheEngineHangs() async throws {
    // It takes the connection, and then nobody answers.
    let silent = try LoopbackServer(answering: { _ in
      Thread.sleep(forTimeInterval: 1)
      return nil
    })
    defer { silent.stop() }
    let driver = LiveDriver()
    _ = try await driver.run(["--url", silent.url, "live"]) { driver in
      try await driver.until("not seen yet")
      driver.press("4")
      try await driver.until("chart")
      driver.press(":help\r")
      try await driver.until("usage: hean")
    }
  }
}
