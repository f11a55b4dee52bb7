import HeanCore

/// What a view has to know beside its answer: when, for whom and in how much space it is drawn. It opens nothing, so that a
/// command, a watched screen, a pane of a larger one and a page draw the same answer alike.
struct Viewpoint: Sendable {
  /// Of an earlier look, which is shown because nobody asked the engine.
  struct Offline: Sendable {
    /// How old it is (seconds).
    var age: TimeInterval
  }

  /// Of a record, which is shown in place of the engine.
  struct Record: Sendable {
    /// For the banner.
    var title: String
    /// Which time, and what that means.
    var words: String
    /// What of that time is not known, each as a clause.
    var gaps: [String] = []
    /// What the engine's own totals came to, each as a clause.
    var figures: [String] = []
  }

  /// `nil` when the engine was asked.
  var offline: Offline?
  /// `nil` when no record is shown.
  var record: Record?
  /// Of an earlier look, the time of that.
  var now: Date
  /// In which times are written.
  var zone: Zone
  /// The name of the profile, when the engine is the one that it names.
  var profile: String?
  /// The engine's address in a form that may be shown.
  var sourceURL: String
  /// Writes commands for the engine that the answer is about.
  var commands: CommandLines
  /// How to give another key to this engine.
  var keyAdvice: Guidance
  /// Whether a screen or rows of it are drawn, instead of data.
  var isTable: Bool
  /// Columns to draw in; `nil` when there is no limit.
  var width: Int?
  /// Characters of bars and plots.
  var glyphs: BlockGlyphs
  /// Whether a screen begins with mode, source and time; panes of one engine have these once, above all of them.
  var hasHeading = true
  /// Whether there are colours, so that no mark has to say the same.
  var isColoured: Bool
  /// Whether nothing is shown for a moment only, as a price that has just changed.
  var isStill = false
  /// Whether ages are written in whole minutes, for a screen that is to stay the same text while nothing happens.
  var hasCoarseAges = false

  /// Who tells what is past, as the beginning of a sentence.
  var teller: String { record == nil ? "The engine remembers" : "The record has" }

  var ages: Ages { hasCoarseAges ? .coarse(at: now) : .exact }

  /// A time as text, in the chosen zone.
  func timestamp(_ date: Date?) -> String { zone.timestamp(date) }

  /// What the engine's clock shows now, for ages of what it has dated: also of an answer that is kept.
  func engineTime(of context: AnswerContext) -> Date { now + (context.clockOffset ?? 0) }

  /// The engine that an answer is about.
  func source(of context: AnswerContext) -> SourceLabel {
    SourceLabel(profile: profile, url: sourceURL, mode: context.mode.rawValue, engineState: context.engineState)
  }
}

extension Viewpoint.Offline {
  func words(at moment: String) -> String { "said \(Spans.text(age)) ago, at \(moment); nothing is known of now" }
}

extension Viewpoint {
  /// A report about an engine, with source and ages filled in.
  func report(_ name: String, version: Int = 1, on context: AnswerContext, receivedAt: Date) -> Report {
    var report = Report(
      schema: "hean.\(name)/\(version)",
      source: source(of: context), asOf: receivedAt, age: context.priceAge)
    report.needsFreshness = true
    if let offline {
      report.isOffline = true
      report.age = report.age.map { $0 + Decimal(offline.age.rounded()) }
      report.caveats.append("offline: " + offline.words(at: timestamp(receivedAt)))
    }
    if let record {
      report.isRecorded = true
      report.caveats.append("\(record.title): \(record.words)")
      report.caveats += record.gaps
    }
    if let error = context.statusError { report.notes.append("/engine/status: \(error)") }
    if let offset = context.clockOffset, offset != 0 {
      let way = offset > 0 ? "ahead of" : "behind"
      report.notes.append(
        "the engine's clock is \(ages.text(abs(offset))) \(way) that of this machine; ages count by the engine's clock"
      )
    } else if let lead = context.clockLead, context.isRunning == true, context.priceAge == nil {
      report.notes.append(
        "the engine's times are \(ages.text(lead)) ahead of the clock of this machine: how old its prices are is not known"
      )
    }
    for oddity in context.oddities { report.notes.append(oddity.text) }
    if context.isRunning == false { report.caveats.append("engine not running: figures and empty lists prove nothing") }
    // A table has its banner, also where `--fields` leaves only rows of the screen.
    if context.mode.isSimulated, !isTable { report.caveats.append("practice engine: simulated figures") }
    if context.isKeyDeprecated {
      report.notes.append(commands.text("the API key in use is deprecated: get the new one, then \(keyAdvice)"))
    }
    return report
  }
}

/// Which rows of a list of past events are shown, and how a sentence about an empty one names them.
struct RowChoice: Sendable {
  var limit: Int
  /// ` of that time`, when one was asked for.
  var ofTime = ""
}

extension Report {
  /// Shows a list of past events, newest first.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ names: NameFilter, _ choice: RowChoice,
    _ context: AnswerContext, _ view: Viewpoint
  ) {
    let shown = Array(rows.prefix(choice.limit))
    self.screen.context(context, view)
    list(fields, shown, none: "\(view.teller) no \(thing)\(names.phrase)\(choice.ofTime).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}

extension Zone {
  /// A time as text; a dash for none.
  func timestamp(_ date: Date?) -> String { date.map { ZonedTimestamp.text($0, self) } ?? "–" }
}
