/// Why a file could not be read, locked or written. Every case has the path as the caller gave it.
enum FileError: Error, Sendable, Equatable {
  case notFound(path: String)
  /// There is a directory, pipe, socket or device where a regular file is needed.
  case notRegular(path: String, kind: FileStatus.Kind)
  /// Another process held the lock for the whole time.
  case lockTimedOut(path: String, after: Duration)
  /// The file has more bytes than the caller allows.
  case tooLarge(path: String, limit: Int)
  /// The system reported an error; `operation` is a verb such as `open`, `reason` the system's own words.
  case failed(operation: String, path: String, reason: String)

  /// A message without a full stop, with the path in quotes.
  var message: String {
    switch self {
    case .notFound(let path): "\"\(path)\" does not exist"
    case .notRegular(let path, let kind): "\"\(path)\" is \(kind.phrase), not a regular file"
    case .lockTimedOut(let path, let after):
      "\"\(path)\" stayed locked by another process for \(after)"
    case .tooLarge(let path, let limit): "\"\(path)\" holds more than \(limit) bytes"
    case .failed(let operation, let path, let reason): "cannot \(operation) \"\(path)\": \(reason)"
    }
  }
}
