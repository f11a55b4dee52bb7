/// Work on many things, some of them at once.
enum Bounded {
  /// - Parameters:
  ///   - width: how many are worked on at once.
  ///   - ended: called with each result as it comes, one at a time.
  /// - Returns: the results in the order of the items.
  static func map<Item: Sendable, Value: Sendable>(
    _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async -> Value,
    ended: (Int, Value) async throws -> Void
  ) async rethrows -> [Value] {
    var values = [Value?](repeating: nil, count: items.count)
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var next = 0
      func begin() {
        guard next < items.count else { return }
        let (place, item) = (next, items[next])
        next += 1
        group.addTask { (place, await work(item)) }
      }
      for _ in 0..<max(1, width) { begin() }
      while let (place, value) = try await group.next() {
        values[place] = value
        begin()
        try await ended(place, value)
      }
    }
    return values.compactMap(\.self)
  }

  static func map<Item: Sendable, Value: Sendable>(
    _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async -> Value
  ) async -> [Value] {
    await map(items, atOnce: width, work, ended: { _, _ in })
  }

  /// How many engines are read at once. Each takes a connection for every endpoint that a look reads at the same time.
  static var engines: Int {
    OpenFileLimit.raise()
    return min(512, max(8, (OpenFileLimit.current - 64) / connections))
  }

  private static let connections = 30
}
