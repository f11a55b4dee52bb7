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
    /// Foundation's own, where it works; `alternative` opens it.
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
  public var connection = ConnectOptions()
  package var alternative: WebSocketOpening?
  /// Unpredictable bits for keys and masks (RFC 6455, 10.3).
  public var mask: @Sendable () -> UInt32 = { UInt32.random(in: .min ... .max) }

  public init() {}

  func handshakeKey() -> String {
    Data((0..<4).flatMap { _ in mask().networkBytes }).base64EncodedString()
  }
}

/// Where a WebSocket goes.
struct WebSocketAddress: Sendable {
  var server: ServerAddress
  /// Path and query.
  var target: String

  init(_ url: URL) throws(WebSocketError) {
    guard let server = ServerAddress(url), let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .unreachable(reason: "no WebSocket URL: \(url)")
    }
    self.server = server
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    target = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
