/// What is recorded of an engine in some time: rows, the answers that held at its end, and what is not known.
///
/// It is filled with the text of files, oldest first. Lines are not read before an answer is made of them, so that a day
/// costs the time of finding them.
public struct RecordedPast: Sendable {
  /// One row: when, and its body as it stands in the file.
  struct Row: Sendable {
    var at: Date
    var body: ArraySlice<UInt8>
  }

  /// An answer of the engine, and until when it is known to have been the same.
  struct Answer: Sendable {
    var at: Date
    var body: ArraySlice<UInt8>
  }

  /// The first moment that is meant.
  public let since: Date
  /// The first moment that is not meant any more.
  public private(set) var until: Date
  /// Rows from here on do not count.
  private var rowsUntil: Date

  /// Rows by their identity, or by their place in the file where they have none.
  private(set) var rows: [RecordLine.Kind: [String: Row]] = [:]
  private(set) var answers: [String: Answer] = [:]
  /// Prices of all symbols, a row for each second.
  private(set) var prices: [Row] = []
  private var looked = RecordedChanges()
  /// What the engine's own totals came to.
  public private(set) var figures = RecordedFigures()
  private var told: [RecordGap] = []
  private var silent: [RecordGap] = []
  private var alive: ClosedRange<Date>?
  private var files = 0

  /// When the engine answered last before `until`; `nil` when no answer is recorded.
  public private(set) var lastLook: Date?
  /// Lines that were torn, in the middle or at the end of a file.
  public private(set) var torn = 0
  /// Lines of a kind that this version does not know.
  public private(set) var unknown = 0

  /// After this time (seconds) without an answer nobody recorded: there is one each minute.
  package static let silence: TimeInterval = 150
  /// A look that is older says nothing of a moment any more (seconds).
  package static let longestLook: TimeInterval = 150

  /// A past of which nothing is known yet.
  /// - Parameter rowsUntil: rows that are dated so late count too, as an engine's clock can be ahead; `until` by default.
  public init(since: Date, until: Date, rowsUntil: Date? = nil) {
    self.since = since
    self.until = until
    self.rowsUntil = rowsUntil ?? until
  }

  /// Goes on with the lines that come next.
  mutating func move(until: Date, rowsUntil: Date) {
    self.until = until
    self.rowsUntil = rowsUntil
  }

  /// Adds the text of one file. Files have to come oldest first.
  public mutating func add(_ text: [UInt8]) {
    begin(text)
    for (place, line) in RecordScan.lines(of: text).enumerated() {
      add(text, line, RecordScan(text, line), place: place)
    }
  }

  /// Has to come before the first line of a file.
  mutating func begin(_ text: [UInt8]) {
    files += 1
    if let last = text.last, last != UInt8(ascii: "\n") { torn += 1 }
  }

  /// Adds one line of a file.
  /// - Parameters:
  ///   - head: of this line; `nil` when it has none.
  ///   - place: its number there.
  mutating func add(_ text: [UInt8], _ line: Range<Int>, _ head: RecordScan?, place: Int) {
    guard let head else { return note(unread: text, line) }
    switch head.kind {
    case .start, .end, .gap, .answer: addSign(head, text)
    case .price:
      guard isMeant(head.at) else { return }
      // These lines are many, and the end of each one is the same.
      if text[..<line.upperBound].suffix(3).elementsEqual(Self.endOfPrices) {
        prices.append(Row(at: head.at, body: text[head.body]))
      } else {
        torn += 1
      }
    case .audit: break
    default:
      guard isMeant(head.at) else { return }
      guard head.isWhole(text) else {
        torn += 1
        return
      }
      if head.kind == .equity, let equity = (try? JSONValue(reading: Data(text[head.body])))?.number {
        figures.take(equity: equity, at: head.at)
      }
      add(head.kind, head.key(text) ?? "\(files) \(place)", Row(at: head.at, body: Self.copied(text[head.body])))
    }
  }

  private func isMeant(_ at: Date) -> Bool { at >= since && at < rowsUntil }

  private mutating func note(unread text: [UInt8], _ line: Range<Int>) {
    // A line of another kind is whole JSON; what is torn is not.
    if (try? JSONValue(reading: Data(text[line])))?["kind"] == nil { torn += 1 } else { unknown += 1 }
  }

  private mutating func add(_ kind: RecordLine.Kind, _ key: String, _ row: Row) {
    // A fill is the latest state of its order; a line that came twice counts once.
    let (kind, key) = kind == .fill ? (.order, key.lastIndex(of: "#").map { String(key[..<$0]) } ?? key) : (kind, key)
    rows[kind, default: [:]][key] = row
  }

