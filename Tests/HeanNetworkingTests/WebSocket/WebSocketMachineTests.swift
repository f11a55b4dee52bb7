import Foundation
import HeanCore
import Testing

@testable import HeanNetworking

/// The state machine alone: bytes in, actions out. Whole conformance is the suite's business, see `.ci/streams`.
struct WebSocketMachineTests {
  static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  static let accepted = Array(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
      .utf8)

  private func machine(maximum: Int = 1 << 20) -> WebSocketMachine {
    WebSocketMachine(
      handshake: WebSocketHandshake(target: "/ws", host: "engine:8000", userAgent: "hean/test", key: Self.key),
      maximumMessage: maximum, mask: { 0 })
  }

  private func opened(maximum: Int = 1 << 20) -> WebSocketMachine {
    var machine = machine(maximum: maximum)
    machine.append(Self.accepted)
    _ = machine.next()
    return machine
  }

  private func all(_ machine: inout WebSocketMachine) -> [WebSocketMachine.Action] {
    var actions: [WebSocketMachine.Action] = []
    while let action = machine.next() { actions.append(action) }
    return actions
  }

  /// A frame as a server sends it.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    payload.count < 126
      ? [first, UInt8(payload.count)] + payload
      : [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
  }

  private func text(_ text: String) -> WebSocketMachine.Action {
    .message(WebSocketMessage(isText: true, payload: Array(text.utf8)[...]))
  }

  @Test func `the key of the standard's example is answered as the standard says`() {
    #expect(WebSocketAccept.key(for: Self.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func `a handshake and a conversation, cut at every byte, come to the same`() {
    let bytes =
      Self.accepted + Self.frame(0x01, Array("hel".utf8)) + Self.frame(0x89, [7]) + Self.frame(0x80, Array("lo é".utf8))
      + Self.frame(0x81, Array(String(repeating: "ü", count: 100).utf8)) + Self.frame(0x88, [0x03, 0xF4])
    var whole = machine()
    whole.append(bytes)
    let expected = all(&whole)
    #expect(expected.count == 6)
    #expect(expected[2] == text("hello é"))
    #expect(expected.last == .ended(.closed(.serviceRestart, reason: "")))
    for cut in 0...bytes.count {
      var machine = machine()
      machine.append(Array(bytes[..<cut]))
      var actions = all(&machine)
      machine.append(Array(bytes[cut...]))
      actions += all(&machine)
      #expect(actions == expected, "cut at \(cut)")
    }
    var slow = machine()
    var actions: [WebSocketMachine.Action] = []
    for byte in bytes {
      slow.append([byte])
      actions += all(&slow)
    }
    #expect(actions == expected, "a byte at a time")
  }

  @Test func `an end at every byte is an error that names it`() {
    let bytes = Self.accepted + Self.frame(0x01, Array("hel".utf8)) + Self.frame(0x80, Array("lo".utf8))
    for cut in 0..<bytes.count {
      var machine = machine()
      machine.append(Array(bytes[..<cut]))
      _ = all(&machine)
      switch machine.end("gone") {
      case .handshake: #expect(cut < Self.accepted.count)
      case .closed(.abnormal, "gone"): #expect(cut >= Self.accepted.count)
      case let other: Issue.record("cut at \(cut): \(other)")
      }
    }
  }

  @Test(
    "an answer that is no handshake is refused",
    arguments: [
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", WebSocketError.refused(status: 401)),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .refused(status: 200)),
      ("HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n", .refused(status: 301)),
      ("SSH-2.0-OpenSSH_9.2\r\n", .handshake("the answer is not HTTP")),
      ("HTTP/1.1 101 x\r\nUpgrade: h2c\r\n\r\n", .handshake("the answer does not upgrade to websocket")),
      (
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n",
        .handshake("the answer's Connection header is no upgrade")
      ),
      (
        "HTTP/1.1 101 x\r\nUpgrade: WebSocket\r\nconnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
        .handshake("the answer's accept key does not belong to this connection")
      ),
      (
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
        .handshake("the answer takes an extension nobody offered")
      ),
      (
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: chat\r\n\r\n",
        .handshake("the answer takes a subprotocol nobody offered")
      ),
      (
        "HTTP/1.1 101 x\r\nX: \(String(repeating: "y", count: 17_000))",
        .handshake("the answer's head is larger than 16 KiB")
      ),
      (
        "HTTP/1.1 101 x\r\n" + String(repeating: "X: y\r\n", count: 120) + "\r\n",
        .handshake("the answer has more than 100 headers")
      ),
    ])
  func refusal(answer: String, error: WebSocketError) {
    var machine = machine()
    machine.append(Array(answer.utf8))
    #expect(all(&machine) == [.ended(error)])
    machine.append(Self.frame(0x81, [0x41]))
    #expect(all(&machine).isEmpty, "nothing counts after the end")
  }

  @Test(
    "what a server must not send ends the connection with its code",
    arguments: [
      ([0xC1, 0x00], 1002), ([0x83, 0x00], 1002), ([0x81, 0x80, 0, 0, 0, 0], 1002), ([0x80, 0x00], 1002),
      ([0x09, 0x00], 1002), ([0x89, 0x7E, 0x00, 0x7E], 1002), ([0x81, 0x01, 0xFF], 1007),
      ([0x01, 0x02, 0xE2, 0x82, 0x80, 0x01, 0x41], 1007), ([0x81, 0x02, 0xE2, 0x82], 1007),
      ([0x01, 0x01, 0x41, 0x81, 0x01, 0x42], 1002), ([0x88, 0x01, 0x03], 1002), ([0x88, 0x02, 0x03, 0xED], 1002),
      ([0x88, 0x03, 0x03, 0xE8, 0xFF], 1007), ([0x82, 0x7F, 0xFF, 0, 0, 0, 0, 0, 0, 0], 1002),
      ([0x82, 0x7F, 0, 0, 0, 0, 0, 0x20, 0, 0], 1009),
    ] as [([UInt8], UInt16)])
  func violation(bytes: [UInt8], code: UInt16) {
    var machine = opened()
    machine.append(bytes)
    let actions = all(&machine)
    guard actions.count == 2, case .send(let frame) = actions[0], case .ended(.closed(let told, _)) = actions[1] else {
      Issue.record("\(actions)")
      return
    }
    #expect(told.rawValue == code)
    #expect(Array(frame[6...7]) == [UInt8(code >> 8), UInt8(code & 0xFF)], "the other side is told the same")
  }

