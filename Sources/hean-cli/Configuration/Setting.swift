/// One effective value and its origin.
struct Setting<Value: Sendable>: Sendable {
  var value: Value
  var origin: Origin

  init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension Setting: Equatable where Value: Equatable {}

/// The origin of a setting. An earlier case has priority over every later one.
enum Origin: Sendable, Equatable, CustomStringConvertible {
  /// With its dashes, e.g. `--url`.
  case flag(String)
  /// The variable's name.
  case environment(String)
  case profile(name: String, path: String)
  /// A key of the configuration file itself, outside any profile.
  case file(key: String, path: String)
  case `default`

  var description: String {
    switch self {
    case .flag(let name): "flag \(name)"
    case .environment(let name): "environment \(name)"
    case .profile(let name, let path): "profile \(name) (\(path))"
    case .file(let key, let path): "\(key) in \(path)"
    case .default: "default"
    }
  }

  /// The lower rank has priority.
  var rank: Int {
    switch self {
    case .flag: 0
    case .environment: 1
    case .profile, .file: 2
    case .default: 3
    }
  }
}
