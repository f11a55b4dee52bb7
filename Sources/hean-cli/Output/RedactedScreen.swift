import HeanCore

extension Redaction {
  /// A block of a screen without amounts. A command to paste stays whole.
  func block(_ block: Screen.Block) -> Screen.Block {
    switch block {
    case .banner(let word, let rest): .banner(cell(word), cell(rest))
    case .line(let line): .line(cell(line))
    case .item(let mark, let line): .item(mark, cell(line))
    case .table(let table, let cut): .table(table.redacted(by: self), cut)
    case .record(let table, let isPacked): .record(table.redacted(by: self), isPacked: isPacked)
    case .steps(let steps, let all):
      .steps(
        steps.map { Screen.ReasonedStep(step: step($0.step), reason: text($0.reason)) }, all: all)
    case .sentence(let words, let style): .sentence(guidance(words), style)
    case .offer(let mark, let words, let style): .offer(mark, guidance(words), style)
    case .hint(let words): .hint(guidance(words))
    case .picture(let holdsAmounts, let lines):
      holdsAmounts
        ? .picture(holdsAmounts: true) { palette, zone in outdented(lines(palette, zone).map { picture($0) }) } : block
    case .blank, .rest, .verbatim, .later: block
    }
  }
  /// Without the columns that all lines leave blank: those beside a mark would tell how long the numbers were.
  private func outdented(_ lines: [String]) -> [String] {
    let blank = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(blank)) }
  }
}
