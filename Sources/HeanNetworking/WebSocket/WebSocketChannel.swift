public import HeanCore

/// One open WebSocket, whatever code moves its bytes.
public protocol WebSocketChannel: Sendable {
  /// Returns the messages that have arrived, at least one; waits while there is none.
  func receive() async throws(WebSocketError) -> [WebSocketMessage]
  /// Sends a text message.
  /// - Throws: why it could not be sent.
  func send(text: String) async throws(WebSocketError)
  /// Sends a close frame. `receive` ends when the server has answered it, or a moment later.
  func close() async
  /// Ends the connection at once and releases the task that waits in `receive`.
  func abort() async
}

extension WebSocketConnection: WebSocketChannel {}

/// Opens a WebSocket that is no `WebSocketConnection`, such as one of URLSession.
public typealias WebSocketOpening =
  @Sendable (URL, WebSocketOptions) async throws(WebSocketError) -> any WebSocketChannel

/// Opens a WebSocket with the code that the options choose.
enum WebSocketChannels {
  static func open(
    _ url: URL, _ options: WebSocketOptions, on executor: SerialQueue
  ) async throws(WebSocketError) -> any WebSocketChannel {
    guard let opening = options.opening else {
      return try await WebSocketConnection.open(url, options, on: executor)
    }
    return try await opening(url, options)
  }
}
