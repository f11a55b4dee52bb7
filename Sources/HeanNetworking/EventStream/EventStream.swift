import Dispatch
public import HeanCore

/// Which events an `EventStream` receives, from which engine, and how.
public struct EventStreamConfiguration: Sendable {
  /// The engine's REST base URL, http or https. The WebSocket is at `ws` below it.
  public var baseURL: URL
  /// The topics to subscribe to.
  public var topics: [Topic]
  /// The number of an event: the events after it that the engine still remembers come first. `nil` begins with the next
  /// live event.
  public var since: Int?
  /// How the WebSocket is opened. With the kind `none` the stream polls over HTTP instead.
  public var socket = WebSocketOptions()
  /// The time limits and pauses of the stream.
  public var timing = StreamTiming()
  /// Paths that are read and reported after each reconnect, because no event reports their changes.
  public var states: [String] = []
  /// The key of the engine's REST interface; a WebSocket sends none. It is taken out of events that repeat it.
  public var apiKey: APIKey?

  /// The live events of `topics`, with the usual options.
  public init(baseURL: URL, topics: [Topic]) {
    self.baseURL = baseURL
    self.topics = topics
  }
}

/// A stream of the engine's events that reconnects by itself and reports each interruption. It carries out what
/// `StreamMachine` decides.
///
/// The socket is read even when the reader is slow, because the engine drops a client that does not read for five
/// seconds. The number of records that wait for the reader is limited: above the limit the stream stops reading for a
/// moment, then it discards events and reports how many.
public actor EventStream: EventFeed {
  private let executor: SerialQueue
  /// The dispatch queue that this actor runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private let configuration: EventStreamConfiguration
  private let sieve: KeySieve
  private let rest: any RESTTransport
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private let start = ContinuousClock.now
  private var machine: StreamMachine
  private var recordQueue = RecordQueue()
  private var reader: CheckedContinuation<Void, Never>?
  /// The task that reads the socket, while it waits because `recordQueue` is full.
  private var writer: CheckedContinuation<Void, Never>?
  /// The task that is in `run`.
  private var runner: CheckedContinuation<Void, Never>?
  private var connection: (any WebSocketChannel)?
  private var plan: [StreamMachine.Action] = []
  private var isStopped = false
  private var failure: ConnectionLoss?
  private let tasks: AsyncStream<StreamTask>
  private let taskSink: AsyncStream<StreamTask>.Continuation

  /// Work that is done at the same time as the connection is read.
  private enum StreamTask: Sendable {
    case recover(since: Int, round: Int)
    case refetch
  }

  /// Prepares a stream; `run` starts it.
  /// - Parameters:
  ///   - rest: reads the events that were missed while there was no connection, and polls when there is no WebSocket.
  ///   - now: the wall clock, for the times in records.
  ///   - random: returns 0 ..< 1; it varies the pauses between connections.
  ///   - sleep: waits for the given time; tests replace it.
  public init(
    _ configuration: EventStreamConfiguration, rest: any RESTTransport,
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.configuration = configuration
    sieve = KeySieve(configuration.apiKey)
    self.rest = rest
    self.now = now
    self.sleep = sleep
    executor = SerialQueue("hean.stream")
    machine = StreamMachine(
      topics: configuration.topics, since: configuration.since, timing: configuration.timing, url: rest.displayURL,
      random: random)
    (tasks, taskSink) = AsyncStream.makeStream()
  }

  /// Returns the records that have arrived, at least one; waits while there is none.
  /// - Returns: `nil` when the stream was stopped and every record was returned.
  /// - Throws: why the stream ended without being stopped, after every record was returned.
  public func next() async throws(ConnectionLoss) -> [StreamRecord]? {
    while true {
      if let records = recordQueue.take(now()) {
        admit()
        return records
      }
      if let failure { throw failure }
      guard !isStopped else { return nil }
      await withCheckedContinuation { reader = $0 }
    }
  }

  /// Runs the stream until `stop` is called, its task is cancelled, or an answer shows that no later attempt can
  /// succeed. In the last case `next` throws the reason.
  public func run() async {
    guard !isStopped else { return }
    machine.start(usesSocket: configuration.socket.kind != .none, at: clock, now())
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.keepTime() }
        group.addTask { await self.runTasks() }
        group.addTask {
          await self.follow()
          await self.finish()
        }
        await untilStopped()
        // This also ends every wait, including the wait for a connection that is still being opened.
        group.cancelAll()
      }
    } onCancel: {
      Task { await self.stop() }
    }
  }

  /// Ends the stream. `next` still returns the records that are left.
  public func stop() async {
    guard !isStopped else { return }
    finish()
    await connection?.close()
  }

  private func finish() {
    guard !isStopped else { return }
    isStopped = true
    machine.finish(at: clock, now())
    collect(at: clock)
    taskSink.finish()
    wake()
    runner?.resume()
    runner = nil
  }

  private func untilStopped() async {
    guard !isStopped else { return }
    await withCheckedContinuation { runner = $0 }
  }

  private var clock: Duration { ContinuousClock.now - start }

  private func follow() async {
    collect(at: clock)
    while !isStopped, !Task.isCancelled {
      guard !plan.isEmpty else { return }
      let action = plan.removeFirst()
      switch action {
      case .connect(let delay):
        if delay > .zero { try? await sleep(delay) }
        if !isStopped { await converse() }
      case .poll(let delay):
        if delay > .zero { try? await sleep(delay) }
        if !isStopped { await recover(since: machine.since, round: machine.round) }
      case .stop(let loss): failure = loss
      // While polling, missed events are read here. The other actions belong to a connection that is gone.
      case .recover(let since) where machine.isPolling: await recover(since: since, round: machine.round)
      case .send, .drop, .recover, .refetch: continue
      }
      collect(at: clock)
    }
  }

  /// One connection from its opening to its end.
  private func converse() async {
    do throws(WebSocketError) {
      let connection = try await WebSocketChannels.open(socketURL, configuration.socket, on: executor)
      guard !isStopped else { return await connection.abort() }
      self.connection = connection
      machine.opened(at: clock, now())
      collect(at: clock)
      var batches = 0
      while true {
        if !isStopped { try await sendPlanned(connection) }
        await room()
        let messages = try await connection.receive()
        // Many messages in a row must not keep timers, the reader and `stop` waiting for this queue.
        batches += 1
        if batches % 4 == 0 { await Task.yield() }
        // After `stop`, messages that come before the engine's close frame are ignored.
        guard !isStopped else { continue }
        let date = now()
        let moment = clock
        for message in messages { machine.received(sieve.cleaned(message.payload), at: moment, date) }
        collect(at: moment)
      }
    } catch {
      await connection?.abort()
      connection = nil
      if !isStopped { machine.lost(ConnectionLoss(error), at: clock, now()) }
    }
  }

  private var socketURL: URL {
    configuration.baseURL.appending(path: "ws")
  }

  private func sendPlanned(_ connection: any WebSocketChannel) async throws(WebSocketError) {
    while let place = plan.firstIndex(where: { if case .send = $0 { true } else { false } }) {
      guard case .send(let text) = plan.remove(at: place) else { continue }
      try await connection.send(text: text)
    }
  }

  /// Takes what the machine has decided: passes records to the reader, and actions to the code that carries them out.
  private func collect(at moment: Duration) {
    if !machine.records.isEmpty {
      recordQueue.add(machine.records, at: moment)
      machine.records.removeAll(keepingCapacity: true)
      wake()
    }
    for action in machine.actions {
      switch action {
      // While polling there is no connection to read at the same time.
      case .recover where machine.isPolling: plan.append(action)
      case .recover(let since): taskSink.yield(.recover(since: since, round: machine.round))
      case .refetch: taskSink.yield(.refetch)
      case .drop: if let connection { Task { await connection.abort() } }
      case .connect, .send, .poll, .stop: plan.append(action)
      }
    }
    machine.actions.removeAll(keepingCapacity: true)
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }

  /// Above the limit of waiting records, nothing is read for a while, so that the engine has to wait. When that time is
  /// over, events are read and discarded.
  private func room() async {
    while let patience = recordQueue.patience(at: clock), !isStopped, !Task.isCancelled {
      await withTaskGroup { group in
        group.addTask { try? await self.sleep(patience) }
        group.addTask { await self.untilRead() }
        await group.next()
        group.cancelAll()
        admit()
      }
    }
  }

  private func untilRead() async {
    guard recordQueue.patience(at: clock) != nil, !isStopped, !Task.isCancelled else { return }
    await withCheckedContinuation { writer = $0 }
  }

  private func admit() {
    writer?.resume()
    writer = nil
  }

  private func keepTime() async {
    while !isStopped, !Task.isCancelled {
      do { try await sleep(configuration.timing.tick) } catch { return }
      machine.tick(at: clock, now())
      collect(at: clock)
    }
  }

  /// Runs the tasks at the same time: a slow one must not delay a task of the next connection.
  private func runTasks() async {
    await withDiscardingTaskGroup { group in
      for await task in tasks {
        group.addTask {
          switch task {
          case .recover(let since, let round): await self.recover(since: since, round: round)
          case .refetch: await self.refetch()
          }
        }
      }
      group.cancelAll()
    }
  }

  /// Reads the recent events that the engine keeps.
  private func recover(since: Int, round: Int) async {
    let request = RESTRequest(
      .get, EventRing.path,
      query: [.init("limit", String(EventRing.limit)), .init("since_seq", String(since))])
    let result: Result<EventRing, StreamMachine.StreamLoss>
    do throws(TransportError) {
      let answer = try await rest.send(request)
      result = Self.ring(answer)
    } catch {
      let reason = EngineError.transport(error).shortText
      result = .failure(StreamMachine.StreamLoss(words: "no answer from \(EventRing.path) (\(reason))"))
    }
    guard !isStopped else { return }
    machine.recovered(result, in: round, at: clock, now())
    collect(at: clock)
  }

  private static func ring(_ answer: RESTResponse) -> Result<EventRing, StreamMachine.StreamLoss> {
    guard answer.status == 200 else {
      return .failure(
        StreamMachine.StreamLoss(
          words: "\(EventRing.path) answers HTTP \(answer.status)", isFinal: [401, 403].contains(answer.status)))
    }
    do throws(JSONScan.Malformed) {
      return .success(try EventRing(Array(answer.body)[...]))
    } catch {
      return .failure(StreamMachine.StreamLoss(words: "the answer of \(EventRing.path) holds no list of events"))
    }
  }

  /// After a reconnect, reads the states whose changes no event reports.
  private func refetch() async {
    for path in configuration.states {
      guard let answer = try? await rest.send(RESTRequest(.get, path)), answer.status == 200,
        let body = try? JSONValue(reading: answer.body), !isStopped
      else { continue }
      machine.records.append(
        .notice(
          StreamNotice(.state, at: now(), "\(path) read again", ["path": .string(path), "body": body])))
      collect(at: clock)
    }
  }
}
