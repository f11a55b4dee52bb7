import Foundation

/// The way to flat from any state: halt, cancel, close, then close what is left one by one. No call that may have reached
/// the engine is made again.
///
/// Pictures go in, actions come out; whoever carries them out brings the next picture, and tells of a call that did not
/// reach the engine.
public struct Panic: Sendable {
  public enum Action: Sendable {
    case send(Step)
    /// Nothing to send now: look again.
    case look
    case finish(Ending)
  }

  public enum Ending: Sendable, Equatable {
    case flat(String)
    /// What is open, or why nobody can say.
    case left([String])
  }

  public static let parts: Set<ControlPicture.Part> = [.positions, .openOrders, .killSwitch, .closed]

  private enum Call: Hashable { case halt, cancel, closeAll, close(String), stop }

  /// As the engine told it last.
  private var mode: OperatingMode
  private var sent: Set<Call> = []
  /// Calls that had no effect: they are sent again after the others, and after some looks.
  private var toRepeat: Set<Call> = []
  private var lastCall: Call?
  private var looksBeforeRepeating = 0
  /// Orders that were listed when the cancel went out.
  private var toCancel: [Order] = []
  /// Every position that was seen open.
  private var wanted: [Position] = []
  private var wantedKeys: Set<String> = []
  /// The engine's record of closed trades before anything was closed from here.
  private var closedBefore: [Position]?
  private var looksBeforeCancelling = 0
  private var looksAfterClosing = 0
  private var flatLooks = 0
  /// What was seen before the engine was stopped for want of a halt: afterwards its lists prove nothing.
  private var flatBeforeStop: String?
  /// Whether positions were closed that nobody had seen: then no fill can be looked for.
  private var hasClosedUnseen = false

  /// - Parameter hasHalted: whether the stop has been sent already, without a look.
  public init(before: ControlPicture, hasHalted: Bool = false) {
    mode = before.mode
    if hasHalted {
      sent = [.halt]
      lastCall = .halt
    }
    note(before)
  }

  public static let title = "panic: halt, cancel every order, close every position"

  /// What each panic sends unless it is seen to be so already. What stands after that is closed one by one.
  public static let targets = [halt.target, cancelTarget, closeTarget]
  private static let cancelTarget = "cancel orders"
  private static let closeTarget = "close positions"

  /// The first call of all. It needs no body, no confirmation and no look.
  public static let halt = Step("halt", .emergency, checkWith: "hean risk killswitch") { Mutation.halted($0.after) }

  /// What is left to do where the engine cannot be talked to.
  public static let exchange =
    "log in to the exchange: close the positions and cancel the orders there, and revoke the engine's API key"

  /// The same where the engine does not take the key.
  public static let withoutKey =
    "with the right key (hean login, or --api-key-file FILE) hean panic --yes; or at once: \(exchange)"

  /// What is to be done, shown before it is done.
  public static func plan(_ picture: ControlPicture) -> Plan {
    var plan = Plan(title)
    let positions = picture.openPositions
    let isStopped = picture.truth.blocksTrading || picture.isRunning == false
    plan.change("new signals", isStopped ? "stopped" : "not stopped as far as is known", "refused")
    plan.change("orders", Words.count(picture.openOrders?.count), "0")
    plan.change("positions", Words.count(positions?.count), "0")
    for position in positions ?? [] {
      let mark = position.markPrice.map(Figures.price) ?? "?"
      plan.changes.append(
        .init(what: "  \(position.symbol)", before: "\(Mutation.name(position)) at \(mark)", after: "closed at market"))
    }
    plan.facts = Mutation.openFacts(picture)
    plan.prices = (positions ?? []).sorted { Mutation.key($0) < Mutation.key($1) }.compactMap(\.markPrice)
    plan.caveats = [
      "the emergency stop is undone only by a new engine process", "cancel is local only: the exchange is never told",
    ]
    if picture.isRunning == false {
      plan.caveats.append("the engine is not running: nothing can be closed through it, and its lists prove nothing")
    }
    return plan
  }

