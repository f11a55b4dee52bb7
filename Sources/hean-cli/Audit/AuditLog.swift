import HeanCore
import Synchronization

/// The file that records every change: one JSON object per line. Lines are only appended.
///
/// When `append` returns, the line is complete and on disk. It is written in one write under an exclusive lock and
/// synchronized before anything else happens. If a full disk cuts a line short, the part is removed again. If a killed
/// writer left a line without its end, its bytes are moved to `audit.jsonl.torn`: that writer never reported the line
/// as recorded.
struct AuditLog: AuditSink {
  let path: String
  private let folder: String
  /// How long to wait for the lock. Hundreds of processes may write at once, and each waits for the disk.
  private static let patience = Duration.seconds(30)

  init(environment: [String: String]) throws(ConfigurationError) {
    folder = try UserDirectories(environment: environment).state()
    path = folder + "/audit.jsonl"
  }

  func append(_ record: AuditRecord, within patience: Duration? = nil) throws {
    try append(record.json, within: patience)
  }

  func append(_ record: AuditRecord, claiming token: String, within patience: Duration?) throws -> AuditRun? {
    try PrivateDirectory.make(folder)
    let patience = patience ?? Self.patience
    let file = try LockedFile(path: path, permissions: .ownerOnly, deadline: patience)
    if let used = try run(claiming: token, in: file) { return used }
    try append(record.json, to: file, within: patience)
    return nil
  }

  /// How much of the end of the file (bytes) can tell of a token: more than is written in the ten minutes of its life.
  private static let tokenReach = 4 << 20

  private func run(claiming token: String, in file: borrowing LockedFile) throws(FileError) -> AuditRun? {
    let tail = FileTail(data: try file.readTail(Self.tokenReach), size: try file.size())
    guard tail.data.holds(token) else { return nil }
    return runs(in: tail).runs.first { $0.planToken == token }
  }

  func append(_ entry: JSONValue, within patience: Duration? = nil) throws {
    let patience = patience ?? Self.patience
    try PrivateDirectory.make(folder)
    try append(entry, to: try LockedFile(path: path, permissions: .ownerOnly, deadline: patience), within: patience)
  }

  /// Opens the file as a line would, which makes it where it is missing, and writes no line.
  /// - Throws: what a line would. That others hold it for a moment is no error.
  func test() throws {
    try PrivateDirectory.make(folder)
    do throws(FileError) {
      _ = try LockedFile(path: path, permissions: .ownerOnly, deadline: .zero)
    } catch .lockTimedOut {}
  }

  private func append(_ entry: JSONValue, to file: borrowing LockedFile, within patience: Duration) throws {
    try file.setAsideUnendedLine(longest: Self.longestLine, within: patience)
    let end = try file.size()
    try file.append(JSONText.line(entry))
    do throws(FileError) {
      try file.synchronize()
    } catch {
      // After a failed fsync the kernel marks the page as clean, and a later fsync would report success. So the line is
      // removed.
      try file.truncate(to: end)
      throw error
    }
  }

  /// The longest line (bytes) that is looked for.
  private static let longestLine = 1 << 20
  /// How much of the end of the file (bytes) the screens of the log itself read: some 30 000 lines.
  private static let most = 16 << 20
  /// How much of it every look at an engine reads: some 500 lines, as it must delay no verb.
  private static let lately = 256 << 10
  /// The same where assistants have called: their lines are passed over.
  private static let beyondCalls = 4 << 20

  /// The runs in the file, oldest first; of a very long file those at its end.
  /// - Throws: `FileError` when it cannot be read, or is no plain file. A missing file has no runs.
  func runs() throws(FileError) -> AuditRuns {
    guard let tail = try FileTail.read(path, most: Self.most) else { return AuditRuns() }
    return runs(in: tail)
  }

  /// The last few hundred runs in the file. A watched screen asks at every refresh, so the file is read again only when
  /// it has grown.
  /// - Throws: as `runs` does.
  func latest() throws(FileError) -> [AuditRun] {
    guard let size = try FileTail.read(path, most: 0)?.size else { return [] }
    if let known = Self.latest.withLock({ $0 }), known.path == path, known.size == size { return known.runs }
    guard var tail = try FileTail.read(path, most: Self.lately) else { return [] }
    // Calls of assistants must not push what was sent out of sight.
    if tail.isCut, tail.data.holds(Self.callMark), let longer = try FileTail.read(path, most: Self.beyondCalls) {
      tail = longer
    }
    let runs = runs(in: tail, leaving: Self.callMark).runs
    Self.latest.withLock { $0 = Latest(path: path, size: tail.size, runs: runs) }
    return runs
  }

  private struct Latest {
    var path: String
    var size: Int
    var runs: [AuditRun]
  }

  private static let latest = Mutex<Latest?>(nil)

  /// Stands in the line of a call of an assistant.
  private static let callMark = "\"kind\":\"\(AuditRecord.Remark.Kind.call.rawValue)\""

  /// - Parameter mark: lines that hold it are left out, unread.
  private func runs(in tail: FileTail, leaving mark: String? = nil) -> AuditRuns {
    var items: [AuditItem] = []
    var places: [String: Int] = [:]
    let missing = read(tail, leaving: mark) { record in
      if let remark = record.remark { return items.append(.remark(record, remark)) }
      let place = places[record.id] ?? items.endIndex
      var run = places[record.id].flatMap { items[$0].run } ?? AuditRun(id: record.id)
      run.add(record)
      if place == items.endIndex { items.append(.run(run)) } else { items[place] = .run(run) }
      places[record.id] = place
    }
    return AuditRuns(items: items, missing: missing)
  }

  /// - Returns: what could not be read.
  private func read(_ tail: FileTail, leaving mark: String? = nil, _ take: (AuditRecord) -> Void) -> [String] {
    var unreadable = 0
    let lines = tail.data.split(separator: UInt8(ascii: "\n"))
    // The first line of a part of the file is the end of one.
    for line in tail.isCut ? lines.dropFirst() : lines[...] {
      if let mark, line.holds(mark) { continue }
      guard line.count <= Self.longestLine,
        let record = (try? JSONValue(reading: Data(line))).flatMap({ AuditRecord($0) })
      else {
        unreadable += 1
        continue
      }
      take(record)
    }
    return [
      unreadable > 0 ? "\(Figures.counted(unreadable, "line")) of the audit log" : nil,
      tail.isCut ? "what the audit log has before its last \(tail.data.count >> 20) MB" : nil,
    ].compactMap(\.self)
  }

  /// Every line, oldest first, each with what its run recorded before; of a very long file those at its end.
  /// - Throws: as `runs` does.
  func entries() throws(FileError) -> AuditEntries {
    guard let tail = try FileTail.read(path, most: Self.exported) else { return AuditEntries() }
    var joiner = AuditJoiner()
    var entries = AuditEntries()
    entries.missing = read(tail) { entries.entries.append(joiner.join($0)) }
    return entries
  }

  /// How much of the end of the file (bytes) an export reads.
  private static let exported = 64 << 20
}

/// What the audit log tells.
struct AuditRuns: Sendable {
  /// Oldest first.
  var items: [AuditItem] = []
  /// What is not among the items, each as a noun with its number.
  var missing: [String] = []

  /// Those that sent something, oldest first.
  var runs: [AuditRun] { items.compactMap(\.run) }
}

/// The lines of the audit log.
struct AuditEntries: Sendable {
  /// Oldest first.
  var entries: [AuditEntry] = []
  /// What is not among them, each as a noun with its number.
  var missing: [String] = []
}
