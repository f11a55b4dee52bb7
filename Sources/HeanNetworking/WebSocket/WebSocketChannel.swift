package import HeanCore

/// One open WebSocket, whatever code moves its bytes.
package protocol WebSocketChannel: Sendable {
  /// Returns the messages that have arrived, at least one; waits while there is none.
  func receive() async throws(WebSocketError) -> [WebSocketMessage]
  func send(text: String) async throws(WebSocketError)
  /// Sends a close frame. `receive` ends when the server has answered it, or a moment later.
  func close() async
  /// Ends the connection at once and releases the task that waits in `receive`.
  func abort() async
}

extension WebSocketConnection: WebSocketChannel {}

/// Opens a WebSocket that is no `WebSocketConnection`, such as one of URLSession.
package typealias WebSocketOpening =
  @Sendable (URL, WebSocketOptions) async throws(WebSocketError) -> any WebSocketChannel

/// Opens a WebSocket with the code that the options choose.
enum WebSocketChannels {
  static func open(
    _ url: URL, _ options: WebSocketOptions, on executor: SerialQueue
  ) async throws(WebSocketError) -> any WebSocketChannel {
    guard let alternative = options.alternative else {
      return try await WebSocketConnection.open(url, options, on: executor)
    }
    return try await alternative(url, options)
  }
}
