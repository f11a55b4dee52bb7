/// The value with which a server proves that it understood a WebSocket handshake (RFC 6455, 4.2.2).
package enum WebSocketAccept {
  /// The `Sec-WebSocket-Accept` that belongs to a `Sec-WebSocket-Key`.
  package static func key(for key: String) -> String {
    Data(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }
}
