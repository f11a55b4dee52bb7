package import Foundation

/// One open WebSocket, whatever carries it.
package protocol WebSocketChannel: Sendable {
  /// The messages that are there, at least one; waits for it.
  func receive() async throws(WebSocketError) -> [WebSocketMessage]
  func send(text: String) async throws(WebSocketError)
  /// Says goodbye; `receive` ends when the other side has answered, or soon.
  func leave() async
  /// Ends it now; whoever waits in `receive` is released.
  func drop() async
}

extension WebSocketConnection: WebSocketChannel {}

/// Opens a WebSocket by other means than ours.
package typealias WebSocketOpening =
  @Sendable (URL, WebSocketOptions) async throws(WebSocketError) -> any WebSocketChannel

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
