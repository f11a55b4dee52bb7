import HeanCore

extension AnalyticsCommand {
  struct Distribution: AnalyticsReadCommand {
    static var documents: [OutputDocument] {
      [OutputDocument(.account, schema, BinRow.fields(BlockGlyphs(isUnicode: true)), mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "distribution", summary: "How the results of the trades are distributed",
      examples: [Example("hean analytics distribution --strategy momentum", "of one strategy")],
      options: TradeChoice.options + [RecordOptions.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .distribution }
  }

  struct Calendar: AnalyticsReadCommand {
    static var documents: [OutputDocument] {
      [OutputDocument(.account, schema, DayRow.fields(BlockGlyphs(isUnicode: true)), mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "calendar", summary: "Realized PnL of each day",
      examples: [Example("hean analytics calendar --since 30d -o csv", "the last month, for a spreadsheet")],
      options: TradeChoice.options + [RecordOptions.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .calendar }
  }
}
