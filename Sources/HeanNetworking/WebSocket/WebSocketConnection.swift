import Dispatch
public import Foundation
import HeanCore

/// One WebSocket to a server: carries out what `WebSocketMachine` decides.
///
/// Messages are pulled: what nobody asks for stays in the socket, so memory is bounded whatever the reader does.
public actor WebSocketConnection {
  private let executor: SerialQueue
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private var machine: WebSocketMachine
  private let stream: any ByteStream
  private let readiness: Readiness
  private var isGone = false
  /// What has to wait until the messages before it have been handed over.
  private var held: WebSocketMachine.Action?
  /// Reads since the queue was last left to others: a socket that always has something to read would keep it for ever,
  /// and timers, goodbyes and readers with it.
  private var reads = 0
  private var isWriting = false
  private var waitingToWrite: [CheckedContinuation<Void, Never>] = []

  /// How long the other side may take to close after both close frames.
  private static let lingering = Duration.seconds(1)
  private static let leaving = Duration.milliseconds(200)
  /// Bytes of messages handed over at once.
  private static let batch = 256 << 10
  private static let readsInARow = 16
  private static let notOpen = "not open"

  private init(executor: SerialQueue, machine: WebSocketMachine, stream: sending any ByteStream) {
    self.executor = executor
    self.machine = machine
    self.stream = stream
    readiness = Readiness(descriptor: stream.descriptor, queue: executor.queue) { stream.close() }
  }

  /// Connects and shakes hands, all within the limit.
  public static func open(_ url: URL, _ options: WebSocketOptions = WebSocketOptions()) async throws(WebSocketError)
    -> WebSocketConnection
  {
    try await open(url, options, on: SerialQueue("hean.websocket"))
  }

  static func open(
    _ url: URL, _ options: WebSocketOptions, on executor: SerialQueue
  ) async throws(WebSocketError) -> WebSocketConnection {
    let address = try WebSocketAddress(url)
    let start = ContinuousClock.now
    var connecting = options.connection
    connecting.prefersCurl = options.kind == .curl
    let result = await StreamOpening().run(address.server, connecting, within: options.connectLimit)
    let stream: any ByteStream
    do throws(ConnectError) { stream = try result.get().take() } catch { throw WebSocketError(error) }
    let handshake = WebSocketHandshake(
      target: address.target, host: address.server.hostHeader, userAgent: options.userAgent, key: options.handshakeKey()
    )
    let connection = WebSocketConnection(
      executor: executor,
      machine: WebSocketMachine(handshake: handshake, maximumMessage: options.maximumMessage, mask: options.mask),
      stream: stream)
    try await connection.shake(handshake.request, within: options.connectLimit - (ContinuousClock.now - start))
    return connection
  }

  /// - Throws: at once when the task is cancelled.
  private func shake(_ request: [UInt8], within limit: Duration) async throws(WebSocketError) {
    let alarm = after(limit) { $0.drop() }
    defer { alarm.cancel() }
    let result = await withTaskCancellationHandler {
      await answer(to: request)
    } onCancel: {
      executor.queue.async { [self] in assumeIsolated { $0.drop() } }
    }
    switch result {
    case .success: return
    case .failure where Task.isCancelled: throw .unreachable(reason: "given up")
    case .failure(let error): throw error
    }
  }

  private func answer(to request: [UInt8]) async -> Result<Void, WebSocketError> {
    do throws(WebSocketError) {
      do {
        try await write(request)
      } catch {
        // Whether a reset is met while writing or while reading is chance: both end an unfinished handshake.
        if case .closed(_, let reason) = error, reason != Self.notOpen { throw machine.end(reason) }
        throw .unreachable(reason: "no handshake within the time limit")
      }
      while !machine.isOpen {
        switch machine.next() {
        case .opened: return .success(())
        case .ended(let error):
          drop()
          throw error
        default: try await readMore(orFail: .unreachable(reason: "no handshake within the time limit"))
        }
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// The messages that are there, at least one; waits for it.
  /// - Throws: `.closed` once the connection is over and every message before that was handed over.
  public func receive() async throws(WebSocketError) -> [WebSocketMessage] {
    var messages: [WebSocketMessage] = []
    var size = 0
    while true {
      guard let action = takeAction() else {
        if !messages.isEmpty { return messages }
        try await readMore(orFail: .closed(.abnormal, reason: "given up"))
        continue
      }
      if case .message(let message) = action {
        messages.append(message)
        size += message.payload.count
        if size > Self.batch { return messages }
        continue
      }
      guard messages.isEmpty else {
        held = action
        return messages
      }
      try await carryOut(action)
    }
  }

  private func takeAction() -> WebSocketMachine.Action? {
    if let action = held {
      held = nil
      return action
    }
    return machine.next()
  }

  private func carryOut(_ action: WebSocketMachine.Action) async throws(WebSocketError) {
    switch action {
    case .send(let frame):
      // A close frame that cannot be sent any more changes nothing.
      if machine.isEnded { try? await write(frame) } else { try await write(frame) }
    case .ended(let error):
      await linger()
      throw error
    case .opened, .message, .pong: break
    }
  }

  public func send(text: String) async throws(WebSocketError) {
    try await send(WebSocketMessage(isText: true, payload: Array(text.utf8)[...]))
  }

  public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
    guard let frame = machine.frame(message.isText ? .text : .binary, message.payload) else {
      throw .closed(.abnormal, reason: Self.notOpen)
    }
    try await write(frame)
  }

  /// Says goodbye beside somebody who is in `receive`, who is released when the other side has answered, or soon.
  public func leave() {
    guard !isGone, let frame = machine.close(.normal) else { return drop() }
    // A goodbye that does not fit into the socket now is not worth waiting for.
    if !isWriting { _ = stream.write(frame[...]) }
    _ = after(Self.leaving) { $0.drop() }
  }

  /// Ends it now, without a word; whoever waits in `receive` is released.
  public func drop() {
    guard !isGone else { return }
    isGone = true
    readiness.cancel()
  }

  /// The server should close first (RFC 6455, 7.1.1); until then what it sends is thrown away.
  private func linger() async {
    let alarm = after(Self.lingering) { $0.drop() }
    while !isGone {
      switch stream.read(atMost: 64 << 10) {
      case .done: await letOthersIn()
      case .wouldBlock: await untilReadable()
      case .closed, .ended: drop()
      }
    }
    alarm.cancel()
  }

  private func readMore(orFail gone: WebSocketError) async throws(WebSocketError) {
    await letOthersIn()
    while true {
      guard !isGone else { throw gone }
      switch stream.read(atMost: 64 << 10) {
      case .done(let bytes):
        machine.append(bytes)
        return
      case .wouldBlock: await untilReadable()
      case .closed:
        drop()
        throw machine.end(closedByPeer)
      case .ended(let reason):
        drop()
        throw machine.end(reason)
      }
    }
  }

  private func write(_ bytes: [UInt8]) async throws(WebSocketError) {
    // One frame at a time, or their bytes would mix while one waits.
    while isWriting { await withCheckedContinuation { waitingToWrite.append($0) } }
    isWriting = true
    defer {
      isWriting = false
      if !waitingToWrite.isEmpty { waitingToWrite.removeFirst().resume() }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      guard !isGone else { throw .closed(.abnormal, reason: Self.notOpen) }
      switch stream.write(rest) {
      case .done(let count): rest = rest.dropFirst(count)
      case .wouldBlock: await withCheckedContinuation { waiting in readiness.whenWritable { waiting.resume() } }
      case .closed:
        drop()
        throw .closed(.abnormal, reason: closedByPeer)
      case .ended(let reason):
        drop()
        throw .closed(.abnormal, reason: reason)
      }
    }
  }

  private func letOthersIn() async {
    reads += 1
    guard reads >= Self.readsInARow else { return }
    reads = 0
    await Task.yield()
  }

  private func untilReadable() async {
    reads = 0
    await withCheckedContinuation { waiting in readiness.whenReadable { waiting.resume() } }
  }

  private func after(_ limit: Duration, _ body: @escaping @Sendable (isolated WebSocketConnection) -> Void)
    -> DispatchWorkItem
  {
    let item = DispatchWorkItem { [self] in assumeIsolated { body($0) } }
    executor.queue.asyncAfter(deadline: .now() + max(0.001, limit.seconds), execute: item)
    return item
  }
}
