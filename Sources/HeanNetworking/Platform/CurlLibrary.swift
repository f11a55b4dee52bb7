#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The libcurl that Foundation has loaded into this process, found by name: no header, no link step.
///
/// Its functions take a variable number of arguments. Calling them with fixed ones works where integers and pointers go
/// into the same registers either way: Linux on x86-64 and arm64.
@safe struct CurlLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Init = @convention(c) () -> Handle?
  typealias SetNumber = @convention(c) (Handle, Int32, Int) -> Int32
  typealias SetPointer = @convention(c) (Handle, Int32, UnsafeRawPointer?) -> Int32
  typealias Perform = @convention(c) (Handle) -> Int32
  typealias Send = @convention(c) (Handle, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32
  typealias Receive = @convention(c) (Handle, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32
  typealias GetInfo = @convention(c) (Handle, Int32, UnsafeMutablePointer<Int32>) -> Int32
  typealias Text = @convention(c) (Int32) -> UnsafePointer<CChar>?
  typealias Cleanup = @convention(c) (Handle) -> Void

  let makeHandle: Init
  let setNumber: SetNumber
  let setPointer: SetPointer
  let perform: Perform
  let send: Send
  let receive: Receive
  let getInfo: GetInfo
  let text: Text
  let cleanup: Cleanup

  /// `nil` where libcurl is not in the process.
  static let loaded: CurlLibrary? = {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      guard let makeHandle = unsafe find("curl_easy_init", as: Init.self),
        let setNumber = unsafe find("curl_easy_setopt", as: SetNumber.self),
        let setPointer = unsafe find("curl_easy_setopt", as: SetPointer.self),
        let perform = unsafe find("curl_easy_perform", as: Perform.self),
        let send = unsafe find("curl_easy_send", as: Send.self),
        let receive = unsafe find("curl_easy_recv", as: Receive.self),
        let getInfo = unsafe find("curl_easy_getinfo", as: GetInfo.self),
        let text = unsafe find("curl_easy_strerror", as: Text.self),
        let cleanup = unsafe find("curl_easy_cleanup", as: Cleanup.self)
      else { return nil }
      return unsafe CurlLibrary(
        makeHandle: makeHandle, setNumber: setNumber, setPointer: setPointer, perform: perform, send: send,
        receive: receive, getInfo: getInfo, text: text, cleanup: cleanup)
    #else
      return nil
    #endif
  }()

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
  }

  func reason(_ code: Int32) -> String {
    unsafe text(code).map { unsafe String(cString: $0) } ?? "libcurl error \(code)"
  }

  /// Options and codes of `curl.h`, which do not change.
  enum Option {
    static let connectOnly: Int32 = 141
    static let noSignal: Int32 = 99
    static let httpVersion: Int32 = 84
    static let alpn: Int32 = 226
    static let connectTimeoutMilliseconds: Int32 = 156
    static let noDelay: Int32 = 121
    static let proxyTunnel: Int32 = 61
    static let url: Int32 = 10_002
    static let certificateAuthorities: Int32 = 10_065
    static let errorBuffer: Int32 = 10_010
    static let activeSocket: Int32 = 0x50_002C
  }

  static let again: Int32 = 81
  /// Certificates, handshakes, trust: everything that is about TLS and not about reaching the other side.
  static let tlsFailures: Set<Int32> = [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91]
}