  public mutating func next(_ picture: ControlPicture) -> Action {
    guard picture.isRunning != false else { return .finish(whenStopped) }
    note(picture)
    if isDue(.halt), picture.truth.verdict != .emergency { return send(.halt, Self.halt) }
    if isDue(.cancel), picture.openOrders?.isEmpty != true {
      // Where orders go to an exchange only the router's own cancel, some hundred milliseconds after placing, gets there;
      // a cancel from here would make it forget.
      // Where the mode is not known there is no time for that: looks may be what hangs.
      if mode != .unknown, mode.reachesExchange, picture.openOrders?.isEmpty == false, looksBeforeCancelling < 4 {
        looksBeforeCancelling += 1
        return .look
      }
      toCancel = picture.openOrders ?? []
      return send(
        .cancel,
        Step(Self.cancelTarget, .cancelAll(mode), checkWith: "hean orders --status open") {
          Self.none($0.after.openOrders, "orders", $0.after)
        })
    }
    if isDue(.closeAll), picture.openPositions?.isEmpty != true {
      hasClosedUnseen = picture.openPositions == nil && wanted.isEmpty
      looksAfterClosing = 0
      return send(
        .closeAll,
        Step(Self.closeTarget, .closeAll, checkWith: "hean positions") { [wanted, closedBefore] evidence in
          let finding = Self.none(evidence.after.openPositions, "positions", evidence.after)
          guard finding.verdict == .seen else { return finding }
          // Gone is not closed. Fills may come later, and are looked for at the end.
          let proof = Mutation.closed(wanted, since: closedBefore, evidence.after, stillOpen: [])
          return proof.verdict == .contrary ? proof : finding
        })
    }
    guard toRepeat.isEmpty else {
      looksBeforeRepeating -= 1
      if looksBeforeRepeating <= 0 { toRepeat = [] }
      return .look
    }
    looksAfterClosing += 1
    // A market order takes a moment; what stands after three looks is asked for once more, by itself.
    if looksAfterClosing > 3,
      let position = picture.openPositions?.first(where: { isDue(.close(Mutation.key($0))) })
    {
      let request =
        position.id.map { ControlRequest.close(position: $0, mode) } ?? .close(symbol: position.symbol)
      return send(
        .close(Mutation.key(position)),
        Step("close \(Mutation.name(position))", request, checkWith: "hean positions") { evidence in
          guard let open = evidence.after.openPositions else { return Self.unlisted("positions", evidence.after) }
          return open.contains { Mutation.key($0) == Mutation.key(position) }
            ? .pending("\(position.symbol) is still open") : .seen("\(position.symbol) is not listed any more")
        })
    }
    flatLooks = open(picture).isEmpty ? flatLooks + 1 : 0
    // What was on its way when the stop came may be listed a moment later.
    guard flatLooks >= 4 else { return .look }
    guard Mutation.halted(picture).verdict != .seen else { return .finish(.flat(closedWords(picture))) }
    guard flatBeforeStop == nil else { return .look }
    // Nothing is open, and the emergency stop does not show: without a halt the next signal opens something again.
    flatBeforeStop = closedWords(picture)
    return send(
      .stop,
      Step("stop the engine", .stop, checkWith: "hean status") { evidence in
        evidence.after.isRunning == false ? .seen("the engine is stopped") : .pending("the engine still runs")
      })
  }

  private mutating func note(_ picture: ControlPicture) {
    if picture.mode != .unknown { mode = picture.mode }
    if closedBefore == nil, !sent.contains(.closeAll) { closedBefore = picture.closedPositions }
    for position in picture.openPositions ?? [] where wantedKeys.insert(Mutation.key(position)).inserted {
      wanted.append(position)
    }
  }

  /// The last call did not reach the engine, or was turned away before anything was done.
  public mutating func hadNoEffect() {
    guard let call = lastCall else { return }
    lastCall = nil
    sent.remove(call)
    toRepeat.insert(call)
    looksBeforeRepeating = 4
    switch call {
    case .cancel: toCancel = []
    case .closeAll: hasClosedUnseen = false
    case .stop: flatBeforeStop = nil
    case .halt, .close: break
    }
  }

  private func isDue(_ call: Call) -> Bool { !sent.contains(call) && !toRepeat.contains(call) }

  private mutating func send(_ call: Call, _ step: Step) -> Action {
    sent.insert(call)
    lastCall = call
    return .send(step)
  }

  private var whenStopped: Ending {
    flatBeforeStop.map { .flat($0 + "; the engine is stopped, as no emergency stop showed") } ?? .left(notRunning)
  }

