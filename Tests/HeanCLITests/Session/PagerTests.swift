import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// What is taller than the terminal goes through a pager, and nothing else does.
@Suite(.timeLimit(.minutes(2))) struct PagerTests {
  /// As in the program: a reader that leaves early ends nobody.
  init() { ProcessSignals.ignoreWriteSignals() }

  /// What the terminal was given to.
  private final class Front: Sendable {
    let runs = Mutex<[(arguments: [String], environment: [String: String], input: String)]>([])
    let end: ChildProcess.Outcome.End?

    init(_ end: ChildProcess.Outcome.End?) { self.end = end }

    var texts: [String] { runs.withLock { $0.map(\.input) } }
  }

  private func run(
    _ line: String, rows: Int = 10, environment: [String: String] = [:], isTerminal: Bool = true,
    end: ChildProcess.Outcome.End? = .exited(code: 0)
  ) async -> (code: ExitCode, output: String, errors: String, front: Front) {
    let front = Front(end)
    let (output, errors) = (Recorder(), Recorder())
    var console = Console(
      columns: isTerminal ? 80 : nil,
      environment: ["PATH": "/usr/bin:/bin", "PAGER": "sort"].merging(environment) { $1 })
    console.rows = isTerminal ? rows : nil
    var context = console.context(output, errors)
    context.runInFront = { arguments, environment, input in
      front.runs.withLock { $0.append((arguments, environment, input ?? "")) }
      return front.end
    }
    let code = await Program(context: context).run(["--practice"] + line.split(separator: " ").map(String.init))
    return (code, output.text, errors.text, front)
  }

  @Test func `a tall screen goes through the pager whole, with LESS as git has it`() async throws {
    let ran = await run("orders --status all")
    let plain = await Console(columns: 80).run("--practice", "orders", "--status", "all")
    #expect(ran.code == .ok && ran.output.isEmpty)
    #expect(ran.front.texts == [plain.output])
    let first = try #require(ran.front.runs.withLock { $0.first })
    #expect(first.arguments.count == 1 && first.arguments[0].hasSuffix("/sort") && first.environment["LESS"] == "FRX")
    let kept = await run("orders --status all", environment: ["LESS": "S"])
    #expect(kept.front.runs.withLock { $0.first?.environment["LESS"] } == "S")
  }

  @Test func `help is paged as well, and what fits is not`() async {
    let help = await run("help environment")
    #expect(help.front.texts.count == 1 && help.output.isEmpty && help.code == .ok)
    #expect(await run("positions --help").front.texts.count == 1)
    let low = await run("orders --status all", rows: 500)
    #expect(low.front.texts.isEmpty && !low.output.isEmpty)
  }

  @Test(arguments: [
    "orders --status all --no-pager", "orders --status all --json", "orders --status all -o csv",
    "orders --status all -o ndjson", "status", "positions --status bogus", "config set max_open_positions=5 --yes",
    "config set max_open_positions=5", "ask",
  ])
  func `data, errors, verbs, prompts and what is fitted are never paged`(line: String) async {
    #expect(await run(line, rows: 14).front.texts.isEmpty)
  }

  @Test(arguments: [
    ["HEAN_PAGER": ""], ["HEAN_PAGER": "cat"], ["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"],
    ["PAGER": "no-such-pager"], ["HEAN_PAGER": "/no/such/pager -R"],
  ])
  func `none is used where none is wanted or there`(environment: [String: String]) async {
    let ran = await run("orders --status all", environment: environment)
    #expect(ran.front.texts.isEmpty && ran.code == .ok && !ran.output.isEmpty && ran.errors.isEmpty, "\(ran.errors)")
  }

  @Test func `none is used without a terminal`() async {
    let ran = await run("orders --status all", isTerminal: false)
    #expect(ran.front.texts.isEmpty && !ran.output.isEmpty)
  }

  @Test(
    arguments: [.exited(code: 1), .exited(code: 127), .killed(signal: SIGSEGV), nil] as [ChildProcess.Outcome.End?])
  func `nothing is lost when the pager fails, and the exit code is that of the command`(
    end: ChildProcess.Outcome.End?
  ) async {
    let ran = await run("orders --status all", end: end)
    #expect(ran.code == .ok && ran.output == ran.front.texts.joined() && !ran.output.isEmpty && ran.errors.isEmpty)
  }

  @Test func `flag, variable, profile and PAGER in this order, and a shell only for what is more than words`() {
    func command(_ value: String?, _ environment: [String: String] = [:]) -> String? {
      Pager.command(value.map { Setting($0, from: .profile(name: "main", path: "")) }, environment)
    }
    #expect(command("most", ["PAGER": "more"]) == "most" && command(nil, ["PAGER": "more"]) == "more")
    #expect(command(nil) == "less" && command("cat") == nil && command("most", ["HEAN_PAGER": " "]) == nil)
    #expect(command(nil, ["HEAN_PAGER": "bat -p", "PAGER": "more"]) == "bat -p")
    let path = ["PATH": "/usr/bin:/bin"]
    #expect(Pager.arguments("sort -r  -u", path)?.dropFirst() == ["-r", "-u"])
    #expect(Pager.arguments("LESS=R less | cat", path) == ["/bin/sh", "-c", "LESS=R less | cat"])
    #expect(Pager.arguments("no-such-pager", path) == nil && Pager.arguments("/etc/passwd", path) == nil)
  }

  @Test func `a program in front reads as much as it wants, and its end is told`() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["PATH": "/usr/bin:/bin", "FILE": directory.file("read")]
    let text = String(repeating: "0123456789\n", count: 50_000)
    let all = await ForegroundProcess.run(["/bin/sh", "-c", "cat > \"$FILE\""], environment: environment, input: text)
    #expect(all == .exited(code: 0))
    #expect(try String(contentsOfFile: directory.file("read"), encoding: .utf8) == text)
    let some = await ForegroundProcess.run(
      ["/bin/sh", "-c", "head -n 1 > \"$FILE\"; exit 3"], environment: environment, input: text)
    #expect(some == .exited(code: 3))
    #expect(await ForegroundProcess.run(["/no/such/program"], environment: [:], input: "x") == nil)
  }
}
