#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe as two plain descriptors.
package struct TestPipe: ~Copyable {
  package let read: Int32
  package let write: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    read = ends[0]
    write = ends[1]
  }

  deinit {
    close(read)
    close(write)
  }
}

/// A terminal for a program under test; the test reads and writes its other end.
package struct PseudoTerminal: ~Copyable {
  package let controller: Int32
  /// Held open so that the terminal does not hang up between two programs that use it.
  private let device: Int32
  package let path: String

  package init() throws {
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe openpty(&ends.controller, &ends.device, &name, nil, nil) == 0 else { throw POSIXFailure(code: errno) }
    (controller, device) = ends
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(device)
    close(controller)
  }

  package func type(_ text: String) {
    for byte in text.utf8 {
      var byte = byte
      _ = unsafe write(controller, &byte, 1)
    }
  }

  /// Blocks until the program on the terminal has written this many bytes.
  package static func waitForOutput(on controller: Int32, byteCount count: Int) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < count, unsafe read(controller, &byte, 1) == 1 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The mode bits of the terminal's line discipline.
  package var localModes: tcflag_t {
    var settings = termios()
    _ = unsafe tcgetattr(controller, &settings)
    return settings.c_lflag
  }
}

package struct POSIXFailure: Error {
  package var code: Int32
}

/// Two connected sockets, without a network.
package struct SocketPair {
  package let near: Int32
  package let far: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXFailure(code: errno) }
    (near, far) = (ends[0], ends[1])
  }
}
