import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `docs/operations.md` at night: every alert, state and gate is there, and every command can be typed as it stands.
struct OperationsTests {
  private static let page: String = {
    let root = Fixtures.root.deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)) ?? ""
  }()

  /// Whole lines, and what stands in the table.
  private static let commands: [String] = {
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("    hean ") }.map { String($0.dropFirst(4)) }
    let cells = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { row in row.matches(of: /`(hean [^`]+)`/).map { String($0.output.1) } }
    return Array(Set(lines + cells)).sorted()
  }()

  private func chapters(_ title: String) -> [String] {
    let chapter = Self.page.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") } ?? ""
    return chapter.matches(of: /\n### (.+)/).map { String($0.output.1) }
  }

  @Test func `every alert, state and gate is there, in its order`() {
    #expect(chapters("Alerts") == EngineCheck.ID.allCases.map(\.rawValue))
    #expect(chapters("States of risk") == RiskState.known.map(\.rawValue))
    let gates = Self.page.matches(of: /\n\| ([a-z ]+) \| .+ \| `hean .+` \|/).map { String($0.output.1) }
    #expect(gates == Gate.ID.allCases.map(\.message))
    for check in EngineCheck.ID.allCases {
      let chapter = Self.page.components(separatedBy: "\n### \(check.rawValue)\n").last?.components(separatedBy: "\n#")[
        0]
      #expect(chapter?.contains("\n    hean ") == true, "\(check)")
    }
  }

  /// What stands within sentences: some of it needs another machine, or stands for what an operator fills in.
  private static let mentioned = Set(page.matches(of: /`hean ([^`]+)`/).map { String($0.output.1) }).sorted()

  @Test(arguments: mentioned)
  func `every command that is mentioned can be typed`(line: String) throws {
    let words = try ShellWords.split(line)
    // A group is named as a chapter of the help.
    if CommandTable.root.descendant(words)?.subcommands.isEmpty == false { return }
    let parsed = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(words)
    let type = try #require(CommandTable.command(at: parsed.path), "\(line)")
    _ = try type.init(parsed)
  }

  /// Verbs as a preview, on an engine that is in trouble.
  @Test(arguments: commands)
  func `every command runs`(line: String) async throws {
    var words = try ShellWords.split(line).dropFirst().map(\.self)
    if words == ["panic"] { words.append("--dry-run") }
    // What goes on for days ends after one look.
    if [["guard"], ["alert", "run"]].contains(words) { words += ["--count", "1"] }
    if words == ["record"] { words += ["--for", "1s"] }
    var console = Console()
    // What watches waits for time to pass.
    console.isClockReal = ["alert", "guard", "check", "record"].contains(words.first)
    let ran = await console.run(["--practice", "--scenario", "crash"] + words)
    // A plugin has 2 for what is critical, and nothing is recorded of an engine that was just made.
    let isPlugin = words.first == "check"
    let isRecord = words.contains("recorded") || words.contains("--at")
    #expect(
      [.ok, .conditionFalse, .refused, .notFound].contains(ran.code) || isPlugin && ran.code.rawValue == 2
        || isRecord && ran.code == .staleOrUnconfirmed,
      "\(line): \(ran)")
    // What goes on for days says so on the other output.
    #expect(!ran.output.isEmpty || !ran.errors.isEmpty && console.isClockReal || ran.code != .ok, "\(line)")
  }
}
