/// Finds what an operator meant by a name.
package enum Lookup {
  /// Fewest characters of a beginning: one letter is a slip of the finger, and verbs take names too.
  private static let shortest = 2

  /// All elements with exactly this name, or else the one element with a name that begins so. Case does not matter.
  /// - Parameters:
  ///   - names: all names of an element, its usual one first.
  ///   - isCalled: whether the element is known by the name in another spelling.
  /// - Returns: at least one element; several when they share the name.
  /// - Throws: `notFound` or `ambiguous`.
  package static func all<Element>(
    _ wanted: String, in elements: [Element], kind: String, names: (Element) -> [String],
    isCalled: (Element) -> Bool = { _ in false }
  ) throws(EngineError) -> [Element] {
    let lowered = wanted.lowercased()
    let exact = elements.filter { element in
      isCalled(element) || names(element).contains { $0.lowercased() == lowered }
    }
    if !exact.isEmpty { return exact }
    let beginning = elements.filter { element in names(element).contains { $0.lowercased().hasPrefix(lowered) } }
    guard !beginning.isEmpty, !wanted.isEmpty, wanted.count >= shortest || beginning.count > 1 else {
      throw .notFound(kind: kind, name: wanted, known: elements.compactMap { names($0).first }.withoutDuplicates)
    }
    guard beginning.count == 1 else { throw ambiguous(wanted, beginning, kind, names) }
    return beginning
  }

  /// As `all`, but `ambiguous` is thrown when several elements share the name.
  package static func one<Element>(
    _ wanted: String, in elements: [Element], kind: String, names: (Element) -> [String],
    isCalled: (Element) -> Bool = { _ in false }
  ) throws(EngineError) -> Element {
    let found = try all(wanted, in: elements, kind: kind, names: names, isCalled: isCalled)
    guard let first = found.first, found.count == 1 else { throw ambiguous(wanted, found, kind, names) }
    return first
  }

  /// Positions with this id, or in this symbol in any spelling; or else the one whose id or symbol begins so.
  package static func positions(_ wanted: String, in listed: [Position]) throws(EngineError) -> [Position] {
    try all(wanted, in: listed, kind: "position", names: \.names, isCalled: { $0.isIn(wanted) })
  }

  package static func position(_ wanted: String, in listed: [Position]) throws(EngineError) -> Position {
    try one(wanted, in: listed, kind: "position", names: \.names, isCalled: { $0.isIn(wanted) })
  }

  package static func order(_ wanted: String, in listed: [Order]) throws(EngineError) -> Order {
    try one(wanted, in: listed, kind: "order", names: { [$0.id].compactMap { $0 } })
  }

  package static func strategy(_ wanted: String, in listed: [Strategy]) throws(EngineError) -> Strategy {
    try one(wanted, in: listed, kind: "strategy", names: { [$0.id].compactMap { $0 } })
  }

  private static func ambiguous<Element>(
    _ wanted: String, _ found: [Element], _ kind: String, _ names: (Element) -> [String]
  ) -> EngineError {
    .ambiguous(kind: kind, name: wanted, matches: found.map { names($0).joined(separator: " ") }.withoutDuplicates)
  }
}

extension Position {
  fileprivate var names: [String] { [symbol, id].compactMap { $0 } }

  fileprivate func isIn(_ symbol: String) -> Bool { Symbols.match(symbol, in: [self.symbol]) != nil }
}
