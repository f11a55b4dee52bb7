import HeanCore

/// How answers are written.
struct OutputStyle: Sendable {
  var format: OutputFormat
  /// Whether the format was given on the command line.
  var isFormatTyped: Bool
  /// `--fields`; `nil` is all of them.
  var fields: [String]?
  /// `--sort`; `nil` is the order of the list.
  var sort: SortOrder?
  /// Columns of the terminal; `nil` when there is none.
  var width: Int?
  var palette: Palette
  var zone: Zone
  /// Characters of bars and plots.
  var glyphs: BlockGlyphs
  /// Whether nothing on a screen moves or flashes by itself.
  var isStill: Bool
  /// Hides amounts (`--redact`); `nil` shows them.
  var redaction: Redaction?
  /// Whether standard output is a terminal.
  var isTerminal: Bool

  /// Whether answers are screens. `--fields` leaves only rows of them, as a format for data does.
  var isScreen: Bool { format == .table && fields == nil }

  /// - Parameters:
  ///   - fields: `nil` is all of them.
  ///   - sort: `nil` is the order of the list.
  ///   - isASCII: whether screens may hold nothing but ASCII.
  init(
    _ settings: EffectiveSettings, fields: [String]?, sort: SortOrder?, isASCII: Bool, in context: Context
  ) {
    let environment = context.environment
    isTerminal = context.output.isTerminal
    format = settings.output.value
    isFormatTyped = settings.output.origin.rank == 0
    self.fields = fields
    self.sort = sort
    width = ColourDecision.width(isTerminal: isTerminal, columns: context.columns, environment: environment)
    palette = Palette(
      settings.theme.value.theme,
      ColourDecision.depth(isTerminal: isTerminal, choice: settings.color.value, environment: environment))
    isStill = settings.isStill.value
    zone = settings.timeZone.value
    glyphs = BlockGlyphs(isUnicode: !isASCII)
  }

  /// Text for a terminal that is written to past the sinks, which else turn it into ASCII where that is wanted.
  func inGlyphs(_ text: String) -> String { glyphs.isUnicode ? text : Glyphs.ascii(text) }
}
