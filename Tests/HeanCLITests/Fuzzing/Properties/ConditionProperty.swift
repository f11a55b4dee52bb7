import Foundation

@testable import HeanConsole
@testable import HeanCore

/// Every text is a condition or an error that points into it; what is not known never holds by itself.
enum ConditionProperty {
  static func check(_ input: [UInt8]) throws(Violation) {
    let text = String(decoding: input, as: UTF8.self)
    let condition: Condition
    do throws(ConditionError) {
      condition = try Condition(text)
    } catch {
      try Violation.unless((0...text.count).contains(error.column), "column \(error.column) of \(text.count)")
      let usage = UsageError.invalidCondition(
        text, option: "until", column: error.column, message: error.message)
      var failure = Failure(usage, url: "")
      failure.pointer = usage.pointer(in: [])
      return try Shown.check(failure)
    }
    try Violation.unless(!condition.names.isEmpty, "a condition about nothing")
    for name in condition.names {
      try Violation.unless(ConditionName(name.text) == name, "\(name.text) does not name itself")
    }
    try Violation.unless(condition.holds([:]) == nil, "it is decided with nothing known")
    _ = condition.holds(Dictionary(uniqueKeysWithValues: condition.names.map { ($0, .number(Decimal(1))) }))
  }
}
