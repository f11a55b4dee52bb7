/// The settings given on the command line, as typed; `nil` when one was not given.
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
  var theme: String?
  var seed: String?
  var scenario: String?
  var speed: String?
}
