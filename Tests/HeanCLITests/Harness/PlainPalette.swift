@testable import HeanConsole

extension Palette {
  /// The default theme in the sixteen colours that every terminal has, or no colour.
  init(isEnabled: Bool) { self.init(ThemeName.hean.theme, isEnabled ? .sixteen : nil) }
}
