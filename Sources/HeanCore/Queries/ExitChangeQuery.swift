/// What would it mean to give an open position another stop or target? The engine has no call for that, so nothing can
/// be changed; the answer tells what the levels are, and how far the wished ones are from the mark price.
public struct ExitChangeQuery: Query {
  /// Id or symbol of the position, as the operator typed it.
  public var position: String
  /// The stop that is wished for (USDT); `nil` to leave it.
  public var stopLoss: Decimal?
  /// The target that is wished for (USDT); `nil` to leave it.
  public var takeProfit: Decimal?

  /// - Parameters:
  ///   - position: id or symbol, as the operator typed it.
  ///   - stopLoss: the stop that is wished for (USDT); `nil` to leave it.
  ///   - takeProfit: the target that is wished for (USDT); `nil` to leave it.
  public init(of position: String, stopLoss: Decimal?, takeProfit: Decimal?) {
    self.position = position
    self.stopLoss = stopLoss
    self.takeProfit = takeProfit
  }

  /// The same as for a `PositionsQuery`.
  public var parts: Set<SnapshotPart> { PositionsQuery().parts }

  /// - Throws: the error of `/orders/positions`, or an error about a position that is not listed, or that is not the
  ///   only one of this name.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> ExitChangeAnswer {
    let listed = try PositionsQuery().answer(snapshot, now: now)
    if listed.positions.isEmpty, let doubt = listed.doubt {
      throw .untold(kind: "position", name: position, reason: doubt.message)
    }
    let found = try Lookup.position(position, in: listed.positions.elements)
    return ExitChangeAnswer(
      context: listed.context, position: found,
      levels: [
        WishedExit(.stopLoss, of: found, wished: stopLoss), WishedExit(.takeProfit, of: found, wished: takeProfit),
      ], isAtExchange: listed.isAtExchange, receivedAt: listed.receivedAt)
  }
}

/// Stop and target of an open position, beside those that are wished for.
public struct ExitChangeAnswer: Codable, Sendable {
  /// Why nothing is changed, as a clause.
  public static let refusal = "the engine has no call that changes the stop or target of an open position"

  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The position as the engine lists it.
  public var position: Position
  /// The stop, then the target.
  public var levels: [WishedExit]
  /// Whether orders go to an exchange, which then has stop and target of its own.
  public var isAtExchange: Bool
  /// When `/orders/positions` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(
    context: AnswerContext, position: Position, levels: [WishedExit], isAtExchange: Bool, receivedAt: Date
  ) {
    self.context = context
    self.position = position
    self.levels = levels
    self.isAtExchange = isAtExchange
    self.receivedAt = receivedAt
  }

  /// What the levels of the engine do at all (docs/engine.md 2.2), as a sentence.
  public var effect: String {
    guard context.mode != .practice else {
      return "The practice engine closes at them unless it is halted; a real one on paper does not: its check fails."
    }
    return isAtExchange
      ? "In live they are also set at the exchange; the engine's own check of them is known to fail."
      : "Nothing acts on them: the engine's own check is known to fail, and on paper there is no exchange that would."
  }

  /// What can be done instead: close it, or be told when the price is at a wished level.
  public var nextSteps: [NextStep] {
    var steps: [NextStep] = [.operation(.closePositions, position.id ?? position.symbol)]
    if isAtExchange { steps.append("or move stop and target at the exchange itself") }
    for level in levels where level.isOnWrongSide == false {
      guard let price = level.wished else { continue }
      let isBelow = (level.level == .stopLoss) == (position.side == .long)
      // A symbol that is no plain word could not stand in a condition.
      guard let symbol = Symbols.plain(position.symbol) else { continue }
      steps.append(
        .query(.wait, options: .condition("price.\(symbol)\(isBelow ? "<=" : ">=")\(price)")))
    }
    return steps
  }
}

/// One exit level of a position: as it is, and as it is wished.
public struct WishedExit: Codable, Sendable, Equatable {
  /// Stop or target.
  public var level: ExitLevel
  /// The level as the engine has it (USDT); `nil` without one.
  public var present: Decimal?
  /// The level that is wished for (USDT); `nil` when it is to stay.
  public var wished: Decimal?
  /// From the mark price to the present level; `nil` without one, or when mark price, side, size or entry price is not
  /// known.
  public var presentDistance: ExitDistance?
  /// The same to the wished level.
  public var wishedDistance: ExitDistance?
  /// Whether the mark price is at the wished level or beyond it already, so that it would end the position at once;
  /// `nil` when nothing is wished, or mark price or side is not known.
  public var isOnWrongSide: Bool?

  init(_ level: ExitLevel, of position: Position, wished: Decimal?) {
    self.level = level
    self.wished = wished
    present = level == .stopLoss ? position.stopLoss : position.takeProfit
    presentDistance = position.distance(to: level)
    guard let wished else { return }
    var changed = position
    changed.stopLoss = level == .stopLoss ? wished : nil
    changed.takeProfit = level == .takeProfit ? wished : nil
    wishedDistance = changed.distance(to: level)
    isOnWrongSide = changed.checkedLevels.map { $0.contains(level) }
  }
}
