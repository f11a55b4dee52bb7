import HeanCore

/// A file of exported trades that several processes continue, each trade once.
///
/// As with `SnapshotFile`, everything is done under an exclusive lock; the rows of one call and their line ends are written in
/// one write, which is on the disk when this returns; and what a killed writer left unfinished is moved to `FILE.torn`.
struct TradesFile: Sendable {
  enum Format: String, CaseIterable, Sendable { case csv, ndjson }

  /// What became of the trades of one call.
  struct Result: Sendable {
    var added = 0
    /// How many were in the file already.
    var known = 0
    /// How many rows the file had before.
    var rows = 0
    /// The newest close that the file had before; `nil` for a new file.
    var newest: Date?
    /// Where an unfinished last line was moved to, if there was one.
    var savedFragment: String?
  }

  static let schema = "hean.exported_trade/1"
  static let columns = ["trade"] + fields.map(\.name) + ["mode", "engine", "schema"]
  /// What of a trade does not change any more.
  private static let names = [
    "closed_at", "opened_at", "symbol", "side", "size", "entry_price", "mark_price", "realized_pnl", "entry_fee",
    "dropped", "strategy_id", "entry_reason", "position_id",
  ]
  static let fields = names.compactMap { name in TradeFields.all.first { $0.name == name } }

  let path: String
  var format: Format
  var lockDeadline = Duration.seconds(10)

  /// Appends those that the file does not have. Blocks while other processes hold the lock.
  /// - Parameters:
  ///   - trades: oldest first.
  ///   - mode: the engine's operating mode; `nil` when it is not known that all of them were made in one.
  ///   - engine: its address; a file is about one.
  func append(_ trades: [Position], mode: String?, engine: String) throws -> Result {
    let file: LockedFile
    do throws(FileError) {
      file = try LockedFile(path: path, deadline: lockDeadline)
    } catch {
      throw SnapshotError(error)
    }
    return try append(trades, mode, engine, to: file)
  }

  private func append(
    _ trades: [Position], _ mode: String?, _ engine: String, to file: borrowing LockedFile
  ) throws -> Result {
    var result = Result()
    var end = try file.size()
    let whole = try file.readAll()
    var lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let tail = lines.popLast().map { Data($0) } ?? Data()
    try demandHeader(lines.isEmpty ? tail : Data(lines[0]), isWhole: !lines.isEmpty)
    var known: Set<String> = []
    for line in lines.dropFirst(format == .csv ? 1 : 0) where !line.isEmpty {
      try note(Data(line), engine, &known, &result)
    }
    if !tail.isEmpty {
      // A last line without its end was never told to be written.
      end -= tail.count
      if end > 0 || format == .ndjson { result.savedFragment = try SnapshotFile(path: path).save(tail) }
      try file.truncate(to: end)
    }
    var text = end == 0 && format == .csv ? Self.columns.joined(separator: ",") + "\n" : ""
    for trade in trades {
      let key = trade.recordKey + (trade.isGhost ? " dropped" : "")
      guard known.insert(key).inserted else {
        result.known += 1
        continue
      }
      result.added += 1
      text += row(key, trade, mode, engine) + "\n"
    }
    guard !text.isEmpty else { return result }
    try file.append(Data(text.utf8))
    do {
      try file.synchronize()
    } catch {
      // A later fsync would report success for rows that are not on the disk.
      try file.truncate(to: end)
      throw error
    }
    return result
  }

  private func row(_ key: String, _ trade: Position, _ mode: String?, _ engine: String) -> String {
    let values = Self.fields.map { $0.value(trade) }
    let cells = [.string(key)] + values + [.optional(mode), .string(engine), .string(Self.schema)]
    guard format == .ndjson else { return CSV.cells(of: cells) }
    return JSONText.compact(.object(Dictionary(zip(Self.columns, cells)) { first, _ in first }))
  }

  private func demandHeader(_ line: Data, isWhole: Bool) throws(SnapshotError) {
    guard format == .csv else { return }
    let header = Self.columns.joined(separator: ",")
    guard isWhole ? line.elementsEqual(header.utf8) : header.utf8.starts(with: line) else {
      throw .headerDiffers(path: path, difference: "it does not begin with \"trade,closed_at,…\"")
    }
  }

  private func note(_ line: Data, _ engine: String, _ known: inout Set<String>, _ result: inout Result) throws {
    let key: String?
    let closed: String?
    let other: String?
    if format == .csv {
      let cells = CSV.cells(line) ?? []
      guard cells.count == Self.columns.count, cells.last == Self.schema else {
        throw SnapshotError.foreignLine(path: path, excerpt: String(decoding: line.prefix(60), as: UTF8.self).printable)
      }
      (key, closed, other) = (cells[0], cells[1], cells[cells.count - 2])
    } else {
      let row = try? JSONValue(reading: line)
      guard row?["schema"]?.text == Self.schema else {
        throw SnapshotError.foreignLine(path: path, excerpt: String(decoding: line.prefix(60), as: UTF8.self).printable)
      }
      (key, closed, other) = (row?["trade"]?.text, row?["closed_at"]?.text, row?["engine"]?.text)
    }
    guard other == engine else {
      throw Failure(
        .usage, "\"\(path)\" holds trades of the engine at \(other ?? "?"), and these are of \(engine)",
        nextStep: "give each engine a file of its own")
    }
    if let key { known.insert(key) }
    result.rows += 1
    if let closed = closed.flatMap({ EngineTime.parse($0) }) { result.newest = max(result.newest ?? closed, closed) }
  }
}
