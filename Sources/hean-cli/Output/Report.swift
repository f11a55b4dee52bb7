import Foundation
import HeanCore

/// Which engine an output is about. Part of every JSON document.
struct SourceLabel: Sendable, Equatable {
  /// `nil` when no profile is in use.
  var profile: String?
  var url: String
  var mode: String
  /// What the engine said of itself; `nil` when it did not.
  var engineState: String?

  var json: JSONValue {
    [
      "profile": .optional(profile), "url": .string(url), "mode": .string(mode), "engine_state": .optional(engineState),
    ]
  }
}

/// What a command found out, for any output format.
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

  /// `hean.positions/1`: the number grows when a field changes its meaning or goes.
  var schema: String
  /// `nil` for what concerns no engine.
  var source: SourceLabel?
  var asOf: Date
  /// Seconds since the oldest price behind the figures; `nil` when unknown.
  var age: Decimal?
  var payload: Payload = .none
  var screen = Screen()
  var exit: ExitCode = .ok
  /// The same end as an error on standard error, for data formats.
  var failure: Failure?
  /// An operation that has sent something, for the case that this cannot be written.
  var sent: OperationResult?
  /// Whether `--max-age` applies.
  var needsFreshness = false
  /// What a screen of this report says in its own words and data formats have to be told.
  var caveats: [String] = []
  /// One sentence that changes only when something worth a line has: neither the clock nor ages are in it.
  var summary: String?
  /// For standard error.
  var notes: [String] = []

  /// How a process ends that has shown this.
  var end: ExitCode { failure?.exit ?? exit }
}
