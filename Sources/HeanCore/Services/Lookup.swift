/// Finds what a person meant by a name.
public enum Lookup {
  /// What goes by exactly this name, or else the one thing of which a name begins with it.
  /// - Parameter names: everything the element goes by, its usual name first.
  /// - Returns: at least one element; several when they share the name.
  public static func all<Element>(
    _ wanted: String, in elements: [Element], kind: String, names: (Element) -> [String]
  ) throws(EngineError) -> [Element] {
    let lowered = wanted.lowercased()
    let exact = elements.filter { element in names(element).contains { $0.lowercased() == lowered } }
    if !exact.isEmpty { return exact }
    let beginning = elements.filter { element in names(element).contains { $0.lowercased().hasPrefix(lowered) } }
    guard !beginning.isEmpty, !wanted.isEmpty else {
      throw .notFound(kind: kind, name: wanted, known: elements.compactMap { names($0).first })
    }
    guard beginning.count == 1 else { throw ambiguous(wanted, beginning, kind, names) }
    return beginning
  }

  /// The one thing of this name.
  public static func one<Element>(
    _ wanted: String, in elements: [Element], kind: String, names: (Element) -> [String]
  ) throws(EngineError) -> Element {
    let found = try all(wanted, in: elements, kind: kind, names: names)
    guard let first = found.first, found.count == 1 else { throw ambiguous(wanted, found, kind, names) }
    return first
  }

  private static func ambiguous<Element>(
    _ wanted: String, _ found: [Element], _ kind: String, _ names: (Element) -> [String]
  ) -> EngineError {
    .ambiguous(kind: kind, name: wanted, matches: found.map { names($0).joined(separator: " ") })
  }
}
