/// Finds among many things of one key the one that lies near a moment, without going through all of them.
struct NearInTime<Key: Hashable, Element> {
  private struct Dated {
    var at: Date
    var place: Int
    var element: Element
  }

  /// Latest first, and of the same time in the order in which they were given.
  private var groups: [Key: [Dated]] = [:]
  /// For each place of a group the first place from there on that was not taken.
  private var free: [Key: [Int]] = [:]
  private var taken: Set<Int> = []

  /// - Parameter at: when it happened; what has no time is near nothing.
  init(_ elements: [Element], by key: (Element) -> Key, at: (Element) -> Date?) {
    for (place, element) in elements.enumerated() {
      guard let at = at(element) else { continue }
      groups[key(element), default: []].append(Dated(at: at, place: place, element: element))
    }
    for key in groups.keys {
      groups[key]?.sort { ($1.at, $0.place) < ($0.at, $1.place) }
    }
  }

  /// The latest within so many seconds of the moment.
  func first(_ key: Key, near moment: Date?, within seconds: TimeInterval) -> Element? {
    guard let moment, let group = groups[key] else { return nil }
    let index = Self.start(group, moment, seconds)
    guard index < group.count, moment.timeIntervalSince(group[index].at) <= seconds else { return nil }
    return group[index].element
  }

  /// The same of those that were not taken yet, and takes it.
  mutating func take(_ key: Key, near moment: Date?, within seconds: TimeInterval) -> Element? {
    guard let moment, let group = groups[key] else { return nil }
    var next = free.removeValue(forKey: key) ?? Array(0...group.count)
    defer { free[key] = next }
    let index = Self.firstFree(&next, from: Self.start(group, moment, seconds))
    guard index < group.count, moment.timeIntervalSince(group[index].at) <= seconds else { return nil }
    next[index] = index + 1
    taken.insert(group[index].place)
    return group[index].element
  }

  /// Those of the elements that this was made of that were not taken.
  func rest(of elements: [Element]) -> [Element] {
    elements.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  /// Index of the latest that is not too long after the moment.
  private static func start(_ group: [Dated], _ moment: Date, _ seconds: TimeInterval) -> Int {
    var (low, high) = (0, group.count)
    while low < high {
      let middle = (low + high) / 2
      if group[middle].at.timeIntervalSince(moment) > seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Shortens the way on each call, so that many calls together stay cheap.
  private static func firstFree(_ next: inout [Int], from start: Int) -> Int {
    var index = start
    while next[index] != index {
      next[index] = next[next[index]]
      index = next[index]
    }
    return index
  }
}
