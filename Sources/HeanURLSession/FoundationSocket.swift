package import Foundation
import FoundationNetworking
package import HeanNetworking

/// Foundation's WebSocket, for platforms where it works. In the toolchains for Debian and Ubuntu it is not implemented:
/// every call fails with "not supported".
package final class FoundationSocket: WebSocketChannel {
  private let session: URLSession
  private let socket: URLSessionWebSocketTask

  private init(_ url: URL, _ options: WebSocketOptions) {
    // A session without its own delegate crashes on the first WebSocket.
    session = URLSession(configuration: .ephemeral, delegate: Silent(), delegateQueue: nil)
    socket = session.webSocketTask(with: url)
    socket.maximumMessageSize = options.maximumMessage
  }

  private final class Silent: NSObject, URLSessionWebSocketDelegate {
    func urlSession(_: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol: String?) {}
    func urlSession(
      _: URLSession, webSocketTask: URLSessionWebSocketTask, didCloseWith: URLSessionWebSocketTask.CloseCode,
      reason: Data?
    ) {}
  }

  package static func open(_ url: URL, _ options: WebSocketOptions) async throws(WebSocketError) -> FoundationSocket {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .unreachable(reason: "not a WebSocket URL")
    }
    parts.scheme = ["https", "wss"].contains(parts.scheme?.lowercased()) ? "wss" : "ws"
    guard let address = parts.url else { throw .unreachable(reason: "not a WebSocket URL") }
    let channel = FoundationSocket(address, options)
    channel.socket.resume()
    do {
      // Only sending a first message shows whether Foundation's WebSocket works at all.
      try await channel.socket.send(.string(#"{"action":"ping"}"#))
    } catch {
      throw .unavailable(
        reason: "Foundation's WebSocket does not work here: \(error.localizedDescription)",
        nextStep: "remove HEAN_WEBSOCKET from the environment")
    }
    return channel
  }

  package func receive() async throws(WebSocketError) -> [WebSocketMessage] {
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

  package func send(text: String) async throws(WebSocketError) {
    do {
      try await socket.send(.string(text))
    } catch {
      throw .closed(.abnormal, reason: error.localizedDescription)
    }
  }

  package func close() async { socket.cancel(with: .normalClosure, reason: nil) }

  package func abort() async { socket.cancel(with: .goingAway, reason: nil) }
}
