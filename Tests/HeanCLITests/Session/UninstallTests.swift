import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// Which files hean finds that it has made; it removes none.
struct UninstallTests {
  private static func write(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Rows by path below the home, without the program, which is where the tests run or is not.
  private func listed(_ output: String, below home: String) throws -> [String: String] {
    guard case .array(let rows)? = try JSONValue(reading: Data(output.utf8))["data"] else { return [:] }
    return Dictionary(
      rows.filter { $0["kind"] != "program" }.map { row in
        let words = ["kind", "files", "bytes"].map { row[$0]?.plainText ?? "" }
        return ((row["path"]?.text ?? "").replacing(home, with: ""), words.joined(separator: " "))
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `files of every kind are listed with their sizes, and are there afterwards`() async throws {
    let home = Console.freshHome()
    let made = [
      "/.config/hean/config.json": "{}", "/.local/state/hean/audit.jsonl": "12345",
      "/.local/state/hean/records/e/a": "123",
      "/.local/state/hean/records/e/b": "4567", "/.zfunc/_hean": "#compdef hean",
      "/.config/systemd/user/hean-guard@main.service":
        "# Written by hean, which leaves it alone once it was edited: sha256 0\n[Unit]\n",
    ]
    let foreign = [
      "/.config/systemd/user/hean-mine.service": "[Unit]\n", "/.config/systemd/user/other.service": "[Unit]\n",
    ]
    for (path, text) in made.merging(foreign, uniquingKeysWith: { first, _ in first }) {
      try Self.write(text, home + path)
    }
    let ran = await Console(home: home).run("uninstall", "--list", "--json")
    let rows = try listed(ran.output, below: home)
    #expect(ran.code == .ok)
    #expect(
      rows == [
        "/.config/hean/config.json": "configuration 1 2", "/.local/state/hean/audit.jsonl": "state 1 5",
        "/.local/state/hean/records": "state 2 7", "/.zfunc/_hean": "completions 1 13",
        "/.config/systemd/user/hean-guard@main.service": "unit 1 77",
      ], "\(ran)")
    for path in made.keys { #expect(FileManager.default.fileExists(atPath: home + path)) }
    let screen = await Console(home: home).run("uninstall", "--list")
    #expect(screen.output.contains("Nothing was removed."), "\(screen)")
  }

  @Test func `without files there is nothing to tell, and without --list nobody is led to expect a removal`()
    async throws
  {
    let home = Console.freshHome()
    let none = await Console(home: home).run("uninstall", "--list", "--json")
    #expect(try none.code == .ok && listed(none.output, below: home).isEmpty, "\(none)")
    let bare = await Console().run("uninstall")
    #expect(bare.code == .usage && bare.errors.contains("hean uninstall --list"), "\(bare)")
  }
}
