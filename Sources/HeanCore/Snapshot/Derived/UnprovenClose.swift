public import Foundation

/// A close that was sent from here and that nothing has proved since (docs/engine.md 2.10). A screen that shows no
/// position must not let it be forgotten.
public struct UnprovenClose: Codable, Sendable, Equatable {
  /// In the audit log.
  public var id: String
  public var at: Date
  /// "BTCUSDT long 0.001"
  public var what: String
  /// Whether it is known to be open still; otherwise it is not known what became of it.
  public var isStillOpen: Bool

  /// Of its parts.
  public init(id: String, at: Date, what: String, isStillOpen: Bool) {
    self.id = id
    self.at = at
    self.what = what
    self.isStillOpen = isStillOpen
  }

  /// After a day nobody looks for it here any more.
  public static let window: TimeInterval = 86_400
}

extension UnprovenClose {
  /// A position as a close names it: symbol, side and size, as far as they were told.
  private struct Named {
    var symbol: String
    var text: String
    var side: PositionSide?
    var size: Decimal?
    var position: String?
  }

  /// - Parameters:
  ///   - runs: of operations on this engine, oldest first.
  ///   - answer: what the engine lists and has closed.
  public static func all(in runs: [AuditRun], _ answer: PositionsAnswer, now: Date) -> [UnprovenClose] {
    // A dry run holds nothing outside its books: what was forgotten there is gone.
    let window = answer.isAtExchange ? Self.window : Position.recent
    var found: [UnprovenClose] = []
    // What was closed for sure by runs that are later than the one that is looked at.
    var confirmed: Set<String> = []
    for run in runs.reversed() {
      // A panic proves in the end what its own calls and all before it did not.
      guard let sent = run.time, now.timeIntervalSince(sent) < window, !(run.verb == "panic" && run.ending == "flat")
      else { break }
      for line in run.lines.reversed() where line.isClose && !line.isConfirmed && !line.isUnsent {
        let isRefused = line.settlement?.outcome == Outcome.refused.rawValue
        let open = named(in: line).filter { name in
          // What the exchange refused stays listed; what is not there any more was ended by something else.
          guard !isRefused else {
            return name.symbol.isEmpty
              ? !answer.positions.isEmpty : answer.lists(name.symbol, name.side, id: name.position)
          }
          // The engine's clock is not ours.
          return !answer.proves(name.symbol, name.size, after: sent - 2) && !confirmed.contains(name.symbol)
        }
        guard !open.isEmpty else { continue }
        found.append(
          UnprovenClose(
            id: run.id, at: sent, what: open.map(\.text).joined(separator: ", "), isStillOpen: isRefused))
      }
      for line in run.lines where line.isClose && line.isConfirmed {
        confirmed.formUnion((names(in: line.target) + names(in: line.settlement?.seen ?? "")).map(\.symbol))
        // One that named nothing is proved only by one of everything.
        if run.verb == "positions.close-all" { confirmed.insert("") }
      }
    }
    return found.reversed()
  }

  private static func named(in line: AuditRun.Line) -> [Named] {
    var position: String?
    if case .string(let id)? = line.intent.body?["position_id"] { position = id }
    let target = names(in: line.target).map { name in
      var name = name
      name.position = position
      return name
    }
    let seen = names(in: line.settlement?.seen ?? "")
    return target.isEmpty ? seen.isEmpty ? [Named(symbol: "", text: line.target)] : seen : target
  }

  private static func names(in text: String) -> [Named] {
    text.matches(of: /([A-Z0-9]{2,20}) (long|short)(?: ([0-9.]+[0-9]))?/).map { match in
      Named(
        symbol: String(match.output.1), text: String(match.output.0), side: match.output.2 == "long" ? .long : .short,
        size: match.output.3.flatMap { Decimal(string: String($0)) })
    }
  }
}

extension AuditRun.Line {
  fileprivate var isClose: Bool {
    intent.request?.contains("/orders/close-") == true || intent.request?.contains("/orders/paper/close") == true
  }
  /// Nothing reached the engine.
  fileprivate var isUnsent: Bool { known?.isUntaken == true }
  fileprivate var isConfirmed: Bool { known == .confirmed }

  private var known: Outcome? { settlement?.outcome.flatMap(Outcome.init) }
}

extension PositionsAnswer {
  /// Whether an empty list means that nothing is open: nothing that was closed lately is left to be proved.
  /// - Parameter closes: sent from here that nothing has proved.
  public func isSurelyEmpty(unproven closes: [UnprovenClose]) -> Bool {
    closes.isEmpty && closeFailures.isEmpty && dropped(within: UnprovenClose.window).isEmpty
  }
}
