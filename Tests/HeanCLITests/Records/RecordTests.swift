import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `--from recorded` and `--at`: the screens of an engine that is gone, by what was recorded of it.
struct RecordTests {
  private func compare(_ ran: Consequences, _ stage: RecordStage, _ name: String) throws {
    try Expected.compare(
      ran.output.replacing(stage.engine.url, with: "http://127.0.0.1:8000"), with: "records/\(name).txt")
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }, "\(ran.output)")
  }

  private func json(_ ran: Consequences) throws -> JSONValue { try JSONValue(reading: Data(ran.output.utf8)) }

  @Test func `each screen of a record, of an engine that is gone`() async throws {
    let stage = try RecordStage()
    try await stage.record(rounds: 24)
    try await stage.pause(.seconds(300), telling: .noAnswer)
    try await stage.record(rounds: 8)
    let live = await stage.run("trades --limit 500 --json")
    stage.engine.stop()
    let asked = stage.engine.server?.requests.count
    for line in [
      "trades --limit 5", "orders --status all --limit 5", "decisions --limit 5", "signals --limit 5",
      "events --limit 5",
      "analytics", "analytics strategies", "report", "chart btc", "risk history",
    ] {
      let ran = await stage.run(line + " --from recorded", columns: 80)
      #expect(ran.code == .ok, "\(line): \(ran)")
      #expect(
        ran.output.contains("RECORDED")
          && ran.output.replacing("\n", with: " ").contains("the engine did not answer"), "\(ran.output)")
      try compare(ran, stage, line.replacing(" ", with: "-"))
    }
    #expect(stage.engine.server?.requests.count == asked, "something was sent")
    // All that the engine listed is in the record, with the same figures.
    let recorded = try json(await stage.run("trades --limit 500 --from recorded --json"))
    func ids(_ document: JSONValue) -> Set<String> {
      guard case .array(let rows)? = document["data"] else { return [] }
      return Set(rows.map { "\($0["position_id"]?.text ?? "?") \($0["realized_pnl"]?.plainText ?? "?")" })
    }
    #expect(ids(recorded).isSuperset(of: ids(try json(live))) && !ids(recorded).isEmpty)
    #expect(recorded["warnings"]?.plainText.contains("not recorded") == true)
  }

  @Test func `what was true at a moment, without a verb`() async throws {
    let stage = try RecordStage()
    try await stage.record(rounds: 12)
    let moment = EngineTime.format(stage.clock.now + 20)
    try await stage.pause(.seconds(300), telling: .killed)
    try await stage.record(rounds: 8)
    for line in ["status", "positions", "risk"] {
      let ran = await stage.run("\(line) --at 60s", columns: 80)
      #expect(ran.output.contains("AS AT") && ran.output.contains("nothing is known of now"), "\(ran)")
      for verb in ["engine ", "panic", "close", "positions protect"] {
        #expect(!ran.output.contains("hean --url \(stage.engine.url) \(verb)"), "\(ran.output)")
      }
      try compare(ran, stage, "\(line)-at")
      let within = await stage.run("\(line) --at \(moment)")
      #expect(within.code == .staleOrUnconfirmed && within.output.isEmpty, "\(within)")
      #expect(within.errors.contains("the recorder was killed"), "\(within.errors)")
      let before = await stage.run("\(line) --at 12h")
      #expect(before.code == .staleOrUnconfirmed && before.errors.contains("nothing is recorded"), "\(before.errors)")
    }
    stage.clock.advance(.seconds(1200))
    let late = await stage.run("status --at 30s")
    #expect(late.code == .staleOrUnconfirmed && late.output.isEmpty, "\(late)")
    let watched = await stage.run("status --at 30m --watch")
    #expect(watched.code == .usage)
  }

  @Test func `a packed day reads the same, and a plain one beside it counts`() async throws {
    let stage = try RecordStage()
    try await stage.record(rounds: 6)
    let plain = await stage.run("trades --from recorded --json")
    let file = try #require(try await stage.files().last)
    let gzip = Process()
    (gzip.executableURL, gzip.arguments) = (URL(filePath: "/bin/sh"), ["-c", "gzip -k '\(file.path)'"])
    try gzip.run()
    gzip.waitUntilExit()
    #expect(await stage.run("trades --from recorded --json") == plain)
    try FileManager.default.removeItem(at: file)
    #expect(await stage.run("trades --from recorded --json") == plain)
    try Data("no gzip".utf8).write(to: file.appendingPathExtension("gz"))
    let damaged = await stage.run("trades --from recorded --json")
    #expect(damaged.code == .configuration && damaged.output.isEmpty, "\(damaged)")
  }

  @Test func `nothing recorded is no empty list`() async throws {
    let stage = try RecordStage()
    for line in ["trades", "events", "report", "analytics"] {
      let ran = await stage.run(line + " --from recorded")
      #expect(
        ran.code == .staleOrUnconfirmed && ran.output.isEmpty && ran.errors.contains("nothing is recorded"), "\(ran)")
    }
  }

  @Test func `two engines are never mixed`() async throws {
    let stage = try RecordStage()
    try await stage.record(rounds: 4)
    let other = try StagedEngine(.calm, clock: stage.clock)
    let ran = await stage.console.run(["--url", other.url, "trades", "--from", "recorded"])
    #expect(ran.code == .staleOrUnconfirmed && ran.output.isEmpty, "\(ran)")
  }

  @Test func `a file of that name is named by its path`() async throws {
    let stage = try RecordStage()
    let ran = await stage.run("analytics --from ./recorded")
    #expect(ran.code != .ok && ran.errors.contains("./recorded"), "\(ran)")
  }
}

