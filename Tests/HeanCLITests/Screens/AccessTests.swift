import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Keys: where they come from, where they go, what is said about them.
struct AccessTests {
  @Test func `a key from standard input is stored for its profile alone and then used`() async throws {
    let home = Console.freshHome()
    let server = try Recording.server("running")
    defer { server.stop() }
    #expect(await Console(home: home).run("profile", "add", "main", "--url", server.url).code == .ok)
    var console = Console(home: home)
    console.standardInput = ["k-123-secret"]
    let login = await console.run("login")
    let path = home + "/.config/hean/keys/main"
    #expect(login.code == .ok && login.output.contains(path) && !login.output.contains("secret"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let shown = await Console(home: home).run("profile", "show")
    #expect(shown.output.contains("hean login (\(path))") && !shown.output.contains("secret"))
    let traced = await Console(home: home).run("positions", "--verbose")
    #expect(traced.errors.contains("(with key)") && !traced.errors.contains("secret"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let open = await Console(home: home).run("positions")
    #expect(open.code == .configuration && open.errors.contains("chmod 600"))
  }

  @Test func `an empty answer to login stores nothing`() async {
    let home = Console.freshHome()
    _ = await Console(home: home).run("profile", "add", "main", "--url", "http://127.0.0.1:1")
    #expect(await Console(home: home).run("login").code == .declined)
    #expect(!FileManager.default.fileExists(atPath: home + "/.config/hean/keys/main"))
  }

