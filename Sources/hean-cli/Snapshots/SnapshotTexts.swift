import HeanCore

/// The rows of a file that `pnl snapshot` appended to, as texts by column.
struct SnapshotTexts {
  /// Rows in the order of the file.
  private(set) var rows: [[String: String]] = []
  /// Lines that are no rows, such as one that is being written.
  private(set) var foreign = 0

  /// Largest file that is read: rows of a minute for some years.
  private static let mostBytes = 512 << 20

  /// - Parameter option: the option that names the file, as errors write it.
  /// - Throws: exit 64 for a file that cannot be read, or that is no file of snapshots.
  init(path: String, option: String = "--from") throws {
    let data: Data
    do throws(FileError) {
      data = try FileContents.readTyped(path, limit: Self.mostBytes, isPipeTaken: false).data
    } catch {
      throw Failure(.usage, "\(option): \(error.message)", nextStep: .command(.pnlSnapshot, "--append", path))
    }
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      throw Failure(
        .usage, "\(option): \"\(path)\" is UTF-16, and a file of snapshots is UTF-8", nextStep: "save it as UTF-8")
    }
    // A spreadsheet that has saved it writes a byte-order mark, and ends lines with a carriage return.
    let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    var lines = text.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }[...]
    var layout: SnapshotLayout?
    if let first = lines.first, first.first != UInt8(ascii: "{"), Self.row(Data(first), nil) == nil {
      let columns = String(decoding: first, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map(
        String.init)
      layout = SnapshotLayout.all.first { $0.columns == columns }
      guard layout != nil else {
        let twice = Dictionary(grouping: columns, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        let what = twice.isEmpty ? "it has another header" : "its header names \(twice.joined(separator: ", ")) twice"
        throw Failure(
          .usage, "\(option): \"\(path)\" is no file of snapshots: \(what)",
          nextStep: .command(.pnlSnapshot, "--append", path))
      }
      lines = lines.dropFirst()
    }
    for line in lines {
      if let row = Self.row(Data(line), layout) { rows.append(row) } else { foreign += 1 }
    }
  }

  /// The texts of a line by their columns; `nil` for a line that is no whole row.
  /// - Parameter layout: of a CSV file; `nil` for JSON and for InfluxDB's line protocol, where a row names its columns.
  static func row(_ line: Data, _ layout: SnapshotLayout?) -> [String: String]? {
    if let layout {
      guard let cells = CSV.cells(line), cells.count == layout.columns.count, cells.last == layout.schema else {
        return nil
      }
      return Dictionary(zip(layout.columns, cells), uniquingKeysWith: { first, _ in first })
    }
    guard line.first == UInt8(ascii: "{") else {
      return InfluxLine(line).flatMap { PnLSnapshot.texts($0) }.flatMap { isRow($0) ? $0 : nil }
    }
    guard case .object(let members)? = try? JSONValue(reading: line) else { return nil }
    let texts = members.compactMapValues { $0.text ?? $0.number.map { $0.exactText } }
    return isRow(texts) ? texts : nil
  }

  private static func isRow(_ texts: [String: String]) -> Bool { SnapshotLayout.of(schema: texts["schema"]) != nil }
}
