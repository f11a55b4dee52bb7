/// How this program was built. Nothing is looked up at run time: whoever builds a release writes commit and date into its
/// own copy of this file first.
enum Build {
  /// What stands for a text that nobody has written in.
  static let unknown = "unknown"
  /// The hash of the commit.
  static let commit = "unknown"
  /// When that commit was made: RFC 3339, or a day as 2026-11-21.
  static let date = "unknown"

  /// The machine that it runs on: processor, system and C library, as compilers write them.
  static let target = "\(processor)-\(system)"

  private static let processor: String = {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      unknown
    #endif
  }()

  private static let system: String = {
    #if canImport(Glibc)
      "linux-gnu"
    #elseif canImport(Musl)
      "linux-musl"
    #else
      unknown
    #endif
  }()

  /// The version of the compiler.
  static let swift: String = {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #else
      "6.3"
    #endif
  }()
}
