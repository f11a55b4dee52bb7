/// The parts of JSON (RFC 8259) that both readers share: `WireParser`, which is strict, and `JSONScan`, which accepts
/// more and notes what has to be repaired.
enum JSONGrammar {
  /// - Parameter at: where a number begins.
  /// - Returns: where it ends; `nil` when it is not a valid number.
  @inline(__always)
  static func numberEnd(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
    var at = at
    if has("-", bytes, at) { at += 1 }
    let whole = at
    guard let end = digitsEnd(bytes, at) else { return nil }
    at = end
    // JSON allows no leading zeros.
    guard bytes[whole] != UInt8(ascii: "0") || at == whole + 1 else { return nil }
    if has(".", bytes, at) {
      guard let end = digitsEnd(bytes, at + 1) else { return nil }
      at = end
    }
    guard has("e", bytes, at) || has("E", bytes, at) else { return at }
    at += 1
    if has("+", bytes, at) || has("-", bytes, at) { at += 1 }
    return digitsEnd(bytes, at)
  }

  /// - Returns: where a word such as `true` ends; `nil` when it is not there.
  static func end(of word: StaticString, _ bytes: Span<UInt8>, _ at: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return nil }
    let expected = unsafe UnsafeBufferPointer(start: word.utf8Start, count: count)
    for place in 0..<count where unsafe bytes[at + place] != expected[place] { return nil }
    return at + count
  }

  @inline(__always)
  private static func has(_ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ at: Int) -> Bool {
    at < bytes.count && bytes[at] == UInt8(ascii: character)
  }

  @inline(__always)
  private static func digitsEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
    return at > start ? at : nil
  }
}
