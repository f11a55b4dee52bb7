import HeanCore
import Synchronization

/// How a WebSocket is opened, and its limits.
public struct WebSocketOptions: Sendable {
  /// Which code moves the bytes (`HEAN_WEBSOCKET`).
  public enum Kind: String, CaseIterable, Sendable {
    /// A plain socket for ws; libcurl for wss and for connections through a proxy.
    case auto
    /// libcurl for ws and wss.
    case curl
    /// No WebSocket: the event stream polls over HTTP.
    case none
  }

  /// Which code moves the bytes.
  public var kind = Kind.auto
  /// The header `User-Agent` of the handshake.
  public var userAgent = "hean"
  /// Largest message in bytes; a larger one ends the connection with code 1009.
  public var maximumMessage = 16 << 20
  /// Time limit for connecting and the handshake together.
  public var connectLimit = Duration.seconds(10)
  /// Which certificates are trusted, and whether there are proxies.
  public var connection = ConnectOptions()
  /// Opens the WebSocket in place of the client here, such as `URLSessionEventSocket`; `nil` is that client.
  public var opening: WebSocketOpening?
  /// Returns unpredictable bits for the handshake's key and the frames' masks (RFC 6455, 10.3).
  public var mask: @Sendable () -> UInt32 = { UInt32.random(in: .min ... .max) }

  /// The usual options.
  public init() {}

  func handshakeKey() -> String {
    Data((0..<4).flatMap { _ in mask().networkBytes }).base64EncodedString()
  }
}

/// The server and the path that a WebSocket's URL names.
struct WebSocketAddress: Sendable {
  var server: ServerAddress
  /// Path and query.
  var target: String

  init(_ url: URL) throws(WebSocketError) {
    guard let server = ServerAddress(url), let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .unreachable(reason: "not a WebSocket URL: \(url)")
    }
    self.server = server
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    target = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
