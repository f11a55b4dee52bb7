import HeanCore

/// What of a record a command shows instead of asking the engine.
enum RecordUse: Sendable {
  /// What happened in some time (`--from recorded`).
  case span(hasPrices: Bool, times: @Sendable (Session) throws -> TimeFilter)
  /// What was true at one moment (`--at`).
  case moment(TypedSince)
}

/// The record that a run shows.
struct RecordedReading: Sendable {
  var past: RecordedPast
  /// The time that is meant.
  var times: TimeFilter
  /// When the engine was looked at last in it.
  var look: Date
  /// Whether nobody named a beginning, so that a day is shown.
  var isUsualSpan = false
  /// The moment that was asked for (`--at`); `nil` for a span.
  var moment: Date?
  /// Whether it is played: then the engine answers as it did, and verdicts are those of that moment.
  var isReplay = false

  /// How a run shows a span when no beginning is named.
  static let usualSpan: TimeInterval = 86_400
}

/// Options that choose a record in place of the engine.
enum RecordOptions {
  /// Where rows come from.
  enum Source: String, CaseIterable, Sendable { case recorded }

  static let from = Option(
    "from", "recorded", .choice(Source.self), help: "of what the recorder has kept, instead of asking the engine")
  static let at = Option(
    "at", "TIME", .since, help: "as it was then, by what the recorder has kept: 2h (ago), 01:40, 2026-11-21T01:40")

  /// Whether the word after `--from` means the record. A file of that name is `./recorded`.
  static func isRecord(_ text: String?) -> Bool { text == Source.recorded.rawValue }

  /// `--at` of a command that looks once.
  static func moment(_ line: ParsedLine) throws(UsageError) -> RecordUse? {
    guard let at = try line[at] else { return nil }
    for other in ["watch", "line", GlobalOptions.offline.name] where line.isGiven(Flag(other, help: "")) {
      throw .contradiction(
        "--at shows what was true at one moment, and --\(other) something else", nextStep: "keep one of them")
    }
    return .moment(at)
  }
}

extension TypedTimes {
  /// What of a record a line with `--from recorded` shows; `nil` without that.
  func record(_ line: ParsedLine, hasPrices: Bool = false) throws(UsageError) -> RecordUse? {
    guard try line[RecordOptions.from] != nil else { return nil }
    return .span(hasPrices: hasPrices) { try filter($0) }
  }
}

extension Session {
  /// Shows what is recorded instead of asking the engine. Time stands at the last look in it.
  /// - Throws: exit 4 when nothing is recorded of that time.
  mutating func goToRecord(_ use: RecordUse) async throws {
    let now = context.now()
    let files = RecordedFiles(folder: try recordFolder, environment: context.environment)
    var reading: RecordedReading
    switch use {
    case .span(let hasPrices, let typed):
      var times = try typed(self)
      let isUsual = times.since == nil
      times.since = times.since ?? (times.until ?? now) - RecordedReading.usualSpan
      let end = times.until ?? now
      let past = try await files.past(
        since: times.since ?? now, until: end,
        // The engine's clock may be ahead of this one.
        rowsUntil: times.until == nil ? now + 60 : nil, hasPrices: hasPrices)
      guard !past.isEmpty else {
        throw nothingRecorded("between \(timestamp(times.since)) and \(timestamp(times.until ?? now))")
      }
      reading = RecordedReading(
        past: past, times: times, look: past.moneyLook ?? past.lastLook ?? min(end, now), isUsualSpan: isUsual)
    case .moment(let typed):
      let moment = try self.moment(typed)
      let past = try await files.past(since: moment - 3600, until: moment, hasPrices: false)
      reading = RecordedReading(past: past, times: TimeFilter(until: moment), look: moment)
      reading.moment = moment
      reading.look = try look(before: moment, in: past)
    }
    record = reading
    recorder = nil
    let moment = reading.look
    context.now = { moment }
  }

