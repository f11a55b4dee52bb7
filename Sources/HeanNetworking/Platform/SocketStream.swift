import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A TCP connection.
final class SocketStream: ByteStream {
  let descriptor: Int32
  /// Grows with what comes: most answers are short, and hundreds of connections can be open at once.
  private var buffer = [UInt8](repeating: 0, count: 4 << 10)
  private static let mostBuffered = 64 << 10

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Tries every address of the host in turn. Blocks the thread: do not call it from a task.
  static func connect(host: String, port: Int, within limit: Duration) throws(ConnectError) -> SocketStream {
    let deadline = ContinuousClock.now + limit
    var last = ConnectError.unreachable(reason: "no address")
    let addresses = try addresses(of: host, port: port)
    for (index, address) in addresses.enumerated() {
      // An address that never answers must not use up the time of the addresses after it.
      let share = (deadline - ContinuousClock.now) / (addresses.count - index)
      do throws(ConnectError) {
        return try open(address, until: ContinuousClock.now + share, of: limit)
      } catch {
        last = error
      }
    }
    throw last
  }

  /// Looks up a name. Blocks the thread, without a limit of its own.
  /// - Returns: its addresses as numbers, each once.
  static func numericAddresses(of host: String, port: Int) throws(ConnectError) -> [String] {
    var numbers: [String] = []
    for address in try addresses(of: host, port: port) {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let code = unsafe address.bytes.withUnsafeBytes { raw in
        unsafe raw.withMemoryRebound(to: sockaddr.self) { generic in
          unsafe text.withUnsafeMutableBufferPointer { room in
            unsafe getnameinfo(
              generic.baseAddress, socklen_t(address.bytes.count), room.baseAddress, socklen_t(room.count), nil, 0,
              NI_NUMERICHOST)
          }
        }
      }
      let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if code == 0, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  private struct Address {
    var family: Int32
    var bytes: [UInt8]
  }

  /// Begins to connect to a numeric address. The socket becomes writable when the attempt has succeeded or failed.
  /// - Returns: `nil` for a name, which has to be looked up.
  static func begin(address: String, port: Int) throws(ConnectError) -> SocketStream? {
    guard let found = try? addresses(of: address, port: port, flags: AI_NUMERICHOST).first else { return nil }
    return try start(found)
  }

  var isWritable: Bool { SystemCall.waitUntilReady(descriptor, events: POLLOUT, milliseconds: 0) }

  /// Why the attempt to connect failed; `nil` if it succeeded. Call it once the socket is writable.
  func connectProblem() -> String? {
    var problem: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size)
    return problem == 0 ? nil : SystemCall.reason(problem)
  }

  private static func addresses(of host: String, port: Int, flags: Int32 = 0) throws(ConnectError) -> [Address] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = flags
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
    guard code == 0 else {
      throw .unreachable(reason: unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? "unknown host")
    }
    var found: [Address] = []
    var entry = unsafe list
    while let current = unsafe entry {
      let bytes = unsafe UnsafeRawBufferPointer(
        start: current.pointee.ai_addr, count: Int(current.pointee.ai_addrlen))
      unsafe found.append(Address(family: current.pointee.ai_family, bytes: Array(bytes)))
      unsafe entry = current.pointee.ai_next
    }
    return found
  }

  /// - Parameter limit: the time limit that the error names when the deadline passes.
  private static func open(
    _ address: Address, until deadline: ContinuousClock.Instant, of limit: Duration
  ) throws(ConnectError) -> SocketStream {
    let stream = try start(address)
    let milliseconds = max(1, (deadline - ContinuousClock.now).seconds * 1000)
    guard
      SystemCall.waitUntilReady(stream.descriptor, events: POLLOUT, milliseconds: Int32(min(milliseconds, 600_000)))
    else {
      stream.close()
      throw .unreachable(reason: "no connection in \(limit.seconds) s")
    }
    if let problem = stream.connectProblem() {
      stream.close()
      throw .unreachable(reason: problem)
    }
    return stream
  }

  /// A socket that is connecting or connected.
  private static func start(_ address: Address) throws(ConnectError) -> SocketStream {
    #if canImport(Glibc)
      let number = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let number = socket(address.family, SOCK_STREAM, 0)
    #endif
    guard number >= 0 else { throw .unreachable(reason: SystemCall.reason(errno)) }
    SystemCall.closeOnExec(number)
    SystemCall.setNonBlocking(number)
    set(number, Int32(IPPROTO_TCP), TCP_NODELAY)
    let (result, code) = SystemCall.retrying {
      unsafe address.bytes.withUnsafeBytes { raw in
        unsafe raw.withMemoryRebound(to: sockaddr.self) { generic in
          #if canImport(Glibc)
            unsafe Glibc.connect(number, generic.baseAddress, socklen_t(address.bytes.count))
          #elseif canImport(Musl)
            unsafe Musl.connect(number, generic.baseAddress, socklen_t(address.bytes.count))
          #endif
        }
      }
    }
    guard result == 0 || code == EINPROGRESS else {
      _ = closeDescriptor(number)
      throw .unreachable(reason: SystemCall.reason(code))
    }
    return SocketStream(descriptor: number)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func closeDescriptor(_ number: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(number)
    #elseif canImport(Musl)
      Musl.close(number)
    #endif
  }

  func read(atMost count: Int) -> ByteStreamResult<[UInt8]> {
    let (got, code) = SystemCall.retrying {
      unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, min(count, $0.count), 0) }
    }
    if got > 0 {
      let bytes = Array(buffer[..<got])
      if got == buffer.count, got < Self.mostBuffered { buffer = [UInt8](repeating: 0, count: Self.mostBuffered) }
      return .done(bytes)
    }
    if got == 0 { return .closed }
    return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .ended(SystemCall.reason(code))
  }

  func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int> {
    let (sent, code) = SystemCall.retrying {
      unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    if sent >= 0 {
      // Otherwise the kernel waits 40 ms with the acknowledgement of an answer's head, and a server that has not set
      // TCP_NODELAY waits for that before it sends the body. The kernel clears this with each write.
      #if canImport(Glibc) || canImport(Musl)
        Self.set(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK)
      #endif
      return .done(sent)
    }
    return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .ended(SystemCall.reason(code))
  }

  func close() { _ = Self.closeDescriptor(descriptor) }
}
