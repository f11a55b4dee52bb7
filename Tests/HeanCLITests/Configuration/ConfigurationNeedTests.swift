import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A configuration file that cannot be used stops those who need it, and no one else.
struct ConfigurationNeedTests {
  enum Trouble: CaseIterable {
    case syntax, type, directory, garbage, huge, profileGone, profileTimeout

    var text: String? {
      switch self {
      case .syntax: "{\n  \"profiles\": {\n    \"main\": {,}\n  }\n}"
      case .type: "{\n  \"profiles\": {\n    \"main\": {\"timeout\": 5}\n  }\n}"
      case .garbage: "\u{1}\u{0}\u{7F}ELF\u{2}"
      case .profileGone: #"{"current": "gone", "profiles": {}}"#
      case .profileTimeout:
        #"{"current": "main", "profiles": {"main": {"url": "http://127.0.0.1:1", "timeout": "soon"}}}"#
      case .directory, .huge: nil
      }
    }

    /// What of the warning names the place.
    var words: String {
      switch self {
      case .syntax: "config.json:3:"
      case .type: "config.json:3"
      case .garbage: "config.json:1:1"
      default: "config.json"
      }
    }
  }

  private func console(_ trouble: Trouble) throws -> (Console, path: String) {
    let home = Console.freshHome()
    let folder = home + "/.config/hean"
    let path = folder + "/config.json"
    try FileManager.default.createDirectory(
      atPath: trouble == .directory ? path : folder, withIntermediateDirectories: true)
    if let text = trouble.text { try Data(text.utf8).write(to: URL(filePath: path)) }
    if trouble == .huge {
      _ = FileManager.default.createFile(atPath: path, contents: Data("{".utf8))
      try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 100 << 20)
    }
    if trouble != .directory {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    return (Console(home: home), path)
  }

  @Test(arguments: Trouble.allCases)
  func `who does not need it goes on, and hears of it`(trouble: Trouble) async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    var (console, _) = try console(trouble)
    for line in [
      ["help", "exit-codes"], ["version"], ["explain", "governor"], ["practice", "scenarios"], ["audit"],
      ["--practice", "positions"], ["--profile", "practice", "positions"], ["--url", server.url, "positions"],
      ["--url", server.url, "engine", "pause", "--dry-run"],
    ] {
      let ran = await console.run(line)
      #expect(ran.code == .ok && !ran.output.isEmpty, "\(line): \(ran)")
      // Only what is wrong with a profile in use is met there.
      let isMet = ![.profileGone, .profileTimeout].contains(trouble) || !line.contains { $0.hasSuffix("practice") }
      #expect(
        !isMet || ran.errors.contains(trouble.words) && ran.errors.contains("going on without this file"),
        "\(line): \(ran.errors)")
    }
    for line in [["--version"], ["--help"], ["status", "--help"], []] {
      #expect(await console.run(line).code == .ok, "\(line)")
    }
    console.environment["HEAN_URL"] = server.url
    #expect(await console.run("positions").code == .ok)
    // What is said on the command line outranks a profile that only the environment names.
    console.environment["HEAN_PROFILE"] = "main"
    if trouble != .profileGone {
      #expect(await console.run("--url", server.url, "positions").code == .ok)
    }
  }

  @Test(arguments: Trouble.allCases)
  func `who needs it fails, and leaves it as it is`(trouble: Trouble) async throws {
    var (console, path) = try console(trouble)
    let before = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe).prefix(1_000)
    for line in [["status"], ["panic", "--yes"], ["--profile", "main", "--url", "http://127.0.0.1:1", "status"]] {
      let ran = await console.run(line)
      // A time that cannot be read keeps nobody from an emergency stop; that nothing answers there is another matter.
      let isTried = trouble == .profileTimeout && line.first == "panic"
      let expected: [ExitCode] = isTried ? [.unreachable] : [.configuration, .usage]
      #expect(expected.contains(ran.code) && ran.output.isEmpty, "\(line): \(ran)")
    }
    // These would write over what they could not read.
    if ![.profileGone, .profileTimeout].contains(trouble) {
      for line in [["profile", "add", "x", "--url", "http://127.0.0.1:1"], ["login", "--url", "http://127.0.0.1:1"]] {
        #expect(await console.run(line).code == .configuration, "\(line)")
      }
    }
    console.environment["HEAN_PROFILE"] = "main"
    console.environment["HEAN_URL"] = "http://127.0.0.1:1"
    if trouble != .profileGone { #expect(await console.run("status").code == .configuration) }
    let after = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe).prefix(1_000)
    #expect(after == before)
  }

  @Test func `the key of the environment and of a file still goes out`() async throws {
    let seen = Recorder()
    let server = try LoopbackServer(answering: { request in
      seen.append(request.target + " ")
      return .init(status: 401, body: #"{"detail":"Invalid API key"}"#)
    })
    defer { server.stop() }
    var (console, _) = try console(.syntax)
    console.environment["HEAN_API_KEY"] = "k"
    let ran = await console.run("--url", server.url, "account")
    #expect(ran.code == .notAuthorised && !seen.text.isEmpty)
  }

  @Test func `what is wrong with flags and variables stays an error`() async throws {
    var (console, _) = try console(.syntax)
    #expect(await console.run("--url", "nonsense", "status").code == .usage)
    console.environment["HEAN_TIMEOUT"] = "soon"
    #expect(await console.run("help", "time").code == .configuration)
  }
}
