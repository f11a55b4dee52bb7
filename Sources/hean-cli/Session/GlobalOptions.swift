import HeanCore
import HeanPractice

/// Options that every command takes, before or after its name. Those that the environment or a profile can set as well
/// are declared in `Settings`.
enum GlobalOptions {
  static let practice = Flag("practice", help: "use the built-in practice engine")
  /// Commands can have an option of their own with this name; it is theirs then.
  static let everyEngine = Flag("all", help: "every engine that has a profile: hean help fleet")
  static let quirk = Option(
    "quirk", "NAME", each: .choice(PracticeQuirk.allCases.map(\.rawValue) + ["none"]),
    help: "practice: a way to mislead or fail; repeatable")
  static let json = Flag("json", short: "j", help: "the same as --output json")
  static let fields = Option("fields", "A,B", .text(.field), help: "only these fields, by name or title, in this order")
  static let sort = Option("sort", "FIELD", .sortOrder, help: "sort rows: FIELD, FIELD:desc, or several as A,B")
  static let jq = Option("jq", "EXPR", .text(), help: "JSON, filtered by an expression of jq")
  static let noPager = Flag("no-pager", help: "write all at once, never through a pager (HEAN_PAGER)")
  static let ascii = Flag("ascii", help: "only ASCII characters on screens")
  static let redact = Flag("redact", help: "hide amounts of money and sizes, for sharing a screen")
  static let offline = Flag("offline", help: "ask nothing: what the engine said last, at most 24h ago; exit 4")
  static let maxAge = Option("max-age", "TIME", .span(), help: "exit 4 when prices are older, e.g. 5s")
  static let quiet = Flag("quiet", short: "q", help: "no progress and no hints on standard error")
  static let verbose = Flag("verbose", short: "v", help: "trace requests on standard error")
  static let version = Flag("version", help: "print the version")
  static let help = Flag("help", short: "h", help: "print help")

  /// In the order of help. A setting that has no place of its own in it stands after the theme.
  static let all: [OptionSpec] = {
    let first: [any AnyOption] =
      [Settings.profile, Settings.group, everyEngine, Settings.url, Settings.apiKeyFile, practice] + world
      + [Settings.output, json, jq, fields, sort, Settings.timeZone, Settings.color, Settings.theme]
    let last: [any AnyOption] = [
      noPager, ascii, redact, Settings.timeout, maxAge, offline, quiet, verbose, version, help,
    ]
    let placed = Set((first + last).map(\.name))
    let others = Settings.global.filter { !placed.contains($0.name) }
    return (first + others + last).map(\.spec)
  }()

  /// The options that select a practice world.
  static let world: [any AnyOption] = Settings.world + [quirk]
}

extension ValueType where Value == SortOrder {
  /// A field of a list, with `:desc` for the other way.
  fileprivate static var sortOrder: ValueType {
    ValueType(
      shape: ValueShape(names: .field),
      read: { (typed) throws(UsageError) in
        guard let order = SortOrder(typed.text) else {
          throw typed.invalid(expected: "fields such as symbol,realized_pnl:desc")
        }
        return order
      }, text: \.text)
  }
}
