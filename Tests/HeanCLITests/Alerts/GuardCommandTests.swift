import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean guard` over a practice engine that other programs use too.
@Suite(.timeLimit(.minutes(2)))
struct GuardCommandTests {
  private let home = Console.freshHome()

  private func run(
    _ words: [String], scenario: String = "calm", environment: [String: String] = [:], input: [String] = [],
    isTerminal: Bool = false
  ) async -> Consequences {
    var console = Console(home: home, environment: environment)
    console.isClockReal = true
    console.standardInput = input
    console.isInputTerminal = isTerminal
    return await console.run(["--practice", "--scenario", scenario] + words)
  }

  private func path(_ folder: String) throws -> String {
    let folder = home + "/.local/state/hean/" + folder
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".json") })
    return "\(folder)/\(name)"
  }

  private func verbs() async throws -> [String] {
    let ran = await Console(home: home).run("audit", "list", "--json")
    guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { return [] }
    return rows.compactMap { if case .string(let verb)? = $0["verb"] { verb } else { nil } }
  }

  @Test(arguments: ["calm", "killswitch", "crash", "stale-feed"])
  func `without being told to, it sends nothing but reads`(scenario: String) async throws {
    let ran = await run(["guard", "--count", "2", "--interval", "1s", "-v"], scenario: scenario)
    #expect(ran.code == .ok && ran.errors.contains(" GET "), "\(ran)")
    #expect(!["POST", "PUT", "DELETE", "PATCH"].contains { ran.errors.contains(" \($0) ") }, "\(ran)")
    #expect(try await verbs().isEmpty)
  }

  @Test func `a dry run tells once what a panic would do`() async throws {
    let words = ["guard", "--panic-on", "positions.count>=0", "--dry-run", "--count", "2", "--interval", "1s"]
    let ran = await run(words)
    #expect(ran.code == .ok && ran.errors.contains("when positions.count>=0, it would be told what a panic would do"))
    #expect(ran.output.components(separatedBy: "PANIC: dry run, nothing was sent; it would be sent now").count == 2)
    #expect(await !run(words).output.contains("PANIC"), "also over a restart")
    #expect(try await verbs().isEmpty)
  }

  @Test func `it panics once, proves it, and stops at its cap also after a restart`() async throws {
    let words = ["guard", "--panic-on", "engine.state==RUNNING", "--yes", "--count", "2", "--interval", "1s"]
    let ran = await run(words)
    #expect(ran.code == .ok && ran.output.contains("PANIC: FLAT after "), "\(ran)")
    #expect(try await verbs() == ["panic"])
    // The same alert, then another one: somebody starts the engine again.
    #expect(await run(["engine", "start", "--yes"]).code == .ok)
    let file = try path("alerts")
    let again = await run(words)
    #expect(again.code == .ok && !again.output.contains("PANIC"), "the alert had its panic: \(again)")
    try FileManager.default.removeItem(atPath: file)
    let capped = await run(words)
    #expect(capped.output.contains("PANIC: NOT sent, because 1 were sent in 24 hours, the most"), "\(capped)")
    #expect(try await verbs().filter { $0 == "panic" }.count == 1)
  }

  @Test func `a panic whose end is not known is not repeated, and a ledger that cannot be read lets none be sent`()
    async throws
  {
    let words = ["guard", "--panic-on", "engine.state==RUNNING", "--yes", "--count", "2", "--interval", "1s"]
    #expect(await run(["guard", "--panic-on", "engine.state==RUNNING", "--dry-run", "--count", "1"]).code == .ok)
    let book = try JSONDecoder().decode(AlertBook.self, from: Data(contentsOf: URL(filePath: try path("alerts"))))
    let incident = try #require(book.progress["panic-on"]?.incident)
    let folder = home + "/.local/state/hean/"
    let claim = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder + "alerts").first { $0.hasSuffix(".run.lock") })
    let ledger = folder + "guard/" + claim.replacing(".run.lock", with: ".json")
    try FileManager.default.createDirectory(
      atPath: home + "/.local/state/hean/guard", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    var begun = PanicLedger()
    begun.begin(incident, at: Date())
    try JSONEncoder().encode(begun).write(to: URL(filePath: ledger))
    let ran = await run(words)
    #expect(ran.code == .ok && ran.output.contains("and what became of it is not known"), "\(ran)")
    try Data("{".utf8).write(to: URL(filePath: ledger))
    let damaged = await run(words)
    #expect(damaged.code == .ok && damaged.output.contains("nothing will be sent by itself: "), "\(damaged)")
    try FileManager.default.removeItem(atPath: try path("alerts"))
    let fresh = await run(words)
    #expect(fresh.output.contains("NOT sent, because its ledger cannot be kept"), "\(fresh)")
    #expect(try await verbs().isEmpty)
  }

  @Test(
    arguments: [
      (["--panic-on", "positions.count>=0"], ExitCode.declined, "--yes was not given"),
      (["--panic-on", "positions.count>=0", "--yes", "--read-only"], .declined, "read-only (flag --read-only)"),
      (["--panic-on", "positions.count>=0", "--yes", "--confirm", "other"], .declined, "--confirm says 'other'"),
      (["--panic-on", "positions.count>=0", "--yes", "--dry-run"], .usage, "keep one of them"),
      (["--yes"], .usage, "without --panic-on a guard sends nothing"),
      (["--all-clear", "25:00"], .usage, "a time of day such as 08:00"),
      (["--panic-on", "equty<1", "--yes"], .usage, "Did you mean 'equity'?"),
    ])
  func `what it was not told in so many words it does not do`(
    words: [String], code: ExitCode, message: String
  ) async {
    let ran = await run(["guard", "--count", "1"] + words)
    #expect(ran.code == code && ran.errors.contains(message) && ran.output.isEmpty, "\(ran)")
  }

  @Test func `it asks when it begins, not when the condition is met`() async throws {
    let words = ["guard", "--panic-on", "positions.count<0", "--count", "1"]
    let no = await run(words, input: ["n"], isTerminal: true)
    #expect(no.code == .declined && no.errors.contains("anic when positions.count<0, 1 in 24 hours at most"))
    let yes = await run(words, input: ["y"], isTerminal: true)
    #expect(yes.code == .ok && yes.errors.contains("it panics, 1 in 24 hours at most") && !yes.output.contains("PANIC"))
  }

  @Test func `a stop that holds is spoken of`() async throws {
    #expect(await run(["engine", "pause", "--yes", "--reason", "news"]).code == .ok)
    let quiet = await run(["guard", "--count", "1"])
    #expect(quiet.code == .ok && !quiet.output.contains("pause of"), "not at once: \(quiet)")
    let later = await run(["guard", "--count", "4", "--interval", "1s", "--remind", "2s"])
    let told = later.output.split(separator: "\n").filter { $0.contains("the pause of ") }
    #expect(
      !told.isEmpty && told.allSatisfy { $0.contains(" holds for ") && $0.contains(": news)") },
      "\(later)")
  }

  @Test func `a service manager hears that it is ready, alive and ended`() async throws {
    let socket = try DatagramListener(path: home + "/notify")
    let ran = await run(
      ["guard", "--count", "2", "--interval", "1s"],
      environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "600000"])
    #expect(ran.code == .ok)
    let heard = socket.received().map { String(decoding: $0, as: UTF8.self) }
    #expect(heard.first == "READY=1" && heard.last == "STOPPING=1", "\(heard)")
    #expect(heard.contains("WATCHDOG=1") && heard.contains("STATUS=nothing fires"), "\(heard)")
  }

  @Test func `nobody listens at a socket that is not there, or has too long a name`() async {
    for path in ["/nowhere/socket", String(repeating: "x", count: 300), "@"] {
      #expect(await run(["guard", "--count", "1"], environment: ["NOTIFY_SOCKET": path]).code == .ok)
    }
  }
}
