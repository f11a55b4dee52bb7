import HeanCore

/// Why stop and target of a position stay as they are.
struct ExitChangeView {
  var answer: ExitChangeAnswer

  private static let placing = Guidance.help(on: ["orders", "place"])

  func report(_ view: Viewpoint) -> Report {
    let position = answer.position
    let what = "\(position.symbol) \(position.sideText) \(position.sizeText)"
    let rows = answer.levels.map { ProtectFields.Row(position: position, exit: $0) }
    var report = view.report("exit_change", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(ProtectFields.all, rows)
    report.screen.context(answer.context, view)
    let mark = position.markPrice.map { Figures.price($0) } ?? "not known"
    report.screen.line(Cell("\(what), mark price \(mark)", .strong))
    report.screen.table(Table(fields: ProtectFields.all, rows: rows))
    for exit in answer.levels where exit.isOnWrongSide == true {
      let name = exit.level.word
      report.caveat("a \(name) there would end the position at once: the mark price is there, or beyond it", .bad)
    }
    report.screen.blank()
    report.screen.line(Cell("\(ScreenMark.refused.rawValue): \(ExitChangeAnswer.refusal). Nothing was sent.", .bad))
    report.screen.line(Cell(answer.effect, .warning))
    report.screen.sentence("A stop and a target come with an order, in a dry run only: \(Self.placing)", .faint)
    report.screen.steps(answer.nextSteps)
    report.failure = Failure(
      .refused, "protect \(what): \(ExitChangeAnswer.refusal). Nothing was sent",
      nextStep: answer.nextSteps.map { Guidance($0) }.joined(separator: "\n"))
    return report
  }
}

enum ProtectFields {
  struct Row: Sendable {
    var position: Position
    var exit: WishedExit
  }

  static let all: [Field<Row>] = [
    Field("level", "LEVEL", "stop_loss or take_profit", priority: 100) {
      $0.exit.level
    } cell: {
      Cell($0.exit.level.word)
    },
    .price("present", "NOW", "the level as the engine has it (USDT); null without one", priority: 100) {
      $0.exit.present
    },
    .price("wished", "WISHED", "the level that was asked for (USDT); null when it is to stay", priority: 100) {
      $0.exit.wished
    },
    .price("away", "AWAY", "from the mark price to the wished level (USDT); negative is beyond it", priority: 80) {
      $0.exit.wishedDistance?.away
    },
    .percent("away_percent", "AWAY %", "the same in percent of the mark price", priority: 90) {
      $0.exit.wishedDistance?.percent
    },
    // On the wrong side it would close at once, at the price of now.
    .signed(
      "pnl_there", "PNL THERE", "PnL if it closed at the wished level, before fees (USDT); null on the wrong side",
      priority: 70
    ) {
      $0.exit.isOnWrongSide == false ? $0.exit.wishedDistance?.profit : nil
    },
    Field(
      "wrong_side", "SIDE", "whether the mark price is at the wished level or beyond it; null when not known",
      priority: 95
    ) {
      $0.exit.isOnWrongSide
    } cell: {
      guard $0.exit.wished != nil else { return Cell("") }
      guard let isWrong = $0.exit.isOnWrongSide else { return Cell("?", .warning) }
      return isWrong ? Cell(ScreenMark.wrongSide.rawValue, .bad) : Cell("ok", .good)
    },
    .price("present_away", "", "from the mark price to the present level (USDT)", priority: 0) {
      $0.exit.presentDistance?.away
    },
    Field("position_id", "", "the engine's id", priority: 0) { $0.position.id },
    Field("symbol", "", "traded instrument", priority: 0) { $0.position.symbol },
    Field("side", "", "long or short", priority: 0) { $0.position.side },
    .price("mark_price", "", "last price the engine knows (USDT)", priority: 0) { $0.position.markPrice },
  ]
}

extension ExitLevel {
  /// For a sentence.
  var word: String {
    switch self {
    case .stopLoss: "stop"
    case .takeProfit: "target"
    }
  }
}
