import HeanCore

extension NameFilter {
  /// ` for ETHUSDT and hf_scalping`: a part of a sentence.
  var phrase: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }
}
