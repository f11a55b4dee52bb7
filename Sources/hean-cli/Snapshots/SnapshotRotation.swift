import HeanCore

/// Whether a file of snapshots is one file, or one a day.
enum SnapshotRotation: String, Sendable, CaseIterable {
  case none
  /// `pnl.csv` stands for `pnl-2026-11-26.csv`: one a day of UTC, as the periods are, so that it does not depend on the
  /// time zone of whoever appends.
  case daily

  /// The file that a row of this moment is appended to.
  func path(_ named: String, at moment: Date) -> String {
    switch self {
    case .none: named
    case .daily: Self.dated(named, String(SnapshotFormat.moment(moment).prefix(10)))
    }
  }

  private static func dated(_ named: String, _ day: String) -> String {
    let (stem, suffix) = parts(named)
    return "\(stem)-\(day)\(suffix)"
  }

  /// What stands before the day in a name, and what behind it, with its point.
  private static func parts(_ named: String) -> (stem: Substring, suffix: Substring) {
    let start = named.lastIndex(of: "/").map { named.index(after: $0) } ?? named.startIndex
    guard let point = named.lastIndex(of: "."), point > start else { return (named[...], "") }
    return (named[..<point], named[point...])
  }

  /// The files that a name stands for: the one of this name, and those of days, oldest first.
  /// - Returns: empty when there is none.
  static func files(of named: String) -> [String] {
    let (stem, suffix) = parts(named)
    let folder = named.lastIndex(of: "/").map { String(named[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let days = names.map { folder + $0 }.filter { path in
      guard path.hasPrefix(stem), path.hasSuffix(suffix), path.count == stem.count + suffix.count + 11 else {
        return false
      }
      let day = path.dropFirst(stem.count).dropLast(suffix.count)
      return day.wholeMatch(of: /-\d{4}-\d{2}-\d{2}/) != nil
    }.sorted()
    return (names.contains { folder + $0 == named } ? [named] : []) + days
  }
}
