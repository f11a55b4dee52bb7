import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A key is stored for the engine that it will be sent to, or not at all.
struct LoginTests {
  private let home = Console.freshHome()

  private func add(_ name: String, _ arguments: String...) async {
    #expect(await Console(home: home).run(["profile", "add", name] + arguments).code == .ok)
  }

  private func login(_ words: String..., environment: [String: String] = [:]) async -> Consequences {
    var console = Console(home: home, environment: environment)
    console.standardInput = ["k-123-secret"]
    return await console.run(words)
  }

  private func hasKey(_ profile: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(home)/.config/hean/keys/\(profile)")
  }

  @Test func `a key for another engine than the profile's own is not stored for the profile`() async {
    await add("main", "--url", "http://127.0.0.1:1")
    let other = "http://127.0.0.1:2"
    let byFlag = await login("--url", other, "login")
    #expect(byFlag.errors.contains("flag --url names another engine (\(other))"), "\(byFlag)")
    let byVariable = await login("login", environment: ["HEAN_URL": other])
    #expect(byVariable.errors.contains("environment HEAN_URL names another engine (\(other))"), "\(byVariable)")
    for ran in [byFlag, byVariable] {
      #expect(ran.code == .usage && ran.output.isEmpty && !ran.errors.contains("secret"))
      #expect(ran.errors.contains("hean profile add NAME --url \(other), then: hean login --profile NAME"))
    }
    #expect(!hasKey("main"))
    #expect(await login("--url", "http://127.0.0.1:1", "login").code == .ok)
    #expect(hasKey("main"))
  }

  @Test func `a key that the profile would not use is not stored`() async throws {
    await add("file", "--url", "http://127.0.0.1:1", "--api-key-file", "/k")
    await add("command", "--url", "http://127.0.0.1:1", "--api-key-command", "pass show x")
    await add("variable", "--url", "http://127.0.0.1:1", "--api-key-env", "MY_KEY")
    for (profile, source) in [
      ("file", "the file /k (api_key_file)"), ("command", "the output of its api_key_command"),
      ("variable", "the variable MY_KEY (api_key_env)"),
    ] {
      let ran = await login("-p", profile, "login")
      #expect(ran.code == .configuration && ran.output.isEmpty && !hasKey(profile))
      #expect(ran.errors.contains("profile \(profile) takes its key from \(source)"), "\(ran)")
      #expect(ran.errors.contains("config.json, then: hean login --profile \(profile)\n"), "\(ran)")
    }
  }

  @Test func `the practice engine takes no key, and what is offered instead is the same world`() async {
    let ran = await login("--practice", "--scenario", "crash", "--speed", "10", "login")
    #expect(ran.code == .configuration && ran.errors.contains("the practice engine asks for no key"))
    #expect(ran.errors.hasSuffix("next: hean --practice --scenario crash --speed 10 status\n"), "\(ran.errors)")
  }

  @Test func `who is not authorised is told of a way that gives this engine its key`() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.Answer(status: 401, body: #"{"detail":"Invalid API key"}"#) }
    defer { server.stop() }
    func next(_ words: String...) async -> String? {
      let ran = await Console(home: home).run(words)
      #expect(ran.code == .notAuthorised, "\(ran)")
      return ran.errors.split(separator: "\n").first { $0.hasPrefix("next: ") }.map { String($0.dropFirst(6)) }
    }
    await add("main", "--url", server.url)
    await add("other", "--url", "http://127.0.0.1:1")
    try "k".write(toFile: home + "/k", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home + "/k")
    await add("keyed", "--url", server.url, "--api-key-file", home + "/k")
    let oneRun = "--api-key-file FILE or HEAN_API_KEY"
    #expect(
      await next("-p", "main", "status")
        == "run 'hean --profile main login' to store the key of this profile; for one run: \(oneRun)")
    #expect(
      await next("-p", "other", "status", "--url", server.url)
        == "give the key for this run with \(oneRun), or name this engine: hean profile add NAME --url \(server.url)")
    #expect(
      await next("-p", "keyed", "status")
        == "profile keyed takes its key from the file \(home)/k (api_key_file): correct it there; for one run: \(oneRun)"
    )
  }

  @Test func `a profile is written where the link to the file of profiles points`() async throws {
    let (directory, target) = (home + "/.config/hean", home + "/profiles.json")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
    try FileManager.default.createSymbolicLink(atPath: directory + "/config.json", withDestinationPath: target)
    await add("main", "--url", "http://127.0.0.1:1")
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("127.0.0.1"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/config.json") == target)
  }
}
