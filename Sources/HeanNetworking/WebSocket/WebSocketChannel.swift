import Foundation

/// One open WebSocket, whatever carries it.
protocol WebSocketChannel: Sendable {
  /// The messages that are there, at least one; waits for it.
  func receive() async throws(WebSocketError) -> [WebSocketMessage]
  func send(text: String) async throws(WebSocketError)
  /// Says goodbye; `receive` ends when the other side has answered, or soon.
  func leave() async
  /// Ends it now; whoever waits in `receive` is released.
  func drop() async
}

extension WebSocketConnection: WebSocketChannel {}

enum WebSocketChannels {
  static func open(
    _ url: URL, _ options: WebSocketOptions, on executor: SerialQueue
  ) async throws(WebSocketError) -> any WebSocketChannel {
    switch options.kind {
    case .urlsession: try await FoundationSocket.open(url, options)
    case .auto, .curl, .none: try await WebSocketConnection.open(url, options, on: executor)
    }
  }
}
