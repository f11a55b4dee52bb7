import HeanCore

@testable import HeanConsole

/// What a person or a script is shown of an error.
enum Shown {
  /// - Parameter secret: what must not be in it.
  static func check(_ failure: Failure, hiding secret: String? = nil) throws(Violation) {
    let text = failure.text(palette: Palette(isEnabled: false), width: 80)
    let json = JSONText.compact(failure.json())
    let stray = text.unicodeScalars.first { $0 != "\n" && StrictJSON.isHarmful($0) }
    try Violation.unless(stray == nil, "an error with control characters: \(text.debugDescription)")
    try Violation.unless(StrictJSON.accepts(Array(json.utf8)), "an error that is no JSON: \(json.debugDescription)")
    guard let secret else { return }
    try Violation.unless(!text.contains(secret) && !json.contains(secret), "the secret is shown: \(text)")
  }
}
