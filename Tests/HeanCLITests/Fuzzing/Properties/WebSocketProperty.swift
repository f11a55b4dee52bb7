@testable import HeanCore
@testable import HeanNetworking

/// A connection says the same in however many pieces it comes, and hands on no message that is too large or not text.
///
/// Input: choices, the seed of the pieces, and what the server sends, with or without its handshake.
enum WebSocketProperty {
  private static let limits = [0, 1, 20, 125, 126, 1000, 65_536, 16 << 20]
  private static let handshake = WebSocketHandshake(
    target: "/ws", host: "localhost:8000", userAgent: "hean", key: "AAAAAAAAAAAAAAAAAAAAAA==")
  private static let answer = Array(
    """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: \(WebSocketAccept.key(for: handshake.key))\r
    \r

    """.utf8)

  static func check(_ input: [UInt8]) throws(Violation) {
    guard input.count > 2 else { return }
    let choices = input[0]
    let sent = input[2...]
    let whole = try run(.whole, sent, choices)
    for way in [Pieces.single, .seeded(input[1])] {
      let other = try run(way, sent, choices)
      guard whole != other else { continue }
      throw Violation("\(way): \(other), whole: \(whole)")
    }
  }

  private static func run(
    _ way: Pieces, _ sent: ArraySlice<UInt8>, _ choices: UInt8
  ) throws(Violation) -> [WebSocketMachine.Action] {
    let limit = limits[Int(choices >> 1 & 7)]
    // After how many messages we close, if at all.
    let patience = Int(choices >> 4)
    var machine = WebSocketMachine(handshake: handshake, maximumMessage: limit, mask: { 0x0102_0304 })
    var actions: [WebSocketMachine.Action] = []
    var messages = 0
    var isEnded = false
    // The handshake in pieces is for who brings one: all of it again and again takes most of the time.
    for piece in (choices & 1 == 0 ? [answer] : []) + way.cut(sent) {
      machine.append(piece)
      while let action = machine.next() {
        try Violation.unless(!isEnded, "\(action) after the end")
        actions.append(action)
        switch action {
        case .message(let message):
          messages += 1
          try Violation.unless(
            message.payload.count <= limit, "a message of \(message.payload.count) bytes, limit \(limit)")
          try Violation.unless(
            !message.isText || String(validating: message.payload, as: UTF8.self) != nil, "text that is no UTF-8")
          if messages == patience, let frame = machine.close(.normal) { actions.append(.send(frame)) }
        case .ended: isEnded = true
        case .opened, .pong, .send: break
        }
      }
      try Violation.unless(machine.unused <= (actions.isEmpty ? 16 << 10 : 135), "\(machine.unused) bytes wait")
    }
    if !isEnded { actions.append(.ended(machine.end("closed"))) }
    return actions.map(comparable)
  }

  /// A payload as an array: slices are equal whatever their indices, and print long.
  private static func comparable(_ action: WebSocketMachine.Action) -> WebSocketMachine.Action {
    guard case .message(let message) = action else { return action }
    return .message(WebSocketMessage(isText: message.isText, payload: Array(message.payload)[...]))
  }
}
