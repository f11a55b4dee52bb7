#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension sigaction {
  /// The handler of a signal; each C library has another name for this member. `nil` is the default action.
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
