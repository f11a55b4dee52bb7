/// The fields of a line of the audit log, as systems that keep logs name them.
extension AuditEntry {
  /// Under this name every record of hean is found.
  static let identifier = "hean"
  /// `authpriv` of syslog, as for `sudo`: who did what, not for everybody's eyes.
  static let facility = 10
  /// The longest value (bytes): a datagram to the journal has to fit into one buffer of a socket.
  static let longestValue = 8 << 10

  /// Names and values; what is not known is left out.
  var logFields: [(name: String, value: String)] {
    let record = record
    let request = intent?.request
    let fields: [(String, String?)] = [
      ("kind", record.kind), ("run", record.id), ("step", "\(record.step)"),
      ("time", record.time.map(EngineTime.format)), ("verb", record.verb), ("target", target), ("outcome", outcome),
      ("mode", record.mode), ("profile", record.profile), ("url", record.url), ("user", user),
      ("host", host), ("reason", reason), ("text", record.remark?.text),
      ("until", record.remark?.until.map(EngineTime.format)), ("request", request),
      ("status", settlement?.status.map { "\($0)" }), ("request_id", settlement?.requestID),
      ("engine_says", settlement?.engineSays), ("seen", seen),
      ("left", left.isEmpty ? nil : left.joined(separator: "; ")),
    ]
    return fields.compactMap { name, value in
      value.map { (name, AuditLogText.cut($0, to: Self.longestValue)) }
    }
  }
}
