import Dispatch
import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A listening socket on 127.0.0.1 with its own thread, and one thread for each connection. A practice engine has few
/// clients, and reads that block must not use threads of the cooperative pool.
final class LoopbackListener: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let table: ConnectionTable
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter refusal: the answer to a connection above the limit, which is then closed.
  init(
    port: UInt16, limits: ServerLimits, refusal: [UInt8],
    handler: @escaping @Sendable (LoopbackStream, ConnectionTable) -> Void
  ) throws(PracticeServer.BindFailure) {
    try Self.checkFiles(port)
    let descriptor = Self.makeSocket()
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(descriptor, generic, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      let reason = unsafe String(cString: strerror(code))
      close(descriptor)
      let cause: PracticeServer.BindFailure.Cause =
        code == EADDRINUSE ? .inUse : code == EACCES || code == EPERM ? .notPermitted : .other
      throw PracticeServer.BindFailure(port: port, cause: cause, reason: reason)
    }
    let table = ConnectionTable(most: limits.connections, patience: limits.patience)
    self.descriptor = descriptor
    self.table = table
    self.port = UInt16(bigEndian: address.sin_port)
    let ended = self.ended
    let isStarted = DetachedThread.run {
      Self.acceptAll(descriptor, table, refusal, handler)
      // Closed by the thread that accepts: otherwise the number could belong to another descriptor by the next accept.
      close(descriptor)
      ended.signal()
    }
    guard isStarted else {
      close(descriptor)
      throw PracticeServer.BindFailure(port: port, cause: .other, reason: "the system gives no thread")
    }
  }

  /// How many files a process needs for one server and a client of it, with what Dispatch opens for itself: without
  /// that, Dispatch ends the process.
  private static let fewestFiles = 24

  private static func checkFiles(_ port: UInt16) throws(PracticeServer.BindFailure) {
    let most = sysconf(Int32(_SC_OPEN_MAX))
    guard (0..<fewestFiles).contains(most) else { return }
    throw PracticeServer.BindFailure(
      port: port, cause: .fewFiles, reason: "this process may open \(most) files, and needs \(fewestFiles)")
  }

  /// Wakes every blocked thread; each thread closes its own connection. The port is free when this returns.
  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    table.stop()
    ended.wait()
  }

  private static func acceptAll(
    _ descriptor: Int32, _ table: ConnectionTable, _ refusal: [UInt8],
    _ handler: @escaping @Sendable (LoopbackStream, ConnectionTable) -> Void
  ) {
    var refused: [Int32] = []
    defer { for connection in refused { close(connection) } }
    while let connection = accept(descriptor, table) {
      var one: Int32 = 1
      _ = unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      let stream = LoopbackStream(descriptor: connection)
      guard table.admit(connection) else {
        // Not closed at once: if there are unread bytes, closing resets the connection, and the client loses the
        // answer.
        _ = stream.writeSome(refusal[...])
        shutdown(connection, Int32(SHUT_WR))
        refused.append(connection)
        if refused.count > 32 { close(refused.removeFirst()) }
        continue
      }
      let isStarted = DetachedThread.run {
        handler(stream, table)
        table.close(connection)
      }
      if !isStarted { table.close(connection) }
    }
  }

  /// The next connection; `nil` once the listener is shut down.
  private static func accept(_ descriptor: Int32, _ table: ConnectionTable) -> Int32? {
    while true {
      let connection = acceptConnection(descriptor)
      if connection >= 0 { return connection }
      switch errno {
      case EBADF, EINVAL, ENOTSOCK: return nil
      case EINTR, ECONNABORTED: continue
      // The system gives no descriptors or no memory until a connection ends.
      default:
        // Without a free descriptor the system never says that the listener is shut down.
        if table.isStopped { return nil }
        table.makeRoom()
        DetachedThread.sleep(microseconds: 20_000)
      }
    }
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #endif
  }

  private static func acceptConnection(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let connection = Glibc.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
      let connection = Musl.accept(descriptor, nil, nil)
    #endif
    // accept4 is not visible from Swift.
    if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
    return connection
  }
}
