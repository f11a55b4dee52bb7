import Foundation
import Glibc
import HeanCore
import HeanTestSupport
import Synchronization

@testable import HeanNetworking

/// An engine that sends numbered events as fast as its pump turns, remembers 500 of them, and can be hurt.
final class SoakEngine: Sendable {
  enum Fault: CaseIterable, Sendable {
    case drop, reset, halfOpen, zombie, slow, restart, refuse, forget, reorder, duplicate
  }

  struct Event: Sendable, Hashable {
    var era: Int
    var seq: Int
  }

  private struct Client {
    var descriptor: Int32
    var topics: Set<String>
    var isSilent = false
    var isFrozen = false
  }

  private struct State {
    var era = 0
    var seq = 0
    var ring: [(seq: Int, body: String)] = []
    var clients: [Int: Client] = [:]
    var truth: Set<Event> = []
    var refusals = 0
    var disorder = 0
    var doubles = 0
    var pause = 0
    var isForgetful = false
    var isStopped = false
    var began = ContinuousClock.now
    var accepted = 0
  }

  static let topics = ["orders", "signals", "market_data"]
  private let state = Mutex(State())
  private let held = Mutex<MisbehavingServer?>(nil)

  var url: URL { held.withLock { $0?.url } ?? URL(filePath: "/") }
  /// Every event of the wanted topics that was ever sent or only remembered.
  var truth: Set<Event> { state.withLock { $0.truth } }
  var connections: Int { state.withLock { $0.accepted } }
  /// How long this process has been there.
  var age: Duration { state.withLock { ContinuousClock.now - $0.began } }
  var isHeard: Bool { state.withLock { state in state.clients.values.contains { !$0.isSilent && !$0.isFrozen } } }

  init(wanted: Set<String>) throws {
    let server = try MisbehavingServer(keepAlive: true) { [weak self] connection in self?.serve(connection) }
    held.withLock { $0 = server }
    Thread { [self] in
      var turn = 0
      while pump(turn, wanted) {
        turn += 1
        Thread.sleep(forTimeInterval: 0.002)
      }
    }.start()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    cutAll()
    held.withLock { $0?.stop() }
  }

