#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum StandardStreams {
  /// Opens a file for each standard stream that the caller closed (`>&-`).
  ///
  /// Otherwise the next file or socket that is opened would get that descriptor, and screen text would be sent to the
  /// engine. The file opened here is read-only, so a write still fails, as on a closed descriptor.
  static func keepPlaces() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }
}
