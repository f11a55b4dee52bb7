import HeanCore

/// The lines of one file, as they stand there.
struct RecordLines: Sendable {
  let path: String
  let isPacked: Bool
  let environment: [String: String]

  /// How much (bytes) is read at once.
  private static let piece = 4 << 20

  /// Gives each whole line, without its end.
  /// - Returns: whether all of it was read: `false` without a file, without gzip, and for a damaged file.
  func each(_ take: (Data.SubSequence) -> Void) async -> Bool {
    if isPacked {
      guard let text = try? await RecordPacking.unpacked(path, environment) else { return false }
      _ = Self.split(text, take)
      return true
    }
    return (try? readPlain(take)) ?? false
  }

  private func readPlain(_ take: (Data.SubSequence) -> Void) throws(FileError) -> Bool {
    guard let file = try FollowedFile(path) else { return false }
    let size = try file.size()
    var (offset, rest) = (0, Data())
    while offset < size {
      let bytes = try file.read(at: offset, count: min(Self.piece, size - offset))
      guard !bytes.isEmpty else { break }
      offset += bytes.count
      rest = Self.split(rest + bytes, take)
    }
    return true
  }

  /// - Returns: what follows the last whole line.
  private static func split(_ data: Data, _ take: (Data.SubSequence) -> Void) -> Data {
    let newline = UInt8(ascii: "\n")
    var start = data.startIndex
    while let end = data[start...].firstIndex(of: newline) {
      if end > start { take(data[start..<end]) }
      start = end + 1
    }
    return Data(data[start...])
  }
}

extension RecordLine {
  /// What a line is about, without reading its body: its kind stands at the second place.
  static func kind(of line: Data.SubSequence) -> Kind? {
    let mark = Array("\"kind\":\"".utf8)
    // The time before it has less than 64 bytes.
    let head = line.prefix(96)
    guard let start = head.firstRange(of: mark)?.upperBound, line.last == UInt8(ascii: "}") else { return nil }
    return Kind(rawValue: String(decoding: head[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
  }
}
