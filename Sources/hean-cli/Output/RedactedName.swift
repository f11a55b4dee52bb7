/// Names with digits in them, which `--redact` leaves inside of sentences: ids, endpoints, strategies, symbols.
///
/// The digits of a name are part of it only in these shapes. A number that something is glued to, as in `PnL-1.54` or
/// `USDT10036`, is no name.
enum RedactedName {
  /// - Parameters:
  ///   - word: without punctuation around it.
  ///   - amounts: in lower case; no name has one of them.
  static func isName(_ word: String, amounts: Set<String>) -> Bool {
    if isAddress(word) { return true }
    if isID(word) { return true }
    // Symbols of a thousand coins, as 1000PEPEUSDT, and versions. A regular expression is tried only where it can match.
    if let first = word.utf8.first, first == UInt8(ascii: "1") || first == UInt8(ascii: "v"),
      word.wholeMatch(of: #/10{3,}[A-Z]{2,}USD[TC]?|v[0-9]+(\.[0-9]+)*/#) != nil
    {
      return true
    }
    let parts = word.split(omittingEmptySubsequences: false) { "-./".contains($0) }
    return !parts.isEmpty && parts.allSatisfy { isIdentifier($0, amounts) }
  }

  /// A URL without a query, an endpoint, or a file.
  static func isAddress(_ word: String) -> Bool {
    guard word.utf8.contains(UInt8(ascii: "/")) else { return false }
    if word.wholeMatch(of: #/[a-z]+://[^?=<>$,;()|]+/#) != nil { return true }
    return word.wholeMatch(of: #/~?/[A-Za-z._{][^?=<>$,;()|]*/#) != nil && !word.contains(#//[0-9]+\.[0-9]+$/#)
  }

  /// A UUID or its beginning, a hash, or an order's id with its time, as `smart_limit_1795225607.889114`.
  private static func isID(_ word: String) -> Bool {
    guard word.utf8.count >= 8 else { return false }
    if word.wholeMatch(of: #/[A-Za-z][A-Za-z_]*_[0-9]{9,}\.[0-9]+/#) != nil { return true }
    let letters = word.count(where: \.isLetter)
    if word.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4})+(-[0-9a-f]{12})?/#) != nil { return letters > 0 }
    return letters > 1 && word.wholeMatch(of: #/[0-9a-f]{8,}/#) != nil
  }

  /// Letters first, then digits, in parts between underscores. A symbol or a word of money or sizes is not what a name is
  /// made of, nor is a single letter before a long number.
  private static func isIdentifier(_ word: Substring, _ amounts: Set<String>) -> Bool {
    guard word.contains(where: \.isNumber) else { return true }
    guard word.first?.isLetter == true || word.first == "_" else { return false }
    return word.split(separator: "_").allSatisfy { part in
      let letters = part.prefix(while: \.isLetter).lowercased()
      let digits = part.dropFirst(letters.count)
      guard digits.allSatisfy({ ("0"..."9").contains($0) }), !amounts.contains(letters) else { return false }
      return letters.isEmpty || digits.isEmpty || letters.count == 1 && letters != "x" && digits.count < 3
        || letters.count > 1 && !letters.hasSuffix("usdt")
    }
  }
}
