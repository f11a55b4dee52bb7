import HeanCore

/// How ages are written on a screen.
enum Ages: Sendable, Equatable {
  /// `4m12s`.
  case exact
  /// `<30s`, `30s`, `4m`, `2h`, by a clock that shows this time. From a minute on they change together, when a minute of that
  /// clock begins, so that a screen in which nothing else changes stays the same text for a minute.
  case coarse(at: Date)

  func text(_ seconds: Double) -> String {
    guard case .coarse(let now) = self, !seconds.isNaN else { return Spans.text(seconds) }
    // What is half a minute old is not called new.
    guard seconds >= 60 else { return seconds < 30 ? "<30s" : "30s" }
    let ofMinute = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    let minutes = max(1, Int(clamping: ((seconds - ofMinute) / 60).rounded(.down)))
    switch minutes {
    case ..<60: return "\(minutes)m"
    case ..<1440: return "\(minutes / 60)h"
    default: return "\(minutes / 1440)d"
    }
  }

  func text(_ seconds: Decimal) -> String { text(seconds.double) }

  /// A sentence of the core, in which ages are written exactly: `12s ago`, `4m12s old`.
  func text(of sentence: String) -> String {
    guard self != .exact else { return sentence }
    return sentence.replacing(#/([0-9][0-9.dhms]*) (ago|old)/#) { match in
      // No span is one of zero.
      "\(text(Spans.duration(String(match.output.1))?.seconds ?? 0)) \(match.output.2)"
    }
  }
}

extension Screen {
  /// The same with the ages in its sentences written in this way.
  func with(_ ages: Ages) -> Screen {
    guard ages != .exact else { return self }
    func aged(_ cell: Cell) -> Cell {
      guard case .text(let text) = cell.content else { return cell }
      var cell = cell
      cell.content = .text(ages.text(of: text))
      return cell
    }
    var screen = self
    screen.blocks = blocks.map { block in
      switch block {
      case .line(let cell): .line(aged(cell))
      case .item(let mark, let cell): .item(mark, aged(cell))
      case .steps(let steps, let all):
        .steps(steps.map { ReasonedStep(step: $0.step, reason: ages.text(of: $0.reason)) }, all: all)
      default: block
      }
    }
    return screen
  }
}
