import Foundation
import HeanCore

/// A command line after matching: which command, which options, which operands.
struct ParsedLine: Sendable {
  /// Canonical names, the default subcommand included.
  var path: [String] = []
  /// As it was typed.
  var argv: [String] = []
  var spec = CommandSpec(name: "", summary: "")
  var operands: [String] = []
  var operandIndexes: [Int] = []
  var wantsHelp = false
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  var isVersionRequest: Bool { flags.contains("version") }

  mutating func add(_ option: OptionSpec, value: String?) {
    guard let value else {
      flags.insert(option.name)
      return
    }
    values[option.name] = option.isRepeatable ? (values[option.name] ?? []) + [value] : [value]
  }

  func flag(_ option: OptionSpec) -> Bool { flags.contains(option.name) }
  func string(_ option: OptionSpec) -> String? { values[option.name]?.last }
  func strings(_ option: OptionSpec) -> [String] { values[option.name] ?? [] }

  func operand(_ place: Int) throws(UsageError) -> String {
    guard place < operands.count else { throw .missingOperand(spec.operands.first?.name ?? "operand", path: path) }
    return operands[place]
  }

  func integer(_ option: OptionSpec, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = string(option) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw invalid(option, text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func decimal(_ option: OptionSpec) throws(UsageError) -> Decimal? {
    guard let text = string(option) else { return nil }
    guard let value = Decimal(exactly: text)?.figure else { throw invalid(option, text, expected: "a number") }
    return value
  }

  func duration(_ option: OptionSpec) throws(UsageError) -> Duration? {
    guard let text = string(option) else { return nil }
    guard let value = Spans.duration(text) else {
      throw invalid(option, text, expected: "a span of time such as 500ms, 90s, 5m, 1h30m or 1d")
    }
    return value
  }

  func since(_ option: OptionSpec) throws(UsageError) -> Since? {
    guard let text = string(option) else { return nil }
    guard let value = Since(text) else {
      throw invalid(
        option, text, expected: "a span such as 90s or 1h30m, a time such as 01:40, or a date such as 2026-11-21")
    }
    return value
  }

  func invalid(_ option: OptionSpec, _ value: String, expected: String) -> UsageError {
    .invalidValue("--" + option.name, value, index: nil, path: path, expected: expected, nearest: nil)
  }
}
