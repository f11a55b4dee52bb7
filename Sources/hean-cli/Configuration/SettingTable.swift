import HeanCore
import HeanPractice

/// The settings of the console: flag, variable, key of a profile, default, type, and what help says about each. All lists
/// of settings are made from this table.
///
/// A new one is a declaration here, its place in `ordinary`, and its value in `EffectiveSettings` below.
enum Settings {
  /// In the order of `hean profile show`, which is also the order in which the keys of a profile are read.
  static let all: [any AnySetting] =
    // Each by itself: Swift converts an array of protocol values by looking up what each conforms to, at each start.
    [profile, url, apiKeyFile, apiKeyCommand, apiKeyEnvironment] + ordinary.map { $0 as any AnySetting }

  static let ordinary: [any OrdinarySetting] = [
    allowPlainHTTPKey, caFile, exchange, exchangeURL, exchangeKeyFile, ssh, group, isReadOnly, codeFile, timeout,
    timeZone,
    output, color, theme, noMotion, groupDigits, noInput, pager,
    liveKeys, seed,
    scenario, speed,
  ]

  // MARK: What chooses engine and key

  static let profile = TargetSetting(
    Option("profile", short: "p", "NAME", .text(.profile), help: "profile to use (HEAN_PROFILE)"),
    variable: profileVariable
  ) { SettingRow(name: "profile", value: $0.profile.value, origin: $0.profile.origin.description) }

  static let profileVariable = SettingVariable("HEAN_PROFILE", "profile to use (--profile)")

  static let url = TargetSetting(
    Option("url", "URL", .text(format: "uri"), help: "engine to talk to (HEAN_URL)"),
    variable: SettingVariable("HEAN_URL", "engine to talk to (--url)"), key: SettingKey("url")
  ) { SettingRow(name: "url", value: $0.engine.value.description, origin: $0.engine.origin.description) }

  /// The key itself is never taken from the command line, and only its source is shown.
  static let apiKeyFile = TargetSetting(
    Option("api-key-file", "FILE", .text(.file), help: "file with the API key, mode 0600; - is standard input"),
    variable: SettingVariable("HEAN_API_KEY_FILE", "file that holds the API key, mode 0600"),
    key: SettingKey("api_key_file", .path)
  ) {
    SettingRow(
      name: "api_key", value: $0.apiKey?.value.description, origin: ($0.apiKey?.origin ?? .default).description)
  }

  static let apiKeyVariable = SettingVariable("HEAN_API_KEY", "API key; a file or a command is safer")

  static let apiKeyCommand = TargetSetting(
    Option("api-key-command", "COMMAND", .text(), help: "command that prints the key"),
    key: SettingKey("api_key_command"), isGlobal: false)

  static let apiKeyEnvironment = TargetSetting(
    Option("api-key-env", "NAME", .text(.variable), help: "environment variable with the key"),
    key: SettingKey("api_key_env"), isGlobal: false)

  static let allowPlainHTTPKey = SettingDeclaration(
    \.allowsKeyOverPlainHTTP,
    Flag("allow-plain-http-key", help: "send the key over plain http to another machine (not safe)"), .truth,
    default: false, key: SettingKey("allow_plain_http_key", .truth), isGlobal: false, isEssential: true)

  static let caFile = SettingDeclaration(
    \.caFile,
    Option(
      "ca-file", "FILE", .text(.file), help: "certificates (PEM) to trust instead of the system's"
    ),
    .path,
    default: nil, variable: certificatesVariable, key: SettingKey("ca_file", .path), isGlobal: false, isEssential: true)

  static let certificatesVariable = SettingVariable(
    "SSL_CERT_FILE", "certificates (PEM) to trust instead of the system's; a profile's ca_file wins", isShared: true)

  // MARK: The exchange behind the engine, which is only read

  static let exchange = SettingDeclaration(
    \.exchange,
    Option("exchange", "NAME", .choice(ExchangeName.self), help: "the exchange behind the engine, which is only read"),
    .exchange, default: nil, key: SettingKey("exchange"), isGlobal: false)

  static let exchangeURL = SettingDeclaration(
    \.exchangeURL,
    Option("exchange-url", "URL", .text(format: "uri"), help: "another address of that exchange"), .address,
    default: nil, key: SettingKey("exchange_url"), isGlobal: false)

  static let exchangeKeyFile = SettingDeclaration(
    \.exchangeKeyFile,
    Option(
      "exchange-key-file", "FILE", .text(.file),
      help: "read-only key of the exchange and its secret, a line each, mode 0600"),
    .path, default: nil, key: SettingKey("exchange_key_file", .path), isGlobal: false)

  // MARK: Which engines, and the way to them

  static let ssh = SettingDeclaration(
    \.ssh,
    Option("ssh", "USER@HOST", .text(), help: "server on whose loopback the engine listens: reached by ssh"), .server,
    default: nil, key: SettingKey("ssh"), isGlobal: false, isEssential: true)

