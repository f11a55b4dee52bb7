/// A record that is played: what was known of an engine at one recorded look after another.
///
/// It goes from look to look, because what is shown together has to be of one time. A line counts from the look on that
/// was recorded behind it, so that nothing is shown before it was known.
public struct RecordReplay: Sendable {
  private struct File: Sendable {
    let text: [UInt8]
    let lines: [Range<Int>]
    /// The first line that is not counted yet.
    var next = 0

    init(_ text: [UInt8]) {
      self.text = text
      lines = RecordScan.lines(of: text)
    }
  }

  /// What is known at the look that is shown.
  public private(set) var past: RecordedPast
  /// The moments that can be shown, oldest first: each is the end of one round of reads that tell of money.
  public let looks: [Date]

  private let since: Date
  private var happened: [File]
  private var market: [File]

  /// Looks that are recorded within this time (seconds) are one round of reads.
  private static let round: TimeInterval = 5
  /// Rows that are dated farther ahead (seconds) than an engine's clock can be are left out.
  private static let ahead: TimeInterval = 600

  /// - Parameters:
  ///   - since: the first moment whose rows are known at the first look.
  ///   - until: the last moment that can be shown.
  ///   - happened: texts of the files of what happened, oldest first.
  ///   - market: texts of the files of prices, oldest first.
  public init(since: Date, until: Date, happened: [[UInt8]], market: [[UInt8]]) {
    self.since = since
    self.happened = happened.map(File.init)
    self.market = market.map(File.init)
    past = RecordedPast(since: since, until: since)
    looks = Self.looks(in: self.happened).filter { $0 >= since && $0 <= until }
  }

  private static func looks(in files: [File]) -> [Date] {
    let money = Set(RecordPlan.money.map(\.request.key))
    let times = files.flatMap { file in
      file.lines.compactMap { line -> Date? in
        guard let head = RecordScan(file.text, line), head.kind == .answer, let key = head.key(file.text) else {
          return nil
        }
        return money.contains(key) ? head.at : nil
      }
    }.sorted()
    var looks: [Date] = []
    var began = Date.distantPast
    for time in times {
      // However slow the engine is, the next round is another look.
      if let last = looks.last, time.timeIntervalSince(last) < round,
        time.timeIntervalSince(began) < RecordPlan.pace
      {
        looks[looks.count - 1] = time
      } else {
        began = time
        looks.append(time)
      }
    }
    return looks
  }

  /// Shows what was known at a look, also at an earlier one than before.
  public mutating func show(_ look: Date) {
    if look < past.until {
      past = RecordedPast(since: since, until: since)
      for place in happened.indices { happened[place].next = 0 }
      for place in market.indices { market[place].next = 0 }
    }
    past.move(until: look, rowsUntil: look + Self.ahead)
    Self.play(&happened, to: look, into: &past)
    Self.play(&market, to: look, into: &past)
  }

  private static func play(_ files: inout [File], to look: Date, into past: inout RecordedPast) {
    for file in files.indices {
      if files[file].next == 0 { past.begin(files[file].text) }
      while files[file].next < files[file].lines.count {
        let (text, place) = (files[file].text, files[file].next)
        let line = files[file].lines[place]
        let head = RecordScan(text, line)
        if let head, isLater(head, than: look) { return }
        past.add(text, line, head, place: place)
        files[file].next += 1
      }
    }
  }

  private static func isLater(_ head: RecordScan, than look: Date) -> Bool {
    guard head.at > look else { return false }
    switch head.kind {
    case .start, .end, .gap, .answer, .audit: return true
    // One row that is dated years ahead does not hold up what was recorded behind it.
    default: return head.at <= look + ahead
    }
  }
}
