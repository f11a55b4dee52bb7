import HeanCore

/// Equity over time, from the rows that `pnl snapshot` appended to a file.
struct SnapshotEquity: Sendable {
  /// Rows of this profile with an equity.
  var readings: [EquityReading] = []
  /// Rows of this profile whose equity was not known.
  var unknown = 0
  /// How many rows of another mode than the latest were left out: paper money and real money are no one curve.
  var otherModes: [String: Int] = [:]
  /// Profiles of rows that were left out.
  var others: Set<String> = []
  /// Lines that are no rows, such as one that is being written.
  var foreign = 0
  /// Rows that say to be of a time which has not come.
  var future = 0

  /// The mode of each reading.
  private var modes: [String] = []

  /// - Parameters:
  ///   - profile: whose rows are meant; of other profiles only the name is kept.
  ///   - now: rows of a day after it, and later, are left out.
  /// - Throws: exit 64 for a file that cannot be read, that is no file of snapshots, or that has no row of the profile.
  init(path: String, profile: String, now: Date) throws {
    let file = try SnapshotTexts(path: path)
    foreign = file.foreign
    for row in file.rows { add(row, profile, upTo: now + 86_400) }
    guard readings.isEmpty else {
      keepLatestMode()
      return
    }
    let known = others.sorted().joined(separator: ", ")
    let lack = file.rows.isEmpty ? "has no rows" : "has no equity of profile \(profile)"
    throw Failure(
      .usage, "--from: \"\(path)\" \(lack)\(known.isEmpty ? "" : "; it has rows of \(known)")",
      nextStep: known.isEmpty ? .command(.pnlSnapshot, "--append", path) : "name the profile with --profile")
  }

  private mutating func add(_ row: [String: String], _ profile: String, upTo latest: Date) {
    guard let at = row["as_of"].flatMap({ EngineTime.parse($0) }), let owner = row["profile"] else {
      return foreign += 1
    }
    guard owner == profile else {
      others.insert(owner)
      return
    }
    guard at <= latest else { return future += 1 }
    func figure(_ column: String) -> Double? { row[column].flatMap { Decimal(exactly: $0)?.figure?.double } }
    guard let equity = figure("equity") else { return unknown += 1 }
    var reading = EquityReading(at: at, equity: equity)
    (reading.realized, reading.unrealized, reading.fees) = (
      figure("realized_pnl"), figure("unrealized_pnl"), figure("fees")
    )
    readings.append(reading)
    modes.append(row["mode"] ?? "")
  }

  private mutating func keepLatestMode() {
    guard let latest = modes.last, modes.contains(where: { $0 != latest }) else { return }
    for mode in modes where mode != latest { otherModes[mode, default: 0] += 1 }
    readings = zip(readings, modes).filter { $1 == latest }.map(\.0)
  }
}

extension SnapshotEquity {
  /// What was left out, a sentence for each kind.
  /// - Parameter file: how the file is named.
  func notes(on file: String) -> [String] {
    func note(_ count: Int, _ noun: String, one: String, some: String) -> [String] {
      count == 0 ? [] : ["\(Figures.counted(count, noun)) of \(file) \(count == 1 ? one : some)"]
    }
    let modes = otherModes.sorted { $0.key < $1.key }.flatMap { mode, count in
      note(
        count, "row", one: "is left out: it is of mode \(mode), the latest is not",
        some: "are left out: they are of mode \(mode), the latest is not")
    }
    return note(unknown, "row", one: "has no equity", some: "have no equity")
      + note(
        future, "row", one: "is left out: its time has not come", some: "are left out: their time has not come")
      + modes + note(foreign, "line", one: "is no snapshot", some: "are no snapshots")
  }
}
