import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the program of this process is, for files that start it again.
enum ExecutablePath {
  /// The path by which it was started, when that leads to it: it stays right when a new version takes the place of this one
  /// behind a link. Else where the kernel says that it is; `nil` when that is not known.
  static func current(_ environment: [String: String]) -> String? {
    let kernel = real("/proc/self/exe")
    let name = ProcessInfo.processInfo.arguments.first ?? ""
    let folders = name.contains("/") ? [] : (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let typed = name.hasPrefix("/") ? name : "\(FileManager.default.currentDirectoryPath)/\(name)"
    let found = (name.contains("/") ? [typed] : folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" })
      .first { real($0) == kernel && !$0.contains("/./") && !$0.contains("/../") }
    return found ?? kernel
  }

  /// The path without links; `nil` when nothing is there.
  private static func real(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
