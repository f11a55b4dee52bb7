import HeanCore

extension PositionsCommand {
  struct Close: MutationCommand {
    static let id = Operand(
      "ID", each: .text(.position), help: "position id, a unique beginning of it, or a symbol")
    static let prices = PriceUse.heeded
    static let spec = CommandSpec(
      name: "close", summary: "Close positions at market and prove it",
      discussion: """
        The engine answers 'closed' even when the exchange refused. hean looks until the close is proved: in a dry run by \
        the PnL that was booked, otherwise by the fill. A position dropped without either is not taken for closed.
        """,
      examples: [
        Example("hean positions close BTCUSDT", "one position"),
        Example("hean positions close BTCUSDT ETHUSDT --yes --json", "two, from a script"),
      ],
      options: MutationOptions.all,
      operands: [id])

    var options: MutationOptions
    var names: [String]
    var mutation: Mutation { .closePositions(names) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try MutationOptions(line)
      names = try line[Self.id]
    }
  }

  struct CloseAll: MutationCommand {
    static let prices = PriceUse.heeded
    static let spec = CommandSpec(
      name: "close-all", summary: "Close every position at market and prove it",
      examples: [Example("hean positions close-all --dry-run", "what it would close")], options: MutationOptions.all)

    var options: MutationOptions
    var mutation: Mutation { .closeAllPositions }
    init(_ line: ParsedLine) throws(UsageError) { options = try MutationOptions(line) }
  }
}
