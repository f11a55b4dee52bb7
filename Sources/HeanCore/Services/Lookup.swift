/// Finds the one thing that a person meant.
public enum Lookup {
  /// - Parameter names: everything the element goes by. An exact name wins over the unique beginning of one.
  public static func one<Element>(
    _ wanted: String, in elements: [Element], kind: String, names: (Element) -> [String]
  ) throws(EngineError) -> Element {
    let lowered = wanted.lowercased()
    let exact = elements.filter { element in names(element).contains { $0.lowercased() == lowered } }
    if let found = exact.first, exact.count == 1 { return found }
    let beginning = elements.filter { element in names(element).contains { $0.lowercased().hasPrefix(lowered) } }
    if exact.isEmpty, let found = beginning.first, beginning.count == 1 { return found }
    let candidates = exact.isEmpty ? (beginning.isEmpty ? elements : beginning) : exact
    throw .notFound(kind: kind, name: wanted, known: candidates.compactMap { names($0).first })
  }
}
