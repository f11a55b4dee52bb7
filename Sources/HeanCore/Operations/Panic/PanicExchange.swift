/// What the exchange itself has shown during a panic, which waits for it only where it would end otherwise.
package struct PanicExchange: Sendable {
  private var positions: BookJoin?
  private var orders: OrderJoin?
  private var at: Date?
  /// When the engine was seen first after the last call: what the exchange showed until then proves nothing about it.
  private var calledAt: Date?
  private var isCalled = false
  private var seenAt: Date?

  mutating func note(_ snapshot: EngineSnapshot) {
    seenAt = snapshot.seenAt
    if isCalled { (isCalled, calledAt) = (false, snapshot.seenAt) }
    guard let look = snapshot.exchangeLook else { return }
    (positions, orders, at) = (snapshot.bookJoin, snapshot.orderJoin, look.at)
  }

  /// A call has been answered, or may have been carried out.
  mutating func called() { isCalled = true }

  /// For how long (seconds) a call can still change what the exchange holds: its order, or one that was on its way.
  private static let settling: TimeInterval = 2

  private var isOfNow: Bool {
    guard let at, !isCalled else { return false }
    return calledAt.map { at > $0 + Self.settling } ?? true
  }

  /// How long (seconds) after a call the panic waits for a look that proves something.
  private static let patience: TimeInterval = settling + 3

  /// Whether it has shown something before, and a look that is new enough is to come soon.
  var isAwaited: Bool {
    guard positions != nil || orders != nil, !isOfNow else { return false }
    guard let seenAt, let calledAt, !isCalled else { return isCalled }
    return seenAt.timeIntervalSince(calledAt) < Self.patience
  }

  /// What it holds, by its own list after the last call; `nil` when it has not shown that.
  var held: PanicProof? {
    guard let positions, let at, isOfNow else { return nil }
    let time = EngineTime.clock(at)
    guard !positions.all.isEmpty else {
      return PanicProof(Self.what, .seen, "flat, by its own list at \(time)")
    }
    let names = Figures.listed(positions.all.map(\.heldText), most: 8)
    return PanicProof(Self.what, .notSeen, "holds \(names), by its own list at \(time)")
  }

  /// Which orders rest there; `nil` when it has not shown that.
  var resting: PanicProof? {
    guard let orders, let at, isOfNow else { return nil }
    let time = EngineTime.clock(at)
    guard !orders.resting.isEmpty else {
      return PanicProof(PanicProof.resting.what, .seen, "none, by its own list at \(time)")
    }
    let names = Figures.listed(orders.resting.map(\.nameText), most: 8)
    return PanicProof(PanicProof.resting.what, .notSeen, "\(names), by its own list at \(time): cancel them there")
  }

  /// What is left there, each as a sentence.
  var left: [String] {
    [held, resting].compactMap { proof in
      guard let proof, proof.verdict == .notSeen else { return nil }
      return proof.what == Self.what ? "the exchange \(proof.message)" : "orders rest at the exchange: \(proof.message)"
    } + [earlier].compactMap(\.self)
  }

  /// What it held when it was seen last, if that proves nothing about the last call: in its own words, as the books can have
  /// the wrong side.
  private var earlier: String? {
    guard !isOfNow, let at, let positions, !positions.all.isEmpty else { return nil }
    return "the exchange held \(Figures.listed(positions.all.map(\.heldText), most: 8)) at \(EngineTime.clock(at)), "
      + "before the last call had settled: look there again"
  }

  /// The subject of its proof.
  package static let what = "exchange"
}
