#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The effective user of this process.
enum UserID {
  static var effective: UInt32 { geteuid() }
}
