#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension sigaction {
  /// What a signal runs, under the name that each C library gives it. `nil` is the default action.
  var disposition: (@convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void)? {
    get {
      #if canImport(Musl)
        unsafe __sa_handler.sa_sigaction
      #else
        unsafe __sigaction_handler.sa_sigaction
      #endif
    }
    set {
      #if canImport(Musl)
        unsafe __sa_handler.sa_sigaction = newValue
      #else
        unsafe __sigaction_handler.sa_sigaction = newValue
      #endif
    }
  }
}
