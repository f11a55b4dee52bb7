/// What the command line said about settings, as typed; `nil` where it said nothing.
struct SettingFlags: Sendable, Equatable {
  var url: String?
  var profile: String?
  var practice = false
  /// Path of a file that holds the API key. The key itself is never taken from the command line.
  var apiKeyFile: String?
  var timeout: String?
  var timeZone: String?
  var output: String?
  var color: String?
  var seed: String?
  var scenario: String?
  var speed: String?
}
