import HeanCore

/// A picture of pixels as PNG (RFC 2083): eight bits for red, green and blue each, without transparency.
enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Says who made the file. It stands at a fixed place, after the header, so that a file of hean can be told from others.
  private static let maker = Array("Software\u{0}hean".utf8)
  private static let makerPlace = 33

  /// How many bytes at the beginning tell whether hean has made a file.
  static let headLength = makerPlace + 8 + maker.count

  static func isOwn(_ head: some Collection<UInt8>) -> Bool {
    let head = Array(head)
    return head.starts(with: signature)
      && head.dropFirst(makerPlace).starts(with: chunk("tEXt", maker).prefix(8 + maker.count))
  }

  /// - Parameter description: for readers that cannot see the picture.
  static func data(_ canvas: PixelCanvas, description: String) -> Data {
    let header = bigEndian(canvas.width) + bigEndian(canvas.height) + [8, 2, 0, 0, 0]
    let words = Array("Description".utf8) + [0, 0, 0, 0, 0] + Array(description.utf8)
    return Data(
      signature + chunk("IHDR", header) + chunk("tEXt", maker) + chunk("iTXt", words)
        + chunk("IDAT", Zlib.compressed(filtered(canvas))) + chunk("IEND", []))
  }

  /// Each row as the difference to the row above, which is 0 wherever a picture goes on downwards.
  private static func filtered(_ canvas: PixelCanvas) -> [UInt8] {
    let row = canvas.width * 3
    let bytes = canvas.bytes
    var filtered: [UInt8] = []
    filtered.reserveCapacity(bytes.count + canvas.height)
    for start in stride(from: 0, to: bytes.count, by: row) {
      filtered.append(2)
      if start == 0 {
        filtered += bytes[..<row]
      } else {
        for place in start..<start + row { filtered.append(bytes[place] &- bytes[place - row]) }
      }
    }
    return filtered
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return bigEndian(data.count) + checked + bigEndian(Int(CRC32.of(checked)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// The checksum of a chunk (ISO 3309).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
  }
}
