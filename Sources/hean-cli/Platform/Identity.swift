import HeanCore

/// The machine the console runs on.
enum HostName {
  /// The name that the kernel has; no name service is asked.
  static var current: String { ProcessInfo.processInfo.hostName }
}

/// The user who runs the console.
enum UserName {
  /// The name of the account, e.g. for an audit record.
  static var current: String { ProcessInfo.processInfo.userName }
}
