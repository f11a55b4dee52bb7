import HeanCore

extension NameFilter {
  init(_ line: ParsedLine) throws(UsageError) {
    self.init(symbol: try line[Options.symbol], strategy: try line[Options.strategy])
  }
}
