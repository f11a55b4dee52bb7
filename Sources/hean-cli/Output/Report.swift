import HeanCore

/// The engine that an output is about. Part of every JSON document.
struct SourceLabel: Sendable, Equatable {
  /// `nil` when no profile is in use.
  var profile: String?
  var url: String
  var mode: String
  /// The state that the engine reported; `nil` when it reported none.
  var engineState: String?

  static let fields: [Field<SourceLabel>] = [
    .member("profile", "null when no profile is in use") { $0.profile },
    .member("url") { $0.url },
    Field("mode", "", "where an order would go", priority: 0, type: OperatingMode.type) { .string($0.mode) },
    .member("engine_state", "as the engine reports it") { $0.engineState },
  ]

  var json: JSONValue { Self.fields.object(self) }
}

/// The result of a command, independent of the output format.
struct Report: Sendable {
  enum Payload: Sendable {
    case none
    case list(Table)
    case object(Table)

    static func list<Row>(_ fields: [Field<Row>], _ rows: [Row]) -> Payload { .list(Table(fields: fields, rows: rows)) }
    static func list<Row: Listed>(_ fields: [Field<Row>], _ rows: Listing<Row>) -> Payload {
      .list(Table(fields: fields, rows: rows))
    }
    static func object<Row>(_ fields: [Field<Row>], _ row: Row) -> Payload {
      .object(Table(fields: fields, rows: [row]))
    }
  }

  /// A line about something that can change.
  struct Change: Sendable, Equatable {
    /// What it tells, without ages: two with the same key tell the same.
    var key: String
    var text: String
    /// Whether `--redact` leaves it, because it can hold no amount.
    var isLeftByRedaction = false

    static func == (left: Change, right: Change) -> Bool { left.key == right.key }
  }

  /// `hean.positions/1`: the number grows when a field changes its meaning or is removed.
  var schema: String
  /// `nil` when the report is not about an engine.
  var source: SourceLabel?
  var asOf: Date
  /// Age in seconds of the oldest price that the figures depend on; `nil` when unknown.
  var age: Decimal?
  var payload: Payload = .none
  var screen = Screen()
  /// A file that was asked for on standard output, and is written in the place of the screen.
  var instead: Data?
  var exit: ExitCode = .ok
  /// The result as an error on standard error, for data formats.
  var failure: Failure?
  /// The operation, when it has sent something: if the report cannot be written, it is reported as an error.
  var sent: OperationResult?
  /// The verdict on money, for data formats whose payload has no place for it; `nil` for other reports.
  var money: JSONValue?
  /// The verdicts in short, for a row beside those of other engines; `nil` where they are not the subject.
  var verdict: EngineVerdict?
  /// Sums over several engines, for data formats; `nil` for a report about one.
  var sums: JSONValue?
  /// Whether `--max-age` applies.
  var needsFreshness = false
  /// Warnings that the screen shows in its own words. Data formats get them from here.
  var caveats: [String] = []
  /// One sentence that changes only when something important has changed: it contains neither times nor ages.
  var summary: String?
  /// What is now, a line each, for a look that is repeated several times a second: those are written that the look before
  /// did not have. `nil` where `summary` tells it.
  var changes: [Change]?
  /// Draws the screen in this theme; `nil` for the one in use.
  var theme: Theme?
  /// Whether there can be amounts in it. What is about hean itself has none, and `--redact` leaves it.
  var holdsAmounts = true
  /// Whether a window that is too low for all of it gets the most important lines, instead of the last ones.
  var isFitted = false
  /// Whether it shows an earlier look, because nobody asked the engine.
  var isOffline = false
  /// Whether it shows what is recorded, because nobody asked the engine.
  var isRecorded = false
  /// Notes for standard error.
  var notes: [String] = []

  /// The exit code after this report: nobody may take an earlier look for one of now.
  var end: ExitCode { failure?.exit ?? (isOffline ? .staleOrUnconfirmed : exit) }
}

extension Report {
  /// What stands in every document beside its data.
  static let frame: [Field<Report>] = [
    .member("schema", "its number grows when a field changes its meaning or goes") { $0.schema },
    .member("as_of", "when the answer arrived") { $0.asOf },
    .member("age_seconds", "of the oldest price behind the figures; null when not known", unit: .seconds) { $0.age },
  ]

  /// Sets the rows as data and draws them as a table; when there are none, the screen shows a sentence.
  mutating func list<Row: Sendable>(_ fields: [Field<Row>], _ rows: [Row], none: String? = nil) {
    payload = .list(fields, rows)
    if rows.isEmpty, let none {
      screen.line(Cell(none))
    } else {
      screen.table(Table(fields: fields, rows: rows))
    }
  }

  /// Ends the report with a failure and without data.
  mutating func end(as failure: Failure) {
    payload = .none
    self.failure = failure
  }
}
