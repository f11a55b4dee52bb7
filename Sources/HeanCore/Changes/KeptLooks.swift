/// Looks at one engine that are kept, oldest first: the latest few as they are, older ones thinned.
public struct KeptLooks: Codable, Sendable, Equatable {
  /// Oldest first; the last is the mark with which the next look is compared.
  public private(set) var looks: [KeptLook] = []

  /// Looks of an engine at which nobody has looked yet.
  public init() {}

  /// How long looks are kept (seconds): a week.
  public static let span: TimeInterval = 7 * 86_400

  /// Up to which age (seconds) one look is kept of each so many seconds.
  private static let steps: [(age: TimeInterval, step: TimeInterval)] = [
    (3600, 300), (86_400, 3600), (span, 6 * 3600),
  ]

  /// Adds a look, which becomes the mark, and thins those before it.
  public mutating func add(_ look: KeptLook) {
    // Another practice world is another engine, and a time that is still to come was told by a clock that was set since.
    looks.removeAll { $0.world != look.world || $0.at > look.at }
    var kept: [KeptLook] = []
    var taken: Set<String> = []
    for earlier in looks {
      let age = look.at.timeIntervalSince(earlier.at)
      guard let step = Self.steps.first(where: { age < $0.age })?.step else { continue }
      // Of each span its first look stays, so that one that was kept once is kept while its span gets longer.
      let place = "\(step) \((earlier.at.timeIntervalSince1970 / step).rounded(.down))"
      if taken.insert(place).inserted { kept.append(earlier) }
    }
    looks = kept + [look]
  }

  /// Removes the oldest looks until at most so many are left; the mark stays.
  public mutating func keep(_ most: Int) { looks = Array(looks.suffix(max(1, most))) }

  /// The look to compare with: the mark, or the newest that is not younger than a time; where none is so old, the oldest.
  public func base(since moment: Date?) -> KeptLook? {
    guard let moment else { return looks.last }
    return looks.last { $0.at <= moment } ?? looks.first
  }
}
