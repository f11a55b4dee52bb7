#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user whose rights this process has.
public enum UserID {
  public static var effective: UInt32 { geteuid() }
}
