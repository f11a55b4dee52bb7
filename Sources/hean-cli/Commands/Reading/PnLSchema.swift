import HeanCore

extension PnLCommand {
  struct Schema: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static let carriedFlags = CarriedFlags.all
    static let sqlFlag = Flag("sql", help: "the statements that make a table for them in PostgreSQL 15")
    static let keyOption = Option(
      "key", "KEY", .choice(SnapshotSQL.Key.self), default: .moment,
      help: "with --sql: what tells the rows of a profile apart, as_of or period")
    static var documents: [OutputDocument] {
      [OutputDocument(.account, "pnl_schema", PnLColumn.fields, source: .never)]
    }
    static let spec = CommandSpec(
      name: "schema", summary: "The columns of a snapshot, and their table for PostgreSQL",
      discussion: """
        The CSV that 'pnl snapshot --append' writes is copied into the table unchanged; an empty cell becomes NULL. \
        Amounts are numeric and keep every digit.
        """,
      examples: [
        Example("hean pnl schema", "what each column means"),
        Example("hean pnl schema --sql | psql", "make the table"),
        Example("hean pnl schema --sql --key period", "for files with --period: a period comes once"),
      ],
      options: [sqlFlag, keyOption])

    var isSQL: Bool
    var key: SnapshotSQL.Key

    init(_ line: ParsedLine) throws(UsageError) {
      isSQL = line[Self.sqlFlag]
      key = try line[Self.keyOption]
      if !isSQL, line.isGiven(Self.keyOption) {
        throw .contradiction("--key is about the table of --sql", nextStep: "add --sql, or leave --key out")
      }
    }

    func run(_ session: Session) async throws -> Output {
      guard !isSQL else { return .text(SnapshotSQL(table: "hean_pnl_snapshot", key: key).text) }
      var report = session.localReport("pnl_schema")
      report.holdsAmounts = false
      report.list(PnLColumn.fields, SnapshotFormat.fields.described().map { PnLColumn(field: $0) })
      return .report(report)
    }
  }
}

/// A column of a snapshot.
struct PnLColumn: Sendable {
  var field: FieldDescription

  static let fields: [Field<PnLColumn>] = [
    Field("name", "COLUMN", "its name in every format", priority: 100) { $0.field.name },
    Field("type", "TYPE", "moment, decimal, integer or text", priority: 90) { $0.type },
    Field("unit", "UNIT", "null where it has none", priority: 80) { column in
      column.field.type.unit.flatMap { $0 == .count ? nil : $0.rawValue }
    },
    Field("can_be_null", "NULL", "whether it is empty when it is not known", priority: 70) {
      $0.field.type.canBeMissing
    } cell: {
      Cell($0.field.type.canBeMissing ? "yes" : "no", .faint)
    },
    Field("meaning", "MEANING", "what it is", .wrapping, priority: 95) {
      $0.field.name == "schema" ? PnLSnapshot.schema : $0.field.meaning
    },
  ]

  private var type: String {
    switch field.type.kind {
    case .moment: "moment"
    case .decimal: "decimal"
    case .integer: "integer"
    default: "text"
    }
  }
}
