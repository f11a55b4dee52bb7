import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// Reads about several engines, over sockets.
struct FleetTests {
  private static func number(_ value: JSONValue?) -> Decimal? {
    if case .number(let number)? = value { number } else { nil }
  }

  @Test func `a row an engine, sums of one mode, and its own exit code when some do not answer`() async throws {
    let stage = try FleetStage([.calm, .calm, .killswitch], dead: 1)
    defer { stage.stop() }
    let ran = await stage.console().run("fleet", "--json")
    #expect(ran.code == .partial)
    let names = ran.rows.compactMap { $0["engine"]?.text }
    #expect(names.sorted() == ["a", "b", "c", "dead0"])
    let answered = ran.rows.filter { $0["ok"] == true }
    #expect(answered.count == 3 && answered.allSatisfy { $0["source"]?["mode"] == "practice" })
    let dead = try #require(ran.rows.first { $0["engine"] == "dead0" })
    #expect(dead["exit_code"] == 69 && dead["source"]?["mode"] == "unknown" && dead["money"] == .null)
    #expect(dead["problem"]?.text?.contains("no engine answers") == true)
    // One sum, of what answered.
    guard case .array(let sums)? = ran.json?["sums"], case .array(let figures)? = sums.first?["figures"] else {
      Issue.record("no sums in \(ran.output)")
      return
    }
    #expect(sums.count == 1 && sums[0]["mode"] == "practice" && sums[0]["engines"] == 3)
    for figure in figures {
      let name = try #require(figure["name"]?.text)
      let values = answered.compactMap { Self.number($0[name]) }
      #expect(Self.number(figure["sum"]) == values.reduce(0, +) && figure["told"] == .number(Decimal(values.count)))
    }
    #expect(figures.contains { $0["name"] == "equity" })
  }

  @Test func `the worst comes first`() {
    func row(_ name: String, _ mode: OperatingMode) -> FleetRow {
      var row = FleetRow(unanswered: name, nil, exit: .unreachable)
      row.source.mode = mode.rawValue
      return row
    }
    let rows = [row("b", .practice), row("a", .practice), row("c", .mainnet)]
    #expect(rows.sorted { $0.isWorse(than: $1) }.map(\.engine) == ["c", "a", "b"])
  }

