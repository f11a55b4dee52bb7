import HeanCore
import HeanPractice

/// Options that every command takes, before or after its name.
enum GlobalOptions {
  static let profile = OptionSpec("profile", short: "p", .value("NAME"), help: "profile to use (HEAN_PROFILE)")
  static let url = OptionSpec("url", .value("URL"), help: "engine to talk to (HEAN_URL)")
  static let apiKeyFile = OptionSpec("api-key-file", .value("FILE"), help: "file with the API key, mode 0600")
  static let practice = OptionSpec("practice", .flag, help: "use the built-in practice engine")
  static let scenario = OptionSpec(
    "scenario", .choice(PracticeScenario.allCases.map(\.rawValue), "NAME"), help: "practice: what happens there")
  static let seed = OptionSpec("seed", .value("N"), help: "practice: the same seed gives the same market")
  static let speed = OptionSpec("speed", .value("X"), help: "practice: simulated seconds a second")
  static let quirk = OptionSpec(
    "quirk", .choice(PracticeQuirk.allCases.map(\.rawValue) + ["none"], "NAME"),
    help: "practice: a way to mislead or fail; repeatable", isRepeatable: true)
  static let output = OptionSpec(
    "output", short: "o", .choice(OutputFormat.allCases.map(\.rawValue), "FORMAT"), help: "table, json, ndjson or csv")
  static let json = OptionSpec("json", short: "j", .flag, help: "the same as --output json")
  static let fields = OptionSpec("fields", .value("A,B"), help: "only these fields, in this order")
  static let timezone = OptionSpec("tz", .value("ZONE"), help: "time zone of tables, e.g. Europe/Berlin or local")
  static let color = OptionSpec("color", .choice(["auto", "always", "never"], "WHEN"), help: "colour (NO_COLOR)")
  static let timeout = OptionSpec("timeout", .value("TIME"), help: "deadline of a read with its retries (10s)")
  static let maxAge = OptionSpec("max-age", .value("TIME"), help: "exit 4 when prices are older, e.g. 5s")
  static let verbose = OptionSpec("verbose", short: "v", .flag, help: "trace requests on standard error")
  static let version = OptionSpec("version", .flag, help: "print the version")
  static let help = OptionSpec("help", short: "h", .flag, help: "print help")

  static let all = [
    profile, url, apiKeyFile, practice, scenario, seed, speed, quirk, output, json, fields, timezone, color, timeout,
    maxAge,
    verbose,
    version, help,
  ]
}
