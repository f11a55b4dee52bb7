import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `hean profile set`, `unset`, `rename`, `export`, `import` and `edit`, on real files.
struct ProfileChangeTests {
  private let home = Console.freshHome()

  private func run(_ line: String, answers: [String] = [], isTerminal: Bool = false) async -> Consequences {
    var console = Console(home: home)
    console.standardInput = answers
    console.isInputTerminal = isTerminal
    return await console.run(line.split(separator: " ").map(String.init))
  }

  private var path: String { home + "/.config/hean/config.json" }

  private func profile(_ name: String) throws -> JSONValue? {
    try JSONValue(reading: Data(contentsOf: URL(filePath: path)))["profiles"]?[name]
  }

  private func prepared() async throws {
    let ran = await run("profile add main --url http://127.0.0.1:9000 --timeout 3s --api-key-env KEY")
    #expect(ran.code == .ok, "\(ran)")
  }

  @Test func `one key changes and the rest stays`() async throws {
    try await prepared()
    #expect(
      await run("profile set main theme=finance-light read_only=yes")
        == Consequences(code: .ok, output: "profile main: theme=finance-light read_only=yes\n", errors: ""))
    let changed: JSONValue = [
      "url": "http://127.0.0.1:9000", "timeout": "3s", "api_key_env": "KEY", "theme": "finance-light",
      "read_only": true,
    ]
    #expect(try profile("main") == changed)
    #expect(
      await run("profile unset main theme read_only tz").output
        == "profile main: removed theme, read_only; had no tz\n")
    #expect(try profile("main")?["theme"] == nil && profile("main")?["url"]?.text == "http://127.0.0.1:9000")
    #expect(await run("profile set practice practice.seed=7").code == .ok)
    #expect(try profile("practice")?["practice"]?["seed"] == 7)
  }

  @Test(arguments: [
    ("profile set main timeout=never", "timeout: \"never\" is not a duration"),
    ("profile set main theme=pink", "theme: "), ("profile set main url=127.0.0.1", "url: "),
    ("profile set main api_key_file=/k", "names 2 sources"), ("profile set main timout=5s", "Did you mean 'timeout'?"),
    ("profile set main read_only=maybe", "expected true or false"), ("profile set nobody timeout=5s", "no profile"),
    ("profile set main api_key=sk-0123456789abcdef", "no key is taken from the command line"),
    ("profile set main timeout=1s timeout=2s", "given twice"), ("profile set main ca_file=-", "a profile keeps it"),
    ("profile set practice url=http://a", "cannot have a url"), ("profile unset main nonsense", "expected one of"),
    ("profile set main live_keys=fly=x", "fly"), ("profile set practice practice.scenario=doom", "doom"),
  ])
  func `what would not work is refused before it is written`(line: String, words: String) async throws {
    try await prepared()
    let before = try Data(contentsOf: URL(filePath: path))
    let ran = await run(line)
    #expect(ran.code != .ok && ran.output.isEmpty && ran.errors.contains(words), "\(ran)")
    #expect(!ran.errors.contains("sk-0123456789abcdef"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `a removal says what is lost and asks`() async throws {
    try await prepared()
    let refused = await run("profile remove main")
    #expect(refused.code == .declined && refused.errors.contains("http://127.0.0.1:8000 from then on"), "\(refused)")
    #expect(await run("profile remove main", answers: ["n"], isTerminal: true).code == .declined)
    #expect(try profile("main") != nil)
    let removed = await run("profile remove main", answers: ["y"], isTerminal: true)
    #expect(
      removed.code == .ok
        && removed.output
          == "profile main removed; none is in use now: without --profile commands go to http://127.0.0.1:8000\n",
      "\(removed)")
    #expect(try profile("main") == nil)
    let gone = await run("profile remove main --yes")
    #expect(gone.code == .configuration && !gone.errors.contains("to make it"), "\(gone)")
  }

  @Test(arguments: [
    "profile add main --url http://127.0.0.1:9000", "profile import shared.json", "profile rename other main",
  ])
  func `a key that was left under a name goes to no new engine`(line: String) async throws {
    let keys = home + "/.config/hean/keys"
    try FileManager.default.createDirectory(atPath: keys, withIntermediateDirectories: true)
    try Data("0123456789\n".utf8).write(to: URL(filePath: keys + "/main"))
    let shared = home + "/shared.json"
    try Data(#"{"profiles": {"main": {"url": "http://127.0.0.1:9000"}}}"#.utf8).write(to: URL(filePath: shared))
    let typed = line.replacing("shared.json", with: shared)
    #expect(await run("profile add other --url http://127.0.0.1:9001").code == .ok)
    let before = try Data(contentsOf: URL(filePath: path))
    let ran = await run(typed)
    #expect(ran.code == .refused && ran.errors.contains("a key is stored for \"main\" already"), "\(ran)")
    #expect(!ran.errors.contains("0123456789"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    try FileManager.default.removeItem(atPath: keys + "/main")
    #expect(await run(typed).code == .ok)
  }

  @Test func `a name in the file that is none is one of the file, with its line`() async throws {
    try await prepared()
    try Data("{\n \"profiles\": {\n  \"BAD NAME\": {}, \"other\": {}\n }\n}\n".utf8).write(to: URL(filePath: path))
    let ran = await run("status")
    #expect(ran.code == .configuration && ran.errors.contains("config.json:3: \"BAD NAME\" cannot be"), "\(ran)")
    let panic = await run("panic --dry-run")
    #expect(panic.code == .configuration && panic.errors.contains("panic --dry-run"), "\(panic)")
    #expect(!panic.errors.contains("--yes") && !panic.errors.contains("log in to the exchange"))
    #expect(await run("panic").errors.contains("panic --yes"))
  }

  @Test func `a replacement that would lose keys is asked about`() async throws {
    try await prepared()
    let refused = await run("profile add main --replace --theme hean")
    #expect(
      refused.code == .declined && refused.errors.contains("would lose its settings url, api_key_env, timeout"),
      "\(refused)")
    #expect(refused.errors.contains("profile set main"))
    #expect(await run("profile add main --replace --theme hean", answers: ["n"], isTerminal: true).code == .declined)
    #expect(try profile("main")?["url"] != nil)
    #expect(await run("profile add main --replace --theme hean", answers: ["y"], isTerminal: true).code == .ok)
    #expect(try profile("main") == ["theme": "hean"])
    // Nothing is lost, so nothing is asked.
    #expect(await run("profile add main --replace --theme hean --timeout 2s").code == .ok)
    #expect(await run("profile add main --replace --yes --tz UTC").code == .ok)
  }

  @Test func `a key that would go to another address is told about`() async throws {
    #expect(await run("profile add main --url http://127.0.0.1:9000").code == .ok)
    #expect(await run("login --profile main", answers: ["k-123456789"]).code == .ok)
    for line in ["profile set main url=http://127.0.0.1:9001", "profile unset main url"] {
      let unasked = await run(line)
      #expect(unasked.code == .declined && unasked.errors.contains("would go to http://127.0.0.1"), "\(unasked)")
      #expect(await run(line, answers: ["n"], isTerminal: true).code == .declined)
    }
    #expect(try profile("main")?["url"]?.text == "http://127.0.0.1:9000")
    let ran = await run("profile set main url=http://127.0.0.1:9001 --yes")
    #expect(ran.output.contains("its stored key goes to the new address") && ran.code == .ok, "\(ran)")
    #expect(!(await run("profile set main timeout=4s")).output.contains("stored key"))
  }

  @Test func `a new name takes along what belongs to it`() async throws {
    #expect(await run("profile add main --url http://127.0.0.1:1").code == .ok)
    #expect(await run("login --profile main", answers: ["k-123456789"]).code == .ok)
    let target = EngineTarget(
      try EffectiveSettings.resolve(
        flags: SettingFlags(), environment: ["HOME": home],
        file: ConfigurationStore(directories: UserDirectories(environment: ["HOME": home])).load()),
      flags: TargetFlags())
    let state = home + "/.local/state/hean"
    for (folder, name) in [("engines", ".json"), ("records", ""), ("looks", ".json")] {
      try FileManager.default.createDirectory(atPath: "\(state)/\(folder)", withIntermediateDirectories: true)
      try Data("kept".utf8).write(to: URL(filePath: "\(state)/\(folder)/\(target.memoryName)\(name)"))
    }
    let ran = await run("profile rename main live")
    #expect(ran.code == .ok && ran.output.contains("moved along: engines, looks, records"), "\(ran)")
    #expect(try profile("main") == nil && profile("live")?["url"]?.text == "http://127.0.0.1:1")
    #expect(FileManager.default.fileExists(atPath: home + "/.config/hean/keys/live"))
    #expect(!FileManager.default.fileExists(atPath: home + "/.config/hean/keys/main"))
    #expect(await run("profile list --json").output.contains("\"current\":true,\"group\":null,\"name\":\"live\""))
    let names = try FileManager.default.contentsOfDirectory(atPath: state + "/engines")
    #expect(names.count == 1 && names != ["\(target.memoryName).json"])
    #expect(await run("profile rename live practice").code == .usage)
    #expect(await run("profile rename nobody other").code != .ok)
    #expect(await run("profile add other").code == .ok)
    #expect(await run("profile rename live other").code == .usage)
  }

  @Test func `what is exported is imported elsewhere, without keys and without commands`() async throws {
    try await prepared()
    #expect(await run("profile set main pager=most tz=Europe/Berlin").code == .ok)
    let exported = await run("profile export main")
    #expect(
      exported.code == .ok && exported.errors == "hean: left out of profile main: api_key_env, pager\n", "\(exported)")
    let file = home + "/main.json"
    #expect(await run("profile export --to \(file)").output == "1 profile written to \(file)\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
    #expect(await run("profile export --to \(file)").code == .cannotWrite)

    var other = Console()
    other.standardInput = exported.output.split(separator: "\n").map(String.init)
    let taken = await other.run("profile", "import", "-")
    #expect(taken == Consequences(code: .ok, output: "taken: main\n", errors: ""), "\(taken)")
    let shown = await other.run("profile", "show", "--profile", "main", "--json")
    #expect(shown.output.contains("Europe/Berlin"), "\(shown)")
  }

  @Test func `a file of somebody else's brings no command, and no key goes to its address`() async throws {
    let file = home + "/evil.json"
    let evil = """
      {"profiles": {"main": {"url": "http://127.0.0.1:666", "api_key_command": "touch /tmp/x", "pager": "evil",
        "allow_plain_http_key": true}}}
      """
    try evil.write(toFile: file, atomically: true, encoding: .utf8)
    let fresh = await run("profile import \(file)")
    #expect(fresh.code == .ok && fresh.errors.contains("allow_plain_http_key, api_key_command, pager"), "\(fresh)")
    #expect(try profile("main") == ["url": "http://127.0.0.1:666"])
    #expect(await run("profile import \(file)").code == .usage)
    #expect(await run("profile add mine --api-key-env KEY --url http://127.0.0.1:9000").code == .ok)
    try evil.replacing("main", with: "mine").write(toFile: file, atomically: true, encoding: .utf8)
    let replaced = await run("profile import \(file) --replace")
    #expect(replaced.code == .refused && replaced.errors.contains("names another address"), "\(replaced)")
    #expect(try profile("mine")?["url"]?.text == "http://127.0.0.1:9000")
    for broken in ["{", "{\"profiles\": []}", "{}"] {
      try broken.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(await run("profile import \(file)").code != .ok)
    }
  }

  @Test func `who looks for the settings of the console under another name is shown the way`() async {
    let ran = await run("config edit --practice")
    #expect(ran.code == .usage && ran.errors.contains("next: hean profile edit"), "\(ran)")
    #expect(await run("profile get").errors.contains("profile show"))
  }

  // MARK: profile edit

  /// Runs `profile edit` with an editor that writes these texts one after another.
  private func edit(
    _ texts: [String?], answers: [String] = [], end: ChildProcess.Outcome.End = .exited(code: 0)
  ) async -> (Consequences, arguments: [[String]]) {
    let (output, errors) = (Recorder(), Recorder())
    let left = Mutex(texts)
    let runs = Mutex<[[String]]>([])
    var console = Console(home: home, environment: ["EDITOR": "ed -s"])
    console.standardInput = answers
    console.isInputTerminal = true
    var context = console.context(output, errors)
    context.runInFront = { arguments, _, _ in
      runs.withLock { $0.append(arguments) }
      if let text = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }), let file = arguments.last {
        try? Data(text.utf8).write(to: URL(filePath: file))
      }
      return end
    }
    let code = await Program(context: context).run(["profile", "edit"])
    return (Consequences(code: code, output: output.text, errors: errors.text), runs.withLock { $0 })
  }

  private var copies: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home + "/.config/hean")) ?? []).filter {
      $0.hasPrefix("config.edit-")
    }
  }

  @Test func `what was edited takes the place of the file as it was written`() async throws {
    try await prepared()
    let text = "{ \"current\":\"main\",\n\n   \"profiles\": {\"main\": {\"timeout\": \"9s\", \"mine\": 1}} }\n"
    let (ran, arguments) = await edit([text])
    #expect(ran.code == .ok && ran.output == "\(path) saved\n" && copies.isEmpty, "\(ran)")
    #expect(ran.errors.contains("unknown key \"profiles.main.mine\"") && !ran.errors.contains("config.edit-"))
    #expect(arguments.first?.prefix(4) == ["/bin/sh", "-c", "ed -s \"$@\"", "ed -s"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let (same, _) = await edit([nil])
    // The key that is not known is told at each run.
    #expect(same.code == .ok && same.output == "nothing was changed\n" && copies.isEmpty, "\(same)")
  }

  @Test func `a mistake can be mended, and what was written is never lost`() async throws {
    try await prepared()
    let before = try Data(contentsOf: URL(filePath: path))
    let good = "{\"profiles\": {\"main\": {\"timeout\": \"8s\"}}}"
    let (mended, arguments) = await edit(["{\"profiles\": ", good], answers: [""])
    #expect(mended.code == .ok && arguments.count == 2 && mended.errors.contains("Edit again? [Y/n]"), "\(mended)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == good)

    try before.write(to: URL(filePath: path))
    let wrong = "{\"profiles\": {\"main\": {\"timeout\": \"never\"}}}"
    let (given, _) = await edit([wrong], answers: ["n"])
    #expect(
      given.code == .configuration && copies.count == 1 && given.errors.contains("what you wrote is in"), "\(given)")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let kept = home + "/.config/hean/" + (copies.first ?? "")
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == wrong)
    #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that was changed meanwhile is not overwritten, and a broken one can be mended`() async throws {
    try await prepared()
    try "{ broken".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let (mended, _) = await edit(["{\"profiles\": {}}"])
    #expect(mended.code == .ok, "\(mended)")
    let (failed, _) = await edit(["{\"profiles\": {\"a\": {}}}"], end: .exited(code: 1))
    #expect(failed.code == .configuration && copies.count == 1, "\(failed)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"profiles\": {}}")
    let store = ConfigurationStore(directories: UserDirectories(environment: ["HOME": home]))
    #expect(throws: ConfigurationError.self) { try store.replace(Data("other".utf8), by: Data("{}".utf8)) }
  }

  @Test func `without a terminal no editor is opened`() async {
    let ran = await run("profile edit")
    #expect(ran.code == .declined && ran.errors.contains("standard input is no terminal"), "\(ran)")
  }
}
