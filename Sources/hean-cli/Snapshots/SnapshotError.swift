import HeanCore

/// Why a snapshot was not recorded. In every case the file is unchanged.
enum SnapshotError: Error, Sendable, Equatable {
  case invalidPeriod(String)
  /// The format is one document, so rows cannot be appended.
  case notAppendable(SnapshotFormat)
  /// The format has rows, and a file of rows is not replaced.
  case notReplaceable(SnapshotFormat)
  /// A file of another kind, which is not replaced.
  case notOurs(path: String)
  /// A directory, pipe or device, or the path of a standard stream.
  case notAFile(path: String, reason: String)
  /// The file has another CSV header.
  case headerDiffers(path: String, difference: String)
  /// A line of the file is not a snapshot row of this format.
  case foreignLine(path: String, excerpt: String)
  /// Rows of the practice engine are never mixed with real ones.
  case practiceMixed(path: String, fileHoldsPractice: Bool)
  /// One file is of one engine.
  case otherEngine(path: String, fileHolds: String, row: String)
  case locked(path: String, after: Duration)
  /// The file system has no locks.
  case cannotLock(reason: String)
  /// The disk is full, permission is missing, or the directory does not exist.
  case cannotWrite(reason: String)

  /// What is wrong: a sentence without its full stop.
  var message: String {
    switch self {
    case .invalidPeriod(let text): "\"\(text.printable)\" is not a snapshot period"
    case .notAppendable(let format): "\(format.rawValue) cannot be appended to a file"
    case .notReplaceable(let format): "\(format.rawValue) rows do not replace a file"
    case .notOurs(let path): "\"\(path.printable)\" is no file that --to has written; nothing was written"
    case .notAFile(let path, let reason): "cannot append to \"\(path.printable)\": \(reason)"
    case .headerDiffers(let path, let difference): "\"\(path)\" has another header: \(difference); nothing was written"
    case .foreignLine(let path, let excerpt):
      "\"\(path)\" holds a line that is no row of a snapshot: \"\(excerpt)\"; nothing was written"
    case .otherEngine(let path, let fileHolds, let row):
      "\"\(path)\" holds rows of \(fileHolds.printable) and this row is of \(row.printable); nothing was written"
    case .practiceMixed(let path, true):
      "\"\(path)\" holds practice rows and this row is from a real engine; nothing was written"
    case .practiceMixed(let path, false):
      "\"\(path)\" holds rows of a real engine and this row is from the practice engine; nothing was written"
    case .locked(let path, let after):
      "\"\(path)\" stayed locked by another process for \(Spans.exact(after)); nothing was written"
    case .cannotLock(let reason), .cannotWrite(let reason): reason
    }
  }

  /// What to do about it.
  var nextStep: String {
    switch self {
    case .invalidPeriod: "give none, or a length that divides a day evenly: 1m, 5m, 15m, 1h, 1d"
    case .notAppendable(.openmetrics): "use --to FILE, which replaces the file whole"
    case .notAppendable: "use --format ndjson: one JSON object a line"
    case .notReplaceable: "use --append FILE, or --format openmetrics or json"
    case .notOurs: "name another file, or delete this one"
    case .otherEngine: "name a file of its own for each engine"
    case .notAFile: "name a regular file, or leave --append out to write to standard output"
    case .headerDiffers, .foreignLine: "name a new file, or move this one away"
    case .practiceMixed: "name a file of its own for practice rows"
    case .locked: "see who holds it: fuser FILE; then run this again"
    case .cannotLock:
      "that file system has no locks (as NFS without its lock service): name a file on a local disk"
    case .cannotWrite: "check the disk's free space, the directory and its permissions, then run this again"
    }
  }

  init(_ error: FileError) {
    switch error {
    case .notRegular(let path, let kind):
      self = .notAFile(path: path, reason: "it is \(kind.phrase), not a regular file")
    case .lockTimedOut(let path, let after): self = .locked(path: path, after: after)
    case .notFound(let path): self = .cannotWrite(reason: "cannot open \"\(path)\": its directory does not exist")
    case .failed(operation: LockedFile.locking, _, _): self = .cannotLock(reason: error.message)
    case .failed, .tooLarge: self = .cannotWrite(reason: error.message)
    }
  }
}
