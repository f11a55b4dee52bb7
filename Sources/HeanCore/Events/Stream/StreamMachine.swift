/// Decides everything about an event stream: what to send, when to give up and reconnect, what was missed, what to
/// report.
///
/// It has no clock and no socket. Times come in as time since the start of the stream; decisions go out as `actions`
/// and `records`, which the owner takes and carries out in order.
package struct StreamMachine: Sendable {
  /// What the owner has to do.
  package enum Action: Sendable, Equatable {
    /// Open a WebSocket after this time; `opened` or `lost` follows.
    case connect(after: Duration)
    /// Send this text.
    case send(String)
    /// Close the connection; `lost` follows.
    case drop
    /// Read the engine's memory of events after this number; `recovered` follows.
    case recover(since: Int)
    /// Read states over REST and report them, for what no event tells.
    case refetch
    /// Read the engine's memory of events after this time, in place of a WebSocket; `recovered` follows.
    case poll(after: Duration)
    /// End the stream for this reason.
    case stop(ConnectionLoss)
  }

  /// Why the engine's memory of events could not be read.
  package struct StreamLoss: Error, Sendable, Equatable {
    var message: String
    /// 401 or 403: asking again would fail as well.
    var isFinal: Bool

    package init(words: String, isFinal: Bool = false) {
      self.message = words
      self.isFinal = isFinal
    }
  }

  enum Phase: Sendable {
    case down
    case settling(Settling)
    case live
    case polling
    case ended
  }

  let topics: [Topic]
  let timing: StreamTiming
  let url: String
  let random: @Sendable () -> Double

  /// What the owner has to do, in order. The owner takes them away.
  package var actions: [Action] = []
  /// What the reader gets, in order. The owner takes them away.
  package var records: [StreamRecord] = []
  var phase = Phase.down
  /// Which read of the memory is the current one. The answer to an older one, asked for before this connection, may
  /// lack events in between.
  package internal(set) var round = 0
  var attempt = 0
  var socketless = 0
  var hasConnected = false
  var connectedAt: Duration?
  var downSince: Duration?
  private var lastBeat = Duration.zero
  var isStale = false
  var dropReason: String?
  var lastSocketTry = Duration.zero
  var memory: StreamMemory
  var carried = CarriedFrames()
  var ignoredInput = IgnoredInput()
  private var lastTopic: Topic?

  /// - Parameter since: number of the last event that is known already; `nil` begins with the next one that comes.
  package init(
    topics: [Topic], since: Int?, timing: StreamTiming, url: String, random: @escaping @Sendable () -> Double
  ) {
    self.topics = topics
    self.timing = timing
    self.url = url
    self.random = random
    memory = StreamMemory(topics: Set(topics), since: since, tolerance: timing.restartTolerance)
  }

  /// The heartbeat is always subscribed to: it proves that the engine is still heard.
  private var subscribed: [Topic] { topics.contains(.systemHeartbeat) ? topics : topics + [.systemHeartbeat] }

  /// Number from which the engine's memory of events is to be read.
  package var since: Int { memory.since }
  /// Whether events are polled, without a WebSocket.
  package var isPolling: Bool { if case .polling = phase { true } else { false } }

  /// Begins the stream.
  /// - Parameter usesSocket: `false` polls from the start.
  package mutating func start(usesSocket: Bool, at now: Duration, _ date: Date) {
    lastSocketTry = now
    if usesSocket { actions.append(.connect(after: .zero)) } else { poll("no WebSocket is wanted", at: now, date) }
  }

  /// The owner has opened a connection.
  package mutating func opened(at now: Duration, _ date: Date) {
    round += 1
    memory.forgetStart()
    connectedAt = now
    lastBeat = now
    isStale = false
    dropReason = nil
    socketless = 0
    for topic in Topic.allCases where topic.isAutomatic && !subscribed.contains(topic) {
      actions.append(.send(#"{"action":"unsubscribe","topic":"\#(topic.rawValue)"}"#))
    }
    for topic in subscribed { actions.append(.send(#"{"action":"subscribe","topic":"\#(topic.rawValue)"}"#)) }
    if memory.hasBegun {
      // Frames are held back until it is known what was missed. The memory is read when every topic is confirmed: no
      // event can be lost between that and the live ones.
      phase = .settling(Settling(since: now, unconfirmed: Set(subscribed)))
    } else {
      phase = .live
    }
    if !hasConnected {
      hasConnected = true
      say(.connected(to: url, topics, at: date))
    }
  }

  /// The owner has received one frame.
  package mutating func received(_ bytes: ArraySlice<UInt8>, at now: Duration, _ date: Date) {
    let frame: EventFrame
    do throws(JSONScan.Malformed) {
      frame = try EventFrame(bytes, hint: lastTopic)
    } catch {
      return leave(.unreadable, bytes, at: now, date)
    }
    guard frame.kind != .control else { return control(frame, at: now, date) }
    guard let topic = frame.topic else {
      return leave(frame.topicName == nil ? .noTopic : .unknownTopic, frame.bytes, at: now, date)
    }
    lastTopic = topic
    if frame.hasBrokenNumber { leave(.number, frame.bytes, at: now, date) }
    if topic == .systemHeartbeat || topic == .systemStatus { beat(frame, topic, at: now, date) }
    let held = PendingFrame(frame: frame, topic: topic, at: date)
    guard case .settling(var settling) = phase else {
      if !memory.deliver(held, isLive: true, into: &records) { beginAnew(with: held, at: now, date) }
      return reportNumbers(at: now, date)
    }
    // Without this, `phase` would hold a second copy, and each append would copy the whole list.
    phase = .live
    settling.held.add(held)
    if topic == .systemHeartbeat { settling.hasBeat = true }
    phase = .settling(settling)
    settle(at: now, date)
  }

  private mutating func leave(_ kind: IgnoredInput.Kind, _ bytes: ArraySlice<UInt8>, at now: Duration, _ date: Date) {
    ignoredInput.add(kind, bytes, at: now, date).map { say($0) }
  }

  mutating func reportNumbers(at now: Duration, _ date: Date) {
    let numbers = memory.takeDisbelieved()
    guard !numbers.isEmpty else { return }
    let list = numbers.map { "\($0)" }.joined(separator: ", ")
    ignoredInput.add(.number, count: numbers.count, list, at: now, date).map { say($0) }
  }

  private mutating func control(_ frame: EventFrame, at now: Duration, _ date: Date) {
    switch frame.typeName {
    case "subscribed":
      guard case .settling(var settling) = phase, settling.asked == nil, let topic = frame.topic else { return }
      settling.unconfirmed.remove(topic)
      if settling.unconfirmed.isEmpty { ask(&settling) }
      phase = .settling(settling)
    case "error": leave(.complaint, frame.bytes, at: now, date)
    // Pings of this kind must not be answered: the engine takes the answer for an error.
    case "unsubscribed", "ping", "pong": break
    default: leave(.unknownMessage, frame.bytes, at: now, date)
    }
  }

  private mutating func beat(_ frame: EventFrame, _ topic: Topic, at now: Duration, _ date: Date) {
    lastBeat = now
    if topic == .systemHeartbeat {
      let isKnown = if case .settling = phase { false } else { true }
      memory.noteUptime(frame, isKnown: isKnown, at: now)
    }
    guard isStale else { return }
    isStale = false
    say(StreamNotice(.fresh, at: date, "the heartbeat is back"))
  }

  /// The owner has read the engine's memory, or failed to.
  /// - Parameter asked: the `round` in which the read was asked for.
  package mutating func recovered(
    _ ring: Result<EventRing, StreamLoss>, in asked: Int, at now: Duration, _ date: Date
  ) {
    guard asked == round else { return }
    switch phase {
    case .settling(var settling):
      settling.ring = ring
      phase = .settling(settling)
      settle(at: now, date)
    case .polling: polled(ring, at: now, date)
    // The connection was lost meanwhile: after the next connect the memory is read again.
    case .down, .live, .ended: break
    }
  }

  /// The stream ends: passes on everything that was held back.
  package mutating func finish(at now: Duration, _ date: Date) {
    letGo(date, isOver: true)
    phase = .ended
    memory.closeConnection()
    reportNumbers(at: now, date)
    records += ignoredInput.rest(at: now, date).map { .notice($0) }
  }

  /// Time has passed: reports silence, and gives up a connection that is dead.
  package mutating func tick(at now: Duration, _ date: Date) {
    records += ignoredInput.due(at: now, date).map { .notice($0) }
    switch phase {
    case .live, .settling:
      settle(at: now, date)
      let silence = now - lastBeat
      if silence >= timing.dead, dropReason == nil {
        dropReason = StreamNotice.noHeartbeat(for: silence)
        actions.append(.drop)
      } else if silence >= timing.stale, !isStale {
        isStale = true
        say(.silent(for: silence, at: date))
      }
    case .down, .polling, .ended: break
    }
  }

  mutating func say(_ notice: StreamNotice) { records.append(.notice(notice)) }
}
