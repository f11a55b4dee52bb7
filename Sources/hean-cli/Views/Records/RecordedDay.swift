import HeanCore

/// What is recorded of one day (UTC).
struct RecordedDay: Sendable, Equatable {
  /// `2026-11-29`.
  var day: String
  /// Of everything but prices, on the disk.
  var rowBytes = 0
  /// Of prices; `nil` when none are kept.
  var marketBytes: Int?
  var isPacked = false
  /// `nil` when the file cannot be read.
  var counts: RecordCounts?
  var gaps: [RecordGap]?
}

/// How many lines there are of each kind.
struct RecordCounts: Sendable, Equatable {
  private var counts: [RecordLine.Kind: Int] = [:]
  /// Lines that cannot be read, or are of a kind that this version does not know.
  var unreadable = 0

  subscript(kind: RecordLine.Kind) -> Int {
    get { counts[kind] ?? 0 }
    set { counts[kind] = newValue }
  }

  var total: Int { counts.values.reduce(0, +) }
}

/// Whether an engine is recorded, and what is there of it.
struct RecordStanding: Sendable, Equatable {
  /// Who records.
  struct Holder: Codable, Sendable, Equatable {
    var pid: Int32
    var since: Date
    var version: String
    /// How many days it keeps.
    var days: Int
    /// How much it keeps, in bytes.
    var most: Int
    /// Whether it records prices.
    var hasPrices: Bool
  }

  /// How long (seconds) the last line of a recorder may be ago: while the engine does not answer, it tells so every 300 s.
  static let mostQuiet: TimeInterval = 330

  /// `nil` when nobody records.
  var holder: Holder?
  /// `nil` when nothing is recorded.
  var last: Date?
  var folder: String
  /// On the disk.
  var bytes: Int
  var days: Int
  var firstDay: String?
  /// Of the last 24 hours, as far as files that are not packed tell.
  var gaps: [RecordGap]
}
