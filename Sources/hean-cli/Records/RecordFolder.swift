import HeanCore

/// The folder of one engine's records: for each UTC day a file of what happened and, where prices are recorded, one of
/// the market. A finished day may be compressed.
struct RecordFolder: Sendable {
  let path: String

  /// - Parameters:
  ///   - state: hean's state folder.
  ///   - engine: the name of the engine's files there (`EngineTarget.memoryName`).
  init(state: String, engine: String) { path = "\(state)/records/\(engine)" }

  /// What the name of a file says.
  struct Name: Sendable, Hashable {
    /// Number of the UTC day since 1970.
    var day: Int
    /// Whether it holds prices; otherwise everything else.
    var isMarket: Bool
    /// Whether gzip has compressed it.
    var isCompressed: Bool

    init(day: Int, isMarket: Bool, isCompressed: Bool = false) {
      (self.day, self.isMarket, self.isCompressed) = (day, isMarket, isCompressed)
    }

    /// The file that a line belongs to which was recorded at this moment.
    init(at now: Date, isMarket: Bool) {
      self.init(day: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)), isMarket: isMarket)
    }

    /// `nil` for a file that is no record.
    init?(_ name: String) {
      guard let match = name.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)(\.market)?\.ndjson(\.gz)?/),
        let year = Int(match.output.1), let month = Int(match.output.2), let day = Int(match.output.3),
        CivilDay.isDate(year, month, day)
      else { return nil }
      self.init(
        day: CivilDay.number(year, month, day), isMarket: match.output.4 != nil, isCompressed: match.output.5 != nil)
    }

    /// `2026-11-29.market.ndjson.gz`.
    var text: String { date + (isMarket ? ".market" : "") + ".ndjson" + (isCompressed ? ".gz" : "") }

    /// `2026-11-29`.
    var date: String { String(EngineTime.format(start).prefix(10)) }

    /// When the day begins.
    var start: Date { Date(timeIntervalSince1970: TimeInterval(day) * 86_400) }
  }

  func path(_ name: Name) -> String { "\(path)/\(name.text)" }
}