  /// On the command line it chooses the engines whose profiles have it.
  static let group = SettingDeclaration(
    \.group, Option("group", "NAME", .text(), help: "every engine whose profile is in this group"), .groups,
    default: nil, key: SettingKey("group"))

  // MARK: What may be sent

  static let isReadOnly = SettingDeclaration(
    \.isReadOnly, Flag("read-only", help: "send nothing that changes the engine"), .truth, default: false,
    key: SettingKey("read_only", .truth), isEssential: true)

  static let codeFile = SettingDeclaration(
    \.codeFile,
    Option(
      "totp-file", "FILE", .text(.file),
      help: "secret (base 32, mode 0600) of an authenticator: verbs that add risk ask for its code"),
    .path, default: nil, key: SettingKey("totp_file", .path), isGlobal: false)

  /// Carries a one-time code where nobody can be asked for it.
  static let codeVariable = SettingVariable("HEAN_CODE", "one-time code, where totp_file of the profile asks for one")

  /// The environment without what this process was given for one engine: that must choose no other, and its key must reach no
  /// other.
  static func withoutOneEngine(_ environment: [String: String]) -> [String: String] {
    let own = [
      profileVariable.name, apiKeyVariable.name, apiKeyFile.variable?.name, url.variable?.name, codeVariable.name,
    ].compactMap(\.self)
    return environment.filter { !own.contains($0.key) }
  }

  /// The environment for other programs: neither a key nor a code that is not used yet is any business of theirs.
  static func withoutSecrets(_ environment: [String: String]) -> [String: String] {
    environment.filter { ![codeVariable.name, apiKeyVariable.name].contains($0.key) }
  }

  // MARK: How it is asked, and how answers look

  static let timeout = SettingDeclaration(
    \.timeout, Option("timeout", "TIME", .text(), help: "deadline of a read with its retries (10s)"), .limit,
    default: .seconds(10), variable: SettingVariable("HEAN_TIMEOUT", "deadline of a read (--timeout)"),
    key: SettingKey("timeout"))

  static let timeZone = SettingDeclaration(
    \.timeZone, Option("tz", "ZONE", .text(.timeZone), help: "time zone of tables, e.g. Europe/Berlin or local"), .zone,
    default: .utc, variable: SettingVariable("HEAN_TZ", "time zone of tables (--tz)"), key: SettingKey("tz"))

  static let output = SettingDeclaration(
    \.output, Option("output", short: "o", "FORMAT", .choice(OutputFormat.self), help: OutputFormat.words), .choice,
    default: .table, variable: SettingVariable("HEAN_OUTPUT", "\(OutputFormat.words) (--output)"),
    key: SettingKey("output"))

  static let color = SettingDeclaration(
    \.color, Option("color", "WHEN", .choice(ColourDecision.Choice.self), help: "colour (NO_COLOR)"), .choice,
    default: .auto, variable: SettingVariable("HEAN_COLOR", "auto, always or never (--color)"),
    key: SettingKey("color"))

  static let theme = SettingDeclaration(
    \.theme, Option("theme", "NAME", .choice(ThemeName.self), help: "colours of screens and files (HEAN_THEME)"),
    .choice,
    default: .hean, variable: SettingVariable("HEAN_THEME", "colours of screens and files (--theme)"),
    key: SettingKey("theme"))

  static let noMotion = SettingDeclaration(
    \.isStill, Flag("no-motion", help: "nothing flashes when it changes (HEAN_NO_MOTION)"), .truth, default: false,
    variable: SettingVariable("HEAN_NO_MOTION", "true: nothing flashes when it changes (--no-motion)"),
    key: SettingKey("no_motion", .truth))

  static let groupDigits = SettingDeclaration(
    \.groupsDigits, Flag("group-digits", help: "figures of screens as 64,235.80 (HEAN_GROUP_DIGITS)"), .truth,
    default: false,
    variable: SettingVariable("HEAN_GROUP_DIGITS", "true: figures of screens as 64,235.80; never in data or a pipe"),
    key: SettingKey("group_digits", .truth))

  static let noInput = SettingDeclaration(
    \.isUnasked, Flag("no-input", help: "never ask: what would is refused (HEAN_NO_INPUT)"), .truth, default: false,
    variable: SettingVariable("HEAN_NO_INPUT", "true: never ask; what would is refused (--no-input)"),
    key: SettingKey("no_input", .truth))

  static let pager = SettingDeclaration(
    \.pager, Option("pager", "COMMAND", .text(), help: "shows what is taller than the terminal; cat: none"), .command,
    default: nil,
    variable: SettingVariable("HEAN_PAGER", "shows what is taller than the terminal; empty or cat: none (PAGER, less)"),
    key: SettingKey("pager"), isGlobal: false)

