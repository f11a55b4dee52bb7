/// One line of `hean profile show`.
struct SettingRow: Sendable, Equatable {
  var name: String
  /// `nil`: not set.
  var value: String?
  var origin: String
}

extension EffectiveSettings {
  var isPractice: Bool { engine.value == .practice }
  /// The colours of files.
  var pictureTheme: PictureTheme { PictureTheme(theme.value, isChosen: theme.origin != .default) }

  /// Every value as text with its origin.
  func rows() -> [SettingRow] { Settings.all.compactMap { $0.row(of: self) } }
}
