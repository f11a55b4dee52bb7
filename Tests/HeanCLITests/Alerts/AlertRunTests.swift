import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `alert run`: over a practice engine, to receivers that answer, refuse and hang.
@Suite(.timeLimit(.minutes(2)))
struct AlertRunTests {
  private let home = Console.freshHome()

  private func run(_ words: [String], input: [String] = []) async -> Consequences {
    var console = Console(home: home)
    console.isClockReal = true
    console.standardInput = input
    return await console.run(["--practice", "--scenario", "killswitch", "alert"] + words)
  }

  private static func body(_ request: LoopbackServer.Request) throws -> JSONValue {
    try JSONValue(reading: Data(request.body.utf8))
  }

  private static func rules(_ body: JSONValue) -> [String] {
    guard case .array(let changes)? = body["changes"] else { return [] }
    return changes.compactMap { if case .string(let rule)? = $0["rule"] { rule } else { nil } }
  }

  @Test func `a kill switch is told once, signed, also over a restart`() async throws {
    let server = try LoopbackServer { _ in .init(body: "") }
    defer { server.stop() }
    #expect(
      await run(["receiver", "add", "w", "webhook", server.url + "/in?x=1", "--signed"], input: ["key"]).code == .ok)
    let ran = await run(["run", "--count", "1"])
    #expect(ran.code == .ok && ran.output.contains("CRITICAL killswitch: ") && ran.output.contains("next: "), "\(ran)")
    #expect(ran.errors.contains("with 12 alerts, telling w"))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.method == "POST" && request.target == "/in?x=1")
    let code = SHA256.authenticationCode(of: Array(request.body.utf8), key: Array("key".utf8))
    let hex = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(request.head.contains("X-Hean-Signature: sha256=\(hex)") && request.head.contains("X-Hean-Id: "))
    let body = try Self.body(request)
    #expect(body["schema"] == "hean.alert/1" && Self.rules(body).contains("killswitch"))
    #expect(request.body.contains(#""runbook":"docs/operations.md#killswitch""#))
    let again = await run(["run", "--count", "2", "--interval", "1s", "-o", "ndjson"])
    #expect(again.code == .ok && !again.output.contains("killswitch") && server.requests.count == 1, "\(again)")
    let list = await run(["list"])
    #expect(list.output.contains("firing") && list.output.contains("NEXT"))
    #expect(await run(["ack", "killswitch"]).output.hasPrefix("alert killswitch is acknowledged\n"))
    #expect(await run(["history"]).output.contains("killswitch"))
  }

  @Test func `a receiver that refuses is tried again with the same id, and holds up no other`() async throws {
    let asked = Mutex(0)
    let bad = try LoopbackServer { _ in
      let isFirst = asked.withLock { asked in
        asked += 1
        return asked == 1
      }
      return .init(status: isFirst ? 500 : 200, body: "")
    }
    let good = try LoopbackServer { _ in .init(body: "") }
    defer {
      bad.stop()
      good.stop()
    }
    #expect(await run(["receiver", "add", "bad", "webhook", bad.url]).code == .ok)
    #expect(await run(["receiver", "add", "good", "ntfy", good.url + "/topic"]).code == .ok)
    let ran = await run(["run", "--count", "1"])
    #expect(ran.code == .ok && ran.errors.contains("bad was not told, and is tried again: it answered with HTTP 500"))
    #expect(ran.errors.contains("bad was told, at attempt 2") && bad.requests.count == 2)
    #expect(Set(bad.requests.map(\.body)).count == 1, "the same message, with the same id")
    let request = try #require(good.requests.first)
    #expect(request.target == "/topic" && request.head.contains("Priority: 5") && request.body.contains("killswitch"))
  }

  @Test func `a dead man's switch is told that somebody watches, and what is critical`() async throws {
    let server = try LoopbackServer { _ in .init(body: "OK") }
    defer { server.stop() }
    #expect(await run(["receiver", "add", "switch", "healthchecks", server.url + "/ping/1"]).code == .ok)
    #expect(await run(["run", "--count", "1"]).code == .ok)
    let bodies = server.requests.filter { $0.target == "/ping/1/fail" }.map(\.body)
    #expect(bodies.count == server.requests.count, "while something critical fires: \(server.targets)")
    #expect(bodies.count { $0.hasPrefix("watching ") } == 1 && bodies.contains { $0.contains("CRITICAL killswitch") })
  }

  @Test func `a program reads the message, and what is silenced is not delivered`() async throws {
    let program = home + "/page"
    let told = home + "/told"
    let script = "#!/bin/sh\ncat >> \(told)\n"
    #expect(
      FileManager.default.createFile(
        atPath: program, contents: Data(script.utf8), attributes: [.posixPermissions: 0o700]))
    #expect(await run(["receiver", "add", "desk", "command", program]).code == .ok)
    #expect(await run(["test"]).code == .ok)
    let silenced = await run(["silence", "--for", "1h", "--reason", "maintenance"])
    #expect(silenced.code == .ok && silenced.output.hasPrefix("every alert is silent until "))
    #expect(await run(["run", "--count", "1"]).output.contains("killswitch"), "shown here all the same")
    let lines = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("nothing is wrong"), "\(lines)")
    #expect(await run(["list"]).output.contains("killswitch"))
    #expect(await run(["silence", "--end"]).output.hasPrefix("every alert is delivered again\n"))
  }

  @Test func `one process watches an engine, and a damaged state is put aside`() async throws {
    #expect(await run(["run", "--count", "1"]).code == .ok)
    let folder = home + "/.local/state/hean/alerts"
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".json") })
    let claim = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".run.lock") }
    ).replacing(".lock", with: "")
    do {
      let claim = try #require(try ExclusiveChange.free(folder + "/" + claim))
      let second = await run(["run", "--count", "1"])
      #expect(second.code == .refused && second.errors.contains("another 'alert run' or 'guard' watches"), "\(second)")
      claim.whileHeld {}
    }
    try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    for words in [["list"], ["history"]] {
      let ran = await run(words)
      #expect(ran.code == .configuration && ran.errors.contains("is damaged"), "\(ran)")
    }
    let ran = await run(["run", "--count", "1"])
    #expect(ran.code == .ok && ran.errors.contains("was damaged, and is in") && ran.output.contains("killswitch"))
    #expect(try String(contentsOfFile: "\(folder)/\(name).damaged", encoding: .utf8) == "{")
  }
}
