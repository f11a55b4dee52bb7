import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Data {
  /// Whether the bytes of a text stand in it.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var at = 0
      while bytes.count - at >= wanted.count,
        let found = unsafe memchr(start + at, Int32(first), bytes.count - at - wanted.count + 1)
      {
        if unsafe memcmp(found, wanted, wanted.count) == 0 { return true }
        at = unsafe UnsafeRawPointer(found) - start + 1
      }
      return false
    }
  }
}
