import HeanCore

struct FleetCommand: Command {
  static let effect = CommandEffect.reads
  static let prices = PriceUse.heeded
  static let engines = EnginesUse.together
  static var documents: [OutputDocument] {
    var document = OutputDocument(.diagnosis, "fleet", FleetFields.all, source: .never)
    document.hasSums = true
    return [document]
  }
  static let spec = CommandSpec(
    name: "fleet", summary: "Every engine in a row, the worst first",
    discussion: """
      Asks every engine that has a profile, all at once: its mode and state, the verdict on its money, whether it trades, \
      equity, and profit of the day. Those with money at risk come first, then those of which nothing is known, then what \
      is behind stops, then what is flat; among those alike real money comes first, then the greater amount.

      --group NAME takes the engines whose profile has that group, --profile a,b or --profile 'eu-*' those it names. Each \
      engine is asked with its own key and within its own --timeout, so a slow one delays no other. Sums are over engines \
      of one mode only: real money, the test network and paper are never added up, and an engine that has two profiles \
      counts once. Where engines did not tell a part of a sum, it says of how many engines it is.

      Every read takes the same options, and so do watch, check and verbs: 'hean positions --group eu' runs for each engine \
      as it does for one, and its JSON is one document with a document an engine. A verb shows the plan of each, asks once, \
      and sends; where real money is among them the number of engines has to be typed, or given with --confirm. Panic with \
      --yes waits for nothing and goes to all at once.

      Engines have profiles in the configuration, or stand in a list that another program writes: engines.json beside it, or \
      what the command under engines_command there prints. It is {"engines": [{"name": "a", "url": "...", "group": "eu"}]} \
      with the keys of profiles; a list takes no api_key_command.

      Exit code: 0 when every engine answered, 5 when some did not, and that of the engines when all failed alike.
      """,
    examples: [
      Example("hean fleet", "every engine that has a profile"),
      Example("hean fleet --group eu --timeout 2s", "those of one group, each within two seconds"),
      Example("hean fleet --json | jq '.sums'", "totals for a script"),
    ])

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    let look = FleetLook(session)
    return .report(look.report(await look.rows()))
  }
}
