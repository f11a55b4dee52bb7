#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's libcurl. It is loaded when it is first needed, because loading it and its libraries takes longer than a
/// whole read from an engine on this machine. It needs neither a header file nor a link step.
///
/// libcurl's functions take a variable number of arguments. Calling them with a fixed number works where both kinds of
/// call pass integers and pointers in the same registers: Linux on x86-64 and arm64.
@safe struct CurlLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Start = @convention(c) (Int) -> Int32
  typealias Init = @convention(c) () -> Handle?
  typealias SetNumber = @convention(c) (Handle, Int32, Int) -> Int32
  typealias SetPointer = @convention(c) (Handle, Int32, UnsafeRawPointer?) -> Int32
  typealias Perform = @convention(c) (Handle) -> Int32
  typealias Send = @convention(c) (Handle, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32
  typealias Receive = @convention(c) (Handle, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32
  typealias GetInfo = @convention(c) (Handle, Int32, UnsafeMutablePointer<Int32>) -> Int32
  typealias GetPointer = @convention(c) (Handle, Int32, UnsafeMutablePointer<UnsafeRawPointer?>) -> Int32
  typealias Text = @convention(c) (Int32) -> UnsafePointer<CChar>?
  typealias Cleanup = @convention(c) (Handle) -> Void

  let makeHandle: Init
  let setNumber: SetNumber
  let setPointer: SetPointer
  let perform: Perform
  let send: Send
  let receive: Receive
  let getInfo: GetInfo
  let getPointer: GetPointer
  let text: Text
  let cleanup: Cleanup

  /// `nil` where there is no libcurl.
  static let loaded: CurlLibrary? = {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
      guard let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first,
        let start = unsafe find("curl_global_init", in: library, as: Start.self), start(Self.everything) == 0,
        let makeHandle = unsafe find("curl_easy_init", in: library, as: Init.self),
        let setNumber = unsafe find("curl_easy_setopt", in: library, as: SetNumber.self),
        let setPointer = unsafe find("curl_easy_setopt", in: library, as: SetPointer.self),
        let perform = unsafe find("curl_easy_perform", in: library, as: Perform.self),
        let send = unsafe find("curl_easy_send", in: library, as: Send.self),
        let receive = unsafe find("curl_easy_recv", in: library, as: Receive.self),
        let getInfo = unsafe find("curl_easy_getinfo", in: library, as: GetInfo.self),
        let getPointer = unsafe find("curl_easy_getinfo", in: library, as: GetPointer.self),
        let text = unsafe find("curl_easy_strerror", in: library, as: Text.self),
        let cleanup = unsafe find("curl_easy_cleanup", in: library, as: Cleanup.self)
      else { return nil }
      return unsafe CurlLibrary(
        makeHandle: makeHandle, setNumber: setNumber, setPointer: setPointer, perform: perform, send: send,
        receive: receive, getInfo: getInfo, getPointer: getPointer, text: text, cleanup: cleanup)
    #else
      return nil
    #endif
  }()

  private static func find<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type
  ) -> Function? {
    unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
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
    static let noProxy: Int32 = 10_177
    static let certificateInfo: Int32 = 172
    static let certificateChain: Int32 = 0x40_0022
    static let activeSocket: Int32 = 0x50_002C
  }

  /// `CURL_HTTP_VERSION_1_1`.
  static let versionHTTP11 = 2
  /// `CURL_GLOBAL_ALL`.
  private static let everything = 3
  static let again: Int32 = 81
  /// Error codes about TLS: certificates, handshakes and trust, not a server that cannot be reached.
  static let tlsFailures: Set<Int32> = [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91]
}