  static let liveKeys = SettingDeclaration(
    \.liveKeys,
    Option("live-keys", "NAME=KEY,...", .text(), help: "other keys for the screen of 'hean live': close=d,quit=Q"),
    .keys, default: nil, key: SettingKey("live_keys"), isGlobal: false)

  // MARK: The practice engine

  static let seed = SettingDeclaration(
    \.practiceSeed,
    Option("seed", "N", .text(pattern: "^[0-9]+$"), help: "practice: the same seed gives the same market"), .seed,
    default: 1, key: SettingKey("seed", .number, in: .practice), isEssential: true)

  static let scenario = SettingDeclaration(
    \.practiceScenario,
    Option("scenario", "NAME", .choice(PracticeScenario.self), help: "practice: what happens there"), .word,
    default: "calm", key: SettingKey("scenario", in: .practice), isEssential: true)

  static let speed = SettingDeclaration(
    \.practiceSpeed,
    Option(
      "speed", "X", .text(pattern: #"^[0-9]{1,6}(\.[0-9]{1,6})?$"#), help: "practice: simulated seconds a second"),
    .speed, default: 1, key: SettingKey("speed", .number, in: .practice), isEssential: true)

  // MARK: What only the environment sets

  static let websocketVariable = SettingVariable(
    "HEAN_WEBSOCKET", "auto, curl or none: what carries streams; none polls")
  static let httpVariable = SettingVariable(
    "HEAN_HTTP", "auto: hean's own client; hean-urlsession is this console over URLSession")
}

/// The settings of a run: every value with its origin, checked.
struct EffectiveSettings: Sendable, Equatable {
  enum Engine: Sendable, Equatable, CustomStringConvertible {
    case network(URL)
    case practice

    var description: String { if case .network(let url) = self { url.absoluteString } else { "practice engine" } }
  }

  /// `nil`: no profile is used.
  var profile: Setting<String?>
  var engine: Setting<Engine>
  /// Whether the engine is the one that the profile names; `false` when a flag or a variable names another one.
  var isProfilesEngine: Bool
  /// `nil`: requests carry no key.
  var apiKey: Setting<APIKeySource>?
  /// Whether the key may be sent over plain http to a host that is not loopback.
  var allowsKeyOverPlainHTTP: Setting<Bool> = Settings.allowPlainHTTPKey.unset
  /// A file of certificates (PEM) to trust instead of those of the system, for requests and streams; `nil`: those of
  /// the system.
  var caFile: Setting<String?> = Settings.caFile.unset
  /// The exchange behind the profile's engine; `nil`: none is named.
  var exchange: Setting<ExchangeName?> = Settings.exchange.unset
  /// Where that exchange answers; `nil`: at its usual address.
  var exchangeURL: Setting<URL?> = Settings.exchangeURL.unset
  /// The file with its key and the secret.
  var exchangeKeyFile: Setting<String?> = Settings.exchangeKeyFile.unset
  /// The server on whose loopback the engine listens; `nil` when it is reached without ssh.
  var ssh: Setting<SSHServer?> = Settings.ssh.unset
  /// The groups that the engine is in, with commas between them; `nil` for none.
  var group: Setting<String?> = Settings.group.unset
  /// Whether nothing that changes the engine may be sent.
  var isReadOnly: Setting<Bool> = Settings.isReadOnly.unset
  /// The file with the secret of an authenticator, whose codes verbs that add risk ask for; `nil`: they ask for none.
  var codeFile: Setting<String?> = Settings.codeFile.unset
  /// Time limit of one request with its retries.
  var timeout: Setting<Duration> = Settings.timeout.unset
  var timeZone: Setting<Zone> = Settings.timeZone.unset
  var output: Setting<OutputFormat> = Settings.output.unset
  var color: Setting<ColourDecision.Choice> = Settings.color.unset
  var theme: Setting<ThemeName> = Settings.theme.unset
  /// Whether nothing on a screen moves or flashes by itself.
  var isStill: Setting<Bool> = Settings.noMotion.unset
  var groupsDigits: Setting<Bool> = Settings.groupDigits.unset
  /// Whether nothing is asked, on a terminal either: what would ask is refused.
  var isUnasked: Setting<Bool> = Settings.noInput.unset
  /// The command that shows what is taller than the terminal; `nil`: that of `PAGER`, or less.
  var pager: Setting<String?> = Settings.pager.unset
  /// Other keys for a screen that takes keys, as `KeyBindings` reads them; `nil`: the usual ones.
  var liveKeys: Setting<String?> = Settings.liveKeys.unset
  var practiceSeed: Setting<UInt64> = Settings.seed.unset
  var practiceScenario: Setting<String> = Settings.scenario.unset
  /// Market seconds per real second.
  var practiceSpeed: Setting<Decimal> = Settings.speed.unset
  /// What the operator should know about how the settings were chosen, one sentence each, for standard error.
  var notes: [String] = []
}
