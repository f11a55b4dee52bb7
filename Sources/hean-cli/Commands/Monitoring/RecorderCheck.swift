import HeanCore

/// Whether the recorder of an engine, if one was ever begun here, still writes: the last lines of its newest file tell.
struct RecorderCheck: Sendable {
  /// How far back (seconds) gaps are told.
  private static let window: TimeInterval = 86_400
  /// How much of the end of a file (bytes) is read.
  private static let reach = 256 << 10

  /// When the last line was written (UTC).
  private(set) var last: Date
  /// Whether that line says that the recorder ended by itself.
  private(set) var hasEnded = false
  /// Gaps that its last lines tell of, oldest first.
  private(set) var gaps: [RecordGap] = []

  /// - Parameters:
  ///   - folder: of the records of one engine.
  ///   - now: by the local clock.
  /// - Returns: `nil` when nothing is recorded there.
  init?(_ folder: RecordFolder, now: Date) throws(FileError) {
    let days = folder.files().map(\.name).filter { !$0.isMarket && !$0.isCompressed }
    // After midnight the file of the new day can have no line yet.
    var latest: Date?
    for day in days.suffix(2) {
      guard let tail = try FileTail.read(folder.path(day), most: Self.reach) else { continue }
      for text in tail.data.split(separator: UInt8(ascii: "\n")) {
        guard let line = RecordLine(Data(text)) else { continue }
        // A trade is dated by when it was closed, so the latest time is not always that of the last line.
        hasEnded = line.kind == .end
        if line.isOfThisMachine || line.at <= now { latest = max(latest ?? line.at, line.at) }
        if let gap = RecordGap(line), gap.to > now - Self.window { gaps.append(gap) }
      }
    }
    guard let latest else { return nil }
    last = latest
  }

  /// Adds what it found to the finding about the disk.
  /// - Parameter isRunning: whether a process records now.
  func note(in finding: inout PartFinding, isRunning: Bool, now: Date) {
    let age = max(0, now.timeIntervalSince(last))
    finding.figures += [
      PluginFigure("disk_record_age", Decimal(checked: age)?.rounded(to: 0), .seconds, least: 0),
      PluginFigure("disk_record_gaps", Decimal(gaps.count), least: 0),
    ]
    let when = "last line \(Spans.text(age)) ago"
    if hasEnded || !isRunning || age > RecordStanding.mostQuiet {
      let what =
        hasEnded ? "the recorder was ended" : isRunning ? "the recorder writes nothing" : "nobody records any more"
      let words = "\(what), \(when)"
      finding.message = finding.state == .ok ? words : "\(finding.message); \(words)"
      finding.state = .worst([finding.state, .warning])
    } else {
      finding.details.append("the recorder goes on, \(when)")
    }
    finding.details += gaps.suffix(5).map { "until \(EngineTime.shortest($0.to)): \($0.sentence)" }
  }
}
