/// Reads and writes spans of time: `12s`, `4m12s`, `2h05m`, `3d04h`; what is typed can also be `500ms` or `90s`.
package enum Spans {
  package static func text(_ seconds: Double) -> String {
    guard !seconds.isNaN else { return "?" }
    let whole = Int(max(0, min(seconds, 1e12)))
    if seconds > 0, seconds < 10, whole < 10 { return Figures.text(Decimal(Int(seconds * 10)) / 10, places: 1) + "s" }
    switch whole {
    case ..<60: return "\(whole)s"
    case ..<3600: return "\(whole / 60)m\(twoDigits(whole % 60))s"
    case ..<86_400: return "\(whole / 3600)h\(twoDigits(whole % 3600 / 60))m"
    default: return "\(whole / 86_400)d\(twoDigits(whole % 86_400 / 3600))h"
    }
  }

  package static func text(_ seconds: Decimal) -> String { text(seconds.double) }

  package static func text(_ duration: Duration) -> String { text(duration.decimalSeconds) }

  /// Reads what is typed, and what `text` writes: `90s`, `1h30m`, `2d04h`, `2w`; a number without a unit is seconds.
  /// - Returns: `nil` when the text is no span, or one of zero.
  package static func duration(_ text: String) -> Duration? {
    var rest = text[...]
    var milliseconds: Decimal = 0
    // Each unit has to be smaller than the one before, so `1m1m` is no span.
    var largest = Decimal.greatestFiniteMagnitude
    repeat {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unit.count)
      let isBare = unit.isEmpty && digits.count == text.count
      // Compared before it is multiplied: a product that is too large for a Decimal is NaN, which is less than any
      // number.
      guard let value = Decimal(exactly: String(digits)), value < longest, let scale = isBare ? 1000 : units[unit],
        scale < largest
      else { return nil }
      milliseconds += value * scale
      largest = scale
    } while !rest.isEmpty
    milliseconds = milliseconds.rounded(to: 0)
    guard milliseconds > 0, milliseconds < longest else { return nil }
    return .milliseconds(milliseconds.wholePart ?? 0)
  }

  /// What `duration` reads, for errors.
  package static let accepted = "a span of time such as 500ms, 90s, 5m, 1h30m, 1d or 2w"

  /// In milliseconds.
  private static let units: [Substring: Decimal] = [
    "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]
  /// In milliseconds: 31 years.
  private static let longest: Decimal = 1_000_000_000_000

  /// The shortest text that `duration` reads back; anything below a millisecond is dropped.
  package static func exact(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds == 0 else { return "\(Decimal(seconds) * 1_000 + Decimal(milliseconds))ms" }
    for (unit, length) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60)] where seconds != 0 && seconds % length == 0 {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }

  /// `5m` or `1h` where one unit is enough, otherwise as `text`.
  package static func short(_ seconds: Decimal) -> String {
    let exact = exact(.seconds(seconds.wholePart ?? 0))
    return seconds >= 60 && exact.hasSuffix("s") ? text(seconds) : exact
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension Duration {
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  package var decimalSeconds: Decimal {
    Decimal(components.seconds) + Decimal(components.attoseconds) / 1_000_000_000_000_000_000
  }
}
