#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#endif

/// The environment of this process.
enum ProcessEnvironment {
  /// The variables by name; of two with one name, the first, as `getenv` finds it.
  ///
  /// `ProcessInfo` gives the same, and makes each start 4 % longer.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let pair = unsafe String(cString: text)
      if let sign = pair.utf8.firstIndex(of: UInt8(ascii: "=")), variables[String(pair[..<sign])] == nil {
        variables[String(pair[..<sign])] = String(pair[pair.utf8.index(after: sign)...])
      }
      unsafe entry += 1
    }
    return variables
  }
}