  @Test func `a missing or wrong key is its own exit code`() async throws {
    for detail in ["API key required", "Invalid API key"] {
      let server = try LoopbackServer { _ in
        LoopbackServer.Answer(
          status: 401, headers: ["WWW-Authenticate": "ApiKey"], body: #"{"detail":"\#(detail)"}"#)
      }
      for command in [["status"], ["why"], ["positions"], ["account"], ["risk"], ["pnl", "snapshot"]] {
        let ran = await Console().run(command + ["--url", server.url, "--json"])
        #expect(ran.code == .notAuthorised && ran.output.isEmpty, "\(command)")
        #expect(ran.errors.contains(detail) && ran.errors.contains("hean profile add NAME --url \(server.url)"))
      }
      server.stop()
    }
  }

  @Test func `a deprecated key is warned about`() async throws {
    let recorded = try #require(try Recording.all(in: "running")["get_engine_status"]).answer
    var deprecated = recorded
    deprecated.headers["X-Key-Deprecated"] = "true"
    let server = try Recording.server("running", changes: ["/api/v1/engine/status": deprecated])
    defer { server.stop() }
    let ran = await Console(columns: 80).run("account", "--url", server.url)
    #expect(ran.code == .ok && ran.errors.contains("the API key in use is deprecated"))
  }

  @Test func `settings say where they come from`() async {
    let home = Console.freshHome()
    _ = await Console(home: home).run("profile", "add", "main", "--url", "http://127.0.0.1:9000", "--timeout", "3s")
    let shown = await Console(home: home, environment: ["HEAN_OUTPUT": "table", "HEAN_TZ": "Europe/Berlin"])
      .run("profile", "show", "--color", "never")
    let expected = """
      SETTING               VALUE                  FROM
      profile               main                   current in HOME/.config/hean/config.json
      url                   http://127.0.0.1:9000  profile main (HOME/.config/hean/config.json)
      api_key               –                      default
      allow_plain_http_key  no                     default
      ca_file               –                      default
      exchange              –                      default
      exchange_url          –                      default
      exchange_key_file     –                      default
      ssh                   –                      default
      group                 –                      default
      read_only             no                     default
      totp_file             –                      default
      timeout               3s                     profile main (HOME/.config/hean/config.json)
      tz                    Europe/Berlin          environment HEAN_TZ
      output                table                  environment HEAN_OUTPUT
      color                 never                  flag --color
      theme                 hean                   default
      no_motion             no                     default
      group_digits          no                     default
      no_input              no                     default
      pager                 –                      default
      live_keys             –                      default

      """
    #expect(shown.output.replacing(home, with: "HOME") == expected)
  }

  @Test func `certificates are looked at when they are named, and found from anywhere`() async throws {
    let home = Console.freshHome()
    let add = ["profile", "add", "main", "--url", "https://127.0.0.1:1", "--replace", "--ca-file"]
    for (name, content) in [("missing.pem", nil), ("garbage.pem", "not a certificate")] {
      try content?.write(toFile: "\(home)/\(name)", atomically: true, encoding: .utf8)
      let ran = await Console(home: home).run(add + ["\(home)/\(name)"])
      #expect(ran.code == .usage && ran.errors.contains(name) && ran.errors.contains("PEM form"), "\(ran)")
    }
    #expect(!FileManager.default.fileExists(atPath: home + "/.config/hean/config.json"))
    let here = FileManager.default.currentDirectoryPath
    let relative = String(repeating: "../", count: here.split(separator: "/").count) + home.dropFirst() + "/good.pem"
    try "-----BEGIN CERTIFICATE-----\n".write(toFile: home + "/good.pem", atomically: true, encoding: .utf8)
    #expect(await Console(home: home).run(add + [relative]).code == .ok)
    let shown = await Console(home: home).run("profile", "show", "--json")
    #expect(shown.output.contains("\"\(here)/\(relative)\""), "\(shown.output)")
  }

  @Test func `practice rows and real rows do not mix, and a period has one row`() async throws {
    let home = Console.freshHome()
    let file = home + "/pnl.csv"
    let server = try Recording.server("running")
    defer { server.stop() }
    let append = ["pnl", "snapshot", "--append", file, "--period", "1h"]
    #expect(await Console(home: home).run(append + ["--url", server.url]).code == .ok)
    let again = await Console(home: home).run(append + ["--url", server.url])
    #expect(again.code == .ok && again.errors.contains("already"))
    let practice = await Console(home: home).run(append + ["--practice"])
    #expect(practice.code == .configuration)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      text == """
        as_of,period,profile,mode,engine_state,equity,balance,realized_pnl,unrealized_pnl,fees,day_pnl,drawdown_pct,\
        positions,risk_state,equity_basis,equity_reported,balance_reported,day_pnl_reported,drawdown_pct_reported,\
        equity_computed,kill_switch,closed_positions,engine_url,engine_started_at,schema
        2026-11-21T01:47:30.000Z,2026-11-21T01:00:00Z,(none),dry_run,RUNNING,9996.960139292,10004.324119292,0,\
        -7.36397999999999,0.006640708,-3.0398607080005604,0.07376838319908359,2,NORMAL,as_is,9996.960139292,\
        10004.324119292,-3.0398607080005604,0.07376838319908359,9992.62937929200001,clear,0,\(server.url),,hean.pnl_snapshot/2

        """)
  }

  @Test func `a stopped engine leaves empty cells`() async throws {
    let file = Console.freshHome() + "/pnl.csv"
    let server = try Recording.server("stopped")
    defer { server.stop() }
    #expect(await Console().run("pnl", "snapshot", "--append", file, "--url", server.url).code == .ok)
    let row = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")[1]
    #expect(row.hasSuffix(",(none),dry_run,STOPPED,,,,,,,,,,,,,,,,emergency,2,\(server.url),,hean.pnl_snapshot/2"))
  }

  @Test func `tables show the zone that was asked for, data stays in UTC`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let table = await Console(columns: 140).run("orders", "--url", server.url, "--tz", "Europe/Berlin")
    #expect(table.output.contains("2026-11-21 02:46:48+01:00") && table.output.contains("2026-11-21 02:47:30+01:00"))
    let json = await Console().run("orders", "--url", server.url, "--tz", "Europe/Berlin", "--json")
    #expect(json.output.contains("2026-11-21T01:46:48.119849Z"))
    #expect(await Console().run("orders", "--url", server.url, "--tz", "Mars/Base").code == .usage)
  }

  @Test func `stale and unknown ages fail with --max-age`() async throws {
    let running = try Recording.server("running")
    let stopped = try Recording.server("stopped")
    defer {
      running.stop()
      stopped.stop()
    }
    #expect(await Console().run("positions", "--url", running.url, "--max-age", "5s").code == .ok)
    let old = await Console().run("positions", "--url", running.url, "--max-age", "100ms", "--json")
    #expect(old.code == .staleOrUnconfirmed && old.output.isEmpty && old.errors.contains("stale_or_unconfirmed"))
    #expect(await Console().run("positions", "--url", stopped.url, "--max-age", "5s").code == .staleOrUnconfirmed)
  }
}
