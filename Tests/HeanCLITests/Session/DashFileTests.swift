import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// `-` is standard input or output, or refused with the reason.
struct DashFileTests {
  private func run(_ line: String) async -> Consequences {
    await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
  }

  @Test func `a file that is written goes to standard output in the place of the screen`() async {
    let svg = await run("chart btc --svg -")
    #expect(svg.code == .ok && svg.output.contains("<svg") && svg.output.hasSuffix("</svg>\n"), "\(svg.errors)")
    let page = await run("report --html -")
    #expect(page.output.hasPrefix(GeneratedFile.Kind.reportStart) && !page.output.contains("PRACTICE  simulated"))
    #expect(await run("audit export --to -").code == .ok)
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test(arguments: [
    ("chart btc --svg - --json", "cannot both go"), ("report --html - -o csv", "cannot both go"),
    ("live --cast -", "the name of a file"), ("trades export --to -", "the name of a file"),
    ("pnl snapshot --append -", "the name of a file"), ("pnl snapshot --to -", "the name of a file"),
    ("profile add main --ca-file -", "the name of a file"), ("profile add main --api-key-file -", "a profile keeps it"),
    ("help --man --to -", "name a folder"), ("audit follow --socket -", "the name of a file"),
  ])
  func `where it makes no sense that is said`(line: String, words: String) async {
    let ran = await run(line)
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(line): \(ran)")
  }
}
