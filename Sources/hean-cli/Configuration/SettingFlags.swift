/// The settings given on the command line, as typed.
struct SettingFlags: Sendable, Equatable {
  /// By the names of their options.
  private var texts: [String: String]
  var practice: Bool

  init(_ texts: [String: String] = [:], practice: Bool = false) {
    self.texts = texts
    self.practice = practice
  }

  /// `nil`: not given.
  subscript(_ setting: any AnySetting) -> String? {
    get { texts[setting.name] }
    set { texts[setting.name] = newValue }
  }
}
