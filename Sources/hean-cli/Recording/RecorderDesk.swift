import HeanCore

/// What is recorded of one engine, brought to its files. Whatever is missed is recorded as a gap.
actor RecorderDesk {
  private let folder: RecordFolder
  private let bounds: RecordBounds
  private let packing: RecordPacking
  private let now: @Sendable () -> Date
  private let elapsed: @Sendable () -> Duration
  private let tell: @Sendable (String) -> Void
  private let includesPrices: Bool
  private var recording: Recording
  private var writer: RecordWriter
  private var clock = RecorderClock()
  private var answers: RecorderOutage
  private var prices: RecorderOutage
  private var events: RecorderOutage
  /// Whether there is no stream, because it was refused, or was given up.
  private var isStreamOut = false
  private var audit: RecordedAudit?
  private var refusal: RecordWriter.Refusal?
  /// How many lines were given up when that was looked at last.
  private var lostLines = 0
  private var sweptAt: Duration?
  private var auditProblem: String?
  private var removalProblem: String?
  /// Bytes of the files that are not written to.
  private var others = 0
  private var beatAt: Duration?
  private var known = RecorderStatus()
  private var lastGaps: [RecordGap.Subject: RecordGap] = [:]

  /// How long no price may come, while the engine answers, before that is a gap (seconds).
  private static let mostQuiet: TimeInterval = 60
  /// More than this many bytes are written at once, and not with the next beat.
  private static let much = 64 << 10
  /// Time between two looks at what has to be removed.
  private static let sweep = Duration.seconds(60)

  /// - Parameter tell: what the operator has to know, each thing once.
  init(
    _ folder: RecordFolder, bounds: RecordBounds, includesPrices: Bool, environment: [String: String],
    audit: RecordedAudit?, now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.bounds = bounds
    packing = RecordPacking(folder: folder, environment: environment)
    self.includesPrices = includesPrices
    self.audit = audit
    self.now = now
    self.elapsed = elapsed
    self.tell = tell
    let begin = now()
    recording = Recording(includesPrices: includesPrices)
    writer = RecordWriter(folder, at: begin)
    answers = RecorderOutage(.noAnswer, of: .all, patience: 0, from: begin)
    events = RecorderOutage(.streamLost, of: .events, patience: 0, from: begin)
    prices = RecorderOutage(.frozen, of: .prices, patience: Self.mostQuiet, from: begin)
  }

  /// Goes on behind what is recorded already.
  /// - Parameter start: the line with which a recorder begins.
  /// - Throws: when what is recorded cannot be read.
  func begin(_ start: RecordLine) throws {
    let now = now()
    let tail = try RecordTail(of: folder, now: now) { self.recording.resume(after: $0) }
    record([start])
    if let last = tail.last {
      // Times of an engine may be a little ahead of this machine's.
      if last > now + 5 {
        record(gap: RecordGap(from: now, to: last, reason: .clockSetBack))
      } else if last < now {
        record(gap: RecordGap(from: last, to: now, reason: tail.isEnded ? .notRunning : .killed))
      }
    }
    keepBounds()
    flush()
  }

  /// When the next round of reads is due.
  var nextRound: Date { recording.nextRound }

  /// The reads that are due.
  func round() -> [RESTRequest] { recording.round(at: now()) }

  /// Takes what came of one round.
  func take(_ round: [Recording.Exchange]) {
    let now = now()
    let path = Endpoint<EngineStatus>.engineStatus.path
    if let status = round.first(where: { $0.request.path == path }) {
      record(gap: status.isAnswered ? answers.came(at: now) : answers.missed(at: now))
    }
    record(recording.take(round, at: now))
    if writer.pending > Self.much { flush() }
  }

  /// Takes what came on the stream.
  func take(_ records: [StreamRecord]) {
    let now = now()
    if records.contains(where: { if case .event = $0 { true } else { false } }) {
      isStreamOut = false
      record(gap: events.came(at: now))
    }
    for each in records { record(recording.take(each, at: now)) }
    if writer.pending > Self.much { flush() }
  }

  /// The stream has ended, and is to be opened anew: what was sent meanwhile does not come.
  func streamEnded() { isStreamOut = true }

  /// To be called each second.
  func beat() {
    let now = now()
    record(gap: clock.beat(now, elapsed()))
    if includesPrices {
      let lines = recording.prices(at: now)
      record(lines)
      // Of an engine that does not answer the other gap tells.
      if !lines.isEmpty {
        record(gap: prices.came(at: now))
      } else if answers.isOut {
        record(gap: prices.passed(at: now))
      } else {
        record(gap: prices.missed(at: now))
      }
    }
    // Of an engine that does not answer, or has not answered yet, the other gap tells.
    if isStreamOut {
      record(gap: answers.isOut || !answers.hasCome ? events.passed(at: now) : events.missed(at: now))
    }
    copyAudit()
    if sweptAt.map({ elapsed() - $0 >= Self.sweep }) ?? true { keepBounds() }
    flush()
    beatAt = elapsed()
  }

  /// Whether a beat was not long ago.
  func isAlive(within span: Duration) -> Bool { beatAt.map { elapsed() - $0 <= span } ?? false }

  /// Whether it has begun.
  var hasBegun: Bool { beatAt != nil }

  /// Records that it ends.
  func end() {
    let now = now()
    if includesPrices {
      let lines = recording.prices(at: now, isLast: true)
      record(lines)
      if !lines.isEmpty { record(gap: prices.came(at: now)) }
    }
    record(gap: answers.rest(at: now))
    if isStreamOut, !answers.isOut { record(gap: events.rest(at: now)) }
    if includesPrices, !answers.isOut { record(gap: prices.rest(at: now)) }
    record([.end(at: now)])
    flush()
    try? writer.synchronize(at: nil)
  }

  /// How it stands.
  var status: RecorderStatus {
    var status = known
    status.size = others + writer.size
    status.problem = refusal?.words ?? auditProblem ?? removalProblem
    status.state =
      refusal != nil ? .notWriting : answers.isOut ? .noAnswer : includesPrices && prices.isOut ? .frozen : .recording
    return status
  }

  /// Packs what is finished, where the system has a gzip.
  func packFinished() async {
    let today = RecordFolder.Name(at: now(), isMarket: false).day
    for name in packing.jobs(before: min(today, writer.day)) {
      let size = packing.size(name)
      guard await packing.prepare(name) else { continue }
      guard !Task.isCancelled else { return packing.discard(name) }
      // The clock may have been set back meanwhile, and lines may have been written to it again.
      guard name.day < writer.day, size == packing.size(name) else {
        packing.discard(name)
        continue
      }
      do throws(FileError) {
        try packing.commit(name)
      } catch {
        packing.discard(name)
      }
    }
  }

  private func record(_ lines: [RecordLine]) {
    guard !lines.isEmpty else { return }
    for gap in lines.compactMap(RecordGap.init) { count(gap) }
    known.lines += lines.count
    writer.add(lines, at: now())
  }

  private func record(gap: RecordGap?) { if let gap { record([gap.line]) } }

  private func count(_ gap: RecordGap) {
    let last = lastGaps[gap.subject]
    lastGaps[gap.subject] = gap
    // The next piece of one that goes on.
    if let last, last.reason == gap.reason, last.to == gap.from { return }
    known.gaps += 1
    known.lastGap = gap.sentence
    tell("gap: \(gap.sentence)")
  }

  private func flush() {
    do throws(RecordWriter.Refusal) {
      try writer.flush()
      if writer.hasLosses {
        recording.linesWereLost()
        tellOfLosses()
        lostLines = 0
        try writer.flush()
      }
      try writer.synchronize(at: now())
      if refusal != nil { tell("lines are written again") }
      refusal = nil
      try? audit?.keep()
    } catch {
      if refusal == nil { tell("\(error.words); what happens meanwhile will be a gap") }
      // What is written next must not refer to lines that were given up.
      if writer.lostLines > lostLines { recording.linesWereLost() }
      lostLines = writer.lostLines
      refusal = error
    }
  }

  private func tellOfLosses() {
    let losses = writer.takeLosses()
    let reason: RecordGap.Reason = refusal == .sizeLimit ? .sizeLimit : .diskFull
    for (loss, subject) in [(losses.rows, RecordGap.Subject.all), (losses.market, .prices)] {
      guard let loss else { continue }
      record(gap: RecordGap(from: loss.from, to: loss.to, reason: reason, subject: subject, count: loss.count))
    }
  }

  private func copyAudit() {
    do {
      record(try audit?.next() ?? [])
      auditProblem = nil
    } catch {
      let problem = "the audit log is not copied: \(Failure(error, url: "").message)"
      if auditProblem != problem { tell(problem) }
      auditProblem = problem
    }
  }

  private func keepBounds() {
    sweptAt = elapsed()
    let files = folder.files()
    let today = RecordFolder.Name(at: now(), isMarket: false).day
    var size = files.reduce(0) { $0 + $1.size }
    for removal in bounds.removals(of: files, writing: writer.day, today: today) {
      let name = removal.file.name
      do throws(FileError) {
        try folder.remove(name)
      } catch {
        if removalProblem != error.message { tell(error.message) }
        removalProblem = error.message
        continue
      }
      size -= removal.file.size
      let why = removal.isOld ? "it is older than \(Figures.counted(bounds.days, "day"))" : "there is no room for more"
      tell("\(name.text) was removed: \(why)")
      record(
        gap: RecordGap(
          from: name.start, to: name.start + 86_400, reason: .removed, subject: name.isMarket ? .prices : .all))
    }
    others = size - writer.size
    writer.room = bounds.most - others
  }
}

extension Recording.Exchange {
  /// Whether the engine itself answered: not a gateway in front of it, and not nobody.
  fileprivate var isAnswered: Bool {
    switch outcome {
    case .success(let response): response.status < 500
    case .failure: false
    }
  }
}

extension RecordWriter.Refusal {
  /// For people.
  var words: String {
    switch self {
    case .disk(let error): "nothing is recorded: \(error.message)"
    case .sizeLimit: "nothing is recorded: it would be more than --most allows, and only today's files are left"
    }
  }
}
