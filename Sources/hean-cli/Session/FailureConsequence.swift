import HeanCore

extension Failure {
  /// Says what it means for the money that an engine could not be read: nothing was seen, and it goes on by itself.
  mutating func tellConsequence(of effect: CommandEffect, _ command: any Command.Type, _ session: Session) {
    guard consequence == nil, command.scope == .engine, effect == .reads, !session.target.isPractice,
      [.unreachable, .temporary, .notAuthorised].contains(exit)
    else { return }
    consequence = "nothing was seen of it and nothing was sent; an engine that runs there trades on"
  }
}
