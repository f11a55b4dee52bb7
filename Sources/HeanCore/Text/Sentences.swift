extension StringProtocol {
  /// The text with its first letter in upper case, to begin a sentence. The rest, codes and names included, is
  /// unchanged.
  package var sentenceStart: String { prefix(1).uppercased() + dropFirst() }

  /// The text without its full stop, to stand within a sentence.
  var asClause: String { String(hasSuffix(".") ? dropLast() : self[...]) }
}
