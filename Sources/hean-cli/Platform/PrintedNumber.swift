#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension String {
  /// The number with so many digits after the point, rounded as C does it; the process's locale is C.
  init(_ value: Double, places: Int) { self = Self.printed("%.\(places)f", value) }

  /// The number with so many significant digits, with an exponent where it is shorter.
  init(_ value: Double, digits: Int) { self = Self.printed("%.\(digits)g", value) }

  private static func printed(_ format: String, _ value: Double) -> String {
    // The largest number has 309 digits before the point.
    var buffer = [CChar](repeating: 0, count: 400)
    let count = unsafe withVaList([value]) { unsafe vsnprintf(&buffer, buffer.count, format, $0) }
    return String(decoding: buffer.prefix(Swift.max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
