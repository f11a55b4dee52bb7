import HeanCore

/// `hean mcp`.
struct MCPCommand: Command {
  static let effect = CommandEffect.streams
  static let allowVerbs = Flag("allow-verbs", help: "offer verbs, too; each is sent only when a person agreed to it")
  static let allowStops = Flag("allow-stops", help: "offer only the verbs that end a risk")
  static let verbsADay = Option(
    "verbs-a-day", "N", .whole(in: 1...1_000), default: 20, help: "how many verbs assistants may send on a day (UTC)")
  static let spec = CommandSpec(
    name: "mcp", summary: "Serve an assistant (MCP) over standard input and output",
    discussion: """
      A client of the Model Context Protocol starts it and asks: tools are the reads of hean, with the same answers as \
      --json. It speaks revisions 2026-07-28, 2025-11-25 and 2025-06-18, and ends with its input. The engine is that of \
      this line for as long as it runs. docs/assistants.md has the lines for common clients.

      It only reads. With --allow-stops there are verbs that end a risk, with --allow-verbs others as well. A verb is \
      planned first, and sent when a person agreed to the plan: in a form of the client, where the name of the engine is \
      typed if the command wants it typed, or, for a client without forms, with 'hean approve' in a terminal. Nothing that \
      a model writes counts as a yes. Every call stands in 'hean audit' with the name of the client.
      """,
    examples: [
      Example("hean -p main mcp", "for a client's configuration; only reads"),
      Example("hean -p main mcp --allow-stops", "it may also ask a person for a stop"),
    ],
    options: [allowVerbs, allowStops, verbsADay])

  var verbs: AssistantCatalogue.Verbs
  var mostVerbs: Int
  /// Options of the line that hold for every call, as words.
  private var held: [String]

  init(_ line: ParsedLine) throws(UsageError) {
    held = Self.held(line)
    mostVerbs = try line[Self.verbsADay]
    verbs = line[Self.allowVerbs] ? .all : line[Self.allowStops] ? .stops : .none
    if line[Self.allowVerbs], line[Self.allowStops] {
      throw .contradiction("--allow-verbs offers what --allow-stops leaves out", nextStep: "keep one of them")
    }
  }

  func run(_ session: Session) async throws -> Output {
    let choosing = Self.choosing(session) + held
    let anew = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(
      choosing + [Self.spec.name])
    let catalogue = AssistantCatalogue(
      verbs: verbs, tools: AssistantTools.offered(verbs, isRedacted: session.output.redaction != nil),
      version: Version.number)
    let context = session.context
    let desk = try AssistantDesk(
      session: session, choosing: choosing, mostVerbs: mostVerbs,
      resolve: {
        try Session(context: context.nested, line: anew, command: Self.self, carried: CommandTable.carriedFlags)
      })
    if session.context.input.isTerminal {
      session.note("this speaks with a program, a line of JSON each; Ctrl-D ends it")
    }
    try await AssistantServer(session.context, catalogue, desk).run()
    return .ended(.ok)
  }

  /// Options of the line that hold for every call, besides those that choose the engine.
  private static let kept: Set<String> = ["timeout", "read-only", "redact", "tz"]

  /// The profile of now stays that of every call, whichever is the default later.
  private static func choosing(_ session: Session) -> [String] {
    let words = session.target.flags.words
    if words.isEmpty, let name = session.profile { return ["--\(Settings.profile.name)", name] }
    return words
  }

  private static func held(_ line: ParsedLine) -> [String] {
    GlobalOptions.all.filter { kept.contains($0.name) && line.isGiven($0) }.map { option in
      line.typed(option).last.map { "--\(option.name)=\($0.text)" } ?? "--\(option.name)"
    }
  }
}
