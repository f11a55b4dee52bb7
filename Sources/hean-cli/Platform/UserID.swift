#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The user whose rights this process has.
enum UserID {
  static var effective: UInt32 { geteuid() }
}
