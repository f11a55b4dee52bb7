import Dispatch
public import HeanCore

/// One WebSocket to a server. It carries out what `WebSocketMachine` decides.
///
/// Bytes are read only while a task is in `receive`; other messages stay in the socket, so memory is limited even if
/// the reader is slow.
public actor WebSocketConnection {
  private let executor: SerialQueue
  /// The dispatch queue that this actor runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private var machine: WebSocketMachine
  private let stream: any ByteStream
  private let readiness: Readiness
  private var isGone = false
  /// An action that waits until the messages before it were returned.
  private var held: WebSocketMachine.Action?
  /// Reads since other work last had a turn on the queue. A socket that always has something to read would otherwise
  /// block the queue, and with it timers, `close` and other tasks.
  private var reads = 0
  private var isWriting = false
  private var waitingToWrite: [CheckedContinuation<Void, Never>] = []

  /// How long the server may take to close the connection after both close frames.
  private static let lingering = Duration.seconds(1)
  /// How long the server may take to answer our close frame.
  private static let leaving = Duration.milliseconds(200)
  /// `receive` returns as soon as its messages have more bytes than this.
  private static let batch = 256 << 10
  private static let readsInARow = 16
  private static let notOpen = "not open"

  private init(executor: SerialQueue, machine: WebSocketMachine, stream: sending any ByteStream) {
    self.executor = executor
    self.machine = machine
    self.stream = stream
    readiness = Readiness(descriptor: stream.descriptor, queue: executor.queue) { stream.close() }
  }

  /// Connects and does the WebSocket handshake, both within `options.connectLimit`.
  /// - Parameter url: with the scheme ws, wss, http or https.
  /// - Throws: why there is no connection, or why the handshake failed.
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

  /// Does the handshake.
  /// - Throws: why it failed; `.unreachable` as soon as the task is cancelled.
  private func shake(_ request: [UInt8], within limit: Duration) async throws(WebSocketError) {
    let alarm = after(limit) { $0.abort() }
    defer { alarm.cancel() }
    let result = await withTaskCancellationHandler {
      await answer(to: request)
    } onCancel: {
      executor.queue.async { [self] in assumeIsolated { $0.abort() } }
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
        // A reset shows while writing or while reading, by chance. Both mean that the handshake was not finished.
        if case .closed(_, let reason) = error, reason != Self.notOpen { throw machine.end(reason) }
        throw .unreachable(reason: "no handshake within the time limit")
      }
      while !machine.isOpen {
        switch machine.next() {
        case .opened: return .success(())
        case .ended(let error):
          abort()
          throw error
        default: try await readMore(orFail: .unreachable(reason: "no handshake within the time limit"))
        }
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Returns the messages that have arrived, at least one; waits while there is none.
  /// - Throws: `.closed` once the connection is over and every message before that was returned.
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
      // It does not matter if the last close frame can no longer be sent.
      if machine.isEnded { try? await write(frame) } else { try await write(frame) }
    case .ended(let error):
      await linger()
      throw error
    case .opened, .message, .pong: break
    }
  }

  /// Sends one text message. Returns when the system has accepted all its bytes.
  /// - Throws: `.closed` when the connection is not open or ends meanwhile.
  public func send(text: String) async throws(WebSocketError) {
    try await send(WebSocketMessage(isText: true, payload: Array(text.utf8)[...]))
  }

  /// Sends one message. Returns when the system has accepted all its bytes.
  /// - Throws: `.closed` when the connection is not open or ends meanwhile.
  public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
    guard let frame = machine.frame(message.isText ? .text : .binary, message.payload) else {
      throw .closed(.abnormal, reason: Self.notOpen)
    }
    try await write(frame)
  }

  /// Sends a close frame. Another task may be in `receive`: it is released when the server has answered, or after 200
  /// ms.
  public func close() {
    guard !isGone, let frame = machine.close(.normal) else { return abort() }
    // If the socket cannot take the close frame now, waiting for it is not worth the time.
    if !isWriting { _ = stream.write(frame[...]) }
    _ = after(Self.leaving) { $0.abort() }
  }

  /// Ends the connection at once, without a close frame, and releases the task that waits in `receive`.
  public func abort() {
    guard !isGone else { return }
    isGone = true
    readiness.cancel()
  }

  /// Waits up to a second for the server, which should close first (RFC 6455, 7.1.1). What it still sends is discarded.
  private func linger() async {
    let alarm = after(Self.lingering) { $0.abort() }
    while !isGone {
      switch stream.read(atMost: 64 << 10) {
      case .done: await letOthersIn()
      case .wouldBlock: await untilReadable()
      case .closed, .ended: abort()
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
        abort()
        throw machine.end(closedByPeer)
      case .ended(let reason):
        abort()
        throw machine.end(reason)
      }
    }
  }

  private func write(_ bytes: [UInt8]) async throws(WebSocketError) {
    // One frame at a time: otherwise their bytes would mix while one waits for the socket.
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
        abort()
        throw .closed(.abnormal, reason: closedByPeer)
      case .ended(let reason):
        abort()
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
