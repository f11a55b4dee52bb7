#if canImport(Glibc)
  import Glibc
#endif

/// What the program has freed and the C library still holds for it. Libraries other than glibc give large blocks back by
/// themselves.
enum FreedMemory {
  /// For a process that lives for days: what is freed is given back as soon as it is a quarter of a megabyte, and threads share
  /// their memory. Without it an answer of many megabytes stays with the process, once for each thread that ever read one.
  static func holdLittle() {
    #if canImport(Glibc)
      typealias Setting = @convention(c) (Int32, Int32) -> Int32
      // The Swift module of the library lacks the header that declares it.
      guard let address = unsafe dlsym(nil, "mallopt") else { return }
      let set = unsafe unsafeBitCast(address, to: Setting.self)
      let (arenas, trimming, mapping, most) = (Int32(-8), Int32(-1), Int32(-3), Int32(256 << 10))
      _ = set(arenas, 2)
      _ = set(mapping, most)
      _ = set(trimming, most)
    #endif
  }

  /// Gives it back to the machine.
  static func giveBack() {
    #if canImport(Glibc)
      guard let trim = unsafe dlsym(nil, "malloc_trim") else { return }
      _ = unsafe unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
    #endif
  }
}
