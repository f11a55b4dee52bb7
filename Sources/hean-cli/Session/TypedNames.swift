import HeanCore

extension NameFilter {
  init(_ line: ParsedLine) throws(UsageError) {
    self.init(symbol: try line[Options.symbol], strategy: try line[Options.strategy])
  }

  /// ` for ETHUSDT and hf_scalping`: a part of a sentence.
  var phrase: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }
}