  /// - Throws: exit 4 when what was true then is not recorded.
  private func look(before moment: Date, in past: RecordedPast) throws(Failure) -> Date {
    if let gap = past.gaps.first(where: { $0.subject == .all && $0.from < moment && $0.to > moment }), !past.isEmpty {
      throw Failure(
        .staleOrUnconfirmed,
        "what was true at \(timestamp(moment)) is not recorded: \(gap.words(output.zone))",
        nextStep: "ask for a time before or after that")
    }
    guard let look = past.moneyLook ?? past.lastLook else {
      throw nothingRecorded("of the time before \(timestamp(moment))")
    }
    guard moment.timeIntervalSince(look) <= RecordedPast.longestLook else {
      throw Failure(
        .staleOrUnconfirmed,
        "what was true at \(timestamp(moment)) is not recorded: the last look before it was "
          + "\(Spans.text(moment.timeIntervalSince(look))) earlier, at \(timestamp(look))",
        nextStep: "ask for that time")
    }
    return look
  }

  /// What the engine's own totals came to, each as a clause.
  private func figures(_ figures: RecordedFigures) -> [String] {
    var words: [String] = []
    if let fall = figures.fall {
      words.append(
        "the engine's own equity, as it was recorded, fell \(Figures.text(fall.percent, places: 2)) % at most: from "
          + "\(Figures.money(fall.peak)) at \(timestamp(fall.peakAt)) to \(Figures.money(fall.trough)) USDT at "
          + "\(timestamp(fall.troughAt)); open positions are in it, and bookkeeping can distort it")
    } else if let drawdown = figures.drawdown {
      words.append(
        "the governor's own drawdown was at most \(Figures.text(drawdown.percent, places: 2)) %, at "
          + "\(timestamp(drawdown.at)): with open positions, and not checked")
    }
    if let fees = figures.fees {
      let restarts = figures.restarts.count
      words.append(
        "the engine's own total of fees grew by \(Figures.money(fees)) USDT between recorded looks"
          + (restarts == 0 ? "" : ", over \(Figures.counted(restarts, "restart"))"))
    }
    return words
  }

  /// Where this engine is recorded.
  var recordFolder: RecordFolder {
    get throws {
      RecordFolder(
        state: try UserDirectories(environment: context.environment).state(), engine: target.memoryName)
    }
  }

  func nothingRecorded(_ time: String) -> Failure {
    Failure(
      .staleOrUnconfirmed, "nothing is recorded of the engine at \(sourceURL) \(time)",
      nextStep: .command(.recordList))
  }

  /// What a view has to say of the record that it shows; `nil` when the engine was asked.
  var recordWords: Viewpoint.Record? {
    guard let record else { return nil }
    let past = record.past
    var words: Viewpoint.Record
    if let moment = record.moment {
      let age = moment.timeIntervalSince(record.look)
      words = Viewpoint.Record(
        title: "AS AT \(timestamp(moment))",
        words: "as recorded \(age < 1 ? "then" : "\(Spans.text(age)) before"); nothing is known of now")
    } else {
      let span = "\(timestamp(record.times.since)) to \(record.times.until.map { timestamp($0) } ?? "the last look")"
      words = Viewpoint.Record(
        title: "RECORDED",
        words: span + (record.isUsualSpan ? " (24h: no --since)" : "") + "; states are those at its end")
      words.gaps = past.gaps.map { $0.words(output.zone) }
      words.figures = figures(past.figures)
    }
    // Before the gaps, of which a screen names the first few: these change the sums.
    if past.torn > 0 {
      words.gaps.insert("\(Figures.counted(past.torn, "line")) of the record torn and left out", at: 0)
    }
    if past.unknown > 0 {
      words.gaps.append("\(Figures.counted(past.unknown, "line")) of the record of a newer version left out")
    }
    if past.isCut { words.gaps.append("more rows are recorded than are shown: choose a shorter time") }
    return words
  }
}

extension RecordGap {
  /// As a clause: `2026-11-29 02:00:00 to 02:10:00: the engine did not answer`.
  func words(_ zone: Zone) -> String {
    let what =
      switch subject {
      case .all: "not recorded"
      case .events: "events lost"
      case .trades: "closed trades lost"
      case .orders: "orders lost"
      case .equity: "equity lost"
      case .prices: "prices lost"
      }
    let count = count.map { " (\($0))" } ?? ""
    return "\(what)\(count) \(zone.timestamp(from)) to \(zone.timestamp(to)): \(reason.words)"
  }
}
