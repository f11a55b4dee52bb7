/// How the tests were compiled.
package enum Build {
  /// Without optimization, when code takes some fifty times as long.
  package static var isDebug: Bool {
    #if DEBUG
      return true
    #else
      return false
    #endif
  }
}
