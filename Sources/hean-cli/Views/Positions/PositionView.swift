import HeanCore

/// One position with all its figures.
struct PositionView {
  var answer: PositionsAnswer
  /// An id, a unique beginning of it, or a symbol.
  var id: String

  func report(_ view: Viewpoint) throws -> Report {
    if answer.positions.isEmpty, let doubt = answer.doubt { throw Failure(positions: doubt, answer.context.mode) }
    let position = try Lookup.position(id, in: answer.chosen.elements)
    let fields =
      PositionFields.whole(
        now: view.engineTime(of: answer.context), ages: view.ages, exchange: answer.exchange, view.glyphs)
    var report = view.report("position", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, position)
    report.screen.context(answer.context, view)
    // What nobody looked at is no line of its own.
    report.screen.record(
      answer.exchange == nil ? fields.filter { $0.name != ExchangeColumn.name } : fields, position)
    if let doubt = position.doubt { report.screen.line(Cell(doubt.message.sentenceStart + ".", .warning)) }
    for level in position.breachedLevels {
      report.screen.line(
        Cell("Mark price is \(level.alert.lowercased()) and the position is still open.", .bad))
    }
    if !position.breachedLevels.isEmpty {
      report.screen.steps([.operation(.closePositions, answer.positions.name(position))])
      report.screen.hint(
        answer.context.mode.isPaper
          ? "the engine's own exit check is known to fail"
          : "check the position at the exchange: the engine's own exit check is known to fail")
    }
    return report
  }
}

extension Listing<Position> {
  /// What to call the position in a command: its symbol where no other has it, else its id.
  func name(_ position: Position) -> String {
    let isOnly = filter { $0.symbol == position.symbol }.count == 1
    return isOnly ? position.symbol : position.id ?? position.symbol
  }
}
