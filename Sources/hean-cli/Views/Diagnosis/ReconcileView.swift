import HeanCore

/// Where the engine's places disagree with one another.
struct ReconcileView {
  var answer: ReconcileAnswer
  /// Whether the exit code tells what was found.
  var wantsExitCode = false

  private var found: Reconciliation { answer.reconciliation }

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("reconcile", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .object(ReconcileFields.all(view.commands), answer)
    report.screen.context(answer.context, view)
    report.screen.money(answer.judgement.money)
    report.screen.blank()
    report.screen.line(headline)
    for comparison in found.comparisons where [.disagrees, .explained].contains(comparison.verdict) {
      show(comparison, in: &report.screen)
    }
    let agreeing = found.comparisons.filter { $0.verdict == .agrees }
    if !agreeing.isEmpty, !found.isWhole {
      report.screen.blank()
      report.screen.item("agree:", Cell(agreeing.map(\.message).joined(separator: "; "), .good))
    }
    if !found.gaps.isEmpty {
      report.screen.blank()
      for reason in found.gaps.map({ $0.reason ?? "" }).withoutDuplicates {
        let topics = found.gaps.filter { $0.reason == reason }.map(\.topic.message)
        report.screen.item("not compared:", Cell("\(topics.joined(separator: ", ")): \(reason)", .warning))
      }
    }
    if wantsExitCode {
      report.exit =
        !found.disagreements.isEmpty ? .conditionFalse : found.gaps.isEmpty ? .ok : .staleOrUnconfirmed
    }
    return report
  }

  private var headline: Cell {
    guard !found.isWhole else {
      return Cell("Every place agrees: " + found.comparisons.map(\.message).joined(separator: "; ") + ".", .good)
    }
    let explained = found.comparisons.count { $0.verdict == .explained }
    let parts = [
      found.disagreements.isEmpty ? nil : Figures.counted(found.disagreements.count, "disagreement"),
      explained == 0 ? nil : Figures.counted(explained, "difference") + " that the engine is known for",
      found.gaps.isEmpty ? nil : "\(found.gaps.count) not compared",
    ].compactMap(\.self)
    let lead = found.disagreements.isEmpty ? "Nothing disagrees without an explanation: " : ""
    return Cell((lead + parts.joined(separator: ", ")).sentenceStart + ".", found.disagreements.isEmpty ? .plain : .bad)
  }

  private func show(_ comparison: Comparison, in screen: inout Screen) {
    screen.blank()
    let worth = comparison.worth.map { ", worth \(Figures.money($0)) USDT" } ?? ""
    screen.line(
      Cell(
        "\(comparison.topic.message.uppercased()): \(comparison.message)\(worth).",
        comparison.verdict == .disagrees ? .bad : .plain))
    for place in comparison.places {
      screen.item("  \(place.isLikelier ? ">" : " ")", Cell("\(place.source): \(place.value)"))
    }
    if let reason = comparison.reason {
      screen.item("  ", Cell(comparison.verdict == .explained ? "known: \(reason)" : reason, .faint))
    }
    if let step = comparison.nextStep { screen.offer("  next:", Guidance(step)) }
  }
}

enum ReconcileFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<ReconcileAnswer>] {
    [
      .member("agrees", "whether nothing disagrees without an explanation, and everything was compared") {
        $0.reconciliation.disagreements.isEmpty && $0.reconciliation.gaps.isEmpty
      },
      .member("disagreements", "how many are not explained") { $0.reconciliation.disagreements.count },
      .member("not_compared", "how many could not be compared") { $0.reconciliation.gaps.count },
      .part("money", "", "the verdict on money, as 'status' has it", of: JudgementFields.money(commands)) {
        $0.judgement.money
      },
      .parts(
        "comparisons", "",
        "money first: topic, verdict (\(verdicts)), message, places (source, value, likelier), reason, worth (USDT; null "
          + "where not known), next_step", of: comparison(commands)
      ) { $0.reconciliation.comparisons },
    ]
  }

  private static var verdicts: String { Comparison.Verdict.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func comparison(_ commands: CommandLines) -> [Field<Comparison>] {
    [
      .member("topic") { $0.topic }, .member("verdict") { $0.verdict }, .member("message") { $0.message },
      .parts("places", "", "", of: place) { $0.places }, .member("reason") { $0.reason },
      .member("worth", unit: .usdt) { $0.worth }, .member("next_step") { $0.nextStep.map { commands($0) } },
    ]
  }

  private static let place: [Field<Comparison.Place>] = [
    .member("source") { $0.source }, .member("value") { $0.value }, .member("likelier") { $0.isLikelier },
  ]
}
