import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// One-time codes and read-only profiles: what they forbid, and what they never do.
struct CodeCheckTests {
  private let home = Console.freshHome()
  private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  private func prepare(mode: Int = 0o600, secret: String = secret) throws {
    let file = home + "/secret"
    try? FileManager.default.removeItem(atPath: file)
    #expect(
      FileManager.default.createFile(
        atPath: file, contents: Data("\(secret)\n".utf8), attributes: [.posixPermissions: mode]))
    try configure(#""totp_file": "\#(file)""#)
  }

  private func configure(_ members: String) throws {
    let folder = home + "/.config/hean"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = #"{"profiles": {"practice": {\#(members)}}}"#
    #expect(
      FileManager.default.createFile(
        atPath: folder + "/config.json", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
  }

  private func code(_ spans: Int64 = 0, at date: Date = Console.now) throws -> String {
    let code = try #require(OneTimeCode(base32: Self.secret))
    return code.code(OneTimeCode.counter(at: date) + spans)
  }

  private func run(_ words: [String], code: String? = nil, input: [String]? = nil) async -> Consequences {
    var console = Console(home: home, environment: code.map { ["HEAN_CODE": $0] } ?? [:])
    console.standardInput = input ?? []
    console.isInputTerminal = input != nil
    return await console.run(["--practice"] + words)
  }

  @Test func `what starts asks for a code, takes each once, and says why not`() async throws {
    try prepare()
    #expect(await run(["engine", "stop", "--yes"]).code == .ok, "what ends a risk never asks")
    let none = await run(["engine", "start", "--yes"])
    #expect(none.code == .declined && none.errors.contains("give the code in HEAN_CODE"), "\(none)")
    let wrong = await run(["engine", "start", "--yes"], code: "000000")
    #expect(wrong.code == .declined && wrong.errors.contains("code is wrong"), "\(wrong)")
    #expect(await run(["engine", "start", "--yes"], code: try code()).code == .ok)
    #expect(await run(["engine", "stop", "--yes"]).code == .ok)
    #expect(await run(["engine", "start", "--yes"], code: try code()).code == .declined, "used")
    let typed = await run(["engine", "start", "--yes"], input: [try code(1)])
    #expect(typed.code == .ok && typed.errors.contains("One-time code for 'practice': "), "\(typed)")
    #expect(!typed.errors.contains(try code(1)))
    let log = try String(contentsOfFile: home + "/.local/state/hean/audit.jsonl", encoding: .utf8)
    #expect(!log.contains(try code(1)) && !log.contains(Self.secret))
  }

  @Test func `after five wrong codes none is tried, and what ends a risk goes on`() async throws {
    try prepare()
    #expect(await run(["engine", "stop", "--yes"]).code == .ok)
    for wrong in ["12345", "x", " "] {
      #expect(await run(["engine", "start", "--yes"], code: wrong).code == .declined)
    }
    for _ in 0..<5 { #expect(await run(["engine", "start", "--yes"], code: "000001").code == .declined) }
    let right = await run(["engine", "start", "--yes"], code: try code())
    #expect(right.code == .declined && right.errors.contains("5 wrong codes were given"), "\(right)")
    for words in [["panic", "--yes"], ["risk", "killswitch", "trigger", "--yes"]] {
      #expect(await run(words).code != .declined)
    }
  }

  @Test func `a secret that others can read, none, and a damaged record of codes take no code`() async throws {
    try prepare(mode: 0o644)
    #expect(await run(["engine", "stop", "--yes"]).code == .ok)
    #expect(await run(["engine", "start", "--yes"], code: try code()).code == .configuration)
    try prepare(secret: "short")
    let short = await run(["engine", "start", "--yes"], code: try code())
    #expect(short.code == .configuration && short.errors.contains("no secret of base 32"), "\(short)")
    try prepare()
    #expect(await run(["engine", "start", "--yes"], code: "000001").code == .declined)
    let folder = home + "/.local/state/hean/codes"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".json") })
    try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    let damaged = await run(["engine", "start", "--yes"], code: try code())
    #expect(damaged.code == .configuration && damaged.errors.contains("which codes were used"), "\(damaged)")
  }

  @Test(arguments: VerbCase.all.map(\.arguments) + [["panic"]])
  func `a read-only profile sends nothing, and previews all the same`(arguments: [String]) async throws {
    try configure(#""read_only": true"#)
    for words in [arguments + ["--yes"], arguments + ["--yes", "--no-audit"]] {
      let ran = await run(words + ["-v"])
      #expect(ran.code == .declined && ran.errors.contains("read-only (profile practice"), "\(words): \(ran)")
      #expect(!ran.errors.contains(" POST "))
    }
    let preview = await run(arguments + ["--dry-run", "-v"])
    #expect(preview.code != .declined && !preview.errors.contains(" POST "), "\(preview)")
  }
}
