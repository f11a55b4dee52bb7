/// A line of the audit log for syslog.
extension AuditEntry {
  private var priority: Int { Self.facility * 8 + severity.rawValue }

  /// The enterprise number for the name of the structured data. RFC 5612 keeps it for uses without a number of their own.
  private static let enterprise = 32473

  /// One message of RFC 5424 without a newline, with its fields as structured data.
  public var syslogLine: String {
    let host = Self.name(host, length: 255)
    let data = logFields.map { " \($0.name)=\"\(Self.quoted($0.value))\"" }.joined()
    return "<\(priority)>1 \(Self.name(record.time.map(EngineTime.format), length: 40)) \(host) \(Self.identifier) - "
      + "\(Self.name(record.verb, length: 32)) [\(Self.identifier)@\(Self.enterprise)\(data)] "
      + AuditLogText.cut(AuditLogText.line(sentence), to: Self.longestValue)
  }

  /// One message as the C library's `syslog` writes it to the socket of this machine: every daemon there reads this form.
  /// What RFC 5424 has as structured data stands at the end.
  /// - Parameter zone: that of the machine's clocks.
  public func syslogDatagram(in zone: Zone) -> [UInt8] {
    let names = ["time", "run", "step", "kind", "outcome"]
    let data = names.compactMap { name in
      logFields.first { $0.name == name }.map { "\(name)=\(AuditLogText.line($0.value))" }
    }
    let text =
      AuditLogText.cut(AuditLogText.line(sentence), to: Self.longestDatagram) + " (\(data.joined(separator: " ")))"
    let date = record.time.map { Self.stamp($0, zone) + " " } ?? ""
    return Array("<\(priority)>\(date)\(Self.identifier): \(text)".utf8)
  }

  /// Daemons cut what is longer than 8 KiB as a whole.
  private static let longestDatagram = 6 << 10

  private static let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")

  /// `Nov  1 07:45:12`, as RFC 3164 has it.
  private static func stamp(_ date: Date, _ zone: Zone) -> String {
    let text = Array(ZonedTimestamp.text(date, zone).utf8)
    // 2026-11-01 07:45:12 …
    let parts = String(decoding: text.prefix(19), as: UTF8.self).split { "-T ".contains($0) }
    guard parts.count == 4, let month = Int(parts[1]), months.indices.contains(month - 1), let day = Int(parts[2])
    else { return "" }
    return "\(months[month - 1]) \(day < 10 ? " " : "")\(day) \(parts[3])"
  }

  /// A part of the header: printable ASCII without blanks, or `-`.
  private static func name(_ text: String?, length: Int) -> String {
    let name = (text ?? "").unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(length)
    return name.isEmpty ? "-" : String(String.UnicodeScalarView(name))
  }

  private static func quoted(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in AuditLogText.line(value).unicodeScalars {
      if "\"\\]".unicodeScalars.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
