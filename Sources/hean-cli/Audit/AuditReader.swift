import HeanCore

/// Reads the audit log on, line after line, from wherever it was read to before. A log that was rotated (renamed, or
/// copied and cut) is read to its end first, and then what came after it.
struct AuditReader {
  /// What was read.
  struct Piece {
    /// A line; `nil` for one that cannot be read.
    var lines: [(entry: AuditEntry?, place: AuditPlace)] = []
    /// The place could not be found, and the oldest line that is still there is later than it.
    var hasGap = false
  }

  let path: String
  private var file: FollowedFile?
  private var place: AuditPlace?
  /// In the open file.
  private var offset = 0
  /// What is not later was told before.
  private var skipped: Date?
  /// Whether the file was read to its end after another had taken its name.
  private var isLast = false
  private var joiner = AuditJoiner()

  /// How much (bytes) is read at once; a line that is longer is none of hean's.
  private static let piece = 1 << 20
  /// How much before a place is read to know what runs had recorded by then.
  private static let context = 256 << 10

  init(path: String) { self.path = path }

  /// The place behind the last line that there is now.
  static func end(of path: String) throws(FileError) -> AuditPlace {
    guard let file = try FollowedFile(path) else { return AuditPlace(before: nil) }
    let size = try file.size()
    let start = max(0, size - piece)
    let bytes = try file.read(at: start, count: size - start)
    guard let last = bytes.lastIndex(of: newline) else { return AuditPlace(before: nil) }
    let line = bytes[..<last].split(separator: newline).last
    let time = line.flatMap { record(Data($0))?.time }
    return AuditPlace(offset: start + last + 1, after: bytes[...last], time: time)
  }

  private static let newline = UInt8(ascii: "\n")

  private static func record(_ line: Data) -> AuditRecord? {
    (try? JSONValue(reading: line)).flatMap { AuditRecord($0) }
  }

  /// The next lines after a place; none when there are none yet.
  mutating func next(after place: AuditPlace) throws(FileError) -> Piece {
    var piece = Piece()
    if file == nil || place != self.place { piece.hasGap = try find(place) }
    while let file {
      let size = try file.size()
      if size < offset {
        // It was cut: what it held may stand in a copy.
        piece.hasGap = try find(place) || piece.hasGap
        guard let found = self.file, try found.size() >= offset else { return piece }
        continue
      }
      // Cut and filled again since: what stands there now is in the middle of other lines.
      if size > offset, skipped == nil, offset == place.offset, place.length > 0, try !place.isIn(file) {
        piece.hasGap = try find(place) || piece.hasGap
        continue
      }
      let bytes = try file.read(at: offset, count: min(Self.piece, size - offset))
      if let end = bytes.lastIndex(of: Self.newline) ?? (bytes.count == Self.piece ? bytes.indices.last : nil) {
        take(bytes[...end], into: &piece)
        if !piece.lines.isEmpty { return piece }
        continue
      }
      guard try current() != file.identity else { return piece }
      // Whoever had opened it before it was renamed may write one more line.
      guard isLast else {
        isLast = true
        return piece
      }
      guard let next = try files().first(where: { $0.isLater(than: file) }) else { return piece }
      open(next.file, at: 0)
    }
    return piece
  }

  private mutating func take(_ bytes: Data.SubSequence, into piece: inout Piece) {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: Self.newline).map { $0 + 1 } ?? bytes.endIndex
      let line = bytes[start..<end]
      offset += line.count
      let record = Self.record(Data(line))
      let entry = record.map { joiner.join($0) }
      start = end
      if let skipped {
        // Clocks are set back; only what leads up to the first later line was told.
        guard let time = record?.time, time > skipped else { continue }
        self.skipped = nil
      }
      let place = AuditPlace(offset: offset, after: line, time: record?.time ?? self.place?.time)
      piece.lines.append((entry, place))
      self.place = place
    }
  }

  private mutating func open(_ file: FollowedFile, at offset: Int) {
    self.file = file
    self.offset = offset
    isLast = false
  }

  private func current() throws(FileError) -> FollowedFile.Identity? { try FollowedFile(path)?.identity }

  /// Opens the file that a place is in.
  /// - Returns: whether something between the place and the first line that is left can be missing.
  private mutating func find(_ place: AuditPlace) throws(FileError) -> Bool {
    (self.place, skipped, file, joiner) = (place, nil, nil, AuditJoiner())
    let files = try files()
    for candidate in files.reversed() where try place.isIn(candidate.file) {
      open(candidate.file, at: place.offset)
      try recall(candidate.file, before: place.offset)
      return false
    }
    skipped = place.time
    let before = files.last { file in
      if let begin = file.begin, let time = place.time { begin <= time } else { false }
    }
    guard let start = before ?? files.first else { return false }
    open(start.file, at: 0)
    return place.length > 0 && before == nil
  }

  private mutating func recall(_ file: FollowedFile, before offset: Int) throws(FileError) {
    let start = max(0, offset - Self.context)
    let lines = try file.read(at: start, count: offset - start).split(separator: Self.newline)
    for line in start > 0 ? lines.dropFirst() : lines[...] {
      if let record = Self.record(Data(line)) { _ = joiner.join(record) }
    }
  }

  /// A file of the log.
  private struct Part {
    var file: FollowedFile
    /// When its first line was written; `nil` for one without lines.
    var begin: Date?
    var isCurrent: Bool

    func isLater(than other: FollowedFile) -> Bool {
      guard file.identity != other.identity else { return false }
      guard let begin else { return isCurrent }
      return (try? AuditReader.begin(of: other)).flatMap(\.self).map { $0 < begin } ?? isCurrent
    }
  }

  private static func begin(of file: FollowedFile) throws(FileError) -> Date? {
    let bytes = try file.read(at: 0, count: min(piece, file.size()))
    return bytes.split(separator: newline).lazy.compactMap { record(Data($0))?.time }.first
  }

  /// The log and what rotation has made of it (`audit.jsonl.1`, `audit.jsonl-20261121`), oldest first. What was packed is
  /// passed over.
  private func files() throws(FileError) -> [Part] {
    let (folder, name) = (PathParts.directory(of: path), PathParts.name(of: path))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var parts: [Part] = []
    for other in names where other.hasPrefix(name) {
      let isCurrent = other == name
      guard isCurrent || other.dropFirst(name.count).contains(where: \.isNumber) else { continue }
      guard let file = try? FollowedFile(folder + "/" + other) else { continue }
      let begin = try Self.begin(of: file)
      if begin != nil || isCurrent { parts.append(Part(file: file, begin: begin, isCurrent: isCurrent)) }
    }
    return parts.sorted {
      ($0.begin ?? .distantFuture, $0.isCurrent ? 1 : 0) < ($1.begin ?? .distantFuture, $1.isCurrent ? 1 : 0)
    }
  }
}
