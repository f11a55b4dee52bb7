import HeanCore

/// Changes of engine and governor between the rows that `pnl snapshot` appended to a file. A change happened at some
/// moment between two rows.
struct SnapshotStates: Sendable {
  private(set) var changes: [RiskChange] = []
  /// The time of the first row; `nil` when the file has none of this profile.
  private(set) var since: Date?
  private(set) var count = 0

  /// - Parameter profile: whose rows are meant.
  /// - Throws: exit 64 for a file that cannot be read, or that is no file of snapshots.
  init(path: String, profile: String) throws {
    var last: [String: (state: String, at: Date)] = [:]
    let rows = try SnapshotTexts(path: path).rows.compactMap { row -> (at: Date, row: [String: String])? in
      guard row["profile"] == profile, let at = row["as_of"].flatMap({ EngineTime.parse($0) }) else { return nil }
      return (at, row)
    }
    since = rows.map(\.at).min()
    count = rows.count
    for (at, row) in rows.sorted(by: { $0.at < $1.at }) {
      for (column, subject) in [("engine_state", RiskChange.Subject.engine), ("risk_state", .governor)] {
        // An empty cell is a state that was not known.
        guard let state = row[column], !state.isEmpty else { continue }
        if let before = last[column], before.state != state {
          changes.append(
            RiskChange(
              at: at, subject, "\(before.state) to \(state)", state: state, reason: "at some time between two rows",
              notBefore: before.at, source: path))
        }
        last[column] = (state, at)
      }
    }
  }
}
