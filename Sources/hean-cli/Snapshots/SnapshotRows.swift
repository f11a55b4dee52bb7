import HeanCore

/// The rows in a part of a snapshot file, and an unfinished last line, if there is one.
struct SnapshotRows {
  struct Row: Equatable {
    var period: String?
    var profile: String
    var mode: String
    /// The engine's address; `nil` in rows of version 1.
    var engine: String?
    var layout: SnapshotLayout
  }

  private(set) var rows: [Row] = []
  /// Bytes after the last newline; empty if the file ends with a newline.
  private(set) var tail = Data()
  /// Whether the tail is a complete row or header that lacks only its newline.
  private(set) var isTailWhole = false

  /// - Parameters:
  ///   - layout: of a CSV file.
  ///   - isStart: whether the data begins at the first byte of the file; if not, its first line is skipped, because it
  ///   may be incomplete.
  init(
    _ data: Data, format: SnapshotFormat, layout: SnapshotLayout = .current, path: String, isStart: Bool
  ) throws(SnapshotError) {
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    tail = lines.popLast().map { Data($0) } ?? Data()
    if !isStart {
      guard !lines.isEmpty else { throw .foreignLine(path: path, excerpt: Self.excerpt(tail)) }
      lines.removeFirst()
    }
    if isStart, format.header != nil {
      let header = layout.header
      if let first = lines.first {
        try Self.check(header: first, against: header, path)
        lines.removeFirst()
      } else {
        // A part of our own header is from a first write that was cut short; any other text belongs to somebody else
        // and is not changed.
        guard header.utf8.starts(with: tail) else {
          throw .headerDiffers(path: path, difference: Self.difference(tail, header))
        }
        isTailWhole = tail.elementsEqual(header.utf8)
        return
      }
    }
    for line in lines where !line.isEmpty {
      guard let row = Self.row(line, format, layout) else {
        throw .foreignLine(path: path, excerpt: Self.excerpt(line))
      }
      rows.append(row)
    }
    if !tail.isEmpty, format != .influx || InfluxLine.isEnded(tail), let row = Self.row(tail, format, layout) {
      rows.append(row)
      isTailWhole = true
    }
  }

  static func check(header line: Data, against header: String, _ path: String) throws(SnapshotError) {
    guard line.elementsEqual(header.utf8) else {
      throw .headerDiffers(path: path, difference: difference(line, header))
    }
  }

  /// The row in a line, or `nil` if the line is not a complete row.
  private static func row(_ line: Data, _ format: SnapshotFormat, _ layout: SnapshotLayout) -> Row? {
    guard let texts = SnapshotTexts.row(line, format == .csv ? layout : nil), let profile = texts["profile"],
      let mode = texts["mode"], let layout = SnapshotLayout.of(schema: texts["schema"])
    else { return nil }
    func known(_ column: String) -> String? { texts[column].flatMap { $0.isEmpty ? nil : $0 } }
    return Row(period: known("period"), profile: profile, mode: mode, engine: known("engine_url"), layout: layout)
  }

  private static func difference(_ line: Data, _ header: String) -> String {
    let wanted = header.split(separator: ",").map(String.init)
    let found = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0) }
    for (index, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
      return "column \(index + 1) is \"\(pair.0.prefix(40).description.printable)\" where \"\(pair.1)\" is expected"
    }
    return "it has \(found.count) columns where \(wanted.count) are expected"
  }

  private static func excerpt(_ line: Data) -> String {
    String(decoding: line.prefix(60), as: UTF8.self).printable + (line.count > 60 ? "…" : "")
  }
}
