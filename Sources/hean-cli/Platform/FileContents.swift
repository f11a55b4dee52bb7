import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The result of opening a file once: bytes and status belong to the same file, even if its path is replaced meanwhile.
struct FileContents: Sendable, Equatable {
  var data: Data
  var status: FileStatus

  /// Reads a regular file to its end.
  /// - Parameter isPipeTaken: whether a pipe is read as well, for a path that people type (`<(command)`).
  /// - Throws: `FileError`; `.tooLarge` past `limit` bytes, `.notRegular` for anything else.
  static func read(
    _ path: String, limit: Int, isPipeTaken: Bool = false, deadline: Duration = .seconds(10)
  ) throws(FileError) -> FileContents {
    // O_NONBLOCK: opening a named pipe without a writer must not wait forever.
    let file = try OpenDescriptor(path, flags: O_RDONLY | O_NONBLOCK)
    let status = try FileStatus(file.rawStatus())
    guard status.kind == .regular || isPipeTaken && status.kind == .pipe else {
      throw .notRegular(path: path, kind: status.kind)
    }
    let clock = ContinuousClock()
    let end = clock.now + deadline
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (count, code) = SystemCall.retrying {
        unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(file.number, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
        if data.count > limit { throw .tooLarge(path: path, limit: limit) }
      } else if count == 0 {
        return FileContents(data: data, status: status)
      } else if code == EAGAIN {
        let left = end - clock.now
        guard left > .zero, SystemCall.waitUntilReady(file.number, events: POLLIN, milliseconds: left.milliseconds)
        else { throw .failed(operation: "read", path: path, reason: "nothing came for \(deadline)") }
      } else {
        throw FileError.of(code, "read", path)
      }
    }
  }
}

/// The end of a regular file, for logs that only grow.
struct FileTail: Sendable, Equatable {
  var data: Data
  /// Size of the whole file in bytes.
  var size: Int

  /// Whether the file has more before these bytes.
  var isCut: Bool { data.count < size }

  /// Reads at most `most` bytes; nothing of a longer file is read before them.
  /// - Returns: `nil` when there is no file.
  /// - Throws: `FileError`; `.notRegular` for anything but a file, which is never waited for.
  static func read(_ path: String, most: Int) throws(FileError) -> FileTail? {
    let file: OpenDescriptor
    do throws(FileError) {
      file = try OpenDescriptor(path, flags: O_RDONLY | O_NONBLOCK)
    } catch {
      if case .notFound = error { return nil }
      throw error
    }
    let status = try FileStatus(file.rawStatus())
    guard status.kind == .regular else { throw .notRegular(path: path, kind: status.kind) }
    let data = try file.read(at: max(0, status.size - most), count: min(most, status.size))
    return FileTail(data: data, size: status.size)
  }
}

extension Duration {
  /// Whole milliseconds, at least 1, for C calls that take them as `int`.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let value = seconds.multipliedReportingOverflow(by: 1_000)
    guard !value.overflow else { return .max }
    return Int32(clamping: max(1, value.partialValue + attoseconds / 1_000_000_000_000_000))
  }
}
