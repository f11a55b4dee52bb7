/// Reconnecting, and polling where no WebSocket can be opened.
extension StreamMachine {
  /// The connection ended, or could not be opened.
  package mutating func lost(_ loss: ConnectionLoss, at now: Duration, _ date: Date) {
    letGo(date, isOver: false)
    memory.closeConnection()
    reportNumbers(at: now, date)
    if let connectedAt, now - connectedAt >= timing.healthy { attempt = 0 }
    connectedAt = nil
    let wasPolling = isPolling
    lastSocketTry = now
    if loss.isFinal { return stop(loss) }
    switch loss {
    case .unreachable where !hasConnected && !wasPolling: return stop(loss)
    case .refused, .unreadable, .unavailable:
      socketless += 1
      if wasPolling { return actions.append(.poll(after: timing.poll)) }
      if !hasConnected || socketless >= 3 { return poll(loss.message, at: now, date) }
    case .unreachable where wasPolling: return actions.append(.poll(after: timing.poll))
    case .unreachable, .ended, .insecure: break
    }
    phase = .down
    if downSince == nil { downSince = now }
    let delay = timing.retry(attempt, random: random())
    attempt += 1
    let reason = dropReason ?? loss.message
    dropReason = nil
    say(.retrying(after: delay, attempt, because: reason, loss, at: date))
    actions.append(.connect(after: delay))
  }

  mutating func poll(_ reason: String, at now: Duration, _ date: Date) {
    phase = .polling
    round += 1
    if downSince == nil { downSince = now }
    say(.polling(every: timing.poll, because: reason, topics, at: date))
    actions.append(.poll(after: .zero))
  }

  mutating func polled(_ ring: Result<EventRing, StreamLoss>, at now: Duration, _ date: Date) {
    switch ring {
    case .failure(let failure):
      guard !failure.isFinal else { return stop(.refused(status: 403)) }
      giveCarried(because: failure.message, date)
      if !isStale { say(.unreadable(failure, at: date)) }
      isStale = true
    case .success(let found):
      if isStale { say(StreamNotice(.fresh, at: date, "events can be read again")) }
      isStale = false
      let hasRestarted = memory.hasRestarted(ring: found, held: [])
      if hasRestarted {
        giveCarriedOfOldProcess(date)
        memory.restart(into: &records, date)
        actions.append(.recover(since: 0))
        return
      }
      reportUnnumbered(ring, at: now, date)
      let found = missedRecords(from: ring, before: nil, .polled, date)
      records += found
    }
    if now - lastSocketTry >= timing.socketRetry {
      lastSocketTry = now
      actions.append(.connect(after: .zero))
    } else {
      actions.append(.poll(after: timing.poll))
    }
  }

  mutating func stop(_ loss: ConnectionLoss) {
    phase = .ended
    actions.append(.stop(loss))
  }
}
