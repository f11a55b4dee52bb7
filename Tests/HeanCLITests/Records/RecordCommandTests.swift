import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean record` over a practice engine with a real feed.
@Suite(.timeLimit(.minutes(2)))
struct RecordCommandTests {
  private let home = Console.freshHome()

  private func run(
    _ words: String..., columns: Int? = nil, environment: [String: String] = [:]
  ) async -> Consequences {
    var console = Console(columns: columns, home: home, environment: environment)
    console.isClockReal = true
    return await console.run(["--practice"] + words)
  }

  private func folder() throws -> RecordFolder {
    let state = home + "/.local/state/hean"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: state + "/records").first)
    return RecordFolder(state: state, engine: name)
  }

  private func lines(isMarket: Bool = false) async throws -> [RecordLine] {
    let folder = try folder()
    var lines: [RecordLine] = []
    for file in folder.files() where file.name.isMarket == isMarket {
      #expect(
        await RecordLines(path: folder.path(file.name), isPacked: false, environment: [:]).each { text in
          if let line = RecordLine(Data(text)) { lines.append(line) } else { Issue.record("unreadable") }
        })
    }
    return lines
  }

  @Test func `what it reads and hears is in the files, each row once, also over a restart`() async throws {
    let first = await run("record", "--for", "3s", "-o", "ndjson")
    #expect(first.code == .ok && first.errors.contains("recording practice in "), "\(first)")
    let status = try JSONValue(reading: Data(#require(first.output.split(separator: "\n").last).utf8))
    #expect(status["schema"] == "hean.record/1" && status["state"] == "recording", "\(first.output)")
    let rows = try await lines()
    #expect(rows.first?.kind == .start && rows.last?.kind == .end)
    #expect(rows.compactMap(RecordGap.init) == [])
    let answers = Set(rows.filter { $0.kind == .answer }.compactMap(\.key))
    #expect(
      answers.isSuperset(of: [Endpoint<EngineStatus>.engineStatus.path, Endpoint<KillSwitchStatus>.killSwitch.path]))
    #expect(rows.contains { $0.kind == .equity } && rows.contains { $0.kind == .trade })
    let prices = try await lines(isMarket: true)
    #expect(!prices.isEmpty && prices.allSatisfy { $0.kind == .price })
    #expect(Set(prices.map(\.at)).count == prices.count, "a second is written once")

    let again = await run("record", "--for", "2s")
    #expect(again.code == .ok && again.errors.contains("gap: nothing is known for "), "\(again)")
    let all = try await lines()
    let gap = try #require(all.compactMap(RecordGap.init).first)
    #expect(gap.reason == .notRunning && gap.from >= rows.map(\.at).max() ?? gap.from - 1)
    for kind in [RecordLine.Kind.trade, .fill, .signal, .decision] {
      let keys = all.filter { $0.kind == kind }.compactMap { line in line.key.map { "\($0) \(line.body)" } }
      #expect(Set(keys).count == keys.count, "\(kind)")
    }
    #expect(Set(all.filter { $0.kind == .equity }.map(\.at)).count == all.filter { $0.kind == .equity }.count)
  }

  @Test func `without prices there is no file of them`() async throws {
    #expect(await run("record", "--for", "2s", "--no-market").code == .ok)
    #expect(try await lines(isMarket: true).isEmpty && folder().files().count == 1)
  }

  @Test func `one process records an engine, and status tells which`() async throws {
    let none = await run("record", "status", "--exit-code", columns: 80)
    #expect(none.code == .conditionFalse && none.output.contains("NOT RECORDED"), "\(none)")
    #expect(none.output.contains("service install record"))
    async let running = run("record", "--for", "5s")
    var shown = none
    for _ in 0..<40 where !shown.output.hasPrefix("RECORDING") {
      try await Task.sleep(for: .milliseconds(100))
      shown = await run("record", "status", "--exit-code")
    }
    let pid = ProcessInfo.processInfo.processIdentifier
    #expect(shown.code == .ok && shown.output.contains("pid \(pid); with prices"), "\(shown)")
    let second = await run("record")
    #expect(second.code == .refused && second.errors.contains("records this engine already (pid \(pid))"), "\(second)")
    #expect(await running.code == .ok)
    let list = await run("record", "list", "--json")
    let days = try JSONValue(reading: Data(list.output.utf8))["data"]
    guard case .array(let rows)? = days, let day = rows.last else { throw Failure(.bug, "\(list)") }
    let count = Decimal(try await lines().count)
    #expect(day["lines"] == .number(count) && day["gap_count"] == 0 && day["unreadable"] == 0, "\(list)")
  }

  @Test func `an engine that is not there is a gap, and no row`() async throws {
    var console = Console(home: home)
    console.isClockReal = true
    let ran = await console.run("--url", "http://127.0.0.1:9", "record", "--for", "2s")
    #expect(ran.code == .ok, "\(ran)")
    let rows = try await lines()
    #expect(Set(rows.map(\.kind)) == [.start, .gap, .end])
    #expect(rows.compactMap(RecordGap.init).map(\.reason) == [.noAnswer])
  }

  @Test func `a folder that cannot be written is told, and the recorder goes on`() async throws {
    let state = home + "/.local/state/hean"
    #expect(await run("record", "--for", "1s").code == .ok)
    let name = RecordFolder.Name(at: Date(), isMarket: false)
    let path = try folder().path(name)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let ran = await run("record", "--for", "2s", "--no-market")
    #expect(ran.code == .ok && ran.errors.contains("nothing is recorded: "), "\(ran)")
    #expect(ran.errors.components(separatedBy: "what happens meanwhile will be a gap").count == 2, "\(ran)")
    #expect(FileManager.default.fileExists(atPath: state))
  }
}
