/// Makes JSON that can be passed on: `NaN` and infinities become null, line ends between tokens go, and characters that
/// could steer a terminal or turn text around are escaped.
public enum JSONMend {
  /// - Parameter bytes: what `JSONScan` has accepted.
  public static func mend(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count + 32)
    var isInString = false
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      if isInString {
        at = copy(bytes, at, into: &mended)
        if byte == UInt8(ascii: "\"") { isInString = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        mended.append(byte)
        at += 1
      case 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "N"):
        mended += Array("null".utf8)
        at += 3
      case UInt8(ascii: "I"):
        if mended.last == UInt8(ascii: "-") { mended.removeLast() }
        mended += Array("null".utf8)
        at += 8
      default:
        mended.append(byte)
        at += 1
      }
    }
    return mended
  }

  /// One character of a string.
  /// - Returns: where the next begins.
  private static func copy(_ bytes: ArraySlice<UInt8>, _ at: Int, into mended: inout [UInt8]) -> Int {
    let byte = bytes[at]
    if byte == UInt8(ascii: "\\"), at + 1 < bytes.endIndex {
      mended += [byte, bytes[at + 1]]
      return at + 2
    }
    if byte < 0x20 || byte == 0x7F {
      escape(UInt32(byte), into: &mended)
      return at + 1
    }
    let length = byte == 0xC2 || byte == 0xD8 ? 2 : byte == 0xE2 ? 3 : 1
    guard length > 1, at + length <= bytes.endIndex else {
      mended.append(byte)
      return at + 1
    }
    let scalar = bytes[(at + 1)..<(at + length)].reduce(UInt32(byte) & (length == 2 ? 0x1F : 0x0F)) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    if isHarmful(scalar) { escape(scalar, into: &mended) } else { mended += bytes[at..<(at + length)] }
    return at + length
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: UInt32, into mended: inout [UInt8]) {
    let digits = String(scalar, radix: 16)
    mended += Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.count).utf8) + Array(digits.utf8)
  }
}
