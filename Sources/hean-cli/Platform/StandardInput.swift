import HeanCore
import Synchronization

extension FileContents {
  /// Reads a file that was typed: `-` is standard input, a file or a pipe.
  /// - Parameter isPipeTaken: whether a pipe that has a name is read as well (`<(command)`).
  /// - Throws: `FileError`; `.tooLarge` past `limit` bytes, `.notRegular` for a terminal.
  static func readTyped(_ path: String, limit: Int, isPipeTaken: Bool = true) throws(FileError) -> FileContents {
    guard path == "-" else { return try read(path, limit: limit, isPipeTaken: isPipeTaken) }
    if let contents = standardInput.withLock({ $0 }) { return contents }
    // Who writes the pipe may have to be asked for a password first.
    let contents = try read("/dev/stdin", limit: limit, isPipeTaken: true, deadline: .seconds(3_600))
    standardInput.withLock { $0 = contents }
    return contents
  }

  /// What was read of it: it can be read only once, and a run asks for its key with each connection.
  private static let standardInput = Mutex<FileContents?>(nil)
}
