import HeanCore
import HeanNetworking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a program gets on its standard input: as much at a time as it takes, so that one that reads nothing holds nothing
/// up.
struct ChildInput {
  private var rest: Data
  private var read: Int32
  private var write: Int32

  /// - Returns: `nil` when there is nothing to read.
  init?(_ data: Data) throws(ChildProcess.Failure) {
    guard !data.isEmpty else { return nil }
    guard let pipe = SystemCall.makePipe() else { throw .notStarted(reason: SystemCall.reason(errno)) }
    (rest, read, write) = (data, pipe.read, pipe.write)
    SystemCall.setNonBlocking(pipe.write)
  }

  /// The end that the program reads.
  var descriptor: Int32 { read }

  /// The program has its end now.
  mutating func begin() {
    close(read)
    read = -1
    goOn()
  }

  /// Writes what has room. After the last byte, or when the program reads no more, its input ends.
  mutating func goOn() {
    while write >= 0, !rest.isEmpty {
      let (count, code) = SystemCall.retrying {
        unsafe rest.withUnsafeBytes { unsafe Self.writeBytes(write, $0.baseAddress, $0.count) }
      }
      if count < 0, code == EAGAIN { return }
      rest = count < 0 ? Data() : Data(rest.dropFirst(count))
    }
    if write >= 0 { close(write) }
    write = -1
  }

  /// Closes what is open still.
  mutating func end() {
    for descriptor in [read, write] where descriptor >= 0 { close(descriptor) }
    (read, write) = (-1, -1)
  }

  private static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    guard let bytes = unsafe bytes else { return 0 }
    #if canImport(Glibc)
      return unsafe Glibc.write(descriptor, bytes, count)
    #else
      return unsafe Musl.write(descriptor, bytes, count)
    #endif
  }
}
