import Foundation

/// The machine the console runs on.
public enum HostName {
  /// As the kernel has it, without a name service being asked.
  public static var current: String { ProcessInfo.processInfo.hostName }
}

/// Who runs the console.
public enum UserName {
  /// The account's name, e.g. for an audit record.
  public static var current: String { ProcessInfo.processInfo.userName }
}
