import HeanCore

/// Programs that come with the system.
enum SystemProgram {
  /// The first program of this name in the search path, or where systems have it; `nil` when there is none.
  static func path(_ name: String, _ environment: [String: String]) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin", "/bin"]
    return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
