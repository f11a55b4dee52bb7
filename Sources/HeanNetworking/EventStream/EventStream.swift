import Dispatch
public import Foundation
public import HeanCore

/// What a stream is asked for.
public struct EventStreamConfiguration: Sendable {
  /// The engine's REST base.
  public var baseURL: URL
  public var topics: [Topic]
  /// Events after this number first, as far as the engine remembers.
  public var since: Int?
  public var socket = WebSocketOptions()
  public var timing = StreamTiming()
  /// Read and reported after each reconnect, because no event tells of their change.
  public var states: [String] = []

  public init(baseURL: URL, topics: [Topic]) {
    self.baseURL = baseURL
    self.topics = topics
  }
}

/// A stream of the engine's events that heals itself and says so: carries out what `StreamMachine` decides.
///
/// The socket is drained whatever the reader does, because the engine drops whoever does not read for five seconds. What
/// the reader leaves lying is bounded: past that the stream waits a moment, then throws events away and says how many.
public actor EventStream {
  private let executor: SerialQueue
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private let configuration: EventStreamConfiguration
  private let rest: any RESTTransport
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private let start = ContinuousClock.now
  private var machine: StreamMachine
  private var recordQueue = RecordQueue()
  private var reader: CheckedContinuation<Void, Never>?
  /// Whoever has to write and finds the outbox full.
  private var writer: CheckedContinuation<Void, Never>?
  /// Whoever is in `run`.
  private var runner: CheckedContinuation<Void, Never>?
  private var connection: (any WebSocketChannel)?
  private var plan: [StreamMachine.Action] = []
  private var isStopped = false
  private var failure: ConnectionLoss?
  private let tasks: AsyncStream<StreamTask>
  private let taskSink: AsyncStream<StreamTask>.Continuation

  /// What is done beside the conversation.
  private enum StreamTask: Sendable {
    case recover(since: Int, round: Int)
    case refetch
  }

  /// - Parameters:
  ///   - rest: reads what was missed while there was no connection, and polls where there is no WebSocket.
  ///   - random: 0 ..< 1, for the pauses between connections.
  public init(
    _ configuration: EventStreamConfiguration, rest: any RESTTransport,
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.configuration = configuration
    self.rest = rest
    self.now = now
    self.sleep = sleep
    executor = SerialQueue("hean.stream")
    machine = StreamMachine(
      topics: configuration.topics, since: configuration.since, timing: configuration.timing, url: rest.displayURL,
      random: random)
    (tasks, taskSink) = AsyncStream.makeStream()
  }

  /// The records that are there, at least one; waits for it. `nil` when the stream has ended.
  /// - Throws: why it ended by itself.
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

  /// Runs until `stop`, until its task is cancelled, or until it is told that asking again is of no use.
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
        // Whatever is waited for, a connection that is still being opened too, ends with it.
        group.cancelAll()
      }
    } onCancel: {
      Task { await self.stop() }
    }
  }

  /// Ends the stream; `next` hands out what is left.
  public func stop() async {
    guard !isStopped else { return }
    finish()
    await connection?.leave()
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
      // Left over from a connection that is gone.
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
      guard !isStopped else { return await connection.drop() }
      self.connection = connection
      machine.opened(at: clock, now())
      collect(at: clock)
      var batches = 0
      while true {
        if !isStopped { try await sendPlanned(connection) }
        await room()
        let messages = try await connection.receive()
        // A flood must not keep the clock, the reader and a goodbye away from the queue.
        batches += 1
        if batches % 4 == 0 { await Task.yield() }
        // Between our goodbye and theirs nothing counts any more.
        guard !isStopped else { continue }
        let date = now()
        let moment = clock
        for message in messages { machine.received(message.payload, at: moment, date) }
        collect(at: moment)
      }
    } catch {
      await connection?.drop()
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

  /// Takes what the machine has decided: records to the reader, actions to whoever carries them out.
  private func collect(at moment: Duration) {
    if !machine.records.isEmpty {
      recordQueue.add(machine.records, at: moment)
      machine.records.removeAll(keepingCapacity: true)
      wake()
    }
    for action in machine.actions {
      switch action {
      // While polling nobody has to be listened to meanwhile.
      case .recover where machine.isPolling: plan.append(action)
      case .recover(let since): taskSink.yield(.recover(since: since, round: machine.round))
      case .refetch: taskSink.yield(.refetch)
      case .drop: if let connection { Task { await connection.drop() } }
      case .connect, .send, .poll, .stop: plan.append(action)
      }
    }
    machine.actions.removeAll(keepingCapacity: true)
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }

  /// Beyond the limit nothing is read for a while, so that the other side waits; beyond that time it is read and thrown
  /// away.
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

  /// At the same time: one that takes long must not hold up the next connection's.
  private func runTasks() async {
    await withDiscardingTaskGroup { group in
      for await errand in tasks {
        group.addTask {
          switch errand {
          case .recover(let since, let round): await self.recover(since: since, round: round)
          case .refetch: await self.refetch()
          }
        }
      }
      group.cancelAll()
    }
  }

  /// Reads the engine's memory of events.
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
      return .failure(StreamMachine.StreamLoss(words: "\(EventRing.path) answers no events"))
    }
  }

  /// What no event tells is read after a reconnect.
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