  @Test func `two profiles of one engine are two rows and one part of a sum`() async throws {
    let stage = try FleetStage([.calm]) { ["again": #"{"url":"\#($0.urls[0])"}"#] }
    defer { stage.stop() }
    let ran = await stage.console().run("fleet", "--json")
    #expect(ran.code == .ok && ran.rows.count == 2)
    guard case .array(let sums)? = ran.json?["sums"] else {
      Issue.record("no sums")
      return
    }
    #expect(sums.map { $0["engines"] } == [1])
  }

  @Test func `four engines that hang take no longer than one, and delay nobody`() async throws {
    let stage = try FleetStage([.calm, .calm], hangs: true)
    defer { stage.stop() }
    let path = stage.home + "/.config/hean/engines.json"
    let port = try #require(stage.hanging).port
    let list = (2...4).map { #"{"name":"hangs\#($0)","url":"http://127.0.0.1:\#(port)/\#($0)"}"# }
    try "[\(list.joined(separator: ","))]".write(toFile: path, atomically: true, encoding: .utf8)
    let began = ContinuousClock.now
    let ran = await stage.timely().run("fleet", "--json", "--timeout", "5s")
    let took = ContinuousClock.now - began
    #expect(ran.code == .partial)
    #expect(ran.rows.filter { $0["exit_code"] == 75 }.count == 4, "\(ran)")
    #expect(ran.rows.filter { $0["ok"] == true }.count == 2)
    // One after another they would take 20 s. How near to 5 s it is depends on what else this machine does.
    #expect(took < .seconds(18), "\(took)")
  }

  @Test func `a read runs for each engine as it does for one`() async throws {
    let stage = try FleetStage([.calm, .crash], dead: 1)
    defer { stage.stop() }
    let ran = await stage.console().run("positions", "--all", "--json")
    #expect(ran.code == .partial && ran.json?["schema"] == "hean.engines/1")
    #expect(ran.engines.map { $0["engine"]?.text } == ["a", "b", "dead0"])
    for (engine, name) in zip(ran.engines, ["a", "b"]) {
      let own = await stage.console().run("positions", "-p", name, "--json")
      #expect(engine["document"]?["data"] == own.json?["data"] && engine["source"] == own.json?["source"])
      #expect(engine["error"] == .null && engine["ok"] == true && engine["exit_code"] == 0)
    }
    #expect(ran.engines.last?["document"] == .null && ran.engines.last?["error"]?["code"] == "unreachable")
    #expect(ran.errors == "")
    let lines = await stage.console().run("positions", "--group", "live", "-o", "ndjson")
    #expect(lines.code == .ok)
    let each = lines.output.split(separator: "\n").compactMap { try? JSONValue(reading: Data($0.utf8)) }
    #expect(Set(each.compactMap { $0["engine"]?.text }) == ["a", "b"] && each.count == 2)
  }

  @Test func `what is written about several is as the schema says`() async throws {
    let stage = try FleetStage([.calm], dead: 1)
    defer { stage.stop() }
    let schema = SchemaCatalogue(isRedacted: false).engines
    for line in [["account"], ["pnl", "snapshot"], ["status"], ["health"]] {
      let ran = await stage.console().run(line + ["--all", "--json"])
      let document = try #require(ran.json, "\(ran)")
      #expect(SchemaValidator.problems(document, schema) == [], "\(line)")
      guard case .array(let sums)? = document["sums"] else {
        Issue.record("no sums")
        return
      }
      if line != ["health"] { #expect(sums.first?["mode"] == "practice", "\(line): \(sums)") }
    }
  }

  @Test func `a report of several asks each endpoint of an engine once`() async throws {
    let stage = try FleetStage([.calm, .calm])
    defer { stage.stop() }
    let ran = await stage.console().run("report", "--all", "--json")
    #expect(ran.code == .ok, "\(ran)")
    for engine in stage.engines {
      let targets = (engine.server?.requests ?? []).map(\.target)
      #expect(!targets.isEmpty && Set(targets).count == targets.count, "\(targets.sorted())")
    }
  }

  @Test func `a check of several is as bad as the worst`() async throws {
    let stage = try FleetStage([.calm], dead: 1)
    defer { stage.stop() }
    let ran = await stage.console().run("check", "engine", "--all")
    #expect(
      ran.code.rawValue == 2 && ran.output.hasPrefix("HEAN CRITICAL - 2 engines: 1 CRITICAL, 1 OK\ndead0: "), "\(ran)")
    let well = await stage.console().run("check", "engine", "-p", "a,")
    #expect(well.code == .ok && well.output == "HEAN OK - 1 engine: 1 OK\n")
  }

  @Test func `each engine gets its own key and nothing of another`() async throws {
    let folder = Console.freshHome()
    for name in ["a", "b"] {
      try "key-of-\(name)\n".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder)/\(name)")
    }
    let stage = try FleetStage(
      [.calm, .calm, .calm],
      keys: ["a": #""api_key_file":"\#(folder)/a""#, "b": #""api_key_file":"\#(folder)/b""#])
    defer { stage.stop() }
    // What the environment has is for one engine, and here there are three.
    let console = stage.console(environment: ["HEAN_API_KEY": "key-of-the-shell", "HEAN_URL": "http://127.0.0.1:9"])
    for line in [["fleet"], ["status", "--all"]] { #expect(await console.run(line).code == .ok) }
    for (place, engine) in stage.engines.enumerated() {
      let keys = Set(
        (engine.server?.requests ?? []).map { request in
          request.head.firstMatch(of: /(?i)x-api-key: *([^\r\n]+)/).map { String($0.output.1) } ?? "none"
        })
      #expect(keys == [place < 2 ? "key-of-\(FleetStage.name(place))" : "none"])
    }
  }

  @Test(
    arguments: [
      (["status", "--all", "--group", "live"], "--all and --group both choose"),
      (["status", "-p", "a,b", "--url", "http://h:1"], "--url is about one engine"),
      (["status", "--group", "live", "--practice"], "--practice is about one engine"),
      (["fleet", "--api-key-file", "k"], "--api-key-file is about one engine"),
      (["exporter", "--all"], "'hean exporter' is not about several engines"),
      (["audit", "list", "--all"], "'hean audit list' is not about several engines"),
      (["status", "--all", "--watch"], "--watch is about one engine"),
      (["report", "--all", "--html", "a.html"], "one file or setting, and several engines are named"),
      (["positions", "--all", "-o", "csv"], "cannot be CSV"),
      (["status", "--group", "none"], "no profile is in the group \"none\""),
      (["status", "-p", "x*"], "no profile matches \"x*\""), (["status", "-p", "a,zz"], "there is no profile \"zz\""),
    ] as [([String], String)])
  func `what cannot be about several is refused before anything is asked`(line: [String], message: String) async throws
  {
    let stage = try FleetStage([.calm])
    defer { stage.stop() }
    let ran = await stage.console().run(line)
    #expect(ran.errors.contains(message) && ran.output.isEmpty && ran.code != .ok, "\(ran)")
    #expect(stage.engines[0].server?.requests.isEmpty == true)
  }

  @Test func `what a row says is what the engine alone would be said to be`() async throws {
    let stage = try FleetStage([.calm, .crash, .killswitch])
    defer { stage.stop() }
    // The first look and one at an engine that is known.
    for _ in 0..<2 {
      let fleet = await stage.console().run("fleet", "--json")
      #expect(fleet.rows.count == 3)
      for row in fleet.rows {
        let own = await stage.console().run("status", "-p", try #require(row["engine"]?.text), "--json")
        let told = try #require(own.json?["data"])
        #expect(row["source"] == own.json?["source"] && row["age_seconds"] == own.json?["age_seconds"])
        #expect(row["money"] == told["money"]?["state"] && row["trading"] == told["verdict"], "\(row) \(told)")
        for name in ["equity", "day_pnl", "open_positions"] { #expect(row[name] == told[name], "\(name)") }
      }
    }
  }

  @Test func `of thousands of profiles an error names those that are spelt alike`() async throws {
    let stage = try FleetStage([])
    defer { stage.stop() }
    let rows = (0..<3_000).map { #"{"name":"x\#($0)","url":"http://127.0.0.1:1"}"# }
    let path = stage.home + "/.config/hean/engines.json"
    try "[\(rows.joined(separator: ","))]".write(toFile: path, atomically: true, encoding: .utf8)
    let ran = await stage.console().run("status", "-p", "x12z")
    #expect(ran.code == .usage && ran.errors.contains("known profiles: x12, x120, "), "\(ran)")
    #expect(ran.errors.contains(", and 2981 more") && ran.errors.utf8.count < 800)
  }

  @Test(
    arguments: [
      (#"[{"name":"A b","url":"http://h:1"}]"#, "cannot be a profile's name"),
      (#"[{"name":"practice","url":"http://h:1"}]"#, "is the built-in practice engine"),
      (#"[{"name":"a","url":"http://h:1"},{"name":"a","url":"http://h:2"}]"#, "\"a\" is in it twice"),
    ])
  func `a name in a list that cannot be used is told with the list`(list: String, problem: String) async throws {
    let stage = try FleetStage([])
    defer { stage.stop() }
    let path = stage.home + "/.config/hean/engines.json"
    try list.write(toFile: path, atomically: true, encoding: .utf8)
    let ran = await stage.console().run("fleet")
    #expect(ran.code == .configuration && ran.errors.contains(problem) && ran.errors.contains("engines.json"), "\(ran)")
  }

  @Test func `engines of a list are profiles, and the configuration has priority`() async throws {
    let stage = try FleetStage([.calm, .calm])
    defer { stage.stop() }
    let list =
      #"{"engines":[{"name":"a","url":"http://127.0.0.1:9"},{"name":"z","url":"\#(stage.engines[1].url)","group":["eu","spot"]}]}"#
    let path = stage.home + "/.config/hean/engines.json"
    try list.write(toFile: path, atomically: true, encoding: .utf8)
    let ran = await stage.console().run("fleet", "--json")
    #expect(ran.code == .ok && Set(ran.rows.compactMap { $0["engine"]?.text }) == ["a", "b", "z"])
    #expect(await stage.console().run("status", "-p", "z").code == .ok)
    #expect(await stage.console().run("status", "--group", "spot").code == .ok)
    // It is never written into the configuration.
    #expect(await stage.console().run("profile", "set", "b", "timeout=5s").code == .ok)
    let written = try String(contentsOfFile: stage.home + "/.config/hean/config.json", encoding: .utf8)
    #expect(written.contains("5s") && !written.contains("\"z\""))
    try #"[{"name":"z","api_key_command":"touch /tmp/x"}]"#.write(toFile: path, atomically: true, encoding: .utf8)
    let refused = await stage.console().run("fleet")
    #expect(refused.code == .configuration && refused.errors.contains("api_key_command"))
  }

  @Test func `engines of a command are profiles`() async throws {
    let stage = try FleetStage([.calm])
    defer { stage.stop() }
    let path = stage.home + "/.config/hean/config.json"
    func write(_ command: String) throws {
      let text = JSONText.compact(["engines_command": .string(command), "profiles": .object([:])])
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write(#"echo '[{"name":"inventory","url":"\#(stage.engines[0].url)"}]'"#)
    let ran = await stage.console().run("fleet", "--json")
    #expect(ran.code == .ok && ran.rows.map { $0["engine"]?.text } == ["inventory"], "\(ran)")
    #expect(await stage.console().run("status", "-p", "inventory").code == .ok)
    try write("exit 3")
    let failed = await stage.console().run("fleet")
    #expect(
      failed.code == .configuration && failed.errors.contains("engines_command ended with exit code 3"), "\(failed)")
  }
}
