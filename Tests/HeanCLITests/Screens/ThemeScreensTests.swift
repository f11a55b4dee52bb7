import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean theme`, and screens in colour, compared whole.
struct ThemeScreensTests {
  private static func bare(_ text: String) -> [String] {
    text.replacing(#/\x1B\[[0-9;]*m/#, with: "").split(separator: "\n").map {
      String($0).replacing(#/ +$/#, with: "")
    }
  }

  private static let commands: [[String]] = [
    ["theme"], ["theme", "show", "colour-blind"], ["theme", "show"], ["theme", "check"], ["theme", "check", "finance"],
    ["theme", "show", "--against-seed"], ["theme", "show", "ios-light", "--against-seed"],
  ]

  @Test(arguments: commands, [80, 140])
  func `each command at two widths, without colour`(command: [String], columns: Int) async throws {
    let ran = await Console(columns: columns).run(command)
    #expect(ran.code == .ok && ran.errors.isEmpty)
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    try Expected.compare(ran.output, with: "theme/\(command.joined(separator: "_")).\(columns).txt")
  }

  @Test(arguments: [["theme"], ["theme", "show", "hean-light"]], ["1", "2", "3"])
  func `in colour the words are the same`(command: [String], depth: String) async throws {
    let console = Console(columns: 80, environment: ["NO_COLOR": "", "FORCE_COLOR": depth])
    let ran = await console.run(command)
    let plain = await Console(columns: 80).run(command)
    #expect(Self.bare(ran.output) == Self.bare(plain.output) && ran.output != plain.output)
    try Expected.compare(ran.output, with: "theme/\(command.joined(separator: "_")).colour\(depth).txt")
  }

  @Test(arguments: ThemeName.allCases)
  func `colour only repeats what stands there, in every theme`(name: ThemeName) async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    for command in [["status"], ["positions"], ["risk"], ["why"]] {
      let words = command + ["--url", server.url, "--theme", name.rawValue]
      let plain = await Console(columns: 80).run(words)
      let coloured = await Console(columns: 80, environment: ["NO_COLOR": "", "COLORTERM": "truecolor"]).run(words)
      #expect(coloured.output.contains("\u{1B}[") && Self.bare(coloured.output) == Self.bare(plain.output))
    }
  }

  @Test func `a theme comes from the flag, the environment or the profile`() async throws {
    let home = Console.freshHome()
    let colour = ["NO_COLOR": "", "COLORTERM": "truecolor"]
    func console(_ more: [String: String] = [:]) -> Console {
      Console(columns: 80, home: home, environment: colour.merging(more) { $1 })
    }
    let added = await console().run("profile", "add", "main", "--theme", "fortunia")
    #expect(added.code == .ok)
    // In each theme its own marks it as the one in use, and a command that fails is told in it.
    for (words, environment, name) in [
      ([], [:], "fortunia"), ([], ["HEAN_THEME": "ios"], "ios"),
      (["--theme", "finance"], ["HEAN_THEME": "ios"], "finance"),
    ] as [([String], [String: String], String)] {
      let listed = await console(environment).run(["theme"] + words)
      #expect(listed.output.contains("\n* \(name) "), "\(listed)")
    }
    let failed = await console().run(
      "--theme", "colour-blind", "--url", "http://127.0.0.1:1", "--timeout", "1s", "status")
    #expect(failed.errors.hasPrefix("\u{1B}[1;38;2;255;165;0mhean:\u{1B}[0m"), "\(failed)")
  }

  @Test func `a theme that does not exist is refused, with those that do`() async {
    let flag = await Console(columns: 80).run("theme", "--theme", "haen")
    #expect(flag.code == .usage && flag.errors.contains("hean-light") && flag.output.isEmpty)
    let variable = await Console(columns: 80, environment: ["HEAN_THEME": "haen"]).run("--practice", "status")
    #expect(variable.code == .configuration && variable.errors.contains("environment HEAN_THEME"), "\(variable)")
    let two = await Console(columns: 80).run("theme", "show", "ios", "hean")
    #expect(two.code == .usage)
  }

  @Test func `every figure of a check is data`() async throws {
    let ran = await Console().run("theme", "check", "colour-blind", "--json")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    guard case .array(let rows)? = document["data"] else {
      Issue.record("no rows: \(ran)")
      return
    }
    #expect(ran.code == .ok && rows.count == 134 && rows.allSatisfy { $0["ok"] == true })
    let differences = rows.filter { $0["kind"] == "difference" }.compactMap { $0["value"]?.number }
    #expect(differences.count == 24 && differences.allSatisfy { $0 >= 50 })
  }

  /// Whatever is drawn: sentences, tables, bars, help and errors.
  private static let drawn = [
    ["status"], ["positions"], ["why"], ["signals"], ["portfolio"], ["analytics"], ["analytics", "equity"], ["trades"],
    ["risk"], ["orders", "--status", "all"], ["decisions"], ["funnel"], ["account"], ["report"], ["help", "output"],
    ["positions", "close", "--help"], ["theme"], ["nonsense"], ["ask", "why does it not trade?"],
  ]

  @Test(arguments: Sample.of(drawn, every: 2))
  func `nothing but ASCII for a locale that is not UTF-8, or when asked for`(command: [String]) async {
    // Each has a practice world of its own: one that was saved tells less of the past.
    let ran = await Console(columns: 80, environment: ["LANG": "C"]).run(["--practice"] + command)
    #expect((ran.output + ran.errors).utf8.allSatisfy { $0 < 128 }, "\(ran)")
    #expect(ran.output.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 || $0.contains("hean ") }, "\(ran)")
    // An error shows the line that was typed, and help is the same text whatever the format.
    guard ran.code == .ok, !command.contains("--help") else { return }
    let asked = await Console(columns: 80).run(["--practice", "--ascii"] + command)
    #expect(asked == ran)
    // Data is UTF-8 wherever it is read.
    let data = await Console(columns: 80, environment: ["LANG": "C"]).run(["--practice", "--json"] + command)
    let other = await Console(columns: 80).run(["--practice", "--json"] + command)
    #expect(data == other)
  }
}
