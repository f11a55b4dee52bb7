import HeanCore

enum ProfileCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "profile", aliases: ["profiles"], summary: "Named engines and how to talk to them",
    examples: [
      Example("hean profile add main --url https://engine.example:8000", "name an engine"),
      Example("hean profile use main", "use it by default"),
      Example("hean profile set main timeout=5s", "change one key"),
      Example("hean profile show", "every effective value with its origin"),
    ],
    habits: [
      "get": ["profile show"], "delete": ["profile remove"], "mv": ["profile rename"], "config": ["profile edit"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Add.self, Set.self, Unset.self, Use.self, Show.self, Rename.self, Remove.self, Edit.self, Export.self,
    Import.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let name = Operand("NAME", .text(.profile), help: "profile: a-z, 0-9, dot, dash, underscore")

  /// A relative path is made absolute from the current directory, because later runs may start in another one.
  static func fromHere(_ path: String) -> String {
    if path.isEmpty || path.hasPrefix("/") || path.hasPrefix("~") { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  struct List: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.profiles, "profiles", ProfileFields.all)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List profiles",
      examples: [Example("hean profile list", "every profile; * marks the one in use")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let rows = session.configuration.file.summaries()
      var report = session.localReport("profiles")
      report.list(ProfileFields.all, rows)
      if rows.count == 1 { report.screen.hint(.command(.profileAdd, "main", "--url", "http://127.0.0.1:8000")) }
      return .report(report)
    }
  }

  struct Add: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let replace = Flag(
      "replace", help: "replace a profile of that name; its other settings are lost, a stored key stays")
    static let spec = CommandSpec(
      name: "add", summary: "Add a profile",
      discussion: "Takes \(taken) as its values.",
      examples: [
        Example("hean profile add main --url http://127.0.0.1:8000 --timeout 5s", "an engine on this machine")
      ],
      options: [replace, ServiceCommand.yes] + Settings.ofProfiles, operands: [ProfileCommand.name])

    /// The global options whose values it stores, as a list in words, with files at its end.
    private static var taken: String {
      let keys = Settings.global.compactMap { option in option.key.map { (option.name, $0) } }
      let names = keys.filter { $0.1.place == .profile && $0.1.kind != .path } + keys.filter { $0.1.kind == .path }
      let words = names.map { "--\($0.0)" }
      return "\(words.dropLast().joined(separator: ", ")) and \(words.last ?? "")"
    }

    var name: String
    var profile: ConfigurationFile.Profile
    var isReplacing: Bool
    var isAgreed: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[ProfileCommand.name]
      isAgreed = line[ServiceCommand.yes]
      profile = ConfigurationFile.Profile()
      for setting in Settings.all {
        guard let key = setting.key, key.place == .profile, line.isGiven(setting) else { continue }
        if key.kind == .path, line.text(setting) == "-" {
          throw line.invalid(setting, "-", expected: "the name of a file: a profile keeps it")
        }
        profile.values[key.name] = Self.value(line.text(setting), key.kind)
      }
      isReplacing = line[Self.replace]
    }

    func run(_ session: Session) async throws -> Output {
      if let path = profile[Settings.caFile] {
        let directories = UserDirectories(environment: session.context.environment)
        try Self.checkCertificates(in: try directories.expandingTilde(path))
      }
      if isReplacing, !isAgreed { try await agree(session) }
      let (isInUse, isMoved) = try session.store.update { file in
        let url = file.profiles[name].map { $0[Settings.url] }
        try session.refuseForgottenKey(of: name, in: file)
        try file.add(name, profile, replacing: isReplacing)
        // Only the full-screen console knows the names of its actions.
        _ = try KeyMap.read(profile[Settings.liveKeys], from: "--\(Settings.liveKeys.name)", orEnd: .usage)
        // The first profile that a user adds becomes the current one.
        if file.current == nil { try file.use(name) }
        return (file.current == name, url.map { $0 != profile[Settings.url] } ?? false)
      }
      let inUse: Guidance =
        isInUse
        ? ", and in use" : "; '\(.command(.profileUse, name))' makes it the default"
      return .text("profile \(name) saved\(session.commands.text(inUse))\(isMoved ? session.keyNote(of: name) : "")\n")
    }

    /// Asks before keys of a profile are lost.
    private func agree(_ session: Session) async throws {
      let lost = session.configuration.file.lost(of: name, in: profile)
      guard !lost.isEmpty else { return }
      let loss = "profile \(name) would lose its settings \(lost.joined(separator: ", "))"
      let next: Guidance = "\(.command(.profileSet, name, "KEY=VALUE", choosing: [])) keeps them; or add --yes"
      try await session.agree(
        to: sanitized("\(loss). Replace it?"),
        unasked: { Failure(.declined, "\(loss), and \($0): nothing was changed", nextStep: next) },
        declined: Failure(.declined, "declined: nothing was changed", nextStep: next))
    }

    /// The value for the file. A number is one: like every flag, the option is checked before the profile is stored.
    private static func value(_ text: String?, _ kind: SettingKey.Kind) -> JSONValue? {
      switch kind {
      case .text: text.map(JSONValue.string)
      case .path: text.map { .string(ProfileCommand.fromHere($0)) }
      case .truth: true
      case .number: text.flatMap(Decimal.init(exactly:)).map(JSONValue.number)
      }
    }

    /// Reads the certificates now, so that a mistake is not found only at the first https connection.
    static func checkCertificates(in path: String) throws(ConfigurationError) {
      let problem: String
      do throws(FileError) {
        let content = try FileContents.read(path, limit: 16 << 20, isPipeTaken: true, deadline: .seconds(2)).data
        if content.holds("-----BEGIN CERTIFICATE-----") { return }
        problem = "\(path.printable) holds no certificate"
      } catch {
        problem = error.message
      }
      throw .invalidValue(
        name: Settings.caFile.title, origin: .flag("--\(Settings.caFile.name)"), problem: problem,
        nextStep: "name a file of certificates in PEM form")
    }
  }

  struct Use: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let spec = CommandSpec(
      name: "use", summary: "Make a profile the default",
      examples: [Example("hean profile use main", "from now on")], operands: [ProfileCommand.name])

    var name: String

    init(_ line: ParsedLine) throws(UsageError) { name = try line[ProfileCommand.name] }

    func run(_ session: Session) async throws -> Output {
      try session.store.update { file in try file.use(name) }
      return .text("profile \(name) is in use\n")
    }
  }

  struct Show: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.profiles, "profile", ProfileFields.effective)] }
    static let spec = CommandSpec(
      name: "show", summary: "Every effective value, and where it comes from",
      discussion: "Of a key only the source is shown.",
      examples: [Example("hean profile show", "what the next command would work with")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let rows = session.settings.rows()
      var report = session.localReport("profile")
      report.list(ProfileFields.effective, rows)
      return .report(report)
    }
  }

  struct Remove: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let spec = CommandSpec(
      name: "remove", aliases: ["rm"], summary: "Remove a profile and its stored key",
      discussion: "Asks first, and says what is lost and which engine is used from then on.",
      examples: [Example("hean profile remove old", "forget it"), Example("hean profile rm old --yes", "in a script")],
      options: [ServiceCommand.yes], operands: [ProfileCommand.name])

    var name: String
    var isAgreed: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[ProfileCommand.name]
      isAgreed = line[ServiceCommand.yes]
    }

    /// Says what is lost, and asks.
    private func agree(_ session: Session) async throws {
      var file = session.configuration.file
      let wasCurrent = try file.remove(name)
      var losses = ["the profile \(name)"]
      if session.configuration.storedKeys[name] != nil { losses.append("the key that is stored for it") }
      let then =
        wasCurrent ? ". It is the one in use: without --profile commands go to \(EngineURL.standard) from then on" : ""
      let loss = "\(losses.joined(separator: " and ")) would be gone\(then)"
      let next: Guidance = "add --yes, or look first: \(.command(.profileShow, choosing: ["--profile", name]))"
      try await session.agree(
        to: sanitized("\(loss). Remove it?"),
        unasked: { Failure(.declined, "\(loss), and \($0): nothing was changed", nextStep: next) },
        declined: Failure(.declined, "declined: nothing was changed"))
    }

    func run(_ session: Session) async throws -> Output {
      if !isAgreed { try await agree(session) }
      let wasCurrent = try session.store.update { file in
        let wasCurrent = try file.remove(name)
        try session.store.removeKey(profile: name)
        return wasCurrent
      }
      let hadKey = session.configuration.storedKeys[name] != nil ? ", and its stored key" : ""
      let then = wasCurrent ? "; none is in use now: without --profile commands go to \(EngineURL.standard)" : ""
      return .text("profile \(name) removed\(hadKey)\(then)\n")
    }
  }
}

enum ProfileFields {
  static let all: [Field<ConfigurationFile.Summary>] = [
    Field("name", "PROFILE", "name for --profile", priority: 100) { $0.name },
    Field("current", "IN USE", "used by default", priority: 90) {
      $0.isCurrent
    } cell: {
      Cell($0.isCurrent ? "*" : "", .good)
    },
    Field("url", "ENGINE", "address; null is the default, or the practice engine", priority: 95) {
      $0.url
    } cell: {
      Cell($0.url ?? ($0.isPractice ? "built-in practice engine" : "default"))
    },
    Field("group", "GROUP", "the groups that it is in; null for none", priority: 80) {
      $0.group
    } cell: {
      Cell($0.group ?? "")
    },
    Field("ssh", "", "the server on whose loopback it listens; null for none", priority: 0) { $0.ssh },
    Field("practice", "", "whether it is the practice engine", priority: 0) { $0.isPractice },
  ]

  static let effective: [Field<SettingRow>] = [
    Field("name", "SETTING", "name in the configuration", priority: 100) { $0.name },
    Field("value", "VALUE", "effective value; null when not set", priority: 100) { $0.value },
    Field("origin", "FROM", "flag, environment, profile or default", .wrapping, priority: 100) { $0.origin },
  ]
}
