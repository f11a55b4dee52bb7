import HeanCore
import HeanPractice

enum PracticeCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "practice", summary: "The built-in practice engine: a market to learn on",
    discussion: """
      Any command runs against it with --practice. Its world is kept between runs and moves on with the clock, at most \
      ten simulated minutes at a time. --scenario, --seed and --speed choose the world, --quirk how it misleads.
      """,
    examples: [
      Example("hean --practice status", "look at it"),
      Example("hean --practice --scenario crash why", "a falling market, through every risk state"),
      Example("hean practice serve --port 8000", "as a server, for another terminal"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Serve.self, Reset.self, Scenarios.self, Quirks.self, Faults.self,
  ]

  static let fields: [Field<PracticeScenario>] = [
    Field("scenario", "SCENARIO", "name for --scenario", priority: 100) { $0 },
    Field("summary", "WHAT HAPPENS", "in one line", .wrapping, priority: 100) { $0.summary },
  ]

  static let quirkFields: [Field<PracticeQuirk>] = [
    Field("quirk", "QUIRK", "name for --quirk", priority: 100) { $0 },
    Field(
      "stock", "STOCK", "whether the real engine does it; then it is on by default", priority: 90,
      value: { PracticeQuirk.stock.contains($0) },
      cell: { Cell(PracticeQuirk.stock.contains($0) ? "yes" : "") }),
    Field("summary", "WHAT HAPPENS", "in one line", .wrapping, priority: 100) { $0.summary },
  ]

  struct Serve: Command {
    static let scope = CommandScope.practice
    static let effect = CommandEffect.streams
    static let portOption = Option(
      "port", "PORT", .whole(in: 0...65_535), default: 8000, showsDefault: false,
      help: "port on 127.0.0.1; 0 takes a free one (default 8000)")
    static let spec = CommandSpec(
      name: "serve", summary: "Serve the practice engine on loopback until interrupted",
      discussion: """
        It answers to localhost, 127.0.0.1 and [::1] only, and to no page of another site. Its WebSocket is at /ws. \
        'POST /practice/faults/NAME' lets a fault happen on every open socket now; --fault does so again and again, in \
        turn where several are named. With --rehearse every console that looks at it shows the banner of that mode with \
        the mark REHEARSAL, and asks as it would there. The mark comes from the practice engine, so a real one cannot \
        have it. With --engines it serves several, each with a market of its own (--seed, and the numbers after it).
        """,
      examples: [
        Example("hean practice serve --scenario crash --speed 10", "a crash, ten times as fast"),
        Example("hean practice serve --rehearse mainnet", "screens and confirmations of real money, without any"),
        Example("hean practice serve --exchange", "with an exchange beside it, which can be asked like Bybit"),
        Example("hean practice serve --engines 100 --list ~/.config/hean/engines.json", "a fleet: hean fleet"),
        Example("hean practice serve --fault drop --fault zombie --fault-every 20s", "to see 'hean watch' come back"),
      ],
      options: [
        portOption, enginesOption, listOption, rehearseOption, exchangeOption, exchangePortOption, faultOption,
        everyOption,
      ])

    static let enginesOption = Option(
      "engines", "N", .whole(in: 1...1_000), default: 1, showsDefault: false,
      help: "serve so many, each its own market, on ports from --port on")
    static let listOption = Option(
      "list", "FILE", .text(.file), help: "write a list of them, as engines.json of the configuration: hean help fleet")

    static let rehearseOption = Option(
      "rehearse", "MODE", .choice(["mainnet"]), help: "be shown and confirmed as in this mode: mainnet")
    static let exchangeOption = Flag("exchange", help: "serve an exchange beside the engine, with the same world")
    static let exchangePortOption = Option(
      "exchange-port", "PORT", .whole(in: 0...65_535), default: 8001, showsDefault: false,
      help: "with --exchange: its port on 127.0.0.1; 0 takes a free one (default 8001)")
    static let faultOption = Option(
      "fault", "NAME", each: .choice(PracticeFault.self), help: "a fault of the sockets, again and again; repeatable")
    static let everyOption = Option(
      "fault-every", "TIME", .span(atLeast: .milliseconds(10)), default: .seconds(30), help: "with --fault: how often")

    var port: Int
    var engines: Int
    /// Where their list is written; `nil` for nowhere.
    var list: String?
    var isRehearsal: Bool
    /// The port of the exchange; `nil` without one.
    var exchangePort: Int?
    var faults: [PracticeFault]
    var every: Duration

    init(_ line: ParsedLine) throws(UsageError) {
      port = try line[Self.portOption]
      engines = try line[Self.enginesOption]
      list = try line[Self.listOption]
      isRehearsal = try line[Self.rehearseOption] != nil
      exchangePort = line[Self.exchangeOption] ? try line[Self.exchangePortOption] : nil
      faults = try line[Self.faultOption]
      every = try line[Self.everyOption]
      guard exchangePort == nil || engines == 1 else {
        throw .contradiction("an exchange stands beside one engine", nextStep: "leave out --engines or --exchange")
      }
      guard port == 0 || port + engines - 1 <= 65_535 else {
        throw .contradiction(
          "\(engines) engines from port \(port) on need ports above 65535", nextStep: "take a lower --port, or 0")
      }
    }

    func run(_ session: Session) async throws -> Output {
      var world = try session.practiceWorld()
      if isRehearsal { world.configuration.quirks.insert(.rehearseMainnet) }
      if engines > 1 { OpenFileLimit.raise() }
      var servers: [PracticeServer] = []
      var addresses: [String] = []
      do {
        for number in 0..<engines {
          let (server, bound) = try await serve(world.configuration, number, session)
          servers.append(server)
          addresses.append("http://127.0.0.1:\(bound)")
        }
        if let list { try write(addresses, to: list) }
      } catch {
        for server in servers { await server.stop() }
        throw error
      }
      let words = "(\(world.configuration.scenario.rawValue)\(isRehearsal ? ", a rehearsal of mainnet" : ""))"
      let lines = addresses.enumerated().map { number, address in
        "practice engine \(engines > 1 ? "\(Self.name(number)) " : "")\(words) on \(address)\n"
      }
      try session.context.output.write(lines.joined())
      if let exchangePort {
        let port = try await servers[0].startExchange(port: UInt16(exchangePort))
        try session.context.output.write(
          "practice exchange on http://127.0.0.1:\(port), key \(PracticeExchange.key), secret \(PracticeExchange.secret)\n"
        )
        session.note(session.commands.text(Self.profileAdvice(engine: addresses[0], exchange: port)))
      }
      let status = Guidance.command(.status, choosing: ["--url", addresses[0]])
      session.note(session.commands.text("try: \(status); Ctrl-C ends it"))
      await withTaskGroup(of: Void.self) { [servers] group in
        if !faults.isEmpty { group.addTask { await goWrong(servers, session) } }
        group.addTask { await session.context.untilInterrupted() }
        await group.next()
        group.cancelAll()
      }
      for server in servers { await server.stop() }
      return .text("")
    }

    private static func profileAdvice(engine: String, exchange: UInt16) -> Guidance {
      let adding = Guidance.command(
        .profileAdd, "demo", "--url", engine, "--exchange", "bybit", "--exchange-url",
        "http://127.0.0.1:\(exchange)", "--exchange-key-file", "FILE", choosing: [])
      let asking = Guidance.command(.exchangePositions, choosing: ["--profile", "demo"])
      return "to ask it: key and secret into a file of mode 0600, a line each; \(adding); then \(asking)"
    }

    private func serve(
      _ configuration: PracticeConfiguration, _ number: Int, _ session: Session
    ) async throws -> (PracticeServer, UInt16) {
      var configuration = configuration
      configuration.seed &+= UInt64(number)
      let server = PracticeServer(
        engine: PracticeEngine(configuration: configuration, now: session.context.now()), now: session.context.now)
      return (server, try await server.start(port: port == 0 ? 0 : UInt16(port + number), keepsTime: true))
    }

    /// The name of an engine in the list: `p001`.
    private static func name(_ number: Int) -> String {
      let digits = "\(number + 1)"
      return "p" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    private func write(_ addresses: [String], to path: String) throws {
      let rows = addresses.enumerated().map { number, address -> JSONValue in
        ["name": .string(Self.name(number)), "url": .string(address), "group": .string(ProfileName.practice)]
      }
      let text = JSONText.data(["engines": .array(rows)])
      do throws(FileError) {
        try AtomicFile.write(text, to: path, permissions: .ownerOnly)
      } catch {
        throw Failure(.cannotWrite, "the list cannot be written: \(error.message)")
      }
    }

    private func goWrong(_ servers: [PracticeServer], _ session: Session) async {
      var turn = 0
      while !Task.isCancelled {
        do { try await session.context.sleep(every) } catch { return }
        for server in servers { await server.apply(faults[turn]) }
        turn = (turn + 1) % faults.count
      }
    }
  }

  struct Faults: Command {
    static let scope = CommandScope.practice
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.console, "practice_faults", fields)] }
    static let spec = CommandSpec(
      name: "faults", summary: "List the faults that the practice engine's sockets can have",
      examples: [Example("curl -X POST http://127.0.0.1:8000/practice/faults/zombie", "now, on every open socket")])

    static let fields: [Field<PracticeFault>] = [
      Field("fault", "FAULT", "name for --fault", priority: 100) { $0 },
      Field("summary", "WHAT HAPPENS", "in one line", .wrapping, priority: 100) { $0.summary },
    ]

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      var report = session.localReport("practice_faults")
      report.list(Self.fields, PracticeFault.allCases)
      return .report(report)
    }
  }

  struct Reset: Command {
    static let scope = CommandScope.practice
    static let effect = CommandEffect.changesMachine
    static let carriedFlags = CarriedFlags.all
    static let spec = CommandSpec(
      name: "reset", summary: "Start the practice world anew",
      discussion: "Forgets the saved world that --scenario, --seed and --speed name, and makes a fresh one.",
      examples: [Example("hean practice reset --scenario crash", "before the crash again")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let world = try session.practiceWorld()
      try await world.reset()
      let configuration = world.configuration
      return .text(
        "practice world \(configuration.scenario.rawValue), seed \(configuration.seed), starts now\n")
    }
  }

  struct Scenarios: Command {
    static let scope = CommandScope.practice
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.console, "practice_scenarios", PracticeCommand.fields)] }
    static let spec = CommandSpec(
      name: "scenarios", aliases: ["list"], summary: "List the scenarios",
      examples: [Example("hean practice scenarios", "what can be practised")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      var report = session.localReport("practice_scenarios")
      report.list(PracticeCommand.fields, PracticeScenario.allCases)
      report.screen.hint(
        .command(.status, choosing: ["--practice", "--scenario", "crash"]))
      return .report(report)
    }
  }

  struct Quirks: Command {
    static let scope = CommandScope.practice
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.console, "practice_quirks", PracticeCommand.quirkFields)]
    }
    static let spec = CommandSpec(
      name: "quirks", summary: "List the ways in which the practice engine can mislead",
      discussion: "Stock ones are always on, as in the real engine; '--quirk none' leaves them out.",
      examples: [
        Example("hean --practice --quirk close-refused positions close-all", "an exchange that refuses")
      ])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      var report = session.localReport("practice_quirks")
      report.list(PracticeCommand.quirkFields, PracticeQuirk.allCases)
      return .report(report)
    }
  }
}

extension Session {
  /// The practice world that this run selects. No server is started.
  fileprivate func practiceWorld() throws -> PracticeWorld {
    guard case .practice(let choice) = target.address else {
      throw Failure(.bug, "a command about the practice engine met a real engine")
    }
    return try PracticeWorld(choice.configuration(), in: context)
  }
}

extension PracticeFault: FieldWord {}
extension PracticeQuirk: FieldWord {}
extension PracticeScenario: FieldWord {}
