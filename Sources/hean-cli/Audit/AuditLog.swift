import Foundation
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

  func append(_ entry: JSONValue, within patience: Duration? = nil) throws {
    let patience = patience ?? Self.patience
    try PrivateDirectory.make(folder)
    let file = try LockedFile(path: path, permissions: .ownerOnly, deadline: patience)
    let size = try file.size()
    try setAside(unended: file, size, within: patience)
    let end = try file.size()
    try file.append(Data((JSONText.compact(entry) + "\n").utf8))
    do throws(FileError) {
      try file.synchronize()
    } catch {
      // After a failed fsync the kernel marks the page as clean, and a later fsync would report success. So the line is
      // removed.
      try file.truncate(to: end)
      throw error
    }
  }

  private func setAside(unended file: borrowing LockedFile, _ size: Int, within patience: Duration) throws {
    guard size > 0, try file.readTail(1).first != UInt8(ascii: "\n") else { return }
    var window = 65_536
    while window < size, try !file.readTail(window).contains(UInt8(ascii: "\n")) { window *= 2 }
    let tail = try file.readTail(window)
    let fragment = tail.lastIndex(of: UInt8(ascii: "\n")).map { tail[tail.index(after: $0)...] } ?? tail[...]
    let torn = try LockedFile(path: path + ".torn", permissions: .ownerOnly, deadline: patience)
    try torn.append(Data(fragment) + Data("\n".utf8))
    try torn.synchronize()
    try file.truncate(to: size - fragment.count)
  }

  /// All runs in the file, oldest first, and the number of lines that could not be read.
  func runs() throws -> (runs: [AuditRun], unreadable: Int) { runs(in: try contents()) }

  /// The last few thousand runs in the file; none when it cannot be read. A watched screen asks at every refresh, so
  /// the file is read again only when it has grown.
  func latest() -> [AuditRun] {
    guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else { return [] }
    defer { try? file.close() }
    if let known = Self.latest.withLock({ $0 }), known.path == path, known.end == end { return known.runs }
    try? file.seek(toOffset: end - min(end, 1 << 20))
    let runs = runs(in: (try? file.readToEnd()) ?? Data()).runs
    Self.latest.withLock { $0 = Latest(path: path, end: end, runs: runs) }
    return runs
  }

  private struct Latest {
    var path: String
    var end: UInt64
    var runs: [AuditRun]
  }

  private static let latest = Mutex<Latest?>(nil)

  private func contents() throws -> Data {
    guard FileManager.default.fileExists(atPath: path) else { return Data() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.cannotWrite, "\(path) cannot be read", nextStep: "check its owner and mode")
    }
    return data
  }

  private func runs(in data: Data) -> (runs: [AuditRun], unreadable: Int) {
    var order: [String] = []
    var found: [String: AuditRun] = [:]
    var unreadable = 0
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let record = (try? JSONValue(reading: Data(line))).flatMap({ AuditRecord($0) }) else {
        unreadable += 1
        continue
      }
      let id = record.id
      if found[id] == nil { order.append(id) }
      found[id, default: AuditRun(id: id)].add(record)
    }
    return (order.compactMap { found[$0] }, unreadable)
  }
}
