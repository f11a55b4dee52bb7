import HeanCore
import HeanPractice

/// Options that every command takes, before or after its name.
///
/// Options that the environment or a profile can set as well are plain text here: the settings check text from all
/// three in the same way.
enum GlobalOptions {
  static let profile = Option("profile", short: "p", "NAME", .text(.profile), help: "profile to use (HEAN_PROFILE)")
  static let url = Option("url", "URL", .text(format: "uri"), help: "engine to talk to (HEAN_URL)")
  static let apiKeyFile = Option("api-key-file", "FILE", .text(.file), help: "file with the API key, mode 0600")
  static let practice = Flag("practice", help: "use the built-in practice engine")
  static let scenario = Option(
    "scenario", "NAME", .choice(PracticeScenario.allCases.map(\.rawValue)), help: "practice: what happens there")
  static let seed = Option(
    "seed", "N", .text(pattern: "^[0-9]+$"), help: "practice: the same seed gives the same market")
  static let speed = Option(
    "speed", "X", .text(pattern: #"^[0-9]{1,6}(\.[0-9]{1,6})?$"#), help: "practice: simulated seconds a second")
  static let quirk = Option(
    "quirk", "NAME", each: .choice(PracticeQuirk.allCases.map(\.rawValue) + ["none"]),
    help: "practice: a way to mislead or fail; repeatable")
  static let output = Option(
    "output", short: "o", "FORMAT", .choice(OutputFormat.allCases.map(\.rawValue)), help: OutputFormat.words)
  static let json = Flag("json", short: "j", help: "the same as --output json")
  static let fields = Option("fields", "A,B", .text(.field), help: "only these fields, by name or title, in this order")
  static let sort = Option("sort", "FIELD", .sortOrder, help: "sort rows by a field; FIELD:desc for the other way")
  static let timezone = Option(
    "tz", "ZONE", .text(.timeZone), help: "time zone of tables, e.g. Europe/Berlin or local")
  static let color = Option("color", "WHEN", .choice(["auto", "always", "never"]), help: "colour (NO_COLOR)")
  static let theme = Option(
    "theme", "NAME", .choice(ThemeName.allCases.map(\.rawValue)), help: "colours of screens and files (HEAN_THEME)")
  static let ascii = Flag("ascii", help: "only ASCII characters on screens")
  static let redact = Flag("redact", help: "hide amounts of money and sizes, for sharing a screen")
  static let timeout = Option("timeout", "TIME", .text(), help: "deadline of a read with its retries (10s)")
  static let maxAge = Option("max-age", "TIME", .span(), help: "exit 4 when prices are older, e.g. 5s")
  static let quiet = Flag("quiet", short: "q", help: "no progress and no hints on standard error")
  static let verbose = Flag("verbose", short: "v", help: "trace requests on standard error")
  static let version = Flag("version", help: "print the version")
  static let help = Flag("help", short: "h", help: "print help")

  static let all: [OptionSpec] = [
    profile.spec, url.spec, apiKeyFile.spec, practice.spec, scenario.spec, seed.spec, speed.spec, quirk.spec,
    output.spec, json.spec, fields.spec, sort.spec, timezone.spec, color.spec, theme.spec, ascii.spec,
    redact.spec, timeout.spec, maxAge.spec, quiet.spec, verbose.spec, version.spec, help.spec,
  ]

  /// The options that select a practice world.
  static let world: [any AnyOption] = [scenario, seed, speed, quirk]
}

extension ValueType where Value == SortOrder {
  /// A field of a list, with `:desc` for the other way.
  fileprivate static var sortOrder: ValueType {
    ValueType(
      shape: ValueShape(names: .field),
      read: { (typed) throws(UsageError) in
        guard let order = SortOrder(typed.text) else {
          throw typed.invalid(expected: "a field, or a field with :desc, such as realized_pnl:desc")
        }
        return order
      }, text: { $0.field + ($0.isDescending ? ":desc" : "") })
  }
}
