import HeanCore

/// The end of the plain files that were written last.
struct RecordTail: Sendable {
  /// The latest time of a line, in both files; `nil` when there is none.
  var last: Date?
  /// Whether the last line tells that the recorder ended by itself.
  var isEnded = false

  /// How much of a file (bytes) is handed on.
  private static let most = 4 << 20
  /// How much of it is looked at for the latest time: lines are in the order of their writing, but for those that were
  /// learnt late.
  private static let latest = 256 << 10

  /// - Parameters:
  ///   - now: by this machine's clock.
  ///   - take: gets whole lines of the two newest files of rows, oldest first, each as much as is handed on.
  init(of folder: RecordFolder, now: Date, take: ((Data) -> Void)? = nil) throws(FileError) {
    let files = folder.files().filter { $0.size > 0 && !$0.name.isCompressed }
    let rows = files.map(\.name).filter { !$0.isMarket }.suffix(2)
    for name in take == nil ? rows.suffix(1) : rows {
      let lines = try Self.lines(folder.path(name), most: take == nil ? Self.latest : Self.most)
      take?(lines)
      guard name == rows.last else { continue }
      note(lines.suffix(Self.latest), now, isOfRows: true)
      // All of it can be the end of one long answer.
      if last == nil { note(try Self.lines(folder.path(name), most: Self.most), now, isOfRows: true) }
    }
    guard let market = files.last(where: \.name.isMarket) else { return }
    note(try Self.lines(folder.path(market.name), most: Self.latest), now, isOfRows: false)
  }

  private mutating func note(_ lines: Data, _ now: Date, isOfRows: Bool) {
    var kind: RecordLine.Kind?
    for text in lines.split(separator: UInt8(ascii: "\n")) {
      guard let line = RecordLine(Data(text)) else { continue }
      kind = line.kind
      // An engine can date a row ahead of all clocks.
      guard line.isOfThisMachine || line.at <= now else { continue }
      last = max(last ?? line.at, line.at)
    }
    if isOfRows { isEnded = kind == .end }
  }

  private static func lines(_ path: String, most: Int) throws(FileError) -> Data {
    guard let tail = try FileTail.read(path, most: most) else { return Data() }
    let newline = UInt8(ascii: "\n")
    guard let end = tail.data.lastIndex(of: newline) else { return Data() }
    let start = tail.isCut ? tail.data.firstIndex(of: newline).map { $0 + 1 } ?? end : tail.data.startIndex
    return start < end ? Data(tail.data[start...end]) : Data()
  }
}
