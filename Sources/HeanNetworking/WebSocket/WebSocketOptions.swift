import Foundation
import HeanCore
import Synchronization

/// How a WebSocket is opened.
public struct WebSocketOptions: Sendable {
  /// What moves the bytes (`HEAN_WEBSOCKET`).
  public enum Kind: String, CaseIterable, Sendable {
    /// A socket for ws, libcurl for wss and where a proxy is in the way.
    case auto
    /// libcurl for both.
    case curl
    /// Foundation's own, where it works.
    case urlsession
    /// None: the stream polls.
    case none
  }

  public var kind = Kind.auto
  public var userAgent = "hean"
  /// Bytes; a larger message ends the connection with 1009.
  public var maximumMessage = 16 << 20
  /// For the connection and the handshake together.
  public var connectLimit = Duration.seconds(10)
  /// A file of certificates to trust instead of the system's.
  public var authorities: String?
  /// Whether a proxy is set in the environment.
  public var isProxied = false
  /// Unpredictable bits for keys and masks (RFC 6455, 10.3).
  public var mask: @Sendable () -> UInt32 = { UInt32.random(in: .min ... .max) }

  public init() {}

  func handshakeKey() -> String {
    Data((0..<4).flatMap { _ in mask().networkBytes }).base64EncodedString()
  }
}

/// Where a WebSocket goes.
struct WebSocketAddress: Sendable {
  var isSecure: Bool
  var host: String
  var port: Int
  /// Path and query.
  var target: String
  private var hasDefaultPort: Bool

  init(_ url: URL) throws(WebSocketError) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      ["ws", "wss", "http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
    else { throw .unreachable(reason: "no WebSocket URL: \(url)") }
    isSecure = ["wss", "https"].contains(scheme)
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    port = parts.port ?? (isSecure ? 443 : 80)
    hasDefaultPort = parts.port == nil
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    target = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
  var hostHeader: String { hasDefaultPort ? bracketed : "\(bracketed):\(port)" }
  private var isLoopback: Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }

  /// Passes a connection from the thread that opened it to the queue that owns it from then on: it is taken out once.
  final class Opened: Sendable {
    private let stream: Mutex<(any ByteStream)?>

    init(_ stream: sending any ByteStream) { self.stream = Mutex(stream) }

    func take() throws(WebSocketError) -> sending any ByteStream {
      let taken = stream.withLock { stream -> sending (any ByteStream)? in
        defer { stream = nil }
        return stream
      }
      guard let taken else { throw .unreachable(reason: "given up") }
      return taken
    }

    /// For a connection that nobody wants any more.
    func close() { (try? take())?.close() }
  }

  /// Blocks.
  func connect(_ options: WebSocketOptions) -> Result<Opened, WebSocketError> {
    Result { () throws(WebSocketError) -> Opened in
      let usesCurl = isSecure || options.kind == .curl || (options.isProxied && !isLoopback)
      guard usesCurl else {
        return Opened(try SocketStream.connect(host: host, port: port, within: options.connectLimit))
      }
      return Opened(
        try CurlStream.connect(
          to: "\(isSecure ? "https" : "http")://\(bracketed):\(port)", authorities: options.authorities,
          within: options.connectLimit))
    }
  }
}
