import HeanCore

/// A table of PostgreSQL for the rows of snapshots. The CSV that is appended can be copied into it as it is.
struct SnapshotSQL: Sendable {
  /// What tells a row from the others of its profile.
  enum Key: String, Sendable, CaseIterable {
    /// Its time: for files with any number of rows in a period.
    case moment = "as_of"
    /// Its period: for files of one length of period, in which each row has one.
    case period

    var column: String {
      switch self {
      case .moment: "as_of"
      case .period: "period"
      }
    }
  }

  var table: String
  var key: Key

  /// Statements, each with its end.
  var text: String {
    let fields = SnapshotFormat.fields.described()
    let columns = fields.map { field in
      let isNeeded = !field.type.canBeMissing || field.name == key.column
      return "  \(field.name) \(Self.type(field.type))\(isNeeded ? " not null" : "")"
    }
    let comments = fields.map { field -> String in
      let unit = field.type.unit.map { $0 == .count ? "" : " (\($0.rawValue))" } ?? ""
      let words = field.name == "schema" ? "version of the row" : field.meaning
      return "comment on column \(table).\(field.name) is \(Self.quoted(words + unit));\n"
    }
    return """
      -- Rows of snapshots, for PostgreSQL 15. A file of this version is loaded as it is:
      --   \\copy \(table) from 'pnl.csv' with (format csv, header true)
      create table \(table) (
      \((columns + ["  primary key (profile, \(key.column))"]).joined(separator: ",\n"))
      );
      comment on table \(table) is \(Self.quoted("\(PnLSnapshot.schema): null is a figure that was not known"));

      """ + comments.joined()
  }

  /// Amounts keep every digit, so they are `numeric` without limits.
  private static func type(_ type: FieldType) -> String {
    switch type.kind {
    case .moment: "timestamptz"
    case .decimal: "numeric"
    case .integer: "bigint"
    default: "text"
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
