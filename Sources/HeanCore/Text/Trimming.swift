extension StringProtocol {
  /// Without spaces and tabs at its edges. Line ends are none.
  package func trimmed() -> String {
    trimmed { $0 == "\t" || $0 == "\u{200B}" || $0.properties.generalCategory == .spaceSeparator }
  }

  /// Without white space of any kind at its edges, line ends included.
  package func trimmedOfWhiteSpace() -> String { trimmed(where: \.properties.isWhitespace) }

  /// Without these marks at its edges.
  package func trimmed(of marks: String) -> String {
    trimmed { marks.unicodeScalars.contains($0) }
  }

  private func trimmed(where isEdge: (Unicode.Scalar) -> Bool) -> String {
    var rest = Substring(self).unicodeScalars
    while let first = rest.first, isEdge(first) { rest.removeFirst() }
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return String(rest)
  }
}
