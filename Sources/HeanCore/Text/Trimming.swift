extension StringProtocol {
  /// Without white space and line ends at its edges.
  package func trimmed() -> String { trimmed { $0.properties.isWhitespace || $0 == "\u{200B}" } }

  /// Without these marks at its edges.
  package func trimmed(of marks: String) -> String {
    let marks = Set(marks.unicodeScalars)
    return trimmed(where: marks.contains)
  }

  private func trimmed(where isEdge: (Unicode.Scalar) -> Bool) -> String {
    var rest = Substring(self).unicodeScalars
    while let first = rest.first, isEdge(first) { rest.removeFirst() }
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return String(rest)
  }
}
