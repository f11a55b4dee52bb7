import HeanCore

/// The recorded days of one engine, for reading. What is being written meanwhile is read as far as it is whole.
struct RecordedFiles: Sendable {
  let folder: RecordFolder
  var environment: [String: String]

  /// Most bytes of one file.
  private static let most = 1 << 30

  /// What is recorded from one moment to another.
  /// - Parameters:
  ///   - rowsUntil: rows that are dated so late count too; `until` by default.
  ///   - hasPrices: whether the files of the market are read too; they are by far the largest.
  /// - Throws: `Failure` when a file cannot be read: without it, what it holds would seem not to have happened.
  func past(since: Date, until: Date, rowsUntil: Date? = nil, hasPrices: Bool) async throws -> RecordedPast {
    var past = RecordedPast(since: since, until: until, rowsUntil: rowsUntil)
    for isMarket in hasPrices ? [false, true] : [false] {
      // Rows are dated by the engine, and can be recorded later: after a recorder was off, in the next file there is.
      let last = isMarket ? nil : names(isMarket: false).first { $0.start >= until }?.day
      // An engine whose clock is ahead dates rows of the evening after midnight.
      for name in names(isMarket: isMarket)
      where name.start.addingTimeInterval(86_400 + 600) > since && (name.start < until || name.day == last) {
        past.add(try await text(name))
      }
    }
    return past
  }

  /// The same to be played, with the prices that a chart of its first looks needs.
  func replay(from start: Date, until: Date) async throws -> RecordReplay {
    func texts(since: Date, isMarket: Bool) async throws -> [[UInt8]] {
      var texts: [[UInt8]] = []
      for name in names(isMarket: isMarket) where name.start + 86_400 > since && name.start < until {
        texts.append(try await text(name))
      }
      return texts
    }
    let since = start - Self.lead
    return RecordReplay(
      since: since, until: until, happened: try await texts(since: since, isMarket: false),
      market: try await texts(since: start - Self.leadOfPrices, isMarket: true))
  }

  /// Seconds before the first look from which on rows are listed, and prices make bars.
  private static let (lead, leadOfPrices): (TimeInterval, TimeInterval) = (86_400, 14_400)

  /// The last recorded price of a symbol at a moment.
  /// - Parameters:
  ///   - symbol: as the engine writes it.
  ///   - moment: in whose file of the market it is looked for.
  ///   - tolerance: how much older it may be (seconds).
  /// - Returns: `nil` where none is recorded of that time.
  func price(
    of symbol: String, at moment: Date, within tolerance: TimeInterval
  ) async throws -> (at: Date, price: Decimal)? {
    let day = RecordFolder.Name(at: moment, isMarket: true).day
    guard let name = names(isMarket: true).first(where: { $0.day == day }) else { return nil }
    var past = RecordedPast(since: moment - tolerance, until: moment)
    past.add(try await text(name))
    return past.lastPrice(symbol).map { ($0.at, $0.price) }
  }

  private func names(isMarket: Bool) -> [RecordFolder.Name] {
    folder.files().map(\.name).filter { $0.isMarket == isMarket }
  }

  private func text(_ name: RecordFolder.Name) async throws -> [UInt8] {
    let path = folder.path(name)
    guard name.isCompressed else { return Array(try FileContents.read(path, limit: Self.most).data) }
    return Array(try await RecordPacking.unpacked(path, environment))
  }
}