/// `trades export`: a file that is continued without repeats.
struct TradesExportTests {
  private func rows(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  @Test(arguments: ["csv", "ndjson"])
  func `each trade once, however often and from wherever`(format: String) async throws {
    let stage = try RecordStage()
    let path = stage.home + "/trades.\(format)"
    #expect(await stage.run("trades export --to \(path)").code == .ok)
    let first = try rows(path)
    #expect(await stage.run("trades export --to \(path)").code == .ok)
    #expect(try rows(path) == first && first.count > 2)
    try await stage.record(rounds: 20)
    #expect(await stage.run("trades export --to \(path)").code == .ok)
    let second = try rows(path)
    #expect(Array(second.prefix(first.count)) == first && second.count > first.count)
    // The record has the same trades under the same identities.
    let recorded = await stage.run("trades export --to \(path) --from recorded")
    #expect(recorded.code == .ok, "\(recorded)")
    #expect(try rows(path) == second)
  }

  @Test func `a torn last line is set aside, and its trade comes again`() async throws {
    let stage = try RecordStage()
    let path = stage.home + "/trades.csv"
    _ = await stage.run("trades export --to \(path)")
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(20).write(to: URL(filePath: path))
    let ran = await stage.run("trades export --to \(path)")
    #expect(ran.code == .ok && ran.errors.contains(".torn"), "\(ran)")
    #expect(try Set(rows(path)) == Set(String(decoding: whole, as: UTF8.self).split(separator: "\n")))
  }

  @Test func `a hole is told, and another engine's file refused`() async throws {
    let stage = try RecordStage()
    let path = stage.home + "/trades.csv"
    _ = await stage.run("trades export --to \(path)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let row = try #require(try rows(path).dropFirst().first)
    let header = try #require(try rows(path).first)
    try "\(header)\nearlier@2020-01-01T00:00:00.000000Z\(row.drop { $0 != "," })\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let ran = await stage.run("trades export --to \(path)")
    #expect(ran.code == .staleOrUnconfirmed && ran.errors.contains("can be missing"), "\(ran)")
    #expect(await stage.run("trades export --to \(path)").code == .ok, "told once")
    try text.replacing(stage.engine.url, with: "http://elsewhere:8000").write(
      toFile: path, atomically: true, encoding: .utf8)
    let other = await stage.run("trades export --to \(path)")
    #expect(other.code == .usage && other.errors.contains("elsewhere"), "\(other)")
    try "something else\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await stage.run("trades export --to \(path)").code != .ok)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "something else\n")
  }
}
