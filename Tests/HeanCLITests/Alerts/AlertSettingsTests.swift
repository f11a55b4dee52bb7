import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What somebody wants to be told of, and where.
struct AlertSettingsTests {
  private let home = Console.freshHome()

  private func run(_ words: String..., input: [String] = []) async -> Consequences {
    var console = Console(home: home)
    console.standardInput = input
    return await console.run(["alert"] + words)
  }

  private func list() async throws -> [JSONValue] {
    let ran = await Console(home: home).run("--practice", "alert", "list", "--json")
    guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { return [] }
    return rows
  }

  @Test func `twelve alerts are there, more are added, and standing ones can be taken out and changed`() async throws {
    #expect(try await list().compactMap { $0["name"]?.text } == EngineCheck.ID.allCases.map(\.rawValue))
    let added = await run(
      "add", "low", "--when", "equity<9000 for 5m", "--until", "equity>9100", "--tier", "critical")
    #expect(
      added.code == .ok
        && added.output.hasPrefix("alert low (critical): equity<9000 for 5m\nwatched by the next look of: hean"))
    #expect(await run("rm", "limits").code == .ok)
    #expect(await run("add", "trading", "--check", "trading", "--tier", "critical").code == .ok)
    let rows = try await list()
    #expect(rows.count == 12 && !rows.contains { $0["name"]?.text == "limits" })
    #expect(rows.last?["tier"]?.text == "critical" && rows.last?["name"]?.text == "trading")
    #expect(rows.first { $0["name"]?.text == "low" }?["until"]?.text == "equity>9100")
    #expect(await run("add", "limits", "--check", "limits").code == .ok)
    #expect(try await list().count == 13)
    #expect(await run("rm", "low").output == "alert low removed: equity<9000 for 5m\n")
  }

  @Test(
    arguments: [
      (["add", "x", "--when", "equty<1"], ExitCode.usage, "Did you mean 'equity'?"),
      (["add", "x"], .usage, "--when EXPR or by --check CHECK"),
      (["add", "stops", "--when", "equity<1"], .usage, "is the name of a check"),
      (["add", "X y", "--check", "stops"], .usage, "small letters"),
      (["add", "watch", "--check", "stops"], .usage, "a name that hean uses itself"),
      (["add", "panic-on", "--check", "stops"], .usage, "a name that hean uses itself"),
      (["add", "x", "--check", "stops", "--to", "nobody"], .notFound, "there is no receiver 'nobody'"),
      (["add", "x", "--check", "stops", "--until", "equity>1 for 5m"], .usage, "--keep-firing"),
      (["rm", "stop"], .notFound, "Did you mean 'stops'?"), (["ack", "stops"], .refused, "does not fire"),
      (["silence", "risk", "--for", "1h"], .usage, "needs a reason"),
      (["silence", "risk"], .usage, "either --for TIME, or --end"),
      (["silence", "risk", "--end"], .refused, "is not silenced"),
      (["test"], .notFound, "there is no receiver"),
      (["quiet", "25:00-07:00"], .usage, "hours such as 23:00-07:00"),
      (["quiet", "23:00-07:00", "--end"], .usage, "give one of them"),
      (["receiver", "add", "team", "slack", "https://hooks.slack.com/x"], .usage, "is a secret"),
      (["receiver", "add", "w", "webhook"], .usage, "needs an address"),
      (["receiver", "add", "w", "webhook", "ftp://x"], .usage, "no URL of http or https"),
      (["receiver", "add", "w", "webhook", "https://me:secret@a.example"], .usage, "holds a user or a password"),
      (["receiver", "add", "c", "command", "page"], .usage, "has to be absolute"),
      (["receiver", "add", "c", "command", "/nowhere/page"], .notFound, "no program at '/nowhere/page'"),
      (["receiver", "add", "c", "command", "/tmp"], .notFound, "no program at '/tmp'"),
      (["add", "engine", "--check", "trading"], .usage, "is the name of a check"),
      (["receiver", "add", "t", "telegram"], .usage, "--chat ID"),
      (["receiver", "add", "m", "mail", "nobody"], .usage, "no address of mail"),
      (["receiver", "add", "m", "mail", "--", "-oQ@x"], .usage, "no address of mail"),
      (["receiver", "rm", "phone"], .notFound, "there is no receiver 'phone'"),
    ])
  func `what cannot be is refused with its reason`(words: [String], code: ExitCode, message: String) async {
    let ran = await Console(home: home).run(["--practice", "alert"] + words)
    #expect(ran.code == code && ran.errors.contains(message) && ran.output.isEmpty, "\(ran)")
  }

  @Test func `quiet hours are kept until they are ended`() async {
    #expect(await run("quiet").output == "there are no quiet hours: everything is sent at once\n")
    #expect(await run("quiet", "23:00-07:00").output.hasPrefix("from 23:00-07:00 only what is critical"))
    #expect(await run("rm", "limits").code == .ok)
    #expect(await run("quiet").output.hasPrefix("from 23:00-07:00"))
    #expect(await run("quiet", "--end").output.hasPrefix("there are no quiet hours"))
  }

  @Test func `a secret comes from standard input, is kept for its owner and never shown`() async throws {
    let ran = await run("receiver", "add", "team", "slack", input: ["https://hooks.slack.com/services/T0/SECRET"])
    #expect(
      ran.code == .ok
        && ran.output.hasPrefix("receiver team: slack https://hooks.slack.com/…\nnext: hean alert test team"))
    let bot = await run("receiver", "add", "bot", "telegram", "--chat", "7", input: ["12:SECRET"])
    #expect(bot.code == .ok && bot.output.hasPrefix("receiver bot: telegram (secret)\n"))
    #expect(
      await run("receiver", "add", "w", "webhook", "https://a.example/SECRET", "--signed", input: ["SECRET"]).code
        == .ok)
    for shown in [await run("receiver", "list"), await run("receiver", "list", "--json")] {
      #expect(shown.code == .ok && !shown.output.contains("SECRET") && shown.output.contains("hooks.slack.com"))
    }
    let path = home + "/.config/hean/alerts.json"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(await run("receiver", "add", "none", "discord").code == .declined)
    #expect(await run("add", "x", "--check", "stops", "--to", "bot").code == .ok)
    let used = await run("receiver", "rm", "bot")
    #expect(used.code == .refused && used.errors.contains("only bot is told of x"))
  }

  @Test(
    arguments: [
      ("{", "not valid JSON"), (#"{"rules":[]}"#, "must be an object"),
      (#"{"rules":{"a":{"when":"equty<1"}}}"#, "must be a condition"),
      (#"{"rules":{"a":{"check":"nothing"}}}"#, "must be the name of a check"),
      (#"{"rules":{"a":{}}}"#, "must be an object with when or check"),
      (#"{"receivers":{"a":{"kind":"pigeon","address":"x"}}}"#, "must be one of command"),
      (#"{"removed":["nothing"]}"#, "must be a list of checks"),
      (#"{"rules":{"a":{"check":"stops","to":"phone"}}}"#, "must be a list of receivers"),
      (#"{"quiet":"night"}"#, "must be hours such as 23:00-07:00"),
    ])
  func `a damaged file is refused and stays`(text: String, message: String) async throws {
    let folder = home + "/.config/hean"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #expect(
      FileManager.default.createFile(
        atPath: folder + "/alerts.json", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    for words in [["list"], ["rm", "risk"]] {
      let ran = await Console(home: home).run(["--practice", "alert"] + words)
      #expect(ran.code == .configuration && ran.errors.contains(message), "\(ran)")
    }
    #expect(try String(contentsOfFile: folder + "/alerts.json", encoding: .utf8) == text)
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