  /// Lines that show that the recorder ran and the engine answered.
  private mutating func addSign(_ head: RecordScan, _ text: [UInt8]) {
    guard head.isWhole(text) else {
      torn += 1
      return
    }
    if head.kind == .gap {
      guard let line = RecordLine(Data(text[head.line])), let gap = RecordGap(line) else { return }
      if gap.to >= since, gap.from < until { told.append(gap) }
      if gap.subject == .all { hear(of: gap.to) }
      return
    }
    if head.kind == .start || head.kind == .end { return }
    hear(of: head.at)
    guard head.at <= until, let key = head.key(text) else { return }
    if head.body.count < 20, text[head.body].elementsEqual(Self.same) {
      answers[key]?.at = head.at
      look(key, nil, at: head.at)
    } else {
      let body = Self.copied(text[head.body])
      look(key, body, at: head.at)
      answers[key] = Answer(at: head.at, body: body)
    }
    lastLook = max(lastLook ?? head.at, head.at)
  }

  private mutating func look(_ key: String, _ body: ArraySlice<UInt8>?, at: Date) {
    figures.take(looked.take(key, body, at: at), of: key, at: at, isMeant: at >= since)
  }

  /// What is kept must not keep the whole text of its file.
  private static func copied(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> { Array(body)[...] }

  private static let same = Array("{\"same\":true}".utf8)
  private static let endOfPrices = Array("]}}".utf8)

  private mutating func hear(of moment: Date) {
    guard let before = alive else {
      alive = moment...moment
      return
    }
    if moment.timeIntervalSince(before.upperBound) > Self.silence {
      silent.append(RecordGap(from: before.upperBound, to: moment, reason: .notRunning))
    }
    alive = min(before.lowerBound, moment)...max(before.upperBound, moment)
  }

  /// When what tells of money was recorded last before `until`: states of that moment are as old as this.
  public var moneyLook: Date? { RecordPlan.money.compactMap { answers[$0.request.key]?.at }.max() }

  /// The first look that is recorded of the time that is meant; `nil` without any.
  public var firstLook: Date? { alive.map { max($0.lowerBound, since) } }

  /// Changes of governor, kill switch and engine that recorded looks have seen in the time that is meant, newest first.
  public var changes: [RiskChange] {
    looked.changes.filter { $0.at.map(isMeant) ?? false }.reversed()
  }

  /// What is not known of the time that is meant, oldest first; all of it when nothing is recorded.
  public var gaps: [RecordGap] {
    guard let alive, alive.lowerBound < until, alive.upperBound >= since else {
      return [RecordGap(from: since, to: until, reason: .notRunning)]
    }
    // What a line tells says more than the silence that it explains.
    var gaps = silent.filter { quiet in
      quiet.to > since && quiet.from < until
        && !told.contains { $0.subject == .all && $0.from <= quiet.from + 60 && $0.to >= quiet.to - 60 }
    }
    gaps += told
    gaps += restarts
    if alive.lowerBound > since { gaps.append(RecordGap(from: since, to: alive.lowerBound, reason: .notRunning)) }
    if until.timeIntervalSince(alive.upperBound) > Self.silence {
      gaps.append(RecordGap(from: alive.upperBound, to: until, reason: .notRunning))
    }
    return gaps.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Restarts of the engine that nothing told but its totals, which began again.
  private var restarts: [RecordGap] {
    figures.restarts.filter { restart in
      !told.contains { $0.reason == .engineRestarted && $0.from <= restart.upperBound && $0.to >= restart.lowerBound }
    }.map { RecordGap(from: $0.lowerBound, to: $0.upperBound, reason: .engineRestarted, subject: .equity) }
  }

  /// Where a curve of equity has to end. After an ordinary gap the recorder has read the engine's lists again, and a loss in
  /// them it has told.
  public var equityGaps: EquityGaps {
    func times(_ subject: RecordGap.Subject) -> [ClosedRange<Date>] {
      let lost = gaps.filter { gap in
        gap.subject == subject || gap.reason == .engineRestarted
          || (gap.subject == .all && (gap.to >= until || gap.from <= since))
      }
      return lost.map { $0.from...max($0.from, $0.to) }
    }
    return EquityGaps(trades: times(.trades), equity: times(.equity))
  }

  /// Whether more rows of a kind are recorded than a list is made of.
  public var isCut: Bool { rows.values.contains { $0.count > RecordedEngine.most } }

  /// Whether anything is recorded of the time that is meant.
  public var isEmpty: Bool { alive.map { $0.lowerBound >= until || $0.upperBound < since } ?? true }

  /// Rows of a kind, oldest first.
  func sorted(_ kind: RecordLine.Kind) -> [Row] { (rows[kind] ?? [:]).values.sorted { $0.at < $1.at } }
}
