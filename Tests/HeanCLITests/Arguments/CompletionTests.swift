import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// What a TAB shows: by the parser's declarations, and names from files only.
struct CompletionTests {
  private static let url = "http://127.0.0.1:9"

  private func fish(_ line: String, _ console: Console = Console()) async -> [String] {
    await console.run("__complete", "fish", "", line).output.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
  }

  private func bash(_ line: String, _ console: Console = Console()) async -> [String] {
    await console.run("__complete", "bash", " \t\n\"'><=;|&(:", line).output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("hean stat", ["words", "status"]), ("hean positions cl", ["words", "close", "close-all"]),
    ("hean --practice orders pl", ["words", "place"]), ("HEAN_PROFILE=x hean orders pl", ["words", "place"]),
    ("hean orders place bu", ["words", "buy"]), ("hean --output nd", ["words", "ndjson"]),
    ("hean -o nd", ["words", "ndjson"]), ("hean -qo nd", ["words", "ndjson"]),
    ("hean --output=nd", ["words", "--output=ndjson"]),
    ("hean positions --sort=unrealized_pnl_p", ["words", "--sort=unrealized_pnl_percent"]),
    ("hean positions --fields symbol,si", ["words", "symbol,side", "symbol,size"]),
    ("hean positions --sort=-unrealized_pnl_p", ["words", "--sort=-unrealized_pnl_percent"]),
    ("hean explain positions.unrealized_pnl_p", ["words", "positions.unrealized_pnl_percent"]),
    ("hean explain risk.governor.risk", ["words", "risk.governor.risk_state"]),
    ("hean profile set main timeo", ["open", "timeout="]), ("hean profile unset main timeo", ["words", "timeout"]),
    ("hean trades --since yes", ["words", "yesterday"]),
    ("hean alert remove orders_a", ["words", "orders_after_stop"]),
    ("hean help exit", ["words", "exit-codes"]), ("hean help orders ca", ["words", "cancel", "cancel-all"]),
    ("hean schema risk gov", ["words", "governor"]), ("hean theme show hean-l", ["words", "hean-light"]),
    ("hean --practice strategies show hf", ["words", "hf_scalping"]), ("hean trace last-", ["words", "last-blocked"]),
    ("hean chart bt", ["words", "BTCUSDT"]), ("hean explain COUNCIL_REJ", ["words", "COUNCIL_REJECTED"]),
    ("hean wait --for positions.c", ["open", "positions.count"]),
    ("hean wait --for price.BTC", ["open", "price.BTCUSDT"]), ("hean --scenario kills", ["words", "killswitch"]),
    ("hean pnl snapshot --append ", ["files"]), ("hean nothing ", ["words"]), ("hean status -- --js", ["words"]),
    ("hean --json status --jso", ["words"]), ("hean positions --wat", ["words", "--watch"]),
    ("hean -p ", ["words", "practice"]), ("hean --tz Europe/Berl", ["words", "Europe/Berlin"]), ("hean", ["words"]),
  ])
  func `a word goes on as the parser takes it`(line: String, expected: [String]) async {
    let answer = await fish(line)
    #expect(answer == expected || line == "hean" && answer.isEmpty, "\(line): \(answer)")
  }

  @Test func `every command and option of the table is completed`() async {
    func walk(_ spec: CommandSpec, _ path: [String]) async {
      for next in spec.subcommands {
        let here = path + [next.name]
        let line = here.joined(separator: " ")
        #expect(await fish("hean " + line).contains(next.name), "\(line)")
        let options = await fish("hean \(line) --")
        let fallback = next.defaultSubcommand.flatMap(next.subcommand)?.options ?? []
        #expect(Set((next.options + fallback).map { "--" + $0.name }).isSubset(of: options), "\(line)")
        await walk(next, here)
      }
    }
    await walk(CommandTable.root, [])
  }

  /// The state of an engine that gives names which no shell may run.
  private func hostile() throws -> Console {
    let console = Console(environment: ["HEAN_URL": Self.url])
    let ids = [
      "pos_1", "a;touch x", "$(touch x)", "`x`", "sp ace", "q'uo\"te", "esc\u{1B}[31m", "two\nlines", "-rf", "é",
    ]
    let rows = ids.map { JSONValue.object(["position_id": .string($0), "symbol": "X'$(y)USDT", "side": "long\u{1B}"]) }
    let answers = [
      ("/api/v1/orders/positions", JSONValue.object(["positions": .array(rows)])),
      (Endpoint<EngineStatus>.engineStatus.path, JSONValue.object(["state": "RUNNING"])),
    ].map { path, body in
      StoredLook.Answer(
        key: path, status: 200, headers: [:], receivedAt: Console.now, body: Data(JSONText.compact(body).utf8))
    }
    let session = try EngineTarget(
      EffectiveSettings.resolve(
        flags: SettingFlags(), environment: console.environment,
        file: LoadedConfiguration(path: "", file: ConfigurationFile())), flags: TargetFlags())
    let folder = try UserDirectories(environment: console.environment).state()
    let looks = StoredLooks(folder: "\(folder)/engines/\(session.memoryName).looks", url: session.sourceURL)
    #expect(looks.keep(StoredLook(name: .positions, url: session.sourceURL, answers: answers), at: Console.now) == nil)
    return console
  }

  @Test func `names of an engine are quoted for bash, and none with control characters is offered`() async throws {
    let console = try hostile()
    let names = await bash("hean positions show ", console)
    #expect(
      names.contains("pos_1") && names.contains(#"a\;touch\ x"#) && names.contains(#"\$\(touch\ x\)"#), "\(names)")
    #expect(names.contains(#"\`x\`"#) && names.contains(#"q\'uo\"te"#) && names.contains("é"), "\(names)")
    #expect(names.contains(#"X\'\$\(y\)USDT"#), "\(names)")
    #expect(!names.contains { $0.contains("esc") || $0.contains("two") || $0 == "-rf" }, "\(names)")
    // Within a quote only what needs none.
    #expect(await bash("hean positions show 'p", console) == ["words", "pos_1"])
    #expect(await bash(#"hean positions show "$"#, console) == ["words"])
    #expect(await bash(#"hean positions show a\;t"#, console) == ["words", #"a\;touch\ x"#])
    for shell in ["fish", "zsh"] {
      let all = await console.run(
        ["__complete", shell] + (shell == "fish" ? ["", "hean positions show "] : ["hean", "positions", "show", ""]))
      #expect(
        all.code == .ok
          && !all.output.unicodeScalars.contains { $0.value < 0x20 && !"\n\t".unicodeScalars.contains($0) })
      #expect(all.output.contains("pos_1\t"), "\(shell)")
    }
  }

  @Test func `bash gets what stands behind its word breaks`() async {
    #expect(await bash("hean --output=nd") == ["words", "ndjson"])
    #expect(await bash("hean --output=") == ["words", "table", "json", "ndjson", "csv"])
  }

  /// What is wrong with the machine must not disturb a line that is typed.
  @Test func `nothing is ever told but candidates`() async throws {
    let home = Console.freshHome()
    try FileManager.default.createDirectory(atPath: home + "/.config/hean", withIntermediateDirectories: true)
    try Data("{ broken".utf8).write(to: URL(filePath: home + "/.config/hean/config.json"))
    for words in [
      ["__complete"], ["__complete", "tcsh", "", "hean "], ["__complete", "bash"], ["__complete", "fish", "", ""],
      ["__complete", "fish", "", "hean positions show "], ["__complete", "zsh"],
      ["__complete", "bash", "=", "hean 'a"],
    ] {
      let ran = await Console(home: home).run(words)
      #expect(ran.code == .ok && ran.errors.isEmpty, "\(words)")
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func `a script is printed for each shell`(shell: CompletionShell) async {
    let ran = await Console().run("completions", shell.rawValue)
    #expect(ran.code == .ok && ran.output.contains("__complete \(shell.rawValue)") && ran.errors.isEmpty)
    #expect(await Console().run("completions", "tcsh").code == .usage)
  }
}
