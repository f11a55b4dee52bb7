/// The version of this program.
enum Version {
  static let number = "0.2.0"
  /// The day of the version, which stands on pages of the manual.
  static let day = "2026-11-29"
}
