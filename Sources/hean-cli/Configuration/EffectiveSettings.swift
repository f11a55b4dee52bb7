import HeanCore

/// The settings of a run: every value with its origin, checked.
struct EffectiveSettings: Sendable, Equatable {
  enum Engine: Sendable, Equatable {
    case network(URL)
    case practice
  }

  /// `nil`: no profile is used.
  var profile: Setting<String?>
  var engine: Setting<Engine>
  /// Whether the engine is the one that the profile names; `false` when a flag or a variable names another one.
  var isProfilesEngine: Bool
  /// Time limit of one request with its retries.
  var timeout: Setting<Duration>
  var timeZone: Setting<Zone>
  var output: Setting<OutputFormat>
  var color: Setting<ColourDecision.Choice>
  var theme: Setting<ThemeName>
  /// `nil`: requests carry no key.
  var apiKey: Setting<APIKeySource>?
  /// Whether the key may be sent over plain http to a host that is not loopback.
  var allowsKeyOverPlainHTTP: Setting<Bool>
  /// A file of certificates (PEM) to trust instead of those of the system, for requests and streams; `nil`: those of
  /// the system.
  var caFile: Setting<String?>
  var practiceSeed: Setting<UInt64>
  var practiceScenario: Setting<String>
  /// Market seconds per real second.
  var practiceSpeed: Setting<Decimal>
  /// What the operator should know about how the settings were chosen, one sentence each, for standard error.
  var notes: [String] = []

  var isPractice: Bool { engine.value == .practice }
  /// The colours of files.
  var pictureTheme: PictureTheme { PictureTheme(theme.value, isChosen: theme.origin != .default) }
}

/// One line of `hean profile show`.
struct SettingRow: Sendable, Equatable {
  var name: String
  /// `nil`: not set.
  var value: String?
  var origin: String
}

extension EffectiveSettings {
  /// Every value as text with its origin. For a key, the source is shown and never the key.
  func rows() -> [SettingRow] {
    var rows = [
      row("profile", profile, \.self),
      row("url", engine) { if case .network(let url) = $0 { url.absoluteString } else { "practice engine" } },
      SettingRow(
        name: "api_key", value: apiKey?.value.description, origin: (apiKey?.origin ?? .default).description),
      row("allow_plain_http_key", allowsKeyOverPlainHTTP) { $0 ? "yes" : "no" },
      row("ca_file", caFile, \.self),
      row("timeout", timeout) { Spans.exact($0) },
      row("tz", timeZone) { $0.name },
      row("output", output) { $0.rawValue },
      row("color", color) { $0.rawValue },
      row("theme", theme) { $0.rawValue },
    ]
    if isPractice {
      rows += [
        row("practice.seed", practiceSeed) { "\($0)" },
        row("practice.scenario", practiceScenario) { $0 },
        row("practice.speed", practiceSpeed) { "\($0)" },
      ]
    }
    return rows
  }

  private func row<Value>(_ name: String, _ setting: Setting<Value>, _ text: (Value) -> String?) -> SettingRow {
    SettingRow(name: name, value: text(setting.value), origin: setting.origin.description)
  }
}
