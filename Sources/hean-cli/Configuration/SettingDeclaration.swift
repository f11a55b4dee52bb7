import HeanCore

/// One row of the table of settings, without the type of its value. Its option has the name that messages use.
protocol AnySetting: AnyOption {
  /// Whether every command takes the option; `false`: only `hean profile add` does.
  var isGlobal: Bool { get }
  /// `nil`: the environment does not set it.
  var variable: SettingVariable? { get }
  /// `nil`: a profile does not set it.
  var key: SettingKey? { get }
  /// Its line of `hean profile show`; `nil` when another setting's line tells it, or when it is about another engine.
  func row(of settings: EffectiveSettings) -> SettingRow?
}

extension AnySetting {
  /// Its name in the lines of `hean profile show` and in errors about the file.
  var title: String { key?.path ?? name }
}

/// A setting whose value depends on no other setting.
protocol OrdinarySetting: AnySetting {
  /// Whether its value must be right in an emergency too; `false`: a wrong one is replaced by the default then.
  var isEssential: Bool { get }
  /// Puts the value of this run at its place. Where nothing gives one, the default stands there already.
  func settle(_ settings: inout EffectiveSettings, by resolver: SettingResolver) throws(ConfigurationError)
}

/// An ordinary setting: how its value is given, read, kept and shown.
struct SettingDeclaration<Value: Sendable>: OrdinarySetting {
  let spec: OptionSpec
  let isGlobal: Bool
  let variable: SettingVariable?
  let key: SettingKey?
  let isEssential: Bool
  /// Made only for a value that is given or shown: key paths take time, and every start makes the table.
  private let place: @Sendable () -> any WritableKeyPath<EffectiveSettings, Setting<Value>> & Sendable
  private let type: SettingType<Value>
  private let standard: Value

  /// - Parameters:
  ///   - place: where the value of a run is kept.
  ///   - standard: the value when nothing gives one.
  init(
    _ place: @autoclosure @escaping @Sendable () -> any WritableKeyPath<EffectiveSettings, Setting<Value>> & Sendable,
    _ option: some AnyOption,
    _ type: SettingType<Value>, default standard: Value, variable: SettingVariable? = nil, key: SettingKey? = nil,
    isGlobal: Bool = true, isEssential: Bool = false
  ) {
    self.place = place
    spec = option.spec
    self.type = type
    self.standard = standard
    self.variable = variable
    self.key = key
    self.isGlobal = isGlobal
    self.isEssential = isEssential
  }

  /// The value when nothing gives one.
  var unset: Setting<Value> { Setting(standard, from: .default) }

  func settle(_ settings: inout EffectiveSettings, by resolver: SettingResolver) throws(ConfigurationError) {
    guard let given = resolver.given(self) else { return }
    do throws(ConfigurationError) {
      let value = try type.read(given, &settings.notes)
      settings[keyPath: place()] = Setting(value, from: given.origin)
    } catch {
      guard resolver.isEmergency, !isEssential else { throw error }
      settings.notes.append("\(error.message); going on with the default")
    }
  }

  func row(of settings: EffectiveSettings) -> SettingRow? {
    if key?.place == .practice, !settings.isPractice { return nil }
    let setting = settings[keyPath: place()]
    return SettingRow(name: title, value: type.text(setting.value), origin: setting.origin.description)
  }

  /// What flag and variable say, for messages that are written without the configuration. A wrong value is passed over.
  func early(flag: String?, _ environment: [String: String]) -> Value {
    var notes: [String] = []
    let given = [(flag, Origin.flag("--\(name)")), variable.map { ($0.text(in: environment), .environment($0.name)) }]
    for case (let text?, let origin)? in given {
      let text = SettingText(name: name, text: text, origin: origin, environment: environment)
      if let value = try? type.read(text, &notes) { return value }
    }
    return standard
  }
}

/// A setting that chooses engine or key together with others of its kind, by rules of `SettingResolver`.
struct TargetSetting: AnySetting {
  let spec: OptionSpec
  let isGlobal: Bool
  let variable: SettingVariable?
  let key: SettingKey?
  private let shown: @Sendable (EffectiveSettings) -> SettingRow?

  init(
    _ option: some AnyOption, variable: SettingVariable? = nil, key: SettingKey? = nil, isGlobal: Bool = true,
    row: @escaping @Sendable (EffectiveSettings) -> SettingRow? = { _ in nil }
  ) {
    spec = option.spec
    self.variable = variable
    self.key = key
    self.isGlobal = isGlobal
    shown = row
  }

  func row(of settings: EffectiveSettings) -> SettingRow? { shown(settings) }
}
