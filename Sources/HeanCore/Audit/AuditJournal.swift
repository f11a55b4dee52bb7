/// A line of the audit log for the journal of systemd.
extension AuditEntry {
  /// An entry of the Journal Export Format, with the empty line after it.
  /// - Returns: UTF-8; a value of several lines stands in the binary form, behind its length.
  public var journalExport: [UInt8] {
    var bytes: [UInt8] = []
    if let time = record.time {
      let micros = Int64((time.timeIntervalSince1970 * 1_000_000).rounded())
      Self.append("__REALTIME_TIMESTAMP", "\(max(0, micros))", to: &bytes)
    }
    if let host { Self.append("_HOSTNAME", AuditLogText.line(host), to: &bytes) }
    return bytes + journalFields + [UInt8(ascii: "\n")]
  }

  /// A datagram of the journal's own protocol: the fields of one entry.
  public var journalDatagram: [UInt8] { journalFields }

  private var journalFields: [UInt8] {
    var bytes: [UInt8] = []
    let head = [
      ("MESSAGE", AuditLogText.cut(sentence, to: Self.longestValue)), ("PRIORITY", "\(severity.rawValue)"),
      ("SYSLOG_IDENTIFIER", Self.identifier), ("SYSLOG_FACILITY", "\(Self.facility)"),
    ]
    for (name, value) in head + logFields.map({ ("HEAN_" + $0.name.uppercased(), $0.value) }) {
      Self.append(name, AuditLogText.lines(value), to: &bytes)
    }
    return bytes
  }

  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    let text = Array(value.utf8)
    bytes += name.utf8
    if text.contains(UInt8(ascii: "\n")) {
      bytes.append(UInt8(ascii: "\n"))
      var length = UInt64(text.count)
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: length))
        length >>= 8
      }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += text
    bytes.append(UInt8(ascii: "\n"))
  }
}
