#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum StandardStreams {
  /// Fills the places of standard streams that the caller closed (`>&-`).
  ///
  /// Otherwise the next descriptor that is opened takes the place, and what is meant for the screen goes into a socket to
  /// the engine. What fills it can only be read, so a write fails as it would have.
  static func keepPlaces() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }
}
