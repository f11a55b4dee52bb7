import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean doctor` over real sockets: whatever is broken is a row with its remedy, and the exit code is that of the first.
struct DoctorCommandTests {
  private static func real(environment: [String: String] = [:], home: String = Console.freshHome()) -> Console {
    var console = Console(home: home, environment: environment)
    console.isClockReal = true
    return console
  }

  private static let all = DoctorCheck.allCases.map(\.rawValue)

  private struct Row: Equatable {
    var check: String
    var state: String
    var seen: String
    var remedy: String?
    var error: String?
  }

  private func rows(_ ran: Consequences) throws -> [String: Row] {
    guard case .array(let rows)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { return [:] }
    let read = rows.map { row in
      Row(
        check: row["check"]?.text ?? "", state: row["state"]?.text ?? "", seen: row["seen"]?.text ?? "",
        remedy: row["remedy"]?.text, error: row["error"]?.text)
    }
    #expect(read.map(\.check) == Self.all, "every check has its row, in its order")
    for row in read {
      #expect(!row.seen.isEmpty && (row.error != nil) == (row.state == "fail"), "\(row)")
      #expect(row.remedy != nil || ["ok", "skip"].contains(row.state), "\(row)")
    }
    return Dictionary(uniqueKeysWithValues: read.map { ($0.check, $0) })
  }

  /// With a real clock, and a limit that a test can wait for.
  private func doctor(_ url: String, _ more: String..., environment: [String: String] = [:]) async -> Consequences {
    await Self.real(environment: environment).run(["doctor", "--url", url, "--timeout", "2s", "--json"] + more)
  }

  @Test func `it changes nothing in the engine`() async throws {
    let clock = TestClock(Date())
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console()
    console.isClockReal = true
    let ran = await console.run("doctor", "--url", engine.url, "--json")
    #expect(engine.commands.isEmpty && !(engine.server?.targets ?? []).isEmpty)
    let rows = try rows(ran)
    for check in [
      "configuration", "files", "proxy", "name", "connection", "auth", "api", "clock", "latency", "versions",
    ] {
      #expect(rows[check]?.state == "ok", "\(check): \(String(describing: rows[check]))")
    }
    #expect(rows["key"]?.state == "skip" && rows["tls"]?.state == "skip" && rows["terminal"]?.state == "skip")
    #expect(rows["versions"]?.seen == "hean \(Version.number), engine 1.0.0")
  }

  @Test func `a port at which nobody listens`() async throws {
    let server = try LoopbackServer { _ in .init(body: "") }
    let url = server.url
    server.stop()
    let ran = await doctor(url)
    #expect(ran.code == .unreachable)
    let rows = try rows(ran)
    #expect(rows["name"]?.state == "ok" && rows["connection"]?.error == "unreachable")
    for check in ["tls", "auth", "api", "stream", "clock", "latency", "limits"] {
      #expect(rows[check]?.state == "skip", "\(check)")
    }
    #expect(rows["auth"]?.seen == "there is no connection")
  }

  @Test func `a name that nobody knows`() async throws {
    let ran = await doctor("http://engine.invalid:8000")
    #expect(ran.code == .unreachable)
    let rows = try rows(ran)
    #expect(rows["name"]?.state == "fail" && rows["connection"]?.state == "skip")
    #expect(rows["name"]?.remedy?.contains("getent hosts engine.invalid") == true)
  }

  @Test func `an engine that hangs ends the run in time`() async throws {
    let server = try MisbehavingServer { $0.waitForEnd() }
    defer { server.stop() }
    let start = ContinuousClock.now
    let ran = await doctor(server.url.absoluteString)
    #expect(ran.code == .temporary, "\(ran)")
    let rows = try rows(ran)
    #expect(rows["connection"]?.state == "ok" && rows["auth"]?.error == "temporary" && rows["api"]?.state == "skip")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `a wrong key is told apart from an engine that is gone`() async throws {
    let server = try LoopbackServer(answering: { _ in .init(status: 401, body: #"{"detail":"Invalid API key"}"#) })
    defer { server.stop() }
    let ran = await doctor(server.url, environment: ["HEAN_API_KEY": "a-key-that-is-wrong"])
    #expect(ran.code == .notAuthorised && !ran.output.contains("a-key-that-is-wrong"), "\(ran)")
    let rows = try rows(ran)
    #expect(rows["key"]?.state == "ok" && rows["auth"]?.error == "not_authorised")
    #expect(rows["auth"]?.remedy?.contains("HEAN_API_KEY") == true)
    #expect(rows["api"]?.state == "skip" && rows["stream"]?.state != "skip", "a stream asks for no key")
  }

  @Test func `a web page is no engine`() async throws {
    let server = try LoopbackServer { _ in .init(headers: ["Content-Type": "text/html"], body: "<html>Welcome</html>") }
    defer { server.stop() }
    let ran = await doctor(server.url)
    #expect(ran.code == .brokenContract)
    let rows = try rows(ran)
    #expect(rows["auth"]?.error == "broken_contract" && rows["auth"]?.seen.contains("HTML") == true)
    #expect(rows["stream"]?.state == "skip")
  }

  @Test(arguments: [(-600.0, "behind"), (90, "ahead of"), (0.7, "")])
  func `an engine whose clock is off`(offset: Double, words: String) async throws {
    let clock = TestClock(Date())
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let server = try LoopbackServer(answering: { request in
      var answer = engine.answer(request)
      answer?.headers["Date"] = Self.httpDate(Date() + offset)
      return answer
    })
    defer { server.stop() }
    var console = Console()
    console.isClockReal = true
    let row = try rows(await console.run("doctor", "--url", server.url, "--json"))["clock"]
    guard !words.isEmpty else {
      #expect(row?.state == "ok")
      return
    }
    #expect(
      row?.state == "warn" && row?.seen.contains(words) == true && row?.seen.contains("Date") == true, "\(row as Any)")
    #expect(row?.remedy?.contains("timedatectl") == true)
  }

  private static func httpDate(_ date: Date) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: date)
  }

  @Test func `a WebSocket that is refused is told with what to do`() async throws {
    // Recorded answers, and none at /ws.
    let server = try Recording.server("running")
    defer { server.stop() }
    let ran = await doctor(server.url)
    let rows = try rows(ran)
    #expect(rows["stream"].map { ["warn", "fail"].contains($0.state) } == true, "\(rows["stream"] as Any)")
    #expect(rows["stream"]?.remedy?.contains("Upgrade: websocket") == true)
    #expect(rows["api"]?.state == "ok", "\(rows["api"] as Any)")
  }

  @Test func `an answer that breaks the contract names its endpoint`() async throws {
    let server = try Recording.server(
      "running", changes: ["/api/v1/risk/limits": .init(body: "[1]")])
    defer { server.stop() }
    let ran = await doctor(server.url)
    let row = try rows(ran)["api"]
    #expect(row?.state == "fail" && row?.seen.contains("/api/v1/risk/limits") == true, "\(row as Any)")
    #expect(ran.code == .brokenContract)
  }

  @Test func `limits that a proxy tells are shown`() async throws {
    let server = try LoopbackServer(answering: { _ in
      .init(headers: ["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0"], body: #"{"running":true}"#)
    })
    defer { server.stop() }
    let row = try rows(await doctor(server.url))["limits"]
    #expect(row?.state == "warn" && row?.seen == "x-ratelimit-limit 60, x-ratelimit-remaining 0", "\(row as Any)")
  }

  // MARK: A configuration that cannot be used

  private func broken(_ text: String, mode: Int = 0o600) throws -> Console {
    let home = Console.freshHome()
    let path = home + "/.config/hean/config.json"
    try FileManager.default.createDirectory(atPath: home + "/.config/hean", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return Self.real(home: home)
  }

  @Test(
    arguments: [
      ("{\n  \"profiles\": {,}\n}", 0o600, "config.json:2:", "correct line 2"),
      ("{\"profiles\": {\"main\": {\"url\": \"nonsense\"}}, \"current\": \"main\"}", 0o600, "nonsense", "http://"),
      ("{\"current\": \"gone\", \"profiles\": {}}", 0o600, "no profile \"gone\"", "profile add gone"),
      ("{}", 0o666, "mode 0666", "chmod 600"),
    ])
  func `a broken configuration is a row, and the rest goes on`(
    text: String, mode: Int, words: String, remedy: String
  ) async throws {
    let console = try broken(text, mode: mode)
    let ran = await console.run("doctor", "--json")
    #expect(ran.code == .configuration && ran.errors.isEmpty, "\(ran)")
    let rows = try rows(ran)
    #expect(rows["configuration"]?.seen.contains(words) == true, "\(rows["configuration"] as Any)")
    #expect(rows["configuration"]?.remedy?.contains(remedy) == true, "\(rows["configuration"] as Any)")
    #expect(rows["files"]?.state == "ok" && rows["versions"]?.state == "ok")
    #expect(rows["auth"]?.seen == "the configuration cannot be used, so it is not known which engine is meant")
    // An engine that is named on the line is looked at all the same.
    let server = try Recording.server("running")
    defer { server.stop() }
    let named = try self.rows(await console.run("doctor", "--json", "--url", server.url))
    // The line wins over an address that cannot be used.
    let configuration = words == "nonsense" ? "ok" : "fail"
    #expect(named["auth"]?.state == "ok" && named["configuration"]?.state == configuration, "\(named)")
  }

  @Test(arguments: [
    ["HEAN_URL": "nonsense"], ["HEAN_TIMEOUT": "soon"], ["HEAN_PROFILE": "gone"],
    ["HEAN_TZ": "Nowhere/None"],
  ])
  func `a broken environment is a row`(environment: [String: String]) async throws {
    let ran = await Self.real(environment: environment).run("doctor", "--json")
    let rows = try rows(ran)
    #expect(rows["configuration"]?.state == "fail" && rows["auth"]?.state == "skip", "\(rows)")
    #expect(ran.code == .configuration || ran.code == .usage)
  }

  @Test func `an engine that the line names cannot be used either`() async throws {
    for line in [["--url", "nonsense"], ["--profile", "gone"]] {
      let ran = await Self.real().run(["doctor", "--json"] + line)
      #expect(ran.code == .usage)
      #expect(try rows(ran)["configuration"]?.error == "usage", "\(ran)")
    }
  }

  @Test func `a key file that others can read is named, and what needs no key goes on`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let path = Console.freshHome() + "/key"
    try Data("0123456789abcdef\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let ran = await Self.real().run("doctor", "--json", "--url", server.url, "--api-key-file", path)
    let rows = try rows(ran)
    #expect(ran.code == .configuration && !ran.output.contains("0123456789abcdef"))
    #expect(rows["key"]?.remedy == "chmod 600 \(path)" && rows["connection"]?.state == "ok")
    #expect(rows["auth"]?.seen == "the API key cannot be read")
  }

  @Test func `a key command is run once, and one that hangs does not hold up the run`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let trace = Console.freshHome() + "/runs"
    let console = try broken(
      """
      {"current": "main", "profiles": {"main": {"url": "\(server.url)",
        "api_key_command": "echo run >> \(trace); echo 0123456789abcdef"}}}
      """)
    let ran = await console.run("doctor", "--json")
    #expect(try rows(ran)["key"]?.state == "ok", "\(ran)")
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == "run\n")
  }

  @Test func `a state folder that is open to others is a warning, and one that is a file a failure`() async throws {
    let home = Console.freshHome()
    let state = home + "/.local/state/hean"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state)
    let open = try rows(await Self.real(home: home).run("--practice", "doctor", "--json"))["files"]
    #expect(open?.state == "warn" && open?.remedy == "chmod 700 \(state)", "\(open as Any)")

    let other = Console.freshHome()
    try FileManager.default.createDirectory(atPath: other + "/.local/state", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: other + "/.local/state/hean"))
    let ran = await Self.real(home: other).run("doctor", "--json", "--url", "http://127.0.0.1:1")
    let closed = try rows(ran)["files"]
    #expect(closed.map { ["warn", "fail"].contains($0.state) } == true, "\(closed as Any)")
    let world = await Self.real(home: other).run("--practice", "doctor", "--json")
    #expect(try self.rows(world)["connection"]?.state == "fail", "\(world)")
  }

  @Test func `help, explanations and the practice engine need no configuration`() async throws {
    let console = try broken("{,}")
    for line in [
      ["help"], ["help", "exit-codes"], ["explain", "drawdown"], ["practice", "scenarios"], ["--practice", "status"],
      ["version"],
    ] {
      let ran = await console.run(line)
      #expect(ran.code == .ok && !ran.output.isEmpty, "\(line): \(ran)")
    }
  }

  @Test func `quantiles are by nearest rank`() {
    let times = (1...25).map { Duration.milliseconds($0) }
    #expect(DoctorPace.quantile(0.5, of: times) == .milliseconds(13))
    #expect(DoctorPace.quantile(0.99, of: times) == .milliseconds(25))
    #expect(DoctorPace.quantile(0.5, of: []) == nil)
    #expect(DoctorPace.text(.microseconds(1_250)) == "1.3 ms" && DoctorPace.text(.milliseconds(312)) == "312 ms")
  }
}
