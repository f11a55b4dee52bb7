/// The 256 colours that xterm defined, without the first sixteen: those are different on every terminal.
enum IndexedColours {
  /// The colour of an index from 16 to 255: a cube of six steps for each channel, then 24 greys.
  static func colour(_ index: Int) -> SRGB {
    guard index < 232 else {
      let grey = UInt8(clamping: 8 + 10 * (index - 232))
      return SRGB(red: grey, green: grey, blue: grey)
    }
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = max(0, index - 16)
    return SRGB(red: steps[place / 36 % 6], green: steps[place / 6 % 6], blue: steps[place % 6])
  }

  private static let all = (16...255).map { (index: $0, lab: OKLab(colour($0).linear)) }

  /// The index that looks nearest, by the distance in OKLab; the lower one of two that are equally near.
  /// - Parameter isFit: which colours come into question; where none does, all do.
  static func nearest(to colour: SRGB, where isFit: (SRGB) -> Bool = { _ in true }) -> Int {
    let lab = OKLab(colour.linear)
    func nearest(of colours: [(index: Int, lab: OKLab)]) -> Int? {
      colours.min { $0.lab.distance(to: lab) < $1.lab.distance(to: lab) }?.index
    }
    let first = nearest(of: all) ?? 16
    if isFit(Self.colour(first)) { return first }
    return nearest(of: all.filter { isFit(Self.colour($0.index)) }) ?? first
  }
}

/// The sixteen colours, as xterm shows them unless the user chose others.
enum SixteenColours {
  static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright black", "bright red",
    "bright green", "bright yellow", "bright blue", "bright magenta", "bright cyan", "bright white",
  ]

  private static let all: [SRGB] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { SRGB($0) }

  /// The number that looks nearest, by CIEDE2000: these colours are far apart, and of a colour its hue has to stay.
  /// Greys become greys, and colours colours: a dark green is nearer to grey than to the only green there is.
  static func nearest(to colour: SRGB) -> Int {
    let greys = [0, 7, 8, 15]
    let isGrey = OKLCH(OKLab(colour.linear)).chroma < 0.04
    let lab = CIELab(colour.linear)
    let fitting = all.indices.filter { greys.contains($0) == isGrey }
    return fitting.min { first, second in
      lab.difference(from: CIELab(all[first].linear)) < lab.difference(from: CIELab(all[second].linear))
    } ?? 7
  }
}
