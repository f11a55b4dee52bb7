import HeanCore

/// How the value of a setting is read from the text of a flag, a variable or a profile, and how it is shown.
struct SettingType<Value: Sendable>: Sendable {
  /// Adds to the notes what the operator should know about a value that is taken.
  /// - Throws: an error that names the origin of the text and what is accepted.
  var read: @Sendable (SettingText, _ notes: inout [String]) throws(ConfigurationError) -> Value
  /// `nil`: not set.
  var text: @Sendable (Value) -> String?
}

extension SettingType where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases, by its name.
  static var choice: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard let value = Value(rawValue: given.text) else {
          let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
          throw given.invalid("is not one of \(choices)", nextStep: "give one of: \(choices)")
        }
        return value
      }, text: \.rawValue)
  }
}

extension SettingType<ExchangeName?> {
  /// One of the exchanges, by its name.
  static var exchange: SettingType {
    SettingType(
      read: { (given, notes) throws(ConfigurationError) in
        try SettingType<ExchangeName>.choice.read(given, &notes)
      }, text: { $0?.rawValue })
  }
}

extension SettingType<URL?> {
  /// The base URL of a server.
  static var address: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        try EngineURL.parse(given.text, from: given.origin, named: given.name)
      }, text: { $0?.absoluteString })
  }
}

extension SettingType<Duration> {
  /// A time limit, up to an hour.
  static var limit: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard let duration = Spans.duration(given.text), duration > .zero, duration <= .seconds(3_600) else {
          throw given.invalid(
            "is not a duration between 1ms and 1h", nextStep: "give a number with its unit: 500ms, 10s, 2m")
        }
        return duration
      }, text: { Spans.exact($0) })
  }
}

extension SettingType<Zone> {
  /// Notes what is wrong with the zone of this machine, which then counts as UTC.
  static var zone: SettingType {
    SettingType(
      read: { (given, notes) throws(ConfigurationError) in
        if given.text == "UTC" { return .utc }
        let database = ZoneDatabase(environment: given.environment)
        if given.text == "local" {
          let (zone, problem) = database.local()
          if let problem { notes.append(problem) }
          return zone
        }
        guard let zone = database.zone(named: given.text) else {
          let lack = database.isThere ? "" : ": the tz database is not on this machine (\(database.folder))"
          let standard: Guidance =
            database.isThere
            ? "give UTC, local, or a name such as Europe/Berlin" : "install it (Debian: tzdata), or give UTC"
          throw given.invalid(
            "is not a time zone\(lack)", nextStep: database.near(given.text).map { "did you mean \($0)?" } ?? standard)
        }
        return zone
      }, text: \.name)
  }
}

extension SettingType<UInt64> {
  static var seed: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard let seed = UInt64(given.text) else {
          throw given.invalid("is not a whole number from 0 on", nextStep: "give a whole number, e.g. 42")
        }
        return seed
      }, text: { "\($0)" })
  }
}

extension SettingType<Decimal> {
  /// Market seconds per real second.
  static var speed: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard given.text.wholeMatch(of: /[0-9]{1,6}(\.[0-9]{1,6})?/) != nil, let speed = Decimal(string: given.text),
          speed > 0
        else {
          throw given.invalid("is not a number above 0", nextStep: "give market seconds a second, e.g. 1 or 60")
        }
        return speed
      }, text: { "\($0)" })
  }
}

extension SettingType<String> {
  /// Any text. What is wrong with it shows where it is used.
  static var word: SettingType {
    SettingType(read: { (given, _) throws(ConfigurationError) in given.text }, text: { $0 })
  }
}

extension SettingType<String?> {
  static var path: SettingType {
    SettingType(read: { (given, _) throws(ConfigurationError) in try given.path() }, text: { $0 })
  }
}

extension SettingType<String?> {
  /// A command line. What is wrong with it shows where it is run.
  static var command: SettingType {
    SettingType(read: { (given, _) throws(ConfigurationError) in given.text }, text: { $0 })
  }

  /// Names of groups, with commas between them.
  static var groups: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard given.text.wholeMatch(of: /[A-Za-z0-9][-A-Za-z0-9._]*(, *[A-Za-z0-9][-A-Za-z0-9._]*)*/) != nil else {
          throw given.invalid("is no name of a group", nextStep: "give names such as eu, or several: eu,spot")
        }
        return given.text
      }, text: { $0 })
  }

  /// Keys of a screen. Which names there are only the screen knows.
  static var keys: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        try KeyBindings.check(given.text, of: given.name, from: given.origin)
        return given.text
      }, text: { $0 })
  }
}

extension SettingType<Bool> {
  /// Only profiles set one, and the type of the key is checked when the file is read.
  static var truth: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        switch given.text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw given.invalid("is neither true nor false", nextStep: "give true or false")
        }
      }, text: { $0 ? "yes" : "no" })
  }
}