  /// - Returns: whether it goes on.
  private func pump(_ turn: Int, _ wanted: Set<String>) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      if state.pause > 0 {
        state.pause -= 1
        return true
      }
      var frames: [(topic: String, text: String)] = []
      for _ in 0..<Int.random(in: 1...3) {
        let topic = Self.topics[Int.random(in: 0..<3)]
        frames.append((topic, Self.emit(topic, "ORDER_PLACED", "{}", &state)))
        if wanted.contains(topic) { state.truth.insert(Event(era: state.era, seq: state.seq)) }
      }
      if turn % 10 == 0 {
        let uptime = (ContinuousClock.now - state.began).seconds
        frames.append(
          ("system_heartbeat", Self.emit("system_heartbeat", "HEARTBEAT", #"{"uptime_sec":\#(uptime)}"#, &state)))
      }
      if state.disorder > 0, frames.count > 1 {
        state.disorder -= 1
        frames.swapAt(0, 1)
      }
      if state.doubles > 0 {
        state.doubles -= 1
        frames += frames
      }
      for client in state.clients.values where !client.isSilent && !client.isFrozen {
        Self.send(
          frames.filter { client.topics.contains($0.topic) }.flatMap { SocketWire.text($0.text) }, to: client.descriptor
        )
      }
      return true
    }
  }

  private static func emit(_ topic: String, _ type: String, _ payload: String, _ state: inout State) -> String {
    state.seq += 1
    let body =
      #"{"seq":\#(state.seq),"ts":"era\#(state.era)-\#(state.seq)","type":"\#(type)","payload":\#(payload),"era":\#(state.era),"context":{"topic":"\#(topic)"}}"#
    state.ring.append((state.seq, body))
    if state.ring.count > 500 { state.ring.removeFirst() }
    return #"{"topic":"\#(topic)","data":\#(body),"timestamp":"x"}"#
  }

  /// What does not fit into the socket's buffer is lost with its connection, as with the real engine.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    guard !bytes.isEmpty else { return }
    let sent = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if sent != bytes.count { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func serve(_ connection: MisbehavingServer.Connection) {
    guard connection.request.contains("Upgrade: websocket") else { return answer(connection) }
    let isRefused = state.withLock { state in
      defer { state.refusals = max(0, state.refusals - 1) }
      return state.refusals > 0
    }
    guard !isRefused else {
      connection.answer("502 Bad Gateway", headers: ["Connection: close"], "no")
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
      return
    }
    connection.send(Data(SocketWire.handshake(for: connection.request)))
    state.withLock { state in
      state.accepted += 1
      state.clients[connection.number] = Client(
        descriptor: connection.descriptor, topics: Set(Self.topics + ["system_heartbeat"]))
    }
    listen(connection)
    state.withLock { $0.clients[connection.number] = nil }
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  private func listen(_ connection: MisbehavingServer.Connection) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(connection.descriptor, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { return }
      bytes += buffer.prefix(count)
      while let frame = SocketWire.take(&bytes) {
        guard frame.opcode == 1 else { continue }
        obey(String(decoding: frame.payload, as: UTF8.self), connection)
      }
    }
  }

  private func obey(_ text: String, _ connection: MisbehavingServer.Connection) {
    guard let topic = text.split(separator: "\"").dropLast().last.map(String.init) else { return }
    state.withLock { state in
      guard let client = state.clients[connection.number], !client.isFrozen else { return }
      let isWanted = text.contains(#""subscribe""#)
      if isWanted {
        state.clients[connection.number]?.topics.insert(topic)
      } else {
        state.clients[connection.number]?.topics.remove(topic)
      }
      Self.send(
        SocketWire.text(#"{"type":"\#(isWanted ? "" : "un")subscribed","topic":"\#(topic)"}"#), to: client.descriptor)
    }
  }

  private func answer(_ connection: MisbehavingServer.Connection) {
    let since =
      connection.request.split(separator: "\r\n").first?.split(separator: "=").last?.split(separator: " ").first
      .flatMap { Int($0) } ?? 0
    let body = state.withLock { state -> String in
      let events = state.isForgetful ? state.ring.suffix(20) : state.ring[...]
      return
        #"{"events":[\#(events.filter { $0.seq > since }.map(\.body).joined(separator: ","))],"last_seq":\#(state.seq)}"#
    }
    connection.answer("200 OK", body)
  }

  private func cutAll() { state.withLock { $0.clients.values.forEach { shutdown($0.descriptor, Int32(SHUT_RDWR)) } } }

  func hurt(_ fault: Fault) {
    switch fault {
    case .drop: cutAll()
    case .reset:
      state.withLock { state in
        for client in state.clients.values {
          var linger = linger(l_onoff: 1, l_linger: 0)
          _ = unsafe setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
      }
      cutAll()
    case .halfOpen: state.withLock { state in for key in state.clients.keys { state.clients[key]?.isFrozen = true } }
    case .zombie: state.withLock { state in for key in state.clients.keys { state.clients[key]?.isSilent = true } }
    case .slow: state.withLock { $0.pause = 30 }
    case .restart:
      state.withLock { state in
        state.era += 1
        state.seq = 0
        state.ring = []
        state.began = .now
        for client in state.clients.values { Self.send(SocketWire.frame(0x88, [0x03, 0xF4]), to: client.descriptor) }
      }
      cutAll()
    case .refuse:
      state.withLock { $0.refusals = 2 }
      cutAll()
    case .forget:
      state.withLock { $0.isForgetful.toggle() }
      cutAll()
    case .reorder: state.withLock { $0.disorder = 30 }
    case .duplicate: state.withLock { $0.doubles = 30 }
    }
  }
}
