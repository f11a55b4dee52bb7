import HeanCore

/// The audit log of this user. It is looked for with each line only: where it cannot be had, a panic goes on without it.
struct AuditDestination: AuditSink {
  var environment: [String: String]

  func append(_ record: AuditRecord, within patience: Duration?) throws {
    try AuditLog(environment: environment).append(record, within: patience)
  }
}
