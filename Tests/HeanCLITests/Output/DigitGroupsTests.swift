import Foundation
import Testing

@testable import HeanConsole

/// Digits in groups of three, where somebody asked for it.
struct DigitGroupsTests {
  @Test(arguments: [
    ("64235.80", "64,235.80"), ("-1234567.5", "-1,234,567.5"), ("1234.5", "1234.5"), ("0.123456", "0.123456"),
    ("+10291.53 USDT profit", "+10,291.53 USDT profit"), ("a12345", "a12345"), ("", ""), ("–", "–"),
  ])
  func `a number of five digits or more has commas`(text: String, grouped: String) {
    #expect(DigitGroups.grouped(text) == grouped)
  }

  @Test func `they are for a terminal, by flag, variable or profile, and never for data or a pipe`() async throws {
    let words = ["--practice", "account"]
    let terminal = await Console(columns: 120).run(words + ["--group-digits"])
    #expect(terminal.code == .ok && terminal.output.contains(/[0-9]{2},[0-9]{3}\.[0-9]{2}/), "\(terminal)")
    let variable = await Console(columns: 120, environment: ["HEAN_GROUP_DIGITS": "true"]).run(words)
    #expect(variable.output == terminal.output)
    let plain = await Console(columns: 120).run(words)
    #expect(plain.code == .ok && !plain.output.contains(/[0-9],[0-9]{3}/))
    for more in [["--json"], ["-o", "csv"], []] {
      let asked = await Console().run(words + more + ["--group-digits"])
      let usual = await Console().run(words + more)
      #expect(asked == usual && asked.code == .ok)
    }
  }
}
