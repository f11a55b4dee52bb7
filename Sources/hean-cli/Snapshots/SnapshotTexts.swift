import HeanCore

/// The rows of a file that `pnl snapshot` appended to, as texts by column.
struct SnapshotTexts {
  /// Rows in the order of the file.
  private(set) var rows: [[String: String]] = []
  /// Lines that are no rows, such as one that is being written.
  private(set) var foreign = 0

  /// Largest file that is read: rows of a minute for some years.
  private static let mostBytes = 512 << 20

  /// - Throws: exit 64 for a file that cannot be read, or that is no file of snapshots.
  init(path: String) throws {
    let data: Data
    do throws(FileError) {
      data = try FileContents.read(path, limit: Self.mostBytes).data
    } catch {
      throw Failure(.usage, "--from: \(error.message)", nextStep: .command(.pnlSnapshot, "--append", path))
    }
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      throw Failure(
        .usage, "--from: \"\(path)\" is UTF-16, and a file of snapshots is UTF-8", nextStep: "save it as UTF-8")
    }
    // A spreadsheet that has saved it writes a byte-order mark, and ends lines with a carriage return.
    let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    var lines = text.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }[...]
    var columns: [String]?
    if let first = lines.first, first.first != UInt8(ascii: "{") {
      columns = String(decoding: first, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map(
        String.init)
      guard columns == SnapshotFormat.columns || columns == SnapshotFormat.oldColumns else {
        let twice = Dictionary(grouping: columns ?? [], by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        let what = twice.isEmpty ? "it has another header" : "its header names \(twice.joined(separator: ", ")) twice"
        throw Failure(
          .usage, "--from: \"\(path)\" is no file of snapshots: \(what)",
          nextStep: .command(.pnlSnapshot, "--append", path))
      }
      lines = lines.dropFirst()
    }
    for line in lines {
      if let row = columns.map({ Self.row(line, $0) }) ?? Self.row(line) { rows.append(row) } else { foreign += 1 }
    }
  }

  /// The cells of a CSV line by their columns; `nil` for a line that is no whole row.
  private static func row(_ line: Data, _ columns: [String]) -> [String: String]? {
    guard let cells = CSV.cells(line), cells.count == columns.count, cells.last == PnLSnapshot.schema else {
      return nil
    }
    return Dictionary(zip(columns, cells), uniquingKeysWith: { first, _ in first })
  }

  /// The texts and numbers of a JSON line; `nil` for a line that is no row.
  private static func row(_ line: Data) -> [String: String]? {
    guard case .object(let members)? = try? JSONValue(reading: Data(line)),
      members["schema"]?.text == PnLSnapshot.schema
    else { return nil }
    return members.compactMapValues { $0.text ?? $0.number.map { "\($0)" } }
  }
}
