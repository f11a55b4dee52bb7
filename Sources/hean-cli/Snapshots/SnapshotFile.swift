import HeanCore

/// A file of snapshots that several processes append to.
///
/// When `append` returns `.appended`, the row is complete and on disk, is in the file once, and is never removed by a
/// later append. Everything is done under an exclusive lock. Row and newline are written in one write, then `fsync` is
/// called; if a full disk cuts the write short, the part is removed again. If a killed writer left an unfinished line,
/// it never reported that line as written: its bytes are copied to `FILE.torn` and removed before the next row is
/// added. A last line that is a complete row without its newline, as some editors leave it, is kept and gets a newline.
struct SnapshotFile: Sendable {
  enum AppendResult: Sendable, Equatable {
    /// `savedFragment`: the file that the unfinished last line was copied to, if there was one.
    case appended(savedFragment: String?)
    /// The file already has a row for this profile and period; nothing was written.
    case alreadyRecorded(period: String)
  }

  let path: String
  /// How many bytes at the end are searched for the period. The whole file is read only if the row may be older than
  /// those.
  var window = 65_536
  var lockDeadline = Duration.seconds(10)

  init(path: String) { self.path = path }

  /// Records the snapshot. Blocks while other processes hold the lock.
  func append(_ snapshot: PnLSnapshot, format: SnapshotFormat) throws(SnapshotError) -> AppendResult {
    guard format.isAppendable else { throw .notAppendable(format) }
    try refuseStreams()
    let file: LockedFile
    do throws(FileError) {
      file = try LockedFile(path: path, deadline: lockDeadline)
    } catch {
      throw SnapshotError(error)
    }
    return try append(snapshot, format, to: file)
  }

  /// These paths are refused even when a shell has redirected the stream to a regular file (`> file`): that file is
  /// written by the shell's redirection, not by this type.
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
    var layout = try layout(format, file)
    let recent = try recentRows(format, layout, file, size)
    // Outside of CSV each row names its columns, and the latest row tells those of the file.
    if format == .ndjson, let last = recent.rows.last { layout = last.layout }
    let isPractice = PnLSnapshot.isPractice(snapshot.mode)
    if let other = recent.rows.last(where: { PnLSnapshot.isPractice($0.mode) != isPractice }) {
      throw .practiceMixed(path: path, fileHoldsPractice: PnLSnapshot.isPractice(other.mode))
    }
    if let engine = snapshot.engineURL?.printable,
      let other = recent.rows.lazy.compactMap(\.engine).last(where: { $0 != engine })
    {
      throw .otherEngine(path: path, fileHolds: other, row: engine)
    }
    if let period = snapshot.period, try holds(period, snapshot.profile, format, layout, recent, file, size) {
      // The process that wrote the row may have been killed before the row was on disk.
      try mapping { () throws(FileError) in try file.synchronize() }
      return .alreadyRecorded(period: period)
    }
    return try write(format.row(snapshot, layout: layout), format, layout, after: recent, to: file, size)
  }

  /// The columns of the existing file, as far as its header tells them.
  private func layout(_ format: SnapshotFormat, _ file: borrowing LockedFile) throws(SnapshotError) -> SnapshotLayout {
    guard format == .csv else { return .current }
    let longest = SnapshotLayout.all.map(\.header.utf8.count).max() ?? 0
    let head = try mapping { () throws(FileError) in try file.readHead(longest + 1) }
    return SnapshotLayout.beginning(with: head.prefix { $0 != UInt8(ascii: "\n") }) ?? .current
  }

  private func recentRows(
    _ format: SnapshotFormat, _ layout: SnapshotLayout, _ file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> SnapshotRows {
    let isWhole = size <= window
    if !isWhole, format.header != nil {
      let header = layout.header
      let head = try mapping { () throws(FileError) in try file.readHead(header.utf8.count + 256) }
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      try SnapshotRows.check(header: Data(line), against: header, path)
    }
    let data = try mapping { () throws(FileError) in try file.readTail(window) }
    return try SnapshotRows(data, format: format, layout: layout, path: path, isStart: isWhole)
  }

  private func holds(
    _ period: String, _ profile: String, _ format: SnapshotFormat, _ layout: SnapshotLayout, _ recent: SnapshotRows,
    _ file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> Bool {
    let profile = profile.printable
    let known = recent.rows.filter { $0.profile == profile }.compactMap(\.period)
    if known.contains(period) { return true }
    // Periods have a fixed width and sort as text. If a row with a later period was read, a row with this period would
    // have been read as well, unless the clock was set back.
    if let newest = known.max(), newest < period { return false }
    guard size > window else { return false }
    let data = try mapping { () throws(FileError) in try file.readAll() }
    return try SnapshotRows(data, format: format, layout: layout, path: path, isStart: true).rows.contains {
      $0.profile == profile && $0.period == period
    }
  }

  private func write(
    _ row: String, _ format: SnapshotFormat, _ layout: SnapshotLayout, after recent: SnapshotRows,
    to file: borrowing LockedFile, _ size: Int
  ) throws(SnapshotError) -> AppendResult {
    var end = size
    var savedFragment: String?
    if !recent.tail.isEmpty, !recent.isTailWhole {
      end -= recent.tail.count
      // An incomplete header contains nothing worth saving.
      if end > 0 || format.header == nil { savedFragment = try save(recent.tail) }
      try mapping { () throws(FileError) in try file.truncate(to: end) }
    }
    var text = recent.isTailWhole ? "\n" : ""
    if end == 0, format.header != nil { text += layout.header + "\n" }
    text += row + "\n"
    let bytes = Data(text.utf8)
    try mapping { () throws(FileError) in
      try file.append(bytes)
      do throws(FileError) {
        try file.synchronize()
      } catch {
        // After a failed fsync the kernel does not report the error again: a later fsync would report success for this
        // row. So the row is removed.
        try file.truncate(to: end)
        throw error
      }
    }
    return .appended(savedFragment: savedFragment)
  }

  func save(_ fragment: Data) throws(SnapshotError) -> String {
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
