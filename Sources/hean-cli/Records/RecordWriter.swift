import HeanCore

/// Appends lines to the files of one engine, a day of UTC each, and keeps for a while what the disk does not take.
///
/// A line is in its file whole or not at all. What a kill takes is what came after the last flush.
final class RecordWriter {
  /// Lines that were given up.
  struct Loss: Equatable {
    var from: Date
    var to: Date
    var count: Int
  }

  /// Why lines were not written.
  enum Refusal: Error, Equatable {
    case disk(FileError)
    /// The files would be larger than they may be.
    case sizeLimit
  }

  let folder: RecordFolder
  /// Number of the day (UTC) whose files are written to.
  private(set) var day: Int
  /// The day that the clock showed last.
  private var clockDay: Int
  /// How many bytes the files that are written to may have; `nil` without a limit.
  var room: Int?
  private var rows: Pending
  private var market: Pending
  private var marketSynchronizedAt: Date?

  /// Most bytes that wait for the disk, of each file.
  static let mostPending = 1 << 20
  /// How often market rows are brought to the disk: they are worth less, and a power failure may take the last ones.
  private static let marketPace: TimeInterval = 10

  private struct Pending {
    var file: RecordDayFile
    var lines = Data()
    var count = 0
    /// When the first and the last line came that wait.
    var span: (from: Date, to: Date)?
    var loss: Loss?

    mutating func add(_ line: RecordLine, at now: Date) {
      lines.append(line.written)
      count += 1
      // A gap that could not be told must not get smaller by that.
      let from = RecordGap(line)?.from ?? now
      span = (min(span?.from ?? from, from), max(span?.to ?? now, now))
    }

    mutating func clear() { (lines, count, span) = (Data(), 0, nil) }

    mutating func giveUp() {
      guard let span else { return }
      loss = Loss(
        from: min(loss?.from ?? span.from, span.from), to: max(loss?.to ?? span.to, span.to),
        count: (loss?.count ?? 0) + count)
      clear()
    }
  }

  /// - Parameter now: the day whose files are written to first.
  init(_ folder: RecordFolder, at now: Date) {
    self.folder = folder
    clockDay = RecordFolder.Name(at: now, isMarket: false).day
    day = Self.free(clockDay, in: folder)
    rows = Pending(file: Self.file(day, isMarket: false, in: folder))
    market = Pending(file: Self.file(day, isMarket: true, in: folder))
  }

  private static func file(_ day: Int, isMarket: Bool, in folder: RecordFolder) -> RecordDayFile {
    RecordDayFile(path: folder.path(RecordFolder.Name(day: day, isMarket: isMarket)))
  }

  /// The day itself, or when it is packed, because the clock was set back since, the first one that is not.
  private static func free(_ day: Int, in folder: RecordFolder) -> Int {
    let packed = Set(folder.files().filter(\.name.isCompressed).map(\.name.day))
    var day = day
    while packed.contains(day) { day += 1 }
    return day
  }

  /// Takes lines, to be written with the next flush.
  /// - Parameter now: their day is that of the file.
  func add(_ lines: [RecordLine], at now: Date) {
    guard !lines.isEmpty else { return }
    turnPage(at: now)
    for line in lines { if line.kind == .price { market.add(line, at: now) } else { rows.add(line, at: now) } }
  }

  /// Goes on to the files of another day, once what waits is in those of the last. States refer to others of the same file,
  /// so what the disk does not take then is given up.
  private func turnPage(at now: Date) {
    let today = RecordFolder.Name(at: now, isMarket: false).day
    guard today != clockDay else { return }
    clockDay = today
    let next = Self.free(today, in: folder)
    guard next != day else { return }
    if (try? flush()) == nil {
      rows.giveUp()
      market.giveUp()
    }
    try? synchronize(at: nil)
    day = next
    rows.file = Self.file(day, isMarket: false, in: folder)
    market.file = Self.file(day, isMarket: true, in: folder)
  }

  /// How many bytes wait.
  var pending: Int { rows.lines.count + market.lines.count }

  /// Whether lines were given up that no gap tells of yet.
  var hasLosses: Bool { lostLines > 0 }

  /// How many lines were given up that no gap tells of yet.
  var lostLines: Int { (rows.loss?.count ?? 0) + (market.loss?.count ?? 0) }

  /// What was given up since it was asked last, of rows and of the market. The lines that tell of it have to be added next.
  func takeLosses() -> (rows: Loss?, market: Loss?) {
    defer { (rows.loss, market.loss) = (nil, nil) }
    return (rows.loss, market.loss)
  }

  /// Writes what waits: one write for each file.
  /// - Throws: why something was not written. It waits for the next flush; what waits beyond the limit is given up.
  func flush() throws(Refusal) {
    var refusal: Refusal?
    do throws(Refusal) { try flush(&rows, beside: size) } catch { refusal = error }
    do throws(Refusal) { try flush(&market, beside: size) } catch { refusal = refusal ?? error }
    if let refusal { throw refusal }
  }

  /// - Parameter size: of both files.
  private func flush(_ part: inout Pending, beside size: Int) throws(Refusal) {
    guard !part.lines.isEmpty else { return }
    do throws(Refusal) {
      if let room, size + part.lines.count > room { throw .sizeLimit }
      do throws(FileError) {
        try PrivateDirectory.make(folder.path)
        try part.file.append(part.lines)
      } catch {
        throw .disk(error)
      }
      part.clear()
    } catch {
      if part.lines.count > Self.mostPending { part.giveUp() }
      throw error
    }
  }

  /// Brings what was written to the disk; market rows only now and then.
  /// - Parameter now: `nil` brings everything.
  func synchronize(at now: Date?) throws(Refusal) {
    do throws(FileError) {
      try rows.file.synchronize()
      if let now, let last = marketSynchronizedAt, abs(now.timeIntervalSince(last)) < Self.marketPace { return }
      marketSynchronizedAt = now
      try market.file.synchronize()
    } catch {
      throw .disk(error)
    }
  }

  /// Bytes of the files that are written to.
  var size: Int { rows.file.size + market.file.size }
}
