import Foundation

@testable import HeanConsole
@testable import HeanCore

/// A configuration that can be read is the same after it was written; one that cannot has an error fit to be shown.
enum ConfigurationProperty {
  static func check(_ input: [UInt8]) throws(Violation) {
    let first: (file: ConfigurationFile, warnings: [ConfigurationWarning])
    do throws(ConfigurationError) {
      first = try ConfigurationParser.parse(Data(input), path: "config.json")
    } catch {
      return try Shown.check(Failure(error, url: ""))
    }
    for warning in first.warnings {
      try Violation.unless(
        !warning.message.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "a warning with control characters: \(warning.message.debugDescription)")
    }
    let second: ConfigurationFile
    do throws(ConfigurationError) {
      second = try ConfigurationParser.parse(try first.file.encoded(), path: "config.json").file
    } catch {
      throw Violation("what was written cannot be read: \(error)")
    }
    try Violation.unless(first.file == second, "\(first.file) was read again as \(second)")
  }
}
