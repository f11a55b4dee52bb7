import Foundation

/// A file of snapshots that many processes append to.
///
/// Promises: a row for which `append` returned `.appended` is whole and on disk, stands there once, and is never removed by
/// a later append. Everything happens under an exclusive lock. Row and newline go out in one write, then `fsync`; a write
/// that a full disk cut short is taken back. A line that a killed writer left unfinished was never reported as written:
/// its bytes are put into `FILE.torn` and cut off before the next row. A last line that is a whole row and lacks only its
/// newline, as editors leave it, is kept and ended.
struct SnapshotFile: Sendable {
  enum AppendResult: Sendable, Equatable {
    /// `savedFragment`: the file that took the unfinished line found at the end, if there was one.
    case appended(savedFragment: String?)
    /// The file has a row for this profile and period; nothing was written.
    case alreadyRecorded(period: String)
  }

  let path: String
  /// How much of the end is read to find the period; the whole file only if the row may be older than that.
  var window = 65_536
  var lockDeadline = Duration.seconds(10)

  init(path: String) { self.path = path }

  /// Records the snapshot. Blocks while others hold the lock.
  func append(_ snapshot: PnLSnapshot, format: SnapshotFormat) throws(SnapshotError) -> AppendResult {
    guard format != .json else { throw .notAppendable(format) }
    try refuseStreams()
    let file: LockedFile
    do throws(FileError) {
      file = try LockedFile(path: path, deadline: lockDeadline)
    } catch {
      throw SnapshotError(error)
    }
    return try append(snapshot, format, to: file)
  }

  /// A shell's `> file` makes these regular files too, but one that belongs to the shell and not to us.
  private func refuseStreams() throws(SnapshotError) {
    let isStream =
      path == "-" || ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/")
    if isStream || path.isEmpty {
      throw .notAFile(path: path, reason: isStream ? "it names a stream, not a file" : "the path is empty")
    }
  }

  private func append(
    _ snapshot: PnLSnapshot, _ format: SnapshotFormat, to file: borrowing LockedFile
  ) throws(SnapshotError) -> AppendResult {
    let size = try mapping { () throws(FileError) in try file.size() }
    let columns = try columns(format, file)
    let recent = try recentRows(format, columns, file, size)
    let isPractice = snapshot.mode == PnLSnapshot.practiceMode
    if let other = recent.rows.last(where: { ($0.mode == PnLSnapshot.practiceMode) != isPractice }) {
      throw .practiceMixed(path: path, fileHoldsPractice: other.mode == PnLSnapshot.practiceMode)
    }
    if let period = snapshot.period, try holds(period, snapshot.profile, format, columns, recent, file, size) {
      // Its writer may have been killed before it could bring the row to disk.
      try mapping { () throws(FileError) in try file.synchronize() }
      return .alreadyRecorded(period: period)
    }
    return try write(format.row(snapshot, columns: columns), format, columns, after: recent, to: file, size)
  }

  /// Those that the file was begun with.
  private func columns(_ format: SnapshotFormat, _ file: borrowing LockedFile) throws(SnapshotError) -> [String] {
    guard format == .csv else { return SnapshotFormat.columns }
    let old = SnapshotFormat.oldColumns
    let header = old.joined(separator: ",")
    let head = try mapping { () throws(FileError) in try file.readHead(header.utf8.count + 1) }
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    // One that was cut short may be of either kind, as far as they are the same.
    let isOld = header.utf8.starts(with: line) && !(format.header ?? "").utf8.starts(with: line)
    return isOld ? old : SnapshotFormat.columns
  }

  private func recentRows(
    _ format: SnapshotFormat, _ columns: [String], _ file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> SnapshotRows {
    let isWhole = size <= window
    if !isWhole, format.header != nil {
      let header = columns.joined(separator: ",")
      let head = try mapping { () throws(FileError) in try file.readHead(header.utf8.count + 256) }
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      try SnapshotRows.check(header: Data(line), against: header, path)
    }
    let data = try mapping { () throws(FileError) in try file.readTail(window) }
    return try SnapshotRows(data, format: format, columns: columns, path: path, isStart: isWhole)
  }

  private func holds(
    _ period: String, _ profile: String, _ format: SnapshotFormat, _ columns: [String], _ recent: SnapshotRows,
    _ file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> Bool {
    let profile = profile.printable
    let known = recent.rows.filter { $0.profile == profile }.compactMap(\.period)
    if known.contains(period) { return true }
    // Periods have one width and sort as text. A later one in sight means this one, if there, was in sight as well,
    // unless the clock was set back.
    if let newest = known.max(), newest < period { return false }
    guard size > window else { return false }
    let data = try mapping { () throws(FileError) in try file.readAll() }
    return try SnapshotRows(data, format: format, columns: columns, path: path, isStart: true).rows.contains {
      $0.profile == profile && $0.period == period
    }
  }

  private func write(
    _ row: String, _ format: SnapshotFormat, _ columns: [String], after recent: SnapshotRows,
    to file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> AppendResult {
    var end = size
    var savedFragment: String?
    if !recent.tail.isEmpty, !recent.isTailWhole {
      end -= recent.tail.count
      // A cut header of our own holds nothing worth keeping.
      if end > 0 || format.header == nil { savedFragment = try save(recent.tail) }
      try mapping { () throws(FileError) in try file.truncate(to: end) }
    }
    var text = recent.isTailWhole ? "\n" : ""
    if end == 0, format.header != nil { text += columns.joined(separator: ",") + "\n" }
    text += row + "\n"
    let bytes = Data(text.utf8)
    try mapping { () throws(FileError) in
      try file.append(bytes)
      do throws(FileError) {
        try file.synchronize()
      } catch {
        // The kernel forgets a failed write-back: a later fsync would call this row safe.
        try file.truncate(to: end)
        throw error
      }
    }
    return .appended(savedFragment: savedFragment)
  }

  private func save(_ fragment: Data) throws(SnapshotError) -> String {
    let path = path + ".torn"
    do throws(FileError) {
      let file = try LockedFile(path: path, deadline: lockDeadline)
      try file.append(fragment + Data("\n".utf8))
      try file.synchronize()
    } catch {
      throw SnapshotError(error)
    }
    return path
  }

  private func mapping<Result>(_ body: () throws(FileError) -> Result) throws(SnapshotError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw SnapshotError(error)
    }
  }
}
