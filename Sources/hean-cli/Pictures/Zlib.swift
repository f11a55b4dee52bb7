/// Compresses bytes in the format of zlib (RFC 1950, 1951). One block with the fixed codes, and repetitions found by the last
/// place of three equal bytes: a chart becomes a few percent of its size, and no library is needed.
enum Zlib {
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter(bytes: [0x78, 0x01])
    // The last block, with fixed codes.
    writer.write(0b011, bits: 3)
    var latest = [Int](repeating: -1, count: 1 << 12)
    var place = 0
    while place < bytes.count {
      var length = 0
      var back = 0
      if place + 3 <= bytes.count {
        let key = (Int(bytes[place]) << 8 ^ Int(bytes[place + 1]) << 4 ^ Int(bytes[place + 2])) & 0xFFF
        let before = latest[key]
        latest[key] = place
        if before >= 0, place - before <= 32_768 {
          length = repetition(bytes, before, place)
          back = place - before
        }
      }
      if length >= 3 {
        writer.repeatBytes(length, back: back)
        place += length
      } else {
        writer.literal(Int(bytes[place]))
        place += 1
      }
    }
    writer.literal(256)
    return writer.finished + adler(bytes)
  }

  /// How many bytes from `place` are those from `before`, 258 at most.
  private static func repetition(_ bytes: [UInt8], _ before: Int, _ place: Int) -> Int {
    let most = min(258, bytes.count - place)
    var length = 0
    while length < most, bytes[before + length] == bytes[place + length] { length += 1 }
    return length
  }

  /// The checksum at the end.
  static func adler(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (UInt32(1), UInt32(0))
    // As many as can be added before 32 bits are full.
    for start in stride(from: 0, to: bytes.count, by: 5552) {
      for byte in bytes[start..<min(start + 5552, bytes.count)] {
        low += UInt32(byte)
        high += low
      }
      low %= 65_521
      high %= 65_521
    }
    return [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
  }
}

/// Writes bits, the lowest of a byte first.
private struct BitWriter {
  var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes, the last one filled up with zeros.
  var finished: [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }

  mutating func write(_ value: Int, bits: Int) {
    pending |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// A code, whose highest bit comes first.
  private mutating func code(_ value: Int, bits: Int) {
    var reversed = 0
    for bit in 0..<bits where value >> bit & 1 == 1 { reversed |= 1 << (bits - 1 - bit) }
    write(reversed, bits: bits)
  }

  /// A byte, the end (256), or a length (from 257 on), in the fixed code (RFC 1951, 3.2.6).
  mutating func literal(_ value: Int) {
    switch value {
    case ..<144: code(0x30 + value, bits: 8)
    case ..<256: code(0x190 + value - 144, bits: 9)
    case ..<280: code(value - 256, bits: 7)
    default: code(0xC0 + value - 280, bits: 8)
    }
  }

  /// For each code the smallest value, and how many bits tell how far above it the value is.
  private static let lengths: [(least: Int, bits: Int)] =
    (0..<8).map { (3 + $0, 0) }
    + (1...5).flatMap { bits in (0..<4).map { (3 + (4 + $0) << bits, bits) } } + [(258, 0)]
  private static let distances: [(least: Int, bits: Int)] =
    (0..<4).map { (1 + $0, 0) } + (1...13).flatMap { bits in (0..<2).map { (1 + (2 + $0) << bits, bits) } }

  /// So many bytes again that stand so far back.
  mutating func repeatBytes(_ length: Int, back: Int) {
    let size = Self.lengths.lastIndex { $0.least <= length } ?? 0
    literal(257 + size)
    write(length - Self.lengths[size].least, bits: Self.lengths[size].bits)
    let far = Self.distances.lastIndex { $0.least <= back } ?? 0
    code(far, bits: 5)
    write(back - Self.distances[far].least, bits: Self.distances[far].bits)
  }
}
