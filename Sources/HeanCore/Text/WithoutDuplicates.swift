extension Sequence where Element: Hashable {
  /// Without repetitions, in the order of the first occurrences.
  package var withoutDuplicates: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
