import Foundation
import HeanCore

/// Decides everything about an event stream: what to send, when to give up and come back, what was missed, what to say.
///
/// No clock and no socket: moments come in as time since the stream began, decisions go out as `actions` and `records`,
/// which the owner takes and carries out in order.
struct StreamMachine: Sendable {
  enum Action: Sendable, Equatable {
    case connect(after: Duration)
    case send(String)
    /// End the connection; `lost` follows.
    case drop
    /// Read the engine's memory of events after this number; `recovered` follows.
    case recover(since: Int)
    /// Read states over REST and report them.
    case refetch
    case poll(after: Duration)
    case stop(WebSocketError)
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
  private let random: @Sendable () -> Double

  var actions: [Action] = []
  var records: [StreamRecord] = []
  var phase = Phase.down
  /// Which reading of the memory counts: an answer that was asked for before this connection stood may lack what came
  /// between.
  private(set) var round = 0
  private(set) var attempt = 0
  private(set) var socketless = 0
  private var hasConnected = false
  private var connectedAt: Duration?
  private var downSince: Duration?
  private var lastBeat = Duration.zero
  private var isStale = false
  private var dropReason: String?
  private var lastSocketTry = Duration.zero
  var memory: StreamMemory
  private var leftovers = Leftovers()
  private var lastTopic: Topic?

  /// - Parameter since: the number after which events are wanted; `nil` begins with what comes.
  init(
    topics: [Topic], since: Int?, timing: StreamTiming, url: String, random: @escaping @Sendable () -> Double
  ) {
    self.topics = topics
    self.timing = timing
    self.url = url
    self.random = random
    memory = StreamMemory(topics: Set(topics), since: since, tolerance: timing.restartTolerance)
  }

  /// The heartbeat is always listened to: it is the proof of life.
  private var subscribed: [Topic] { topics.contains(.systemHeartbeat) ? topics : topics + [.systemHeartbeat] }

  var isPolling: Bool { if case .polling = phase { true } else { false } }

  mutating func start(usesSocket: Bool, at now: Duration, _ date: Date) {
    lastSocketTry = now
    if usesSocket { actions.append(.connect(after: .zero)) } else { poll("no WebSocket is wanted", at: now, date) }
  }

  mutating func opened(at now: Duration, _ date: Date) {
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
      // What comes is held until it is known what was missed, and the memory is read once every topic is confirmed: from
      // then on nothing can fall between the two.
      phase = .settling(Settling(since: now, unconfirmed: Set(subscribed)))
    } else {
      phase = .live
    }
    if !hasConnected {
      hasConnected = true
      say(.connected(to: url, topics, at: date))
    }
  }

  mutating func received(_ bytes: ArraySlice<UInt8>, at now: Duration, _ date: Date) {
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
    let held = HeldFrame(frame: frame, topic: topic, at: date)
    guard case .settling(var settling) = phase else {
      if !memory.deliver(held, isLive: true, into: &records) { beginAnew(with: held, at: now, date) }
      return reportNumbers(at: now, date)
    }
    // The copy in `phase` would make every append a copy of the whole list.
    phase = .live
    settling.held.add(held)
    if topic == .systemHeartbeat { settling.hasBeat = true }
    phase = .settling(settling)
    settle(at: now, date)
  }

  /// Another process counts behind the same connection: what it remembers comes first.
  private mutating func beginAnew(with held: HeldFrame, at now: Duration, _ date: Date) {
    var settling = Settling(since: now, asked: 0, unconfirmed: [], hasBeat: true)
    for frame in memory.takeRepetitions() + [held] { settling.held.add(frame) }
    memory.restart(into: &records, date)
    round += 1
    actions.append(.recover(since: 0))
    phase = .settling(settling)
  }

  private mutating func leave(_ kind: Leftovers.Kind, _ bytes: ArraySlice<UInt8>, at now: Duration, _ date: Date) {
    leftovers.add(kind, bytes, at: now, date).map { say($0) }
  }

