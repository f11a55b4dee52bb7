import Dispatch
import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A listening socket with its own thread, and one thread for each connection. Its clients are few, and reads that block
/// must not use threads of the cooperative pool.
package final class ServerListener: Sendable {
  package let port: UInt16
  private let descriptor: Int32
  private let table: ConnectionTable
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter refusal: the answer to a connection above the limit, which is then closed.
  package init(
    _ address: ListenAddress, limits: ServerLimits, refusal: [UInt8],
    handler: @escaping @Sendable (ServerStream, ConnectionTable) -> Void
  ) throws(ListenFailure) {
    try Self.checkFiles(address.port)
    let (descriptor, port) = try Self.listening(at: address)
    let table = ConnectionTable(most: limits.connections, patience: limits.patience)
    self.descriptor = descriptor
    self.table = table
    self.port = port
    let ended = self.ended
    let isStarted = DetachedThread.run {
      Self.acceptAll(descriptor, table, refusal, handler)
      // Closed by the thread that accepts: otherwise the number could belong to another descriptor by the next accept.
      close(descriptor)
      ended.signal()
    }
    guard isStarted else {
      close(descriptor)
      throw ListenFailure(port: port, cause: .other, reason: "the system gives no thread")
    }
  }

  /// A socket that listens, and its port.
  private static func listening(at address: ListenAddress) throws(ListenFailure) -> (Int32, UInt16) {
    var (four, six) = (in_addr(), in6_addr())
    let isSix = address.host.contains(":")
    let isRead =
      isSix
      ? unsafe inet_pton(AF_INET6, address.host, &six) == 1 : unsafe inet_pton(AF_INET, address.host, &four) == 1
    guard isRead else {
      throw ListenFailure(port: address.port, cause: .noAddress, reason: "'\(address.host)' is no address")
    }
    let descriptor = makeSocket(isSix ? AF_INET6 : AF_INET)
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    let bound: (isDone: Bool, port: in_port_t)
    if isSix {
      var place = sockaddr_in6()
      place.sin6_family = sa_family_t(AF_INET6)
      place.sin6_port = address.port.bigEndian
      place.sin6_addr = six
      let isDone = listen(descriptor, &place)
      bound = (isDone, place.sin6_port)
    } else {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = address.port.bigEndian
      place.sin_addr = four
      let isDone = listen(descriptor, &place)
      bound = (isDone, place.sin_port)
    }
    guard bound.isDone else {
      let code = errno
      let reason = unsafe String(cString: strerror(code))
      close(descriptor)
      let cause: ListenFailure.Cause =
        switch code {
        case EADDRINUSE: .inUse
        case EACCES, EPERM: .notPermitted
        case EADDRNOTAVAIL: .noAddress
        default: .other
        }
      throw ListenFailure(port: address.port, cause: cause, reason: reason)
    }
    return (descriptor, UInt16(bigEndian: bound.port))
  }

  /// Binds the socket to the address, listens, and puts the address that it got in its place.
  private static func listen<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
    var length = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(descriptor, generic, length) == 0 && systemListen(descriptor, 128) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
  }

  private static func systemListen(_ descriptor: Int32, _ waiting: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, waiting)
    #elseif canImport(Musl)
      Musl.listen(descriptor, waiting)
    #endif
  }

  /// How many files a process needs for one server and a client of it, with what Dispatch opens for itself: without
  /// that, Dispatch ends the process.
  private static let fewestFiles = 24

  private static func checkFiles(_ port: UInt16) throws(ListenFailure) {
    let most = sysconf(Int32(_SC_OPEN_MAX))
    guard (0..<fewestFiles).contains(most) else { return }
    throw ListenFailure(
      port: port, cause: .fewFiles, reason: "this process may open \(most) files, and needs \(fewestFiles)")
  }

  /// Takes no more connections, lets the requests that are under way be answered for this long, then stops.
  package func finish(within limit: Duration) async {
    shutdown(descriptor, Int32(SHUT_RDWR))
    table.stopWaiting()
    let end = ContinuousClock.now + limit
    while !table.isEmpty, .now < end { try? await Task.sleep(for: .milliseconds(10)) }
    endConnections()
  }

  /// Wakes every blocked thread; each thread closes its own connection. The port is free when this returns.
  package func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    endConnections()
  }

  private func endConnections() {
    table.stop()
    ended.wait()
  }

  private static func acceptAll(
    _ descriptor: Int32, _ table: ConnectionTable, _ refusal: [UInt8],
    _ handler: @escaping @Sendable (ServerStream, ConnectionTable) -> Void
  ) {
    var refused: [Int32] = []
    defer { for connection in refused { close(connection) } }
    while let connection = accept(descriptor, table) {
      var one: Int32 = 1
      _ = unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      let stream = ServerStream(descriptor: connection)
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

  private static func makeSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)
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
