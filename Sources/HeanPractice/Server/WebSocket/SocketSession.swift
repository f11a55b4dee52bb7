import HeanCore

/// Serves one WebSocket from its handshake to its end, on the connection's own thread.
struct SocketSession {
  enum Purpose { case engine, echo }

  var engine: SharedEngine
  var hub: SocketHub
  var stream: ServerStream
  var purpose: Purpose
  var limits = ServerLimits()

  /// The engine's path, and a path that echoes messages for conformance suites.
  static func purpose(of request: HTTPRequestParser.Request) -> Purpose? {
    switch request.path {
    case "/ws": .engine
    case "/practice/echo": .echo
    default: nil
    }
  }

  static func isUpgrade(_ request: HTTPRequestParser.Request) -> Bool {
    HTTPRequestHead.tokens(request.headers["upgrade"]).contains("websocket")
  }

  /// - Returns: the answer to a handshake; `nil` when the request is not a valid one.
  static func answer(_ request: HTTPRequestParser.Request) -> Data? {
    guard request.method == "GET", HTTPRequestHead.tokens(request.headers["connection"]).contains("upgrade"),
      request.headers["sec-websocket-version"] == "13",
      let key = request.headers["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
    else { return nil }
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(WebSocketAccept.key(for: key))", "X-Hean-Practice: 1",
    ]
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// - Parameter early: bytes that came after the handshake's request.
  func run(early: [UInt8]) {
    let client = SocketClient(id: UUID().uuidString.lowercased(), stream: stream, limits: limits)
    if purpose == .engine {
      if let frame = engine.snapshot(of: "system_status") { _ = client.send(text: frame.text) }
      hub.add(client)
    }
    defer {
      hub.remove(client)
      client.retire()
    }
    var reader = ServerSocketReader(maximumMessage: purpose == .echo ? 16 << 20 : HTTPRequestParser.maximumBody)
    reader.append(early)
    while true {
      while let output = reader.next() {
        guard handle(output, client) else { return }
      }
      guard case .bytes(let bytes) = stream.read(by: nil) else { return }
      guard !client.isFrozen else { continue }
      reader.append(bytes)
    }
  }

  /// - Returns: whether the connection goes on.
  private func handle(_ output: ServerSocketReader.Output, _ client: SocketClient) -> Bool {
    switch output {
    case .ping(let payload): return client.send(ServerSocketFrame.encode(10, payload))
    case .pong:
      client.change { $0.owesPong = false }
      return true
    case .close(let payload):
      _ = client.send(ServerSocketFrame.encode(8, payload))
      return false
    case .violation(let code):
      _ = client.send(ServerSocketFrame.close(code))
      stream.endWrites()
      return false
    case .text(let payload), .binary(let payload):
      guard purpose == .engine else {
        if case .text = output { return client.send(ServerSocketFrame.encode(1, payload)) }
        return client.send(ServerSocketFrame.encode(2, payload))
      }
      return command(payload, client)
    }
  }

  /// - Returns: `false` for the two inputs that make the engine drop a connection (docs/engine.md 3.3), and when the
  ///   client is gone: its other commands are then not carried out.
  private func command(_ payload: [UInt8], _ client: SocketClient) -> Bool {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(payload)) else { return true }
    guard case .object(let members) = value else { return false }
    guard case .string(let action)? = members["action"], ["subscribe", "unsubscribe", "ping"].contains(action) else {
      return complain(members["action"] ?? .null, at: "action", client)
    }
    if action == "ping" {
      return client.send(text: JSONText.compact(["type": "pong", "timestamp": .zoned(engine.date)]))
    }
    guard let named = members["topic"] else { return false }
    guard case .string(let topic) = named, SocketTopics.all.contains(topic) else {
      return complain(named, at: "topic", client)
    }
    guard action == "subscribe" else {
      client.change { $0.topics.remove(topic) }
      return client.send(text: JSONText.compact(["type": "unsubscribed", "topic": .string(topic)]))
    }
    client.change { $0.topics.insert(topic) }
    guard
      client.send(
        text: JSONText.compact(["type": "subscribed", "topic": .string(topic), "connection_id": .string(client.id)]))
    else { return false }
    return engine.snapshot(of: topic).map { client.send(text: $0.text) } ?? true
  }

  private func complain(_ input: JSONValue, at place: String, _ client: SocketClient) -> Bool {
    client.send(
      text: JSONText.compact([
        "type": "error", "error": "Invalid message format",
        "details": [
          ["type": "enum", "loc": [.string(place)], "msg": "Input should be one of the known values", "input": input]
        ],
        "timestamp": .zoned(engine.date),
      ]))
  }
}
