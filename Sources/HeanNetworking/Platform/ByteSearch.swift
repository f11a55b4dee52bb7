#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Searches bytes at the speed of the C library.
enum ByteSearch {
  static func holds(_ bytes: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var rest = unsafe bytes
    while rest.count >= wanted.count, let start = rest.baseAddress {
      let room = rest.count - wanted.count + 1
      guard let found = unsafe memchr(start, Int32(first), room) else { return false }
      if unsafe memcmp(found, wanted, wanted.count) == 0 { return true }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(found - UnsafeMutableRawPointer(mutating: start) + 1)...])
    }
    return false
  }
}
