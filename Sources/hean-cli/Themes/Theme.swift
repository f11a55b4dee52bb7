/// Colours for tokens, made for one background.
struct Theme: Sendable, Equatable {
  var name: ThemeName
  var summary: String
  /// hean never paints it: it is what the colours were chosen for.
  var background: SRGB
  /// Profit, long, good, rising.
  var up: SRGB
  /// Loss, short, wrong, falling.
  var down: SRGB
  var warning: SRGB
  /// Between a warning and a stop.
  var alert: SRGB
  var calm: SRGB
  var faint: SRGB
  /// Neither good nor bad.
  var neutral: SRGB
  /// What is told beside the facts.
  var info: SRGB
  /// Of the indicators, one after another.
  var lines: [SRGB]
  /// Whether `up` and `down` have to differ for every kind of vision.
  var isForAllVision = false
  /// Whether it has the sixteen colours of `Token.plain`.
  var isPlainInSixteen = false
  /// Contrast that every text has to have with the background (WCAG 2): 4.5 for AA, 7 for AAA.
  var leastContrast = ThemeCheck.leastContrast
  /// Of pictures and pages: boxes that stand out, lines around them, and text; `nil` for what the background gives.
  var surfaces = Surfaces()

  struct Surfaces: Sendable, Equatable {
    var raised: SRGB?
    var border: SRGB?
    var text: SRGB?
  }

  /// Whether it was made for a dark terminal.
  var isDark: Bool { background.luminance < 0.18 }

  /// `nil`: the terminal's own colour.
  func colour(of token: Token) -> SRGB? {
    switch token {
    case .profit, .long, .good, .normal, .rising: up
    case .loss, .short, .bad, .hardStop, .danger, .falling: down
    case .warning, .softBrake, .caution: warning
    case .quarantine: alert
    case .calm: calm
    case .faint, .chartFaint: faint
    case .neutral: neutral
    case .info: info
    case .strong, .changed, .now, .own: nil
    case .line1, .line2, .line3, .line4, .line5, .line6:
      Token.lines.firstIndex(of: token).flatMap { lines.isEmpty ? nil : lines[$0 % lines.count] }
    }
  }

  /// The nearest of 256 colours that can be read on the background.
  func index(of colour: SRGB) -> Int {
    IndexedColours.nearest(to: colour) { $0.contrast(with: background) >= leastContrast }
  }

  /// The parameters of the SGR sequence for a token.
  func code(_ token: Token, _ depth: ColourDepth) -> String {
    if depth == .sixteen, isPlainInSixteen { return token.plain }
    guard let colour = colour(of: token) else { return token.attributes }
    let parameters =
      switch depth {
      case .sixteen: Self.sixteen(SixteenColours.nearest(to: colour))
      case .indexed: "38;5;\(index(of: colour))"
      case .direct: "38;2;\(colour.red);\(colour.green);\(colour.blue)"
      }
    return token.attributes.isEmpty ? parameters : token.attributes + ";" + parameters
  }

  private static func sixteen(_ number: Int) -> String { "\(number < 8 ? 30 + number : 82 + number)" }
}

/// How many colours a terminal has.
enum ColourDepth: String, Sendable, CaseIterable {
  case sixteen = "16"
  case indexed = "256"
  case direct = "truecolor"
}
