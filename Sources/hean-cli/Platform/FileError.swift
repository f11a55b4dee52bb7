/// Why a file could not be read, locked or written. Every case names the path as it was given.
enum FileError: Error, Sendable, Equatable {
  case notFound(path: String)
  /// A directory, pipe, socket or device stands where a regular file is needed.
  case notRegular(path: String, kind: FileStatus.Kind)
  /// Somebody else held the lock for the whole time.
  case lockTimedOut(path: String, after: Duration)
  /// More bytes than the caller allowed.
  case tooLarge(path: String, limit: Int)
  /// The system refused; `operation` is a verb such as `open`, `reason` the system's own words.
  case failed(operation: String, path: String, reason: String)

  var path: String {
    switch self {
    case .notFound(let path), .notRegular(let path, _), .lockTimedOut(let path, _), .tooLarge(let path, _),
      .failed(_, let path, _):
      path
    }
  }

  /// One clause without a full stop, the path quoted.
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
