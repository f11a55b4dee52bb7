import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What `hean service` writes for systemd, cron and logrotate, and what it leaves alone.
struct ServiceTests {
  private let home = Console.freshHome()

  private func run(_ words: String...) async -> Consequences { await Console(home: home).run(words) }

  private func path(_ name: String) -> String { "\(home)/.config/systemd/user/\(name)" }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// Text without what differs from run to run.
  private func steady(_ text: String) -> String {
    text.replacing(home, with: "/home/op").replacing(#/sha256 [0-9a-f]{64}/#, with: "sha256 DIGEST")
  }

  @Test(arguments: [
    ("user", "-p main service show"), ("machine", "-p main service show --system"),
    ("cron", "-p main service show --for cron"), ("logrotate", "service show --for logrotate"),
    ("cron-machine", "-p main service show --for cron --system --run-as desk"),
  ])
  func `files are shown whole, as they can be pasted`(name: String, line: String) async throws {
    _ = await run("profile", "add", "main", "--url", "http://127.0.0.1:8000")
    let ran = await Console(home: home).run(line.split(separator: " ").map(String.init))
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    try Expected.compare(steady(ran.output), with: "service/\(name).txt")
  }

  @Test func `what a service runs is a command line of this program`() throws {
    let plan = ServicePlan(
      services: ServiceName.allCases, program: "/bin/hean", engine: ["-p", "main"], name: "main", isSystem: false,
      startsPrograms: false, configuration: "/c", state: "/s", variables: [], units: "/u", drops: "/etc")
    let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
    // 'alert run --count 1' is what cron runs.
    let lines = ServiceName.allCases.map { Array(plan.command(of: $0).dropFirst()) }
    for line in lines where line.last != "guard" || CommandTable.command(at: ["guard"]) != nil {
      #expect(CommandTable.command(at: try parser.parse(line).path) != nil, "\(line)")
    }
  }

  @Test(arguments: [
    ("plain", "plain", "plain", "\"plain\""), ("a b", "\"a b\"", "'a b'", "\"a b\""),
    ("5%", "\"5%%\"", "5\\%", "\"5%\""), ("$HOME", "$$HOME", "'$HOME'", "\"$HOME\""),
    ("it's", "\"it's\"", "'it'\\''s'", "\"it's\""), ("a\"b", "\"a\\\"b\"", "'a\"b'", "\"a\\\"b\""),
    ("a\\\\b", "\"a\\\\\\\\b\"", "'a\\\\\\\\b'", "\"a\\\\\\\\b\""), ("", "\"\"", "''", "\"\""),
  ])
  func `each program reads its own words`(word: String, unit: String, cron: String, logrotate: String) {
    #expect(UnitWord.command(["/hean", word]) == "/hean " + unit)
    #expect(CronWord.command([word]) == cron)
    #expect(LogrotateWord.quoted(word) == logrotate)
    // The program itself is no place for variables.
    #expect(UnitWord.command(["/$a b%"]) == "\"/$a b%%\"")
  }

  @Test func `install asks, writes, and says what to type next`() async throws {
    let url = "http://127.0.0.1:8000"
    var console = Console(home: home)
    let unasked = await console.run("--url", url, "service", "install", "snapshot")
    #expect(unasked.code == .declined && unasked.errors.contains("nothing was written"), "\(unasked)")
    console.isInputTerminal = true
    console.standardInput = ["n"]
    let declined = await console.run("--url", url, "service", "install", "snapshot")
    #expect(declined.code == .declined && !FileManager.default.fileExists(atPath: home + "/.config"), "\(declined)")
    console.standardInput = ["y"]
    let ran = await console.run("--url", url, "service", "install", "snapshot")
    #expect(ran.errors.contains("ExecStart=") && ran.errors.hasSuffix("Write 2 files? [y/N] "), "\(ran.errors)")
    #expect(
      ran.code == .ok && ran.output.contains("systemctl --user enable --now hean-snapshot@127.0.0.1-8000.timer"),
      "\(ran)")
    let again = await run("--url", url, "service", "install", "snapshot")
    #expect(again.code == .ok && again.output.contains("unchanged"), "\(again)")
  }

