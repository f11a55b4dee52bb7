import Foundation
import HeanCore

/// Equity over time, from the rows that `pnl snapshot` appended to a file.
struct SnapshotEquity: Sendable {
  /// Rows of this profile with an equity.
  var points: [EquityCurve.Point] = []
  /// Rows of this profile whose equity was not known.
  var unknown = 0
  /// How many rows of another mode than the latest were left out: paper money and real money are no one curve.
  var otherModes: [String: Int] = [:]
  /// Profiles of rows that were left out.
  var others: Set<String> = []
  /// Lines that are no rows, such as one that is being written.
  var foreign = 0

  /// The mode of each point.
  private var modes: [String] = []

  /// Largest file that is read: rows of a minute for some years.
  private static let mostBytes = 512 << 20

  /// - Parameter profile: whose rows are meant; of other profiles only the name is kept.
  /// - Throws: exit 64 for a file that cannot be read, that is no file of snapshots, or that has no row of the profile.
  init(path: String, profile: String) throws {
    let data: Data
    do throws(FileError) {
      data = try FileContents.read(path, limit: Self.mostBytes).data
    } catch {
      throw Failure(.usage, "--from: \(error.message)", nextStep: .command(.pnlSnapshot, "--append", path))
    }
    // Lines that another program has saved may end with a carriage return.
    var lines = data.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }[...]
    var columns: [String]?
    if let first = lines.first, first.first != UInt8(ascii: "{") {
      columns = String(decoding: first, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map(
        String.init)
      guard columns == SnapshotFormat.columns || columns == SnapshotFormat.oldColumns else {
        throw Failure(
          .usage, "--from: \"\(path)\" is no file of snapshots: it has another header",
          nextStep: .command(.pnlSnapshot, "--append", path))
      }
      lines = lines.dropFirst()
    }
    for line in lines { add(columns.map { Self.row(line, $0) } ?? Self.row(line), profile) }
    guard points.isEmpty else {
      keepLatestMode()
      return
    }
    let known = others.sorted().joined(separator: ", ")
    throw Failure(
      .usage,
      "--from: \"\(path)\" has no equity of profile \(profile)\(known.isEmpty ? "" : "; it has rows of \(known)")",
      nextStep: known.isEmpty ? .command(.pnlSnapshot, "--append", path) : "name the profile with --profile")
  }

  private mutating func add(_ row: [String: String]?, _ profile: String) {
    guard let row, let at = row["as_of"].flatMap({ EngineTime.parse($0) }), let owner = row["profile"] else {
      return foreign += 1
    }
    guard owner == profile else {
      others.insert(owner)
      return
    }
    guard let equity = row["equity"].flatMap({ Decimal(exactly: $0)?.figure }) else { return unknown += 1 }
    points.append(EquityCurve.Point(at: at, equity: equity.double))
    modes.append(row["mode"] ?? "")
  }

  private mutating func keepLatestMode() {
    guard let latest = modes.last, modes.contains(where: { $0 != latest }) else { return }
    for mode in modes where mode != latest { otherModes[mode, default: 0] += 1 }
    points = zip(points, modes).filter { $1 == latest }.map(\.0)
  }

  /// The cells of a CSV line by their columns; `nil` for a line that is no whole row.
  private static func row(_ line: Data, _ columns: [String]) -> [String: String]? {
    guard let cells = CSVLine.cells(line), cells.count == columns.count, cells.last == PnLSnapshot.schema else {
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
