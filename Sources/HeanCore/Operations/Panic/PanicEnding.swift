/// What a panic says at its end, and what it has seen then.
extension Panic {
  mutating func whenStopped(_ snapshot: EngineSnapshot) -> Ending? {
    if books.isPaper == true { return .flat(books.paperWords) }
    if sent.contains(.stop) {
      return atEnd(["the engine was stopped, as no emergency stop showed: what its last orders did is not known"])
    }
    if hasRestarted {
      // The restart may still be under way.
      guard now - restartedAt >= patienceForRestart else { return nil }
      return atEnd(["the engine did not start again, and what its last orders did is not known"])
    }
    return atEnd(["not known: the engine is not running, lists nothing and closes nothing; look at the exchange itself"]
    )
  }

  mutating func atEnd(_ words: [String]) -> Ending {
    let held = flatness
    noteExchange(held)
    // Of an engine that has ended, no order comes any more: what the exchange itself shows is the end.
    if let proof = exchange.held, proof.verdict == .seen, exchange.resting?.verdict == .seen {
      return .flat("the engine does not run, and the exchange is \(proof.message), with no order that rests there")
    }
    return .left(books.leftAtExchange(held) + exchange.left + untold + words)
  }

  /// Whether the exchange is flat: by its own list, else by the account's equity.
  private var flatness: PanicProof { exchange.held ?? equity.proof(of: books.unproved) }

  /// What may rest there of orders that nothing has shown.
  private var untold: [String] { exchange.resting == nil ? resting : [] }

  /// Keeps what was seen of the exchange.
  private mutating func noteExchange(_ held: PanicProof) {
    if held.what == PanicExchange.what { proofs.append(held) }
    proofs.append(exchange.resting ?? .resting)
  }

  /// What to say when the time is over, or nothing more can be done.
  public mutating func giveUp(_ snapshot: EngineSnapshot) -> Ending {
    if snapshot.isRunning == false, let end = whenStopped(snapshot) { return end }
    let halt = snapshot.halt
    let halts = halt.verdict == .seen ? [] : ["no halt is to be seen: \(halt.message), so new positions can come"]
    if books.isPaper == true {
      let engine =
        snapshot.isRunning == true
        ? "the engine still runs: unfilled orders can be sent again, and fill"
        : "not known: whether the engine has stopped"
      return .left(books.open(snapshot) + [engine] + halts)
    }
    let test = flatness
    var left = books.open(snapshot) + books.leftAtExchange(test) + exchange.left + untold
    if hasRestarted, whyNotRestarted == nil {
      left += stillnessLeft()
      if test.what != PanicExchange.what { proofs.append(test) }
    } else {
      let unknown = blindSince == nil ? "the time was over before a restart" : "the engine tells nothing"
      let reason = whyNotRestarted ?? unknown
      proofs.append(PanicProof("queue of unfilled orders", .notSeen, "not ended: \(reason)"))
      left.append("unfilled orders may be sent again, and fill: \(reason)")
    }
    left += halts
    noteExchange(test)
    guard left.isEmpty else { return .left(left) }
    let words = books.exchangeWords(test, "no order was made in the \(Spans.text(now - restartedAt)) since the restart")
    return test.verdict == .seen ? .flat(words) : .unproved(words)
  }

  mutating func stillnessLeft() -> [String] {
    var left: [String] = []
    let what = "orders stand still"
    if let watched, let made = watched.made, now - watched.since >= Self.stillness {
      let time = Spans.text(now - watched.since)
      let more = madeAtRestart.map { made - $0 }
      let since = more == 0 ? "since the restart, \(Spans.text(now - restartedAt)) ago" : "for \(time)"
      proofs.append(PanicProof(what, .seen, "\(made) made, and no more \(since)"))
      if let more, more > 0 {
        left.append(
          "\(Figures.counted(more, "order")) made after the restart, and none for \(time): such an order may have filled, "
            + "or rest at the exchange")
      } else if more != 0 {
        left.append("not known: whether orders were made right after the restart; none was for \(time)")
      }
    } else if let watched, let made = watched.made, let first = watched.first, made != first {
      proofs.append(PanicProof(what, .notSeen, "\(made - first) made in \(Spans.text(now - watched.begin))"))
      left.append("orders are still being made: \(made - first) in \(Spans.text(now - watched.begin))")
    } else {
      let time = watched.map { Spans.text(now - $0.since) } ?? "0s"
      proofs.append(PanicProof(what, .notKnown, "looked at for \(time) only"))
      left.append("not known: whether orders go on, which takes 10 s to tell")
    }
    let before = acceptedAtRestart
    if let before, let first = pace.accepted, first > before {
      let count = Figures.counted(first - before, "signal")
      proofs.append(PanicProof("new engine halted in time", .notSeen, "\(count) accepted before it was"))
      left.append("\(count) accepted before the new engine was halted; its orders may have filled")
    }
    return left
  }
}
