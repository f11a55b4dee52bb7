import HeanCore
import HeanPractice

/// One step of the tutorial: what to type and why, in which practice world, and how it is known that it was done.
struct TutorialStep: Sendable {
  /// For lists and for the file of what was done; it does not change.
  var name: String
  var why: String
  /// The command to type, as words after the name of the program.
  var words: [String]
  /// How many of them name the command.
  var nameCount: Int
  var world: World
  /// How the command ends when the step was done.
  var exit = ExitCode.ok
  /// What then stands in its output; `nil` when the exit code says enough.
  var sign: String?
  /// Other ends by which the step was done too, with what was seen then.
  var others: [ExitCode: Guidance] = [:]
  /// What can be tried when it was not.
  var otherwise = "That was not it yet: type it once more."
  /// What was seen.
  var after: Guidance
  /// A command for cron to take along, which is never wrapped.
  var keepsake: Guidance?

  /// The names of the command.
  var path: [String] { Array(words.prefix(nameCount)) }
  var command: Guidance { .init(.command(ConsoleCommand(words, named: nameCount))) }

  /// A practice engine, and for how long it has run when the first command looks at it.
  struct World: Sendable {
    var scenario: PracticeScenario
    var speed: Decimal = 1
    var quirks = PracticeQuirk.stock
    var headStart = Duration.zero

    static let calm = World(scenario: .calm)
    /// Long enough for positions to be beyond their stops and for the kill switch to trip.
    static let crash = World(scenario: .crash, speed: 20, headStart: .seconds(12))
    static let refusing = World(scenario: .calm, quirks: PracticeQuirk.stock.union([.closeRefused]))
  }

  static let all: [TutorialStep] = [
    TutorialStep(
      name: "look",
      why: """
        Begin with a look. The first lines are about money: what is open, what it can lose, what protects it. Then \
        whether the engine trades, and below NEXT what to do first.
        """,
      words: ["status"], nameCount: 1, world: .calm,
      after: "Everything is as it should be. What stands below NEXT can be typed as it is, here and in a shell."),
    TutorialStep(
      name: "crash",
      why: "Now another market, in which prices fall. Look again: what has changed in the first lines?",
      words: ["status"], nameCount: 1, world: .crash, sign: "MONEY AT RISK",
      otherwise: "Prices had not fallen far enough yet. Some seconds have passed in that market: look once more.",
      after: """
        Positions are beyond their stops, and the engine does not close them. It does not trade either, but that can wait: \
        money comes first, so the step that protects it stands first.
        """),
    TutorialStep(
      name: "protect",
      why: """
        Protect first. You are shown what would be sent; nothing is until you answer y. Afterwards hean looks again, because \
        an engine says 'closed' whatever the exchange did.
        """,
      words: ["positions", "close-all"], nameCount: 2, world: .crash, sign: "CONFIRMED",
      otherwise: "Nothing was proved to be closed: type it again, and answer y.",
      after: "CONFIRMED means: looked at afterwards, and so. The positions are gone and the realized PnL has moved."),
    TutorialStep(
      name: "why",
      why: "What is open comes first. Only when that is safe, the question why it does not trade.",
      words: ["why"], nameCount: 1, world: .crash, sign: "Not trading",
      after: """
        Sixteen gates, in the order in which a signal meets them; the first closed one is the answer. Here the kill switch \
        has tripped because of the loss, and behind it holds a latch that the engine does not show.
        """),
    TutorialStep(
      name: "refused",
      why: "It is tempting to reset the kill switch and trade on. Try it: the audit log wants a reason.",
      words: ["risk", "killswitch", "reset", "--reason", "try again"], nameCount: 3, world: .crash, exit: .refused,
      others: [
        .staleOrUnconfirmed: """
        It was sent, the engine said 'reset', and the look afterwards found the switch as it was: NOT CONFIRMED. The loss is \
        still there, so it trips again at once. Where that is known before, such a step is refused and not sent at all.
        """,
        .ok: """
        It was sent and seen: the loss is within the limit again in this market. While it is not, the switch would trip at \
        once, and the step is refused and not sent at all.
        """,
      ],
      otherwise: "That was not a reset. Look at the state first, then type it once more.",
      after: """
        Refused, before anything was sent: the loss is still there, and the switch would trip again at once. What hean knows to \
        be futile or harmful it does not send, and says why.
        """),
    TutorialStep(
      name: "verify",
      why: """
        One more world, quiet again, but its exchange refuses to close. The engine will answer 'closed' all the same. Close \
        everything, answer y, and see what hean makes of it.
        """,
      words: ["positions", "close-all"], nameCount: 2, world: .refusing, exit: .refused, sign: "REFUSED",
      otherwise: "Answer y, so that it is sent.",
      after: "The engine said one thing and its books another. That is why no answer is believed unseen."),
    TutorialStep(
      name: "cron",
      why: """
        At last something that runs without you: equity and PnL as one row. It is typed once here; from cron it \
        gathers a history that outlives the engine's.
        """,
      words: ["pnl", "snapshot"], nameCount: 2, world: .calm,
      after: """
        For an engine of your own, add it by \(.command(.profileAdd, "main", "--url", "http://127.0.0.1:8000", choosing: [])), \
        and write a line like this into your crontab:
        """,
      keepsake:
        "\(.command(.pnlSnapshot, "--append", "pnl.csv", "--period", "1h", "--quiet", choosing: ["-p", "main"]))"
    ),
  ]
}
