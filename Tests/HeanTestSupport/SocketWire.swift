import Foundation
import HeanCore

/// The server's side of a WebSocket, with only what tests need.
package enum SocketWire {
  package static func handshake(for request: String) -> [UInt8] {
    let key =
      request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }?
      .split(separator: ":")[1].trimmingCharacters(in: .whitespaces) ?? ""
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(WebSocketAccept.key(for: key))",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  package static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    switch payload.count {
    case ..<126: [first, UInt8(payload.count)] + payload
    case ..<65_536: [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    default: [first, 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) } + payload
    }
  }

  package static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// Removes one client frame from the front; its payload must be shorter than 126 bytes.
  package static func take(_ bytes: inout [UInt8]) -> (opcode: UInt8, payload: [UInt8])? {
    guard bytes.count >= 6 else { return nil }
    let count = Int(bytes[1] & 0x7F)
    guard count < 126, bytes.count >= 6 + count else { return nil }
    let key = Array(bytes[2..<6])
    let payload = bytes[6..<(6 + count)].enumerated().map { $0.element ^ key[$0.offset % 4] }
    let opcode = bytes[0] & 0x0F
    bytes.removeFirst(6 + count)
    return (opcode, payload)
  }
}