  @Test func `messages before a fault are handed over, and answers to them still go out`() {
    var machine = opened()
    machine.append(Self.frame(0x81, Array("a".utf8)) + [0xC1, 0x00])
    #expect(machine.next() == text("a"))
    #expect(machine.frame(.text, [0x61]) != nil)
    guard case .send = machine.next() else {
      Issue.record("no close frame")
      return
    }
    #expect(machine.frame(.text, [0x61]) != nil, "what belongs before the close frame can still be sent")
    guard case .ended = machine.next() else {
      Issue.record("no end")
      return
    }
    #expect(machine.frame(.text, [0x61]) == nil)
  }

  @Test func `a message of many fragments is bounded as a whole`() {
    var machine = opened(maximum: 100)
    machine.append(Self.frame(0x02, [UInt8](repeating: 1, count: 60)))
    #expect(machine.next() == nil)
    machine.append(Self.frame(0x80, [UInt8](repeating: 1, count: 41)))
    guard case .send = machine.next(), case .ended(.closed(.tooBig, _)) = machine.next() else {
      Issue.record("no 1009")
      return
    }
  }

  @Test func `our own goodbye waits for theirs`() {
    var machine = opened()
    #expect(machine.close(.normal) != nil)
    #expect(machine.close(.normal) == nil)
    machine.append(Self.frame(0x81, Array("late".utf8)) + Self.frame(0x89, []))
    #expect(all(&machine).isEmpty, "neither messages nor pongs after it")
    machine.append(Self.frame(0x88, [0x03, 0xE8]))
    #expect(all(&machine) == [.ended(.closed(.normal, reason: ""))])
  }

  @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
  func `frames carry a mask, and the length in the shortest form`(count: Int) throws {
    let payload = (0..<count).map { UInt8($0 & 0xFF) }
    let frame = WebSocketFrameHeader.encode(.binary, payload, mask: 0x0102_0304)
    let extra = count < 126 ? 0 : count < 65_536 ? 2 : 8
    try #require(frame.count == 6 + extra + count)
    #expect(frame[0] == 0x82 && frame[1] & 0x80 != 0)
    let unmasked = frame[(6 + extra)...].enumerated().map { $0.element ^ [1, 2, 3, 4][$0.offset % 4] }
    #expect(unmasked == payload)
  }

  /// What a thread of the system's has at least; a call a frame would need far more.
  private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
      let thread = Thread { done.resume(returning: body()) }
      thread.stackSize = 128 << 10
      thread.start()
    }
  }

  @Test func `fragments without number are one message`() async {
    let machine = opened()
    let actions = await onSmallStack { [self] in
      var machine = machine
      let first = Self.frame(0x01, [0x61])
      let rest = [UInt8]((0..<20_000).flatMap { _ in Self.frame(0x00, [0x62]) })
      machine.append(first + rest + Self.frame(0x80, []))
      return all(&machine)
    }
    #expect(actions == [text("a" + String(repeating: "b", count: 20_000))])
  }

  @Test func `empty fragments take neither stack nor memory`() async {
    let machine = opened(maximum: 10)
    let (actions, size) = await onSmallStack { [self] in
      var machine = machine
      var actions: [WebSocketMachine.Action] = []
      machine.append(Self.frame(0x01, [0x61]))
      let many = [UInt8]((0..<300_000).flatMap { _ in [0x00, 0x00] as [UInt8] })
      for _ in 0..<4 {
        machine.append(many)
        actions += all(&machine)
      }
      let size = machine.unused
      machine.append(Self.frame(0x80, [0x62]))
      return (actions + all(&machine), size)
    }
    #expect(actions == [text("ab")] && size == 0)
  }

  @Test(arguments: [0x89, 0x8A, 0x81, 0x82] as [UInt8])
  func `what still comes after our goodbye is thrown away in one go`(first: UInt8) async {
    let machine = opened()
    let actions = await onSmallStack { [self] in
      var machine = machine
      _ = machine.close(.normal)
      machine.append([UInt8]((0..<200_000).flatMap { _ in [first, 0x00] }) + Self.frame(0x88, [0x03, 0xE8]))
      return all(&machine)
    }
    #expect(actions == [.ended(.closed(.normal, reason: ""))])
  }

  /// 4 MB in reads of any size cost as much as they are long.
  @Test(arguments: [1, 7, 4096])
  func `a frame in many reads is put together once`(size: Int) {
    var machine = opened(maximum: 8 << 20)
    let length = size == 1 ? 200_000 : 4 << 20
    machine.append([0x82, 0x7F] + UInt64(length).networkBytes)
    let piece = [UInt8](repeating: 7, count: size)
    var actions: [WebSocketMachine.Action] = []
    for start in stride(from: 0, to: length, by: size) {
      machine.append(Array(piece.prefix(length - start)))
      actions += all(&machine)
    }
    guard case .message(let message)? = actions.first, actions.count == 1 else {
      Issue.record("\(actions.count) actions")
      return
    }
    #expect(message.payload.count == length)
  }
}
