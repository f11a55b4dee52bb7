import HeanCore

extension PositionsCommand {
  /// Says why stop and target of an open position stay as they are. It sends nothing.
  struct Protect: QueryCommand {
    static let stop = Option("stop", "PRICE", .positive, help: "the stop that is wished for")
    static let target = Option("target", "PRICE", .positive, help: "the target that is wished for")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.books, "exit_change", ProtectFields.all)] }
    static let spec = CommandSpec(
      name: "protect", summary: "Why stop and target of an open position cannot be changed",
      discussion: """
        The engine has no call that changes them: a stop and a target come with the signal that opens the position. So \
        this sends nothing and always ends with exit code 1. It reads the position, and tells its stop and target of \
        now, how far the wished ones are from the mark price, whether they are on the wrong side of it, and what can \
        be done instead.
        """,
      examples: [Example("hean positions protect BTCUSDT --stop 60500 --target 62000", "both levels")],
      options: [stop, target], operands: [Show.id])

    var id: String
    var stop: Decimal?
    var target: Decimal?

    init(_ line: ParsedLine) throws(UsageError) {
      id = try line[Show.id]
      stop = try line[Self.stop]
      target = try line[Self.target]
      guard stop == nil, target == nil else { return }
      throw .contradiction("no level is named", nextStep: "give --stop, --target or both")
    }

    func query(_ session: Session) -> ExitChangeQuery {
      ExitChangeQuery(of: id, stopLoss: stop, takeProfit: target)
    }

    func report(_ answer: ExitChangeQuery.Answer, _ session: Session) -> Report {
      ExitChangeView(answer: answer).report(session.viewpoint)
    }
  }
}
