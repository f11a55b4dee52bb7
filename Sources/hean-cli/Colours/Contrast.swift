extension SRGB {
  /// Relative luminance as WCAG 2 defines it: 0 is black, 1 is white.
  var luminance: Double {
    let light = linear
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// The contrast ratio of WCAG 2, from 1 to 21; the order does not matter.
  func contrast(with other: SRGB) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
