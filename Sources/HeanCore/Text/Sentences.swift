extension StringProtocol {
  /// As the beginning of a sentence; the rest stays as it is, codes and names included.
  package var sentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
