/// Whether the moments of a panic's calls were quiet: an order that is made around a call that ends its time-out may rest
/// at the exchange.
extension Panic {
  static let restartCall = "the restart"

  /// Before such a call: notes how orders were being made.
  mutating func beginCall(_ what: String) {
    callPace = (what, pace.made, pace.age(at: now).map { $0 >= 1 })
    books.noteStanding()
  }

  /// After a call that takes the time-out from living orders: notes whether any was alive.
  mutating func judgeCalm(_ snapshot: EngineSnapshot) {
    guard let call = callPace, snapshot.metrics.isAsked else { return }
    guard snapshot.isRunning == true || pace.made == nil else { return }
    callPace = nil
    if call.what == Self.restartCall { madeAtRestart = pace.made }
    let what = "quiet moment for \(call.what)"
    let made = pace.made.flatMap { now in call.made.map { now - $0 } }
    switch (call.isCalm, made) {
    case (true?, 0?): proofs.append(PanicProof(what, .seen, "no order was made in the second before it, nor during it"))
    case (_, let made?) where made != 0:
      let words = made > 0 ? "\(Figures.counted(made, "order")) made meanwhile" : "the counter of orders began anew"
      proofs.append(PanicProof(what, .notSeen, "\(words): such an order may rest at the exchange"))
      resting.append("not known: whether orders rest at the exchange; \(words), at \(call.what)")
    case (false?, _):
      proofs.append(
        PanicProof(what, .notSeen, "an order was made in the second before it, and may rest at the exchange"))
      resting.append("not known: whether an order rests at the exchange that was made just before \(call.what)")
    default:
      proofs.append(PanicProof(what, .notKnown, "the engine did not tell when it made its last order"))
      resting.append("not known: whether orders made just before \(call.what) rest at the exchange")
    }
  }
}