  @Test func `what was edited or is not of hean stays`() async throws {
    _ = await run("profile", "add", "main", "--url", "http://127.0.0.1:8000")
    #expect(await run("service", "install", "guard", "--yes").code == .ok)
    let name = "hean-guard@main.service"
    let written = try text(name)
    try (written + "# mine\n").write(toFile: path(name), atomically: true, encoding: .utf8)
    let kept = await run("service", "install", "guard", "--yes")
    #expect(kept.code == .refused && kept.output.contains("--force takes it all the same"), "\(kept)")
    #expect(await run("service", "remove", "guard", "--yes").code == .refused)
    #expect(try text(name).hasSuffix("# mine\n"))
    #expect(await run("service", "install", "guard", "--yes", "--force").code == .ok)
    #expect(try text(name) == written)
    // Written by hean, and untouched: another engine's words take its place.
    _ = await run("profile", "add", "main", "--url", "http://127.0.0.1:9000", "--replace")
    #expect(await run("--api-key-file", "/k", "service", "install", "guard", "--yes").code == .ok)
    #expect(try text(name).contains("--api-key-file /k guard"))
    try "[Unit]\n".write(toFile: path(name), atomically: true, encoding: .utf8)
    for verb in ["install", "remove"] {
      let ran = await run("service", verb, "guard", "--yes", "--force")
      #expect(ran.code == .refused && ran.output.contains("not written by hean"), "\(ran)")
    }
    #expect(try text(name) == "[Unit]\n")
  }

  @Test func `what is switched on is not removed`() async throws {
    _ = await run("--url", "http://127.0.0.1:8000", "service", "install", "guard", "--yes")
    let name = "hean-guard@127.0.0.1-8000.service"
    try FileManager.default.createDirectory(atPath: path("default.target.wants"), withIntermediateDirectories: true)
    let link = path("default.target.wants/\(name)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path(name))
    let refused = await run("--url", "http://127.0.0.1:8000", "service", "remove", "--yes")
    #expect(refused.code == .refused && refused.errors.contains("systemctl --user disable --now \(name)"), "\(refused)")
    try FileManager.default.removeItem(atPath: link)
    #expect(await run("--url", "http://127.0.0.1:8000", "service", "remove", "--yes").code == .ok)
    #expect(!FileManager.default.fileExists(atPath: path(name)))
  }

  @Test(arguments: [
    ("service install", "nothing says what to install"),
    ("service install guard alerts --yes", "only one process watches an engine"),
    ("service show --run-as desk", "add --system"),
    ("service install snapshot --for cron", "crontab -e"),
    ("service show --for cron --system", "add --run-as USER"),
    ("service show guard --for logrotate", "leave the service out"),
    ("service show --system --run-as Desk!", "small letters"),
  ])
  func `what cannot be is refused with its reason`(line: String, message: String) async {
    let ran = await run(line: line)
    #expect(ran.code == .usage && ran.errors.contains(message) && ran.output.isEmpty, "\(ran)")
  }

  private func run(line: String) async -> Consequences {
    await Console(home: home).run(line.split(separator: " ").map(String.init))
  }

  @Test func `a key is never written, and where it comes from is told`() async throws {
    let console = Console(home: home, environment: ["HEAN_API_KEY": "s3cret"])
    let ran = await console.run("--url", "http://127.0.0.1:8000", "service", "show", "guard")
    #expect(ran.code == .ok && !ran.output.contains("s3cret") && ran.output.contains("# the key of this run is in"))
    let system = await run(
      "--api-key-file", "/etc/k 1%", "--url", "http://a.example", "service", "show", "guard", "--system")
    #expect(system.output.contains("LoadCredential=api-key:/etc/k 1%%\nEnvironment=HEAN_API_KEY_FILE=%d/api-key\n"))
    #expect(!system.output.contains("--api-key-file"), "\(system)")
  }

  @Test func `receivers that start programs keep the rights that those need`() async throws {
    #expect(await run("alert", "receiver", "add", "desk", "mail", "desk@example.com").code == .ok)
    let ran = await run("--url", "http://127.0.0.1:8000", "service", "show", "guard")
    #expect(ran.output.contains("# Not hardened: receivers") && !ran.output.contains("NoNewPrivileges"), "\(ran)")
  }
}
