import HeanCore

/// A server on whose loopback an engine listens, as `ssh` in a profile names it: `user@host`, with `:port` where it is not 22.
struct SSHServer: Sendable, Equatable {
  /// As it is given to ssh: a user where one is named, and a host or a name of its configuration.
  var destination: String
  /// `nil` for that of ssh's configuration.
  var port: Int?

  var text: String { destination + (port.map { ":\($0)" } ?? "") }

  /// - Returns: `nil` for a text that is no such name; nothing of it can be an option of ssh.
  init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of: /((?:[A-Za-z0-9_][-A-Za-z0-9._]*@)?[A-Za-z0-9_][-A-Za-z0-9._]*)(?::([0-9]{1,5}))?/)
    else { return nil }
    destination = String(parts.output.1)
    if let digits = parts.output.2 {
      guard let number = Int(digits), (1...65_535).contains(number) else { return nil }
      port = number
    }
  }
}

extension SettingType<SSHServer?> {
  /// A server that is reached by ssh.
  static var server: SettingType {
    SettingType(
      read: { (given, _) throws(ConfigurationError) in
        guard let server = SSHServer(given.text) else {
          throw given.invalid("names no server", nextStep: "give user@host, or user@host:port")
        }
        return server
      }, text: { $0?.text })
  }
}
