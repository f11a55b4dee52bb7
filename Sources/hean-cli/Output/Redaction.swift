import HeanCore

/// Hides amounts of money and sizes, for a screen that others see (`--redact`). Percentages, prices of the market,
/// counts, states, names and times stay.
///
/// What is not known to be none of an amount is hidden: a number of a new field is, until it is named in `OpenNames`.
struct Redaction: Sendable, Equatable {
  /// Stands for an amount in data. It is a text, so that a program fails instead of taking it for a figure, and not null,
  /// which says that a figure is not known.
  static let dataMark = "****"
  /// Stands for an amount on a screen. It is always as long, because the number of digits tells something too.
  let mark: String

  init(isASCII: Bool) { mark = isASCII ? Self.dataMark : "••••" }

  /// For data formats, which are ASCII where hean chooses the words.
  static let data = Redaction(isASCII: true)

  /// A value of the data formats.
  /// - Parameters:
  ///   - name: of its field or member.
  ///   - isLeftByRedaction: whether it is known to be no amount; `nil` to go by the name.
  func value(_ value: JSONValue, named name: String, isLeftByRedaction: Bool? = nil) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number: return isLeftByRedaction ?? OpenNames.contains(name) ? value : .string(Self.dataMark)
    case .string(let text):
      if isLeftByRedaction ?? OpenNames.leaves(text, of: name) { return value }
      return .string(OpenNames.typed.contains(name) ? Self.data.numbers(in: text) : Self.data.text(text))
    case .array(let values):
      return .array(values.map { self.value($0, named: name, isLeftByRedaction: isLeftByRedaction) })
    case .object(let members):
      // A figure beside its unit: a ratio is none of an amount.
      let isUnitOpen = members["unit"].map(OpenNames.isOpen(unit:)) ?? false
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, member in
            (
              key,
              self.value(
                member, named: key, isLeftByRedaction: isUnitOpen && OpenNames.besideUnit.contains(key) ? true : nil)
            )
          }))
    }
  }

  /// A cell of a table.
  /// - Parameters:
  ///   - value: what the cell shows.
  ///   - isLeftByRedaction: whether that is known to be no amount; `nil` to go by the name.
  func cell(_ cell: Cell, of value: JSONValue, named name: String, isLeftByRedaction: Bool?) -> Cell {
    guard !cell.isLeftByRedaction else { return cell }
    var cell = cell
    switch value {
    case .number where !(isLeftByRedaction ?? OpenNames.contains(name)):
      cell.content = content(cell.content, numbers(in:))
    case .string(let words) where !(isLeftByRedaction ?? OpenNames.leaves(words, of: name)):
      cell.content = content(cell.content, text(_:))
    case .null, .bool: cell.content = content(cell.content, text(_:))
    // The figure itself is left, and not whatever is said beside it.
    case .number, .string: cell.content = content(cell.content) { rest(of: $0, after: value) }
    case .array, .object:
      cell.content = content(cell.content, OpenNames.typed.contains(name) ? numbers(in:) : text(_:))
    }
    return cell
  }

  /// Keeps what the field holds, which is its text or else the first number, and hides amounts after it.
  private func rest(of text: String, after value: JSONValue) -> String {
    if case .string(let whole) = value {
      let told = sanitized(whole)
      // An empty text stands in every other.
      if !told.isEmpty, let held = text.firstRange(of: told) {
        return text[..<held.upperBound] + self.text(String(text[held.upperBound...]))
      }
    }
    // `1m23s` is one figure.
    if let last = text.last, "smhd".contains(last), text.wholeMatch(of: #/([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+/#) != nil {
      return text
    }
    let figure = text.firstIndex(where: \.isNumber) ?? text.endIndex
    let end = text[figure...].firstIndex { !$0.isNumber && !".,".contains($0) } ?? text.endIndex
    return text[..<end] + self.text(String(text[end...]))
  }

  func cell(_ cell: Cell) -> Cell {
    guard !cell.isLeftByRedaction else { return cell }
    var cell = cell
    cell.content = content(cell.content, text(_:))
    return cell
  }

  private func content(_ content: Cell.Content, _ redacted: (String) -> String) -> Cell.Content {
    switch content {
    case .text(let text): .text(redacted(text))
    case .pieces(let pieces):
      .pieces(pieces.map { if case .words(let text) = $0 { .words(redacted(text)) } else { $0 } })
    case .time: content
    }
  }

  /// The words of a failure.
  func failure(_ failure: Failure, asData: Bool) -> Failure {
    let redaction = asData ? Self.data : self
    var failure = failure
    failure.message = redaction.text(failure.message)
    failure.nextStep = failure.nextStep.map(redaction.guidance)
    return failure
  }

  /// Words are redacted. Commands stay, because half of one would be another one; hean puts no amount into them.
  func guidance(_ guidance: Guidance) -> Guidance {
    guidance.parts.reduce(into: Guidance("")) { whole, part in
      if case .step(.advice(let words)) = part {
        whole.append(.step(.advice(text(words))))
      } else {
        whole.append(part)
      }
    }
  }

  func step(_ step: NextStep) -> NextStep {
    step.parts.reduce(into: NextStep()) { whole, part in
      if case .advice(let words) = part { whole.append(.advice(text(words))) } else { whole.append(part) }
    }
  }
}