  /// What to say when the time is over.
  public func give(up picture: ControlPicture) -> Ending {
    if picture.isRunning == false { return whenStopped }
    let left = left(picture)
    return left.isEmpty ? .flat(closedWords(picture)) : .left(left)
  }

  private func left(_ picture: ControlPicture) -> [String] {
    let halt = Mutation.halted(picture)
    return open(picture)
      + (halt.verdict == .seen ? [] : ["no halt is to be seen: \(halt.says), so new positions can come"])
  }

  /// What is not proved to be closed.
  private func open(_ picture: ControlPicture) -> [String] {
    let (positions, orders) = (picture.openPositions, picture.openOrders)
    var left = (positions ?? []).map { "position \(Mutation.name($0))" }
    left += (orders ?? []).map { "order \($0.id ?? "?") \($0.symbol) \($0.side.word), \($0.status.word)" }
    guard let positions, orders != nil else { return left + [unlisted(picture)] }
    if left.isEmpty {
      let proof = Mutation.closed(wanted, since: closedBefore, picture, stillOpen: positions)
      if proof.verdict != .seen { left.append(proof.says) }
    }
    // Nothing was ever listed; what was lost from sight before may be open at the exchange.
    if left.isEmpty, wanted.isEmpty, let doubt = doubt(picture) { left.append("not known: \(doubt.words)") }
    if left.isEmpty, hasClosedUnseen {
      left.append("not known: what was closed was never listed, so nothing shows whether it was filled")
    }
    let cancelled = cancelled(picture)
    if mode.reachesExchange, cancelled > 0 {
      let are = cancelled == 1 ? "is" : "are"
      left.append(
        "\(Figures.counted(cancelled, "order")) \(are) gone from the engine's books only; the exchange was not told")
    }
    return left
  }

  private func doubt(_ picture: ControlPicture) -> PositionsAnswer.Doubt? {
    let counted = try? picture.risk?.get().value.openPositions
    return EmptyCheck(closed: picture.closedPositions ?? [], counted: counted ?? 0, before: picture.seenAt)
      .doubt(listed: 0)
  }

  /// Of the orders that were to be cancelled, those that the engine does not list any more.
  private func cancelled(_ picture: ControlPicture) -> Int {
    guard let open = picture.openOrders.map({ Set($0.map(\.id)) }) else { return 0 }
    return toCancel.count { !open.contains($0.id) }
  }

  private func unlisted(_ picture: ControlPicture) -> String {
    let lists: [(name: String, isKnown: Bool, hasCome: Bool)] = [
      ("positions", picture.openPositions != nil, (try? picture.positions?.get()) != nil),
      ("orders", picture.openOrders != nil, (try? picture.orders?.get()) != nil),
    ]
    let missing = lists.filter { !$0.isKnown && !$0.hasCome }.map(\.name)
    if !missing.isEmpty { return "not known: the engine did not list its \(missing.joined(separator: " and "))" }
    let empty = lists.filter { !$0.isKnown }.map(\.name)
    return "not known: the engine lists no \(empty.joined(separator: " and no ")), but did not say that it runs, and a "
      + "stopped one lists none"
  }

  private func closedWords(_ picture: ControlPicture) -> String {
    let words =
      wanted.isEmpty
      ? "there was no position" : Mutation.closed(wanted, since: closedBefore, picture, stillOpen: []).says
    let cancelled = cancelled(picture)
    guard cancelled > 0 else { return words }
    return words + "; \(Figures.counted(cancelled, "order")) cancelled in the engine's books"
  }

  private var notRunning: [String] {
    ["not known: the engine is not running, lists nothing and closes nothing; look at the exchange itself"]
  }

  /// - Parameter what: in the plural.
  private static func none<Element>(_ list: [Element]?, _ what: String, _ seen: ControlPicture) -> Finding {
    guard let list else { return unlisted(what, seen) }
    let noun = String(what.dropLast())
    return list.isEmpty ? .seen("no \(noun) is listed") : .pending("\(Figures.counted(list.count, noun)) still open")
  }

  private static func unlisted(_ what: String, _ seen: ControlPicture) -> Finding {
    .pending("the list of \(what) did not come" + (seen.isRunning == nil ? ", or proves nothing" : ""))
  }
}
