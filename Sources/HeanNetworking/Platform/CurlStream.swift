import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection that libcurl opens, with TLS and through proxies. libcurl also sends and receives its bytes.
///
/// A TLS connection must not be used by two threads at once: one queue does both directions.
@safe final class CurlStream: ByteStream {
  let descriptor: Int32
  private let curl: CurlLibrary
  private let handle: CurlLibrary.Handle
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  private init(curl: CurlLibrary, handle: CurlLibrary.Handle, descriptor: Int32) {
    self.curl = curl
    unsafe self.handle = unsafe handle
    self.descriptor = descriptor
  }

  /// Opens a connection. Blocks the thread: do not call it from a task.
  /// - Parameters:
  ///   - url: with the scheme `https` or `http`.
  ///   - authorities: path of a PEM file with the certificates to trust instead of the system's.
  ///   - avoidsProxies: whether no proxy is used, even if the environment names one.
  ///   - keepsCertificates: whether `certificates` will be asked for.
  static func connect(
    to url: String, authorities: String?, avoidsProxies: Bool, within limit: Duration, keepsCertificates: Bool = false
  ) throws(ConnectError) -> CurlStream {
    guard let curl = CurlLibrary.loaded else {
      throw .unavailable(
        reason: "https, wss and proxies need libcurl, and there is none on this machine",
        nextStep: "install libcurl (Debian: libcurl4), or use http to an engine on this machine")
    }
    if let authorities, let problem = problem(reading: authorities) {
      throw .unavailable(
        reason: "the certificates in \(authorities) cannot be read: \(problem)",
        nextStep: "check ca_file in the profile, or SSL_CERT_FILE")
    }
    guard let handle = unsafe (curl.makeHandle()) else { throw .unreachable(reason: "libcurl could not be started") }
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
    unsafe errorText.initialize(repeating: 0, count: 256)
    defer { unsafe errorText.deallocate() }
    unsafe set(curl, handle, url, authorities, avoidsProxies, limit)
    if keepsCertificates { unsafe _ = curl.setNumber(handle, CurlLibrary.Option.certificateInfo, 1) }
    unsafe _ = curl.setPointer(handle, CurlLibrary.Option.errorBuffer, UnsafeRawPointer(errorText))
    let code = unsafe curl.perform(handle)
    // libcurl would write into the buffer as long as the handle exists.
    unsafe _ = curl.setPointer(handle, CurlLibrary.Option.errorBuffer, nil)
    var number: Int32 = -1
    guard code == 0, unsafe curl.getInfo(handle, CurlLibrary.Option.activeSocket, &number) == 0, number >= 0 else {
      let told = unsafe String(cString: errorText)
      let reason = told.isEmpty ? curl.reason(code) : told
      unsafe curl.cleanup(handle)
      throw CurlLibrary.tlsFailures.contains(code) ? .insecure(reason: reason) : .unreachable(reason: reason)
    }
    return unsafe CurlStream(curl: curl, handle: handle, descriptor: number)
  }

  /// Why the file cannot be read; `nil` if it can. Only a regular file is accepted: with a named pipe libcurl could
  /// wait for ever.
  private static func problem(reading path: String) -> String? {
    var status = stat()
    guard unsafe access(path, R_OK) == 0, unsafe stat(path, &status) == 0 else { return SystemCall.reason(errno) }
    return status.st_mode & S_IFMT == S_IFREG ? nil : "it is not a regular file"
  }

  private static func set(
    _ curl: CurlLibrary, _ handle: CurlLibrary.Handle, _ url: String, _ authorities: String?,
    _ avoidsProxies: Bool, _ limit: Duration
  ) {
    let numbers: [(Int32, Int)] = [
      (CurlLibrary.Option.connectOnly, 1), (CurlLibrary.Option.noSignal, 1),
      // HTTP/1.1 without ALPN: what is sent is HTTP/1.1, and only HTTP/1.1 has the upgrade to a WebSocket.
      (CurlLibrary.Option.httpVersion, CurlLibrary.versionHTTP11), (CurlLibrary.Option.alpn, 0),
      (CurlLibrary.Option.noDelay, 1),
      (CurlLibrary.Option.proxyTunnel, 1),
      (CurlLibrary.Option.connectTimeoutMilliseconds, max(1, Int(limit.seconds * 1000))),
    ]
    for (option, value) in numbers { unsafe _ = curl.setNumber(handle, option, value) }
    var texts = [(CurlLibrary.Option.url, url)]
    if let authorities { texts.append((CurlLibrary.Option.certificateAuthorities, authorities)) }
    if avoidsProxies { texts.append((CurlLibrary.Option.noProxy, "*")) }
    for (option, text) in texts {
      // libcurl copies the text.
      unsafe text.withCString { unsafe _ = curl.setPointer(handle, option, UnsafeRawPointer($0)) }
    }
  }

  /// The chain that the server showed, its own first; empty without TLS, or where libcurl does not tell it.
  var certificates: [TLSCertificate] {
    var told: UnsafeRawPointer?
    guard unsafe curl.getPointer(handle, CurlLibrary.Option.certificateChain, &told) == 0, let told = unsafe told else {
      return []
    }
    // struct curl_certinfo { int num_of_certs; struct curl_slist **certinfo; }
    let count = unsafe told.load(as: Int32.self)
    let lists = unsafe told.load(fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer?.self)
    guard count > 0, let lists = unsafe lists else { return [] }
    var chain: [TLSCertificate] = []
    for place in 0..<min(Int(count), 20) {
      let list = unsafe lists.load(
        fromByteOffset: place * MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer?.self)
      chain.append(TLSCertificate(unsafe Self.lines(of: list)))
    }
    return chain
  }

  /// - Parameter list: struct curl_slist { char *data; struct curl_slist *next; }
  private static func lines(of list: UnsafeRawPointer?) -> [String] {
    var lines: [String] = []
    var entry = unsafe list
    while let current = unsafe entry, lines.count < 200 {
      if let text = unsafe current.load(as: UnsafePointer<CChar>?.self) { lines.append(unsafe String(cString: text)) }
      unsafe entry = unsafe current.load(
        fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer?.self)
    }
    return lines
  }

  func read(atMost count: Int) -> ByteStreamResult<[UInt8]> {
    var got = 0
    let code = unsafe buffer.withUnsafeMutableBytes {
      unsafe curl.receive(handle, $0.baseAddress, min(count, $0.count), &got)
    }
    if code == CurlLibrary.again { return .wouldBlock }
    guard code == 0 else { return .ended(curl.reason(code)) }
    return got > 0 ? .done(Array(buffer[..<got])) : .closed
  }

  func write(_ bytes: ArraySlice<UInt8>) -> ByteStreamResult<Int> {
    var sent = 0
    let code = unsafe bytes.withUnsafeBytes { unsafe curl.send(handle, $0.baseAddress, $0.count, &sent) }
    if code == CurlLibrary.again { return .wouldBlock }
    return code == 0 ? .done(sent) : .ended(curl.reason(code))
  }

  func close() { unsafe curl.cleanup(handle) }
}
