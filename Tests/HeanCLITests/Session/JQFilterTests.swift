import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `--jq`, through the jq of this machine and through programs in its place.
@Suite(.timeLimit(.minutes(2))) struct JQFilterTests {
  /// As in the program: a reader that leaves early ends nobody.
  init() { ProcessSignals.ignoreWriteSignals() }

  private func run(
    _ words: [String], path: String = "/usr/bin:/bin", isClockReal: Bool = false
  ) async -> Consequences {
    var console = Console(environment: ["PATH": path])
    console.isClockReal = isClockReal
    return await console.run(["--practice"] + words)
  }

  /// A folder with this script as jq.
  private func fake(_ script: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try "#!/bin/sh\n\(script)\n".write(toFile: directory.file("jq"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.file("jq"))
    return directory
  }

  @Test func `a text comes without quotes, and anything else as JSON on one line`() async throws {
    let fields = await run(["positions", "--fields", "symbol", "-o", "csv"])
    let symbols = fields.output.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    let ran = await run(["positions", "--jq", ".data[].symbol"])
    #expect(ran == Consequences(code: .ok, output: symbols, errors: "") && !symbols.isEmpty, "\(ran)")
    let objects = await run(["positions", "--jq", ".data | map({symbol}) | .[0]"])
    #expect(objects.output == "{\"symbol\":\"\(symbols.prefix { $0 != "\n" })\"}\n", "\(objects)")
    #expect(await run(["positions", "-o", "ndjson", "--jq", ".symbol"]).output == symbols)
    #expect(await run(["positions", "--jq", "-1"]).output == "-1\n")
  }

  @Test func `an expression without an end is ended, and what the command failed with is not covered`() async throws {
    async let positions = run(["positions", "--jq", "def f: f; f"])
    async let wrong = run(["api", "/nope", "--jq", "def f: f; f"])
    let (endless, unknown) = await (positions, wrong)
    #expect(endless.code == .temporary && endless.errors.contains("10 seconds of work"), "\(endless)")
    #expect(unknown.code == .brokenContract && unknown.errors.split(separator: "\n").count == 1, "\(unknown)")
    let missing = await run(["api", "/nope", "--jq", ".[0].x"])
    #expect(missing.code == .brokenContract, "\(missing)")
    #expect(missing.errors.split(separator: "\n").count == 1 && missing.errors.contains("/openapi.json"), "\(missing)")
  }

  @Test func `nothing was sent by a preview, and an exit code of a verb stays`() async {
    let preview = await run(["positions", "close-all", "--dry-run", "--jq", ".data[0].x.y"])
    #expect(preview.code == .usage && !preview.errors.contains("was sent"), "\(preview)")
    let refused = await run(["--quirk", "close-refused", "positions", "close-all", "--yes", "--jq", ".data[0].x"])
    #expect(refused.code == .refused && refused.errors.contains("it was sent, and ended as REFUSED"), "\(refused)")
    let late = await run(["status", "--watch", "--count", "2", "--json", "--jq", "error(\"late\")"], isClockReal: true)
    #expect(late.errors.contains("{\"note\":\"--jq: "), "\(late)")
  }

  @Test func `what cannot be written after a verb says that it was sent`() async throws {
    let errors = Recorder()
    var context = Console(environment: ["PATH": "/usr/bin:/bin"]).context(Recorder(), errors)
    let full = FileDescriptorWriter.Failure.failed(reason: "No space left on device")
    context.output.write = { _ in throw full }
    context.output.writeBytes = { _ in throw full }
    let code = await Program(context: context).run(["--practice", "engine", "pause", "--yes", "--jq", "."])
    #expect(code == .cannotWrite && errors.text.contains("it was sent, and ended as CONFIRMED"), "\(errors.text)")
  }

  @Test func `a terminal gets colours and nothing else that it would obey`() {
    let text = TerminalText(isTerminal: true)
    let typed = "a\u{1B}[31mred\u{1B}[0m\u{1B}]0;owned\u{07}\u{9B}2J\nnext\u{1B}[2Jx"
    let whole = Array(typed.utf8)
    let clean = text.cleaned(Array(whole.prefix(7))) + text.cleaned(Array(whole.dropFirst(7)))
    #expect(String(decoding: clean, as: UTF8.self) == "a\u{1B}[31mred\u{1B}[0m]0;owned2J\n")
    #expect(text.rest().map { String(decoding: $0, as: UTF8.self) } == "next[2Jx" && text.rest() == nil)
    #expect(TerminalText(isTerminal: false).cleaned(whole) == whole)
  }

  @Test func `a stream is filtered line by line`() async throws {
    let ran = await run(["watch", "--count", "3", "--jq", "select(.kind == \"event\") | .kind"], isClockReal: true)
    #expect(ran.code == .ok && ran.output == "event\nevent\nevent\n", "\(ran)")
  }

  @Test func `a mistake that shows only in a stream is told while it runs, once`() async {
    let ran = await run(["watch", "--count", "2", "--jq", "error(\"late\")"], isClockReal: true)
    let lines = ran.errors.split(separator: "\n")
    #expect(ran.code == .usage && ran.output.isEmpty, "\(ran)")
    #expect(
      lines.filter { $0.hasPrefix("{\"note\":\"--jq: ") }.count == 1 && lines.last?.hasPrefix("{\"error\"") == true)
  }

  @Test(arguments: [
    ".data[", "nonsense(", ".data | error(\"no\")", "1 + {}",
  ])
  func `a mistake of the expression is one of the command line, as JSON`(expression: String) async throws {
    let ran = await run(["positions", "--jq", expression])
    #expect(ran.code == .usage && ran.output.isEmpty)
    let error = try JSONValue(reading: Data(ran.errors.utf8))["error"]
    #expect(error?["message"]?.text?.hasPrefix("--jq: ") == true, "\(ran)")
  }

  @Test func `an expression that cannot be read is found before anything is sent`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console(environment: ["PATH": "/usr/bin:/bin"])
    console.sharedClock = clock
    let ran = await console.run("engine", "pause", "--url", engine.url, "--yes", "--jq", ".data[")
    #expect(ran.code == .usage && engine.commands.isEmpty, "\(ran)")
    let late = await console.run("engine", "pause", "--url", engine.url, "--yes", "--jq", "error(\"late\")")
    #expect(
      late.code == .cannotWrite && engine.commands.count == 1 && late.errors.contains("it was sent, and ended as"),
      "\(late)")
  }

  @Test func `without jq it is told how to get it`() async throws {
    // The search goes on in /usr/bin and /bin, so a folder cannot hide a jq that is there.
    let directory = try fake("exit 2")
    let ran = await run(["positions", "--jq", "."], path: directory.path)
    #expect(ran.code == .usage && ran.errors.contains("did not say why"), "\(ran)")
    #expect(JQFilter.missing.nextStep.map { CommandLines().text($0) }?.contains("apt-get install jq") == true)
  }

  @Test func `an error of the command is not filtered, and keeps its code`() async throws {
    let ran = await run(["positions", "show", "nonsense", "--jq", ".data"])
    #expect(ran.code == .notFound && ran.output.isEmpty && ran.errors.hasPrefix("{\"error\":"), "\(ran)")
  }

  @Test func `what writes no JSON, and what is to be another format, is refused`() async {
    for line in ["profile use main --jq .", "positions -o csv --jq .", "positions -o table --jq ."] {
      let ran = await run(line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty, "\(line): \(ran)")
    }
    #expect(await run(["schema", "positions", "--jq", ".type"]).output == "object\n")
  }

  @Test func `what is passed on is neither the key nor the code`() async throws {
    let directory = try fake("if [ -n \"$HEAN_API_KEY$HEAN_CODE\" ]; then exit 7; fi; cat")
    var console = Console(environment: [
      "PATH": directory.path + ":/bin", "HEAN_API_KEY": "k-1234567890", "HEAN_CODE": "123456",
    ])
    console.standardInput = []
    let ran = await console.run("--practice", "positions", "--jq", ".")
    #expect(ran.code == .ok && ran.output.hasPrefix("{"), "\(ran)")
  }
}
