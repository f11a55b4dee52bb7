public import Foundation
public import HeanNetworking

/// The engine's event socket over `URLSessionWebSocketTask`; `open` is a value for `WebSocketOptions.opening`.
///
/// It works where Foundation's WebSocket does. The libcurl of Debian 12 is built without WebSocket support, and there `open`
/// throws `.unavailable`; an `EventStream` then polls over HTTP, and says so.
public final class URLSessionEventSocket: WebSocketChannel {
  private let socket: URLSessionWebSocketTask

  private init(_ url: URL, _ options: WebSocketOptions) {
    // A session without a delegate of its own crashes on Linux at the first WebSocket.
    let session = URLSession(configuration: .ephemeral, delegate: Silent(), delegateQueue: nil)
    socket = session.webSocketTask(with: url)
    socket.maximumMessageSize = options.maximumMessage
    session.finishTasksAndInvalidate()
  }

  // On Linux the protocol has no default for these.
  private final class Silent: NSObject, URLSessionWebSocketDelegate {
    func urlSession(_: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol: String?) {}
    func urlSession(
      _: URLSession, webSocketTask: URLSessionWebSocketTask, didCloseWith: URLSessionWebSocketTask.CloseCode,
      reason: Data?
    ) {}
  }

  /// Connects and does the handshake.
  /// - Parameter url: with the scheme ws, wss, http or https.
  /// - Throws: `.unavailable` where Foundation has no WebSocket, `.unreachable` for a URL that is none.
  public static func open(_ url: URL, _ options: WebSocketOptions) async throws(WebSocketError) -> URLSessionEventSocket
  {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .unreachable(reason: "not a WebSocket URL")
    }
    parts.scheme = ["https", "wss"].contains(parts.scheme?.lowercased()) ? "wss" : "ws"
    guard let address = parts.url else { throw .unreachable(reason: "not a WebSocket URL") }
    let channel = URLSessionEventSocket(address, options)
    channel.socket.resume()
    do {
      // Only a first message shows whether Foundation's WebSocket works at all.
      try await channel.socket.send(.string(#"{"action":"ping"}"#))
    } catch {
      throw .unavailable(
        reason: "Foundation's WebSocket does not work here: \(error.localizedDescription)",
        nextStep: "use hean, which has a WebSocket of its own")
    }
    return channel
  }

  /// Returns the next message.
  /// - Throws: `.closed` once the connection is over.
  public func receive() async throws(WebSocketError) -> [WebSocketMessage] {
    do {
      switch try await socket.receive() {
      case .string(let text): return [WebSocketMessage(isText: true, payload: Array(text.utf8)[...])]
      case .data(let data): return [WebSocketMessage(isText: false, payload: Array(data)[...])]
      @unknown default: return []
      }
    } catch {
      let code = WebSocketCloseCode(rawValue: UInt16(truncatingIfNeeded: socket.closeCode.rawValue))
      throw .closed(code.rawValue == 0 ? .abnormal : code, reason: error.localizedDescription)
    }
  }

  /// Sends a text message.
  /// - Throws: `.closed` when the connection is over.
  public func send(text: String) async throws(WebSocketError) {
    do {
      try await socket.send(.string(text))
    } catch {
      throw .closed(.abnormal, reason: error.localizedDescription)
    }
  }

  /// Sends a close frame with the code 1000.
  public func close() async { socket.cancel(with: .normalClosure, reason: nil) }

  /// Ends the connection.
  public func abort() async { socket.cancel(with: .goingAway, reason: nil) }
}
