import Foundation
import HeanCore
import Testing

@testable import HeanConsole

@Suite struct EffectiveSettingsTests {
  private let main = ConfigurationFile.Profile([
    "url": "http://10.0.0.5:8000/", "api_key_file": "key", "allow_plain_http_key": true, "timeout": "20s",
    "tz": "Europe/Berlin", "output": "csv", "color": "always", "theme": "ios",
  ])

  private func resolve(
    _ flags: SettingFlags = SettingFlags(), _ environment: [String: String] = [:],
    current: String? = nil, storedKeys: [String: String] = [:], profiles: [String: ConfigurationFile.Profile]? = nil
  ) throws(ConfigurationError) -> EffectiveSettings {
    try EffectiveSettings.resolve(
      flags: flags, environment: environment,
      file: LoadedConfiguration(
        path: "/c/config.json", file: ConfigurationFile(current: current, profiles: profiles ?? ["main": main]),
        storedKeys: storedKeys))
  }

  private func failure(
    _ flags: SettingFlags = SettingFlags(), _ environment: [String: String] = [:], current: String? = nil,
    profiles: [String: ConfigurationFile.Profile]? = nil
  ) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try resolve(flags, environment, current: current, profiles: profiles)
      return nil
    } catch {
      return error
    }
  }

  private func table(_ settings: EffectiveSettings) -> [String] {
    settings.rows().map { "\($0.name) = \($0.value ?? "-") [\($0.origin)]" }
  }

  @Test func `with nothing said, everything is the default`() throws {
    #expect(
      table(try resolve()) == [
        "profile = - [default]", "url = http://127.0.0.1:8000 [default]", "api_key = - [default]",
        "allow_plain_http_key = no [default]", "ca_file = - [default]",
        "exchange = - [default]", "exchange_url = - [default]", "exchange_key_file = - [default]",
        "ssh = - [default]", "group = - [default]",
        "read_only = no [default]",
        "totp_file = - [default]", "timeout = 10s [default]", "tz = UTC [default]",
        "output = table [default]", "color = auto [default]", "theme = hean [default]", "no_motion = no [default]",
        "group_digits = no [default]",
        "no_input = no [default]", "pager = - [default]", "live_keys = - [default]",
      ])
  }

  @Test func `a profile outranks the defaults`() throws {
    let own = "profile main (/c/config.json)"
    #expect(
      table(try resolve(current: "main")) == [
        "profile = main [current in /c/config.json]", "url = http://10.0.0.5:8000 [\(own)]",
        "api_key = file /c/key [\(own)]", "allow_plain_http_key = yes [\(own)]", "ca_file = - [default]",
        "exchange = - [default]", "exchange_url = - [default]", "exchange_key_file = - [default]",
        "ssh = - [default]", "group = - [default]", "read_only = no [default]", "totp_file = - [default]",
        "timeout = 20s [\(own)]",
        "tz = Europe/Berlin [\(own)]", "output = csv [\(own)]", "color = always [\(own)]", "theme = ios [\(own)]",
        "no_motion = no [default]", "group_digits = no [default]", "no_input = no [default]", "pager = - [default]",
        "live_keys = - [default]",
      ])
  }

  @Test func `the environment outranks the profile, flags outrank both`() throws {
    let environment = [
      "HEAN_URL": "https://b", "HEAN_PROFILE": "main", "HEAN_API_KEY": "k", "HEAN_OUTPUT": "json", "HEAN_TZ": "UTC",
      "HEAN_TIMEOUT": "1500ms", "HEAN_COLOR": "never", "HEAN_THEME": "fortunia",
    ]
    #expect(
      table(try resolve(SettingFlags(), environment)) == [
        "profile = main [environment HEAN_PROFILE]", "url = https://b [environment HEAN_URL]",
        "api_key = environment variable HEAN_API_KEY [environment HEAN_API_KEY]",
        "allow_plain_http_key = yes [profile main (/c/config.json)]", "ca_file = - [default]",
        "exchange = - [default]", "exchange_url = - [default]", "exchange_key_file = - [default]",
        "ssh = - [default]", "group = - [default]", "read_only = no [default]", "totp_file = - [default]",
        "timeout = 1500ms [environment HEAN_TIMEOUT]",
        "tz = UTC [environment HEAN_TZ]", "output = json [environment HEAN_OUTPUT]",
        "color = never [environment HEAN_COLOR]", "theme = fortunia [environment HEAN_THEME]",
        "no_motion = no [default]", "group_digits = no [default]", "no_input = no [default]", "pager = - [default]",
        "live_keys = - [default]",
      ])
    let flags = SettingFlags([
      "url": "http://c:9", "profile": "main", "api-key-file": "k", "timeout": "1h", "tz": "Asia/Tokyo",
      "output": "ndjson", "color": "auto", "theme": "finance-light",
    ])
    #expect(
      table(try resolve(flags, environment)) == [
        "profile = main [flag --profile]", "url = http://c:9 [flag --url]", "api_key = file k [flag --api-key-file]",
        "allow_plain_http_key = yes [profile main (/c/config.json)]", "ca_file = - [default]",
        "exchange = - [default]", "exchange_url = - [default]", "exchange_key_file = - [default]",
        "ssh = - [default]", "group = - [default]", "read_only = no [default]", "totp_file = - [default]",
        "timeout = 1h [flag --timeout]",
        "tz = Asia/Tokyo [flag --tz]", "output = ndjson [flag --output]", "color = auto [flag --color]",
        "theme = finance-light [flag --theme]", "no_motion = no [default]", "group_digits = no [default]",
        "no_input = no [default]",
        "pager = - [default]", "live_keys = - [default]",
      ])
  }

  @Test func `a profile's own authorities win over those of all programs`() throws {
    let variable = ["SSL_CERT_FILE": "/all.pem"]
    #expect(try resolve(SettingFlags(), variable).caFile == Setting("/all.pem", from: .environment("SSL_CERT_FILE")))
    let own = ConfigurationFile.Profile(["url": "https://b", "ca_file": "/own.pem"])
    let chosen = try resolve(SettingFlags(), variable, current: "main", profiles: ["main": own])
    #expect(chosen.caFile == Setting("/own.pem", from: .profile(name: "main", path: "/c/config.json")))
  }

  @Test func `an empty variable says nothing`() throws {
    #expect(try resolve(SettingFlags(), ["HEAN_URL": "", "HEAN_PROFILE": "", "SSL_CERT_FILE": ""]) == resolve())
  }

  @Test func `practice is chosen by its flag or its name and has settings of its own`() throws {
    let practice = ConfigurationFile.Profile(["output": "json"], practice: .init(["seed": 7, "scenario": "crash"]))
    var flags = SettingFlags(practice: true)
    flags[Settings.speed] = "60"
    let settings = try resolve(
      flags, ["HEAN_API_KEY": "k", "HEAN_URL": "http://real"], current: "main",
      profiles: ["main": main, "practice": practice])
    let own = "profile practice (/c/config.json)"
    #expect(
      table(settings) == [
        "profile = practice [flag --practice]", "url = practice engine [flag --practice]", "api_key = - [default]",
        "allow_plain_http_key = no [default]", "ca_file = - [default]",
        "exchange = - [default]", "exchange_url = - [default]", "exchange_key_file = - [default]",
        "ssh = - [default]", "group = - [default]",
        "read_only = no [default]",
        "totp_file = - [default]", "timeout = 10s [default]", "tz = UTC [default]",
        "output = json [\(own)]", "color = auto [default]", "theme = hean [default]", "no_motion = no [default]",
        "group_digits = no [default]",
        "no_input = no [default]", "pager = - [default]", "live_keys = - [default]",
        "practice.seed = 7 [\(own)]",
        "practice.scenario = crash [\(own)]", "practice.speed = 60 [flag --speed]",
      ])
    #expect(try resolve(SettingFlags(["profile": "practice"])).isPractice)
    #expect(try resolve(SettingFlags(["profile": "practice"], practice: true)).isPractice)
    #expect(try resolve(SettingFlags(), ["HEAN_PROFILE": "practice"]).isPractice)
    #expect(try resolve(current: "practice").isPractice)
    #expect(try !resolve(current: "main").isPractice)
  }

  @Test func `an address of higher rank wins over the practice profile, and says so`() throws {
    let settings = try resolve(SettingFlags(["url": "http://real:1"]), current: "practice")
    #expect(settings.engine == Setting(.network(try #require(URL(string: "http://real:1"))), from: .flag("--url")))
    #expect(
      settings.notes == [
        "profile practice (current in /c/config.json) is not used, because of flag --url: this is a real engine"
      ])
  }

  @Test func `practice and an address of the same rank contradict each other`() {
    let flags = failure(SettingFlags(["url": "http://a"], practice: true))
    #expect(
      flags?.message
        == "flag --practice and flag --url contradict each other: one asks for the practice engine, the other for a real one"
    )
    #expect(flags?.nextStep == "leave one of them out")
    #expect(flags?.isUsage == true)
    let environment = failure(SettingFlags(), ["HEAN_PROFILE": "practice", "HEAN_URL": "http://a"])
    #expect(environment?.isUsage == false)
    #expect(
      failure(SettingFlags(["profile": "main"], practice: true))?.message
        == "flag --practice and flag --profile main contradict each other: each selects an engine")
  }

  @Test func `an unknown profile is named with who asked for it`() {
    let byFlag = failure(SettingFlags(["profile": "mian"]))
    #expect(byFlag?.message == "there is no profile \"mian\" (asked for by flag --profile)")
    #expect(byFlag?.nextStep.text == "known profiles: main, practice; to make it: hean profile add mian --url URL")
    #expect(byFlag?.isUsage == true)
    #expect(
      failure(SettingFlags(), [:], current: "gone")?.message
        == "there is no profile \"gone\" (asked for by current in /c/config.json)")
    #expect(failure(SettingFlags(), [:], current: "gone")?.isUsage == false)
  }

  @Test func `a profile's key stays with the profile's server`() throws {
    let away = try resolve(SettingFlags(["url": "http://10.0.0.6:8000"]), current: "main")
    #expect(away.apiKey == nil)
    #expect(
      away.notes == [
        "the API key of profile main is not sent to another server than the profile's; use HEAN_API_KEY_FILE or "
          + "--api-key-file to give one"
      ])
    #expect(try resolve(SettingFlags(["url": "https://10.0.0.5:8000"]), current: "main").apiKey == nil)
    #expect(try resolve(SettingFlags(["url": "HTTP://10.0.0.5:8000/other"]), current: "main").apiKey != nil)
    let given = try resolve(
      SettingFlags(["url": "http://10.0.0.6:8000"]), ["HEAN_API_KEY_FILE": "/k"], current: "main")
    #expect(given.apiKey == Setting(.file(path: "/k"), from: .environment("HEAN_API_KEY_FILE")))
    #expect(given.notes == [])
  }

  @Test func `a profile's name stays with the profile's server`() throws {
    #expect(try resolve(SettingFlags(), current: "main").isProfilesEngine)
    #expect(try resolve(SettingFlags(["url": "HTTP://10.0.0.5:8000/other"]), current: "main").isProfilesEngine)
    #expect(try resolve(SettingFlags(practice: true)).isProfilesEngine)
    #expect(try !resolve(SettingFlags(["url": "http://10.0.0.6:8000"]), current: "main").isProfilesEngine)
    #expect(try !resolve(SettingFlags(), ["HEAN_URL": "http://10.0.0.6:8000"], current: "main").isProfilesEngine)
    #expect(try !resolve(SettingFlags(["url": "http://real:1"]), current: "practice").isProfilesEngine)
  }

  /// A variable that is left over in the shell must not lead the verbs of a typed profile to another engine.
  @Test func `a profile that is typed is the engine, whatever the environment says`() throws {
    let stray = ["HEAN_URL": "http://10.0.0.6:8000"]
    let typed = try resolve(SettingFlags(["profile": "main"]), stray, current: "main")
    #expect(typed.isProfilesEngine && typed.engine.origin == .profile(name: "main", path: "/c/config.json"))
    let both = try resolve(SettingFlags(["profile": "main", "url": "http://10.0.0.7:8000"]), stray)
    #expect(!both.isProfilesEngine && both.engine.origin == .flag("--url"))
    let named = try resolve(SettingFlags(), stray.merging(["HEAN_PROFILE": "main"]) { $1 })
    #expect(!named.isProfilesEngine, "of two variables the address is the nearer one")
  }

  @Test func `key sources stand in their order`() throws {
    let own = Origin.profile(name: "main", path: "/c/config.json")
    func key(
      _ profile: ConfigurationFile.Profile, _ environment: [String: String] = [:]
    ) throws -> Setting<APIKeySource>? {
      try resolve(
        SettingFlags(), environment, current: "main", storedKeys: ["main": "/c/keys/main"],
        profiles: ["main": profile]
      ).apiKey
    }
    #expect(try key(.init()) == Setting(.stored(path: "/c/keys/main"), from: own))
    #expect(try key(.init(["api_key_command": "pass x"])) == Setting(.command("pass x"), from: own))
    #expect(try key(.init(["api_key_env": "K"])) == Setting(.environment(variable: "K"), from: own))
    #expect(try key(.init(["api_key_file": "~/k"]), ["HOME": "/h"]) == Setting(.file(path: "/h/k"), from: own))
    #expect(
      try key(.init(["api_key_file": "/k"]), ["HEAN_API_KEY_FILE": "/e", "HEAN_API_KEY": "k"])
        == Setting(.environment(variable: "HEAN_API_KEY"), from: .environment("HEAN_API_KEY")))
    let two = failure(
      SettingFlags(), [:], current: "main", profiles: ["main": .init(["api_key_file": "a", "api_key_command": "b"])])
    #expect(two?.message == "profile \"main\" names 2 sources for its API key: api_key_file, api_key_command")
    #expect(two?.nextStep == "keep one of them in profile \"main\"")
  }

  @Test(arguments: [
    ("localhost:8000", "\"localhost:8000\" does not start with http:// or https://", "write http://localhost:8000"),
    ("10.0.0.1", "\"10.0.0.1\" does not start with http:// or https://", "write http://10.0.0.1"),
    ("ftp://a", "\"ftp://a\" does not start with http:// or https://", "give it as http://HOST:PORT or https://HOST"),
    (
      "http://me:s3cret@a", "must not hold a user or password",
      "give the key with hean login, HEAN_API_KEY or a key file"
    ),
    ("http://", "\"http://\" names no host", "give it as http://HOST:PORT or https://HOST"),
    (
      "http://a?key=1", "\"http://a\" must not be followed by a query or fragment",
      "give it as http://HOST:PORT or https://HOST"
    ),
    (
      "http://a#x", "\"http://a\" must not be followed by a query or fragment",
      "give it as http://HOST:PORT or https://HOST"
    ),
    ("http://a:", "\"http://a:\" has a colon without a port", "write the port after it, or take the colon away"),
    (
      "https://[::1]:/x", "\"https://[::1]:/x\" has a colon without a port",
      "write the port after it, or take the colon away"
    ),
    ("http://a:0", "\"http://a:0\" has a port outside 1 to 65535", "give it as http://HOST:PORT or https://HOST"),
    (
      "http://a:70000", "\"http://a:70000\" has a port outside 1 to 65535",
      "give it as http://HOST:PORT or https://HOST"
    ),
    ("http://a b", "\"http://a b\" is not a URL", "give it as http://HOST:PORT or https://HOST"),
    ("http://a\u{1B}[2J", "\"http://a?[2J\" is not a URL", "give it as http://HOST:PORT or https://HOST"),
  ])
  func `a bad address is explained`(url: String, problem: String, nextStep: String) {
    let error = failure(SettingFlags(["url": url]))
    #expect(error?.message == "url from flag --url: \(problem)")
    #expect(error?.nextStep.text == nextStep)
  }

  @Test(arguments: [
    (
      SettingFlags(["timeout": "2h"]), "timeout from flag --timeout: \"2h\" is not a duration between 1ms and 1h",
      "give a number with its unit: 500ms, 10s, 2m"
    ),
    (
      SettingFlags(["timeout": "0s"]), "timeout from flag --timeout: \"0s\" is not a duration between 1ms and 1h",
      "give a number with its unit: 500ms, 10s, 2m"
    ),
    (
      SettingFlags(["tz": "Mars/Base"]), "tz from flag --tz: \"Mars/Base\" is not a time zone",
      "give UTC, local, or a name such as Europe/Berlin"
    ),
    (
      SettingFlags(["output": "xml"]), "output from flag --output: \"xml\" is not one of table, json, ndjson, csv",
      "give one of: table, json, ndjson, csv"
    ),
    (
      SettingFlags(["color": "red"]), "color from flag --color: \"red\" is not one of auto, always, never",
      "give one of: auto, always, never"
    ),
    (
      SettingFlags(["seed": "-1"]), "seed from flag --seed: \"-1\" is not a whole number from 0 on",
      "give a whole number, e.g. 42"
    ),
    (
      SettingFlags(["speed": "0"]), "speed from flag --speed: \"0\" is not a number above 0",
      "give market seconds a second, e.g. 1 or 60"
    ),
  ])
  func `a bad value names where it came from and what would do`(flags: SettingFlags, message: String, nextStep: String)
  {
    #expect(failure(flags)?.message == message)
    #expect(failure(flags)?.nextStep.text == nextStep)
    #expect(failure(flags)?.isUsage == true)
  }

  @Test func `a bad value in the environment or a profile is the set-up's fault`() {
    let environment = failure(SettingFlags(), ["HEAN_TIMEOUT": "soon"])
    #expect(
      environment?.message
        == "timeout from environment HEAN_TIMEOUT: \"soon\" is not a duration between 1ms and 1h")
    #expect(environment?.isUsage == false)
    #expect(
      failure(SettingFlags(["profile": "m"]), profiles: ["m": .init(["output": "yaml"])])?.message
        == "output from profile m (/c/config.json): \"yaml\" is not one of table, json, ndjson, csv")
    #expect(failure(SettingFlags(["profile": "ok"]), profiles: ["m": .init(["output": "yaml"]), "ok": .init()]) == nil)
  }

  @Test(arguments: [
    ("500ms", "500ms"), ("10s", "10s"), ("60s", "1m"), ("90m", "90m"), ("24h", "1d"), ("1.5s", "1500ms"),
  ])
  func `durations are read and written`(text: String, written: String) throws {
    let duration = try #require(Spans.duration(text))
    #expect(Spans.exact(duration) == written)
    #expect(Spans.duration(written) == duration)
  }

  @Test(arguments: ["", "s", "-1s", "0s", "1 s", "10S", "9999999999s"])
  func `what is no duration is none`(text: String) { #expect(Spans.duration(text) == nil) }

  @Test func `words for a shell are quoted when they have to be`() {
    #expect(ShellWord.quoted("/a/b-c_d.e") == "/a/b-c_d.e")
    #expect(ShellWord.quoted("a b") == "'a b'")
    #expect(ShellWord.quoted("it's") == "'it'\\''s'")
    #expect(ShellWord.quoted("") == "''")
  }
}

extension EffectiveSettingsTests {
  @Test(arguments: ["HEAN_TZ", "HEAN_OUTPUT", "HEAN_COLOR", "HEAN_TIMEOUT"])
  func `in an emergency what only shapes the output gives way, with a note`(variable: String) throws {
    let file = LoadedConfiguration(path: "/c/config.json", file: ConfigurationFile())
    let environment = [variable: "nonsense"]
    #expect(throws: ConfigurationError.self) {
      try EffectiveSettings.resolve(flags: SettingFlags(), environment: environment, file: file)
    }
    let settings = try EffectiveSettings.resolve(
      flags: SettingFlags(), environment: environment, file: file, isEmergency: true)
    #expect(settings.notes.count == 1 && settings.notes[0].contains("going on with the default"))
    #expect(throws: ConfigurationError.self, "where the stop goes is no matter of taste") {
      try EffectiveSettings.resolve(
        flags: SettingFlags(), environment: ["HEAN_URL": "nonsense"], file: file, isEmergency: true)
    }
  }
}
