import HeanCore

/// The rows of one engine in files of snapshots, oldest first.
struct SnapshotSeries: Sendable {
  private(set) var rows: [PnLSnapshot] = []
  /// What was left out, a sentence for each kind.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - names: the files; a name also stands for the files of days that `--rotate daily` has made of it.
  ///   - profile: whose rows are meant when the files hold several.
  ///   - now: rows of a day after it, and later, are left out.
  /// - Throws: exit 64 for a file that cannot be read or is no file of snapshots, for rows of several engines, and for
  ///   rows of several profiles of which none is the given one.
  init(files names: [String], profile: String, now: Date) throws {
    var foreign = 0
    // A name of one day's file can be given beside the name that stands for all days.
    var read: Set<String> = []
    for name in names {
      let files = SnapshotRotation.files(of: name)
      for path in files.isEmpty ? [name] : files where read.insert(path).inserted {
        let file = try SnapshotTexts(path: path, option: "--file")
        foreign += file.foreign
        for texts in file.rows {
          if let row = PnLSnapshot(texts) { rows.append(row) } else { foreign += 1 }
        }
      }
    }
    leaveOut(foreign, "line", one: "is no snapshot", some: "are no snapshots")
    try keepOne(profile, of: names)
    keep("it is of a time before this engine", some: "they are of a time before this engine") {
      $0.asOf >= Self.earliest
    }
    keep("its time has not come", some: "their time has not come") { $0.asOf <= now + 86_400 }
    rows.sort { $0.asOf < $1.asOf }
    // Paper money and real money are no one curve.
    if let mode = rows.last?.mode {
      keep("it is of another mode than the latest, \(mode)", some: "they are of another mode than the latest, \(mode)")
      {
        $0.mode == mode
      }
    }
    let engines = Set(rows.compactMap(\.engineURL)).sorted()
    guard engines.count < 2 else {
      throw Failure(
        .usage, "--file: rows of \(engines.count) engines: \(Figures.listed(engines, most: 4))",
        nextStep: "name the files of one engine")
    }
  }

  /// 2020-01-01: a machine without a clock writes 1970.
  private static let earliest = Date(timeIntervalSince1970: 1_577_836_800)

  private mutating func keepOne(_ profile: String, of names: [String]) throws {
    let owners = Set(rows.map(\.profile))
    guard owners.count > 1 else { return }
    guard owners.contains(profile) else {
      throw Failure(
        .usage, "--file: rows of \(owners.count) profiles: \(Figures.listed(owners.sorted(), most: 4))",
        nextStep: "name the profile with --profile")
    }
    keep("it is of another profile", some: "they are of another profile") { $0.profile == profile }
  }

  private mutating func keep(_ one: String, some: String, _ isKept: (PnLSnapshot) -> Bool) {
    let count = rows.count
    rows.removeAll { !isKept($0) }
    leaveOut(count - rows.count, "row", one: "is left out: \(one)", some: "are left out: \(some)")
  }

  private mutating func leaveOut(_ count: Int, _ noun: String, one: String, some: String) {
    if count > 0 { notes.append("\(Figures.counted(count, noun)) \(count == 1 ? one : some)") }
  }

  /// The rows as readings, for sums over time.
  var readings: [PnLReading] {
    rows.map { row in
      PnLReading(
        at: row.asOf, equity: row.equity, realized: row.realizedPnL, fees: row.fees, closes: row.closes,
        startedAt: row.engineStartedAt)
    }
  }
}
