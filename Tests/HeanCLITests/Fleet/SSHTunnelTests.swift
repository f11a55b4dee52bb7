import Foundation
import Glibc
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Profiles behind ssh, with programs in the place of ssh; `.ci/fleet` does the same with a real one.
struct SSHTunnelTests {
  /// A home with a profile behind ssh, and a program called ssh before all others.
  private static func console(_ ssh: String, url: String = "http://127.0.0.1:8000") throws -> (Console, folder: String)
  {
    let home = Console.freshHome()
    let folder = home + "/bin"
    for path in [folder, home + "/.config/hean"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try "#!/bin/sh\n\(ssh)\n".write(toFile: folder + "/ssh", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/ssh")
    try #"{"profiles":{"away":{"url":"\#(url)","ssh":"trader@eu-1:2222"}}}"#.write(
      toFile: home + "/.config/hean/config.json", atomically: true, encoding: .utf8)
    var console = Console(home: home, environment: ["PATH": "\(folder):/usr/bin:/bin"])
    console.isClockReal = true
    return (console, folder)
  }

  @Test(
    arguments: [
      ("host", "host", nil), ("user@host", "user@host", nil), ("user@10.0.0.7:2222", "user@10.0.0.7", 2222),
    ] as [(String, String, Int?)])
  func `a server is a user, a host and a port`(text: String, destination: String, port: Int?) {
    let server = SSHServer(text)
    #expect(server?.destination == destination && server?.port == port && server?.text == text)
  }

  @Test(arguments: ["-oProxyCommand=x", "a b", "user@", "user@-host", "host:0", "host:65536", "host;x", "", "a@b@c"])
  func `nothing of it can be an option or a command`(text: String) { #expect(SSHServer(text) == nil) }

  @Test func `what ssh says is told, and how to try it`() async throws {
    let (console, _) = try Self.console("echo 'Permission denied (publickey).' >&2; exit 255")
    let ran = await console.run("status", "-p", "away")
    #expect(ran.code == .unreachable)
    #expect(
      ran.errors.contains("ssh trader@eu-1:2222 does not lead to the engine: Permission denied (publickey)."), "\(ran)")
    #expect(ran.errors.contains("try it: ssh -p 2222 trader@eu-1 true"))
  }

  @Test func `one that does not log in ends with the deadline`() async throws {
    let (console, _) = try Self.console("exec sleep 600")
    let ran = await console.run("status", "-p", "away", "--timeout", "1s")
    #expect(ran.code == .unreachable && ran.errors.contains("no login within 1s"), "\(ran)")
  }

  @Test func `ssh is started as it has to be, and ends with the command`() async throws {
    let (console, folder) = try Self.console(
      "echo \"$@\" > \"$(dirname \"$0\")/words\"; env > \"$(dirname \"$0\")/env\"; printf %s $$ > \"$(dirname \"$0\")/pid\"; "
        + "echo hean-tunnel-open; exec sleep 600")
    var own = console
    own.environment["HEAN_API_KEY"] = "secret-of-the-shell"
    let ran = await own.run("status", "-p", "away", "--timeout", "3s")
    // Nothing listens at the end that this program has.
    #expect(ran.code == .unreachable, "\(ran)")
    let words = try String(contentsOfFile: folder + "/words", encoding: .utf8)
    #expect(words.contains("-N -T") && words.contains("BatchMode=yes") && words.hasSuffix("-p 2222 -- trader@eu-1\n"))
    #expect(words.contains(#/-L 127\.0\.0\.1:[0-9]+:127\.0\.0\.1:8000 /#))
    #expect(!(try String(contentsOfFile: folder + "/env", encoding: .utf8)).contains("secret-of-the-shell"))
    let pid = try #require(pid_t(try String(contentsOfFile: folder + "/pid", encoding: .utf8).trimmed()))
    #expect(kill(pid, 0) != 0 && errno == ESRCH)
  }

  @Test(
    arguments: [
      ("http://localhost:8000", "localhost:8000"), ("http://[::1]:8000", "[::1]:8000"),
      ("http://127.0.0.2:8000", "127.0.0.2:8000"),
    ])
  func `the server is asked for the address of the profile`(url: String, seen: String) async throws {
    let (console, folder) = try Self.console(
      "echo \"$@\" > \"$(dirname \"$0\")/words\"; echo hean-tunnel-open; exec sleep 600", url: url)
    let ran = await console.run("status", "-p", "away", "--timeout", "3s")
    #expect(ran.code == .unreachable, "\(ran)")
    let words = try String(contentsOfFile: folder + "/words", encoding: .utf8)
    #expect(words.contains(":\(seen) "), "\(words)")
  }

  @Test func `ssh leads to the loopback of the server and nowhere else`() async throws {
    for url in ["http://10.0.0.5:8000", "https://127.0.0.1:8000"] {
      let (console, _) = try Self.console("exit 1", url: url)
      let ran = await console.run("status", "-p", "away")
      #expect(ran.code == .configuration && ran.errors.contains("is not there"), "\(ran)")
    }
  }
}
