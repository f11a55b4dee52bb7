import HeanCore

extension PositionsCommand {
  struct Close: OperationCommand {
    static let id = Operand(
      "ID", each: .text(.position), help: "position id, a unique beginning of it, or a symbol")
    static let prices = PriceUse.heeded
    static let spec = CommandSpec(
      name: "close", summary: "Close positions at market and prove it",
      discussion: """
        The engine answers 'closed' even when the exchange refused. hean looks until the close is proved: in a dry run \
        by the PnL that was booked, otherwise by the fill. A position dropped without either does not count as closed.
        """,
      examples: [
        Example("hean positions close BTCUSDT", "one position"),
        Example("hean positions close BTCUSDT ETHUSDT --yes --json", "two, from a script"),
      ],
      options: OperationOptions.all,
      operands: [id])

    var options: OperationOptions
    var names: [String]
    var operation: EngineOperation { .closePositions(names) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      names = try line[Self.id]
    }
  }

  struct CloseAll: OperationCommand {
    static let prices = PriceUse.heeded
    static let spec = CommandSpec(
      name: "close-all", summary: "Close every position at market and prove it",
      examples: [Example("hean positions close-all --dry-run", "what it would close")], options: OperationOptions.all)

    var options: OperationOptions
    var operation: EngineOperation { .closeAllPositions }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }
}
