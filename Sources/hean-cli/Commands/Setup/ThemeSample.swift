import HeanCore

/// What a theme looks like, in rows as other screens have them.
enum ThemeSample {
  /// A theme in one line.
  /// - Parameter depth: of the terminal; `nil` without colour.
  static func line(_ theme: Theme, isInUse: Bool, _ depth: ColourDepth?) -> String {
    let palette = Palette(theme, depth)
    let words: [(String, Token)] = [
      ("+12.34", .profit), ("-5.67", .loss), ("SOFT_BRAKE", .softBrake), ("QUARANTINE", .quarantine), ("faint", .faint),
    ]
    return (isInUse ? "* " : "  ") + padded(theme.name.rawValue, to: 22)
      + padded(theme.isDark ? "dark" : "light", to: 10)
      + words.map { palette.paint($0.0, as: $0.1) }.joined(separator: "  ")
  }

  fileprivate struct Row: Sendable {
    var symbol: String
    var isLong: Bool
    var pnl: Decimal
    var state: RiskState
  }

  fileprivate static let rows = [
    Row(symbol: "BTCUSDT", isLong: true, pnl: 12.5, state: .normal),
    Row(symbol: "ETHUSDT", isLong: false, pnl: -5.75, state: .softBrake),
    Row(symbol: "XRPUSDT", isLong: true, pnl: 0.5, state: .quarantine),
    Row(symbol: "SOLUSDT", isLong: false, pnl: -31.25, state: .hardStop),
  ]

  fileprivate static let fields: [Field<Row>] = [
    Field("symbol", "SYMBOL", "", priority: 100) { $0.symbol },
    Field("side", "SIDE", "", priority: 99) {
      $0.isLong ? "long" : "short"
    } cell: {
      Cell($0.isLong ? "long" : "short", $0.isLong ? .long : .short)
    },
    .signed("unrealized_pnl", "PNL", "", priority: 98) { $0.pnl },
    Field("risk_state", "GOVERNOR", "", priority: 97) {
      $0.state
    } cell: {
      Cell.riskState($0.state)
    },
  ]
}

extension Screen {
  /// Banner, table and a warning, in the styles of every screen.
  mutating func sample() {
    line(Cell("SAMPLE", .faint))
    for mode in [OperatingMode.practice, .testnet, .mainnet] {
      banner(Cell(mode.label, mode.style), Cell(mode.meaning))
    }
    table(Table(fields: ThemeSample.fields, rows: ThemeSample.rows))
    line(Cell("Trading: signals pass every gate.", .good))
    line(Cell("The list may be old.", .warning))
  }
}
