import Foundation

/// The machine the console runs on.
enum HostName {
  /// As the kernel has it, without a name service being asked.
  static var current: String { ProcessInfo.processInfo.hostName }
}

/// Who runs the console.
enum UserName {
  /// The account's name, e.g. for an audit record.
  static var current: String { ProcessInfo.processInfo.userName }
}
