import HeanCore

/// What became of the colours of a design.
enum SeedFields {
  static let all: [Field<SeedColour>] = [
    Field("theme", "THEME", "name for --theme", priority: 100) { $0.theme },
    Field("name", "COLOUR", "its name in the design", priority: 99) { $0.name },
    Field("seed", "DESIGN", "as the design has it", priority: 98) { $0.colour.hex },
    Field("shown", "HEAN", "what the theme has in its place; null for nothing", priority: 97) {
      $0.shown?.hex
    } cell: { colour in
      colour.shown.map { Cell($0.hex) } ?? .missing
    },
    Field(
      "contrast", "CONTRAST", "of the design's colour with the background, by WCAG 2", .decimal, priority: 96,
      unit: .ratio
    ) {
      $0.contrast
    } cell: {
      .ratio(Decimal(shown: $0.contrast))
    },
    Field("moved", "MOVED", "how far, as a CIEDE2000; null when nothing stands in its place", .decimal, priority: 95) {
      $0.distance
    } cell: { colour in
      colour.distance.map { .ratio(Decimal(shown: $0)) } ?? .missing
    },
    Field("exact", "", "whether it is as the design has it", priority: 0) { $0.isExact },
    Field("place", "", "a token, or background, raised, border, text; null for nothing", priority: 0) { colour in
      colour.placeName
    },
    Field("why", "WHY", "why it is not as it was; null when it is", .wrapping, priority: 94) { $0.why },
  ]
}

extension SeedColour {
  fileprivate var placeName: String? {
    switch place {
    case .token(let token): token.rawValue
    case .background: "background"
    case .raised: "raised"
    case .border: "border"
    case .text: "text"
    case .none: nil
    }
  }
}
