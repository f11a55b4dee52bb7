import HeanCore

/// The recorded days of one engine, for reading. What is being written meanwhile is read as far as it is whole.
struct RecordedFiles: Sendable {
  let folder: RecordFolder
  var environment: [String: String]

  /// Most bytes of one file.
  private static let most = 1 << 30

  /// What is recorded from one moment to another.
  /// - Parameter hasPrices: whether the files of the market are read too; they are by far the largest.
  /// - Throws: `Failure` when a file cannot be read: without it, what it holds would seem not to have happened.
  func past(since: Date, until: Date, hasPrices: Bool) async throws -> RecordedPast {
    var past = RecordedPast(since: since, until: until)
    for isMarket in hasPrices ? [false, true] : [false] {
      let names = folder.files().map(\.name).filter { $0.isMarket == isMarket }
      // Rows are dated by the engine, and can be recorded later: after a recorder was off, in the next file there is.
      let last = names.first { $0.start >= until }?.day
      // An engine whose clock is ahead dates rows of the evening after midnight.
      for name in names
      where name.start.addingTimeInterval(86_400 + 600) > since && (name.start < until || name.day == last) {
        guard !isMarket || name.start < until else { continue }
        past.add(try await text(name))
      }
    }
    return past
  }

  private func text(_ name: RecordFolder.Name) async throws -> [UInt8] {
    let path = folder.path(name)
    guard name.isCompressed else { return Array(try FileContents.read(path, limit: Self.most).data) }
    return Array(try await RecordPacking.unpacked(path, environment))
  }
}
