import HeanCore

/// The audit log of this user. The file is opened for each line, not before: when it cannot be opened, a panic goes on
/// without it.
struct LazyAuditLog: AuditSink {
  var environment: [String: String]

  func append(_ record: AuditRecord, within patience: Duration?) throws {
    try AuditLog(environment: environment).append(record, within: patience)
  }

  func append(_ record: AuditRecord, claiming token: String, within patience: Duration?) throws -> AuditRun? {
    try AuditLog(environment: environment).append(record, claiming: token, within: patience)
  }
}
