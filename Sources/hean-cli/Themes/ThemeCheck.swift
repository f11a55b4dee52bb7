import HeanCore

/// One thing that a theme has to hold: enough contrast of a token with its background, or enough difference between up
/// and down, and between states of the governor.
struct ThemeCheck: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    case contrast
    /// The same by APCA, which is told: no law asks for it.
    case lightness
    /// Of up against down.
    case difference
    /// From one state of the governor to the next.
    case step
  }

  var theme: ThemeName
  var kind: Kind
  /// A token, or two that must not be taken for each other.
  var what: String
  /// Only the colours that a theme defines exactly, and those of 256: sixteen look different on every terminal.
  var depth: ColourDepth
  /// Who looks; a contrast is that of normal vision.
  var vision = ColourVision.normal
  /// A ratio from 1 to 21, an Lc of APCA, or a CIEDE2000.
  var value: Double
  /// `nil`: it is told and need not hold.
  var least: Double?

  var isMet: Bool { least.map { value >= $0 } ?? true }

  /// WCAG 2, success criterion 1.4.3, for text of normal size.
  static let leastContrast = 4.5
  /// CIEDE2000 of up against down in the themes for every kind of vision.
  static let leastDifference = 50.0

  /// Pairs that say the opposite of each other.
  private static let opposites: [(up: Token, down: Token)] = [(.profit, .loss), (.long, .short), (.rising, .falling)]

  /// States of the governor that follow each other. Normal vision only: their names stand beside the colour.
  private static let neighbours: [(Token, Token)] = [
    (.normal, .softBrake), (.softBrake, .quarantine), (.quarantine, .hardStop),
  ]
  /// CIEDE2000 of two such states, chosen: some ten is where two colours differ at a glance.
  static let leastStep = 10.0

  static func all(of theme: Theme) -> [ThemeCheck] {
    [ColourDepth.direct, .indexed].flatMap { depth -> [ThemeCheck] in
      func colour(_ token: Token) -> SRGB? {
        theme.colour(of: token).map { depth == .indexed ? IndexedColours.colour(theme.index(of: $0)) : $0 }
      }
      let contrasts = Token.allCases.compactMap { token in
        colour(token).map { shown in
          ThemeCheck(
            theme: theme.name, kind: .contrast, what: token.rawValue, depth: depth,
            value: shown.contrast(with: theme.background), least: theme.leastContrast)
        }
      }
      let lightness = Token.allCases.compactMap { token in
        colour(token).map { shown in
          ThemeCheck(
            theme: theme.name, kind: .lightness, what: token.rawValue, depth: depth,
            value: abs(shown.apca(on: theme.background)))
        }
      }
      let differences = opposites.flatMap { pair -> [ThemeCheck] in
        guard let up = colour(pair.up), let down = colour(pair.down) else { return [] }
        return ColourVision.allCases.map { vision in
          ThemeCheck(
            theme: theme.name, kind: .difference, what: "\(pair.up.rawValue) \(pair.down.rawValue)", depth: depth,
            vision: vision, value: vision.difference(up, down),
            least: theme.isForAllVision ? leastDifference : nil)
        }
      }
      let steps = neighbours.compactMap { first, second -> ThemeCheck? in
        guard let one = colour(first), let other = colour(second) else { return nil }
        return ThemeCheck(
          theme: theme.name, kind: .step, what: "\(first.rawValue) \(second.rawValue)", depth: depth,
          value: ColourVision.normal.difference(one, other), least: leastStep)
      }
      return contrasts + lightness + differences + steps
    }
  }
}
