import HeanCore

/// What is different between two looks at an engine.
struct ChangesView {
  var answer: LookAnswer
  var changes: EngineChanges
  /// The time that was typed; `nil` for the last look.
  var asked: Date?
  /// Whether the next look is compared with this one.
  var isKept: Bool

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("changes", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    let content = ChangesContent(answer: answer, changes: changes, asked: asked)
    report.payload = .object(ChangesFields.all(view.commands), content)
    report.screen.context(answer.context, view)
    report.screen.money(answer.judgement.money)
    report.screen.blank()
    report.screen.line(headline(view))
    if let restart = changes.restartedAt {
      let what = changes.isProcessNew ? "The engine's process" : "The engine"
      report.screen.line(
        Cell("\(what) was started at \(view.timestamp(restart)): its books began empty.", .warning))
    }
    for subject in EngineChange.Subject.allCases { show(subject, in: &report.screen, view) }
    if !changes.notCompared.isEmpty {
      report.screen.blank()
      for words in changes.notCompared { report.screen.item("not compared:", Cell(words, .faint)) }
    }
    if changes.changes.contains(where: \.isGrave) { report.screen.hint(.query(.status)) }
    return report
  }

  private func headline(_ view: Viewpoint) -> Cell {
    guard let since = changes.since else {
      let look = answer.look
      let counts = [
        look.positions.rows.map { Figures.counted($0.count + look.positions.more, "position") }
          ?? "positions not known",
        look.orders.rows.map { Figures.counted($0.count + look.orders.more, "open order") } ?? "orders not known",
      ]
      let words = isKept ? "the next one is compared with it" : "and it is not kept (--peek)"
      return Cell("The first look at this engine, with \(counts.joined(separator: " and ")): \(words).")
    }
    let age = view.ages.text(max(0, changes.until.timeIntervalSince(since)))
    let count = changes.changes.count
    let words = count == 0 ? "Nothing that is known has changed" : Figures.counted(count, "change").sentenceStart
    // Where no look is so old, the oldest stands in.
    let isLater = asked.map { since > $0 } ?? false
    let note = isLater ? ", the oldest look that is kept" : ""
    return Cell("\(words) since \(view.timestamp(since)) (\(age) ago\(note)).", count == 0 ? .good : .plain)
  }

  /// Most lines of one subject; data has all.
  private static let most = 12

  private func show(_ subject: EngineChange.Subject, in screen: inout Screen, _ view: Viewpoint) {
    let rows = changes.changes.filter { $0.subject == subject }
    guard !rows.isEmpty else { return }
    screen.blank()
    screen.line(Cell(subject.heading, .faint))
    // What is grave comes first where not all have room.
    let order = rows.count > Self.most ? rows.filter(\.isGrave) + rows.filter { !$0.isGrave } : rows
    let lines = Self.joined(order)
    for line in lines.prefix(Self.most) {
      let row = line.change
      let time = row.at.map { view.timestamp($0) + " " } ?? ""
      screen.item("  ", Cell(time + line.words, row.isGrave ? .bad : row.kind == .lost ? .warning : .plain))
    }
    let left = lines.dropFirst(Self.most).reduce(0) { $0 + $1.count }
    if left > 0 { screen.item("  ", Cell("… and \(left) more; --json has all", .faint)) }
  }

  /// Changes in lines: those of which the same is to be said share one.
  private static func joined(_ rows: [EngineChange]) -> [(change: EngineChange, words: String, count: Int)] {
    var lines: [(change: EngineChange, names: [String], rest: String)] = []
    for row in rows {
      let lead = row.name + ": "
      let rest = row.message.hasPrefix(lead) ? String(row.message.dropFirst(lead.count)) : ""
      if !rest.isEmpty, row.at == nil, let place = lines.firstIndex(where: { $0.rest == rest }) {
        lines[place].names.append(row.name)
      } else {
        lines.append((row, [row.name], rest))
      }
    }
    return lines.map { line in
      let isOne = line.names.count == 1
      let words = isOne ? line.change.message : "\(line.names.joined(separator: ", ")): each \(line.rest)"
      return (line.change, words, line.names.count)
    }
  }
}

/// What a look has changed, as it is written.
struct ChangesContent: Sendable {
  var answer: LookAnswer
  var changes: EngineChanges
  var asked: Date?
}

enum ChangesFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<ChangesContent>] {
    [
      .moment("since", "", "when the earlier look was; null for the first look at this engine", priority: 0) {
        $0.changes.since
      },
      .moment("asked_since", "", "the time of --since; null for the last look", priority: 0) { $0.asked },
      .moment("until", "", "when this look was", priority: 0) { $0.changes.until },
      .moment(
        "restarted_at", "", "when the engine was started between the two; null when that was not seen", priority: 0
      ) {
        $0.changes.restartedAt
      },
      .member("process_restarted", "whether that was its process") { $0.changes.isProcessNew },
      .part("money", "", "the verdict on money now, as 'status' has it", of: JudgementFields.money(commands)) {
        $0.answer.judgement.money
      },
      .parts(
        "changes", "",
        "money first: subject (\(words(EngineChange.Subject.self))), kind (\(words(EngineChange.Kind.self))), name, before, "
          + "after, at, message, grave (money is or may be at risk)", of: change
      ) { $0.changes.changes },
      .member("not_compared", "what could not be compared, each with the reason") { $0.changes.notCompared },
    ]
  }

  private static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static let change: [Field<EngineChange>] = [
    .member("subject") { $0.subject }, .member("kind") { $0.kind }, .member("name") { $0.name },
    .member("before", "null when there was none, or it was not known") { $0.before },
    .member("after", "null when there is none, or it is not known") { $0.after },
    .member("at", "null when only that it happened is known") { $0.at }, .member("message") { $0.message },
    .member("grave") { $0.isGrave },
  ]
}

extension EngineChange.Subject {
  fileprivate var heading: String {
    switch self {
    case .position: "POSITIONS"
    case .state: "STATES"
    case .order: "ORDERS"
    case .equity: "EQUITY"
    case .verb: "SENT FROM HERE"
    case .setting: "SETTINGS"
    }
  }
}
