#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The locale of this process, for the C library and ICU.
enum ProcessLocale {
  /// Sets it to C, before anything else runs. hean writes numbers and dates in one way everywhere, and ICU ends the process
  /// where the name of the language has twelve letters or more. Commands that hean starts get the environment as it was.
  static func fix() {
    _ = unsafe setenv("LC_ALL", "C", 1)
    _ = unsafe unsetenv("LANGUAGE")
  }
}
