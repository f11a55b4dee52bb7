import HeanCore

/// The directories for hean's files of one user, by the XDG base directory rules: an absolute path in the variable,
/// else the default under HOME.
struct UserDirectories: Sendable {
  private let environment: [String: String]
  private let root: String

  /// - Parameter root: a prefix for every path; empty for the real file system.
  init(environment: [String: String], root: String = "") {
    self.environment = environment
    self.root = root
  }

  /// The directory of the configuration and of stored keys.
  func configuration() throws(ConfigurationError) -> String { try directory("XDG_CONFIG_HOME", ".config") }
  /// The directory of files that are kept between runs: the practice engine's state and the audit log.
  func state() throws(ConfigurationError) -> String { try directory("XDG_STATE_HOME", ".local/state") }

  /// `~/x` with the home directory instead of the tilde; any other path is unchanged.
  func expandingTilde(_ path: String) throws(ConfigurationError) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    guard let home = absolute("HOME") else { throw .homeMissing(variable: "XDG_CONFIG_HOME") }
    return root + home + path.dropFirst()
  }

  private func directory(_ variable: String, _ fallback: String) throws(ConfigurationError) -> String {
    if let base = absolute(variable) { return root + base + "/hean" }
    guard let home = absolute("HOME") else { throw .homeMissing(variable: variable) }
    return root + home + "/" + fallback + "/hean"
  }

  private func absolute(_ variable: String) -> String? {
    guard let value = environment[variable], value.hasPrefix("/") else { return nil }
    var path = value
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