  private mutating func reportNumbers(at now: Duration, _ date: Date) {
    let numbers = memory.takeDisbelieved()
    guard !numbers.isEmpty else { return }
    let list = numbers.map { "\($0)" }.joined(separator: ", ")
    leftovers.add(.number, count: numbers.count, list, at: now, date).map { say($0) }
  }

  private mutating func control(_ frame: EventFrame, at now: Duration, _ date: Date) {
    switch frame.typeName {
    case "subscribed":
      guard case .settling(var settling) = phase, settling.asked == nil, let topic = frame.topic else { return }
      settling.unconfirmed.remove(topic)
      if settling.unconfirmed.isEmpty { ask(&settling) }
      phase = .settling(settling)
    case "error": leave(.complaint, frame.bytes, at: now, date)
    // Pings of the application must not be answered: the engine takes a pong for an error.
    case "unsubscribed", "ping", "pong": break
    default: leave(.unknownMessage, frame.bytes, at: now, date)
    }
  }

  private mutating func ask(_ settling: inout Settling) {
    round += 1
    settling.asked = memory.since
    settling.numbersBefore = Array(settling.held.seqs)
    actions.append(.recover(since: memory.since))
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

  /// - Parameter asked: the `round` in which it was asked for.
  mutating func recovered(
    _ ring: Result<EventRing, StreamLoss>, in asked: Int, at now: Duration, _ date: Date
  ) {
    guard asked == round else { return }
    switch phase {
    case .settling(var settling):
      settling.ring = ring
      phase = .settling(settling)
      settle(at: now, date)
    case .polling: polled(ring, at: now, date)
    // The connection was lost while the memory was read: the next one asks again.
    case .down, .live, .ended: break
    }
  }

  /// Goes live as soon as it is known what was missed, and whether this is still the same process.
  private mutating func settle(at now: Duration, _ date: Date) {
    guard case .settling(var settling) = phase else { return }
    let isLate = now - settling.since >= timing.settling
    let isFull = settling.held.isFull
    if settling.asked == nil, isLate || isFull { ask(&settling) }
    // Live events are not held back without limit for the sake of old ones.
    if isFull, settling.ring == nil { settling.ring = .failure(StreamLoss(words: "it took too long")) }
    phase = .settling(settling)
    guard let ring = settling.ownRing, settling.hasBeat || isLate || isFull else { return }
    let hasRestarted = memory.hasRestarted(ring: try? ring.get(), held: settling.held.seqs)
    if hasRestarted, let asked = settling.asked, asked > 0, case .success = ring {
      // The numbers began anew: what was left out as known is not.
      memory.restart(into: &records, date)
      round += 1
      settling.asked = 0
      settling.ring = nil
      phase = .settling(settling)
      actions.append(.recover(since: 0))
      return
    }
    if hasRestarted { memory.restart(into: &records, date) }
    memory.settleStart(isSame: !hasRestarted && memory.restarts == 0)
    phase = .live
    let before = records.count
    var found: [StreamRecord] = []
    reportUnnumbered(ring, at: now, date)
    memory.absorb(ring, firstLive: settling.held.seqs.min(), .recovered, date, into: &found)
    announce(found, hasRestarted || memory.restarts > 0, at: now, date)
    records += found
    release(settling.held, date)
    reportNumbers(at: now, date)
    if before < records.count, downSince != nil || memory.restarts > 0 { actions.append(.refetch) }
    memory.forgetRestarts()
    downSince = nil
  }

  private mutating func release(_ held: HeldFrames, _ date: Date) {
    for frame in held.frames where !memory.deliver(frame, isLive: false, into: &records) {
      memory.restart(into: &records, date)
      _ = memory.deliver(frame, isLive: false, into: &records)
    }
  }

  private mutating func reportUnnumbered(_ ring: Result<EventRing, StreamLoss>, at now: Duration, _ date: Date) {
    guard case .success(let ring) = ring, ring.unnumbered > 0 else { return }
    leftovers.add(.memory, count: ring.unnumbered, "", at: now, date).map { say($0) }
  }

  /// The connection is gone, or the stream ends: what is held back waits for nothing any more.
  private mutating func letGo(_ date: Date, isOver: Bool) {
    guard case .settling(let settling) = phase else { return }
    if isOver {
      memory.absorb(
        settling.ring ?? .failure(StreamLoss(words: "the stream ended before")), firstLive: settling.held.seqs.min(),
        .recovered, date, into: &records)
      return release(settling.held, date)
    }
    // What has a number is found in the memory after the next connection, or told as lost.
    for held in settling.held.frames where held.frame.seq == nil {
      _ = memory.deliver(held, isLive: false, into: &records)
    }
  }

  /// The last words: nothing is kept back.
  mutating func finish(at now: Duration, _ date: Date) {
    letGo(date, isOver: true)
    phase = .ended
    memory.closeConnection()
    reportNumbers(at: now, date)
    records += leftovers.rest(at: now, date).map { .notice($0) }
  }

  private mutating func announce(_ found: [StreamRecord], _ hasRestarted: Bool, at now: Duration, _ date: Date) {
    guard let downSince else { return }
    let count = found.count { if case .event = $0 { true } else { false } }
    say(
      .reconnected(
        after: now - downSince, attempts: attempt, recovered: count, hasRestarted: hasRestarted, at: date))
  }

  mutating func tick(at now: Duration, _ date: Date) {
    records += leftovers.due(at: now, date).map { .notice($0) }
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

  /// The connection ended, or there was none.
  mutating func lost(_ error: WebSocketError, at now: Duration, _ date: Date) {
    letGo(date, isOver: false)
    memory.closeConnection()
    reportNumbers(at: now, date)
    if let connectedAt, now - connectedAt >= timing.healthy { attempt = 0 }
    connectedAt = nil
    let wasPolling = isPolling
    lastSocketTry = now
    switch error {
    case .closed(.policyViolation, _), .refused(401), .refused(403), .insecure: return stop(error)
    case .unreachable where !hasConnected && !wasPolling: return stop(error)
    case .refused, .handshake, .unavailable:
      socketless += 1
      if wasPolling { return actions.append(.poll(after: timing.poll)) }
      if !hasConnected || socketless >= 3 { return poll(error.words, at: now, date) }
    case .unreachable where wasPolling: return actions.append(.poll(after: timing.poll))
    case .unreachable, .closed: break
    }
    phase = .down
    if downSince == nil { downSince = now }
    let delay = timing.retry(attempt, random: random())
    attempt += 1
    let reason = dropReason ?? error.words
    dropReason = nil
    say(.retrying(after: delay, attempt, because: reason, error, at: date))
    actions.append(.connect(after: delay))
  }

  private mutating func poll(_ reason: String, at now: Duration, _ date: Date) {
    phase = .polling
    round += 1
    if downSince == nil { downSince = now }
    say(.polling(every: timing.poll, because: reason, topics, at: date))
    actions.append(.poll(after: .zero))
  }

  private mutating func polled(_ ring: Result<EventRing, StreamLoss>, at now: Duration, _ date: Date) {
    switch ring {
    case .failure(let loss):
      guard !loss.isFinal else { return stop(.refused(status: 403)) }
      if !isStale { say(.unreadable(loss, at: date)) }
      isStale = true
    case .success(let found):
      if isStale { say(StreamNotice(.fresh, at: date, "events can be read again")) }
      isStale = false
      let hasRestarted = memory.hasRestarted(ring: found, held: [])
      if hasRestarted {
        memory.restart(into: &records, date)
        actions.append(.recover(since: 0))
        return
      }
      reportUnnumbered(ring, at: now, date)
      memory.absorb(ring, firstLive: nil, .polled, date, into: &records)
    }
    if now - lastSocketTry >= timing.socketRetry {
      lastSocketTry = now
      actions.append(.connect(after: .zero))
    } else {
      actions.append(.poll(after: timing.poll))
    }
  }

  private mutating func stop(_ error: WebSocketError) {
    phase = .ended
    actions.append(.stop(error))
  }

  private mutating func say(_ notice: StreamNotice) { records.append(.notice(notice)) }
}
