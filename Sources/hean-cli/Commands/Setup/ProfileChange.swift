import HeanCore

extension ProfileCommand {
  struct Set: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let pairs = Operand("KEY=VALUE", each: .assignment(.setting), help: "a key and its value, as in timeout=5s")
    static let spec = CommandSpec(
      name: "set", summary: "Change keys of a profile, and keep the others",
      discussion: "Keys: \(ConfigurationFile.keyPaths.joined(separator: ", ")).",
      examples: [
        Example("hean profile set main timeout=5s theme=finance", "two keys; the others stay"),
        Example("hean profile set practice practice.seed=7", "of the practice engine"),
      ],
      options: [ServiceCommand.yes], operands: [ProfileCommand.name, pairs])

    var isAgreed: Bool
    var name: String
    var values: [(key: SettingKey, value: JSONValue, text: String)]

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[ProfileCommand.name]
      isAgreed = line[ServiceCommand.yes]
      values = []
      for (path, text) in try line.assignments(try line[Self.pairs]) {
        guard let key = ConfigurationFile.key(path) else { throw .unknownKey(path, line) }
        values.append((key, try key.value(text, line), text))
      }
    }

    func run(_ session: Session) async throws -> Output {
      if !isAgreed, let url = values.last(where: { $0.key.path == Settings.url.key?.path }) {
        try await session.agreeToMoveKey(of: name, to: url.text)
      }
      let keeper = try session.change(name) { file in
        for (key, value, _) in values { try file.change(key, of: name, to: value) }
      }
      return .text("profile \(name): \(values.map { "\($0.key.path)=\($0.text)" }.joined(separator: " "))\(keeper)\n")
    }
  }

  struct Unset: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let keys = Operand("KEY", each: .text(.setting), help: "a key of the profile, as in timeout")
    static let spec = CommandSpec(
      name: "unset", summary: "Remove keys of a profile, and keep the others",
      discussion: "What is removed has its default again.",
      examples: [Example("hean profile unset main theme", "as if it had never been set")],
      options: [ServiceCommand.yes], operands: [ProfileCommand.name, keys])

    var isAgreed: Bool
    var name: String
    var keys: [SettingKey]

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[ProfileCommand.name]
      isAgreed = line[ServiceCommand.yes]
      keys = []
      for path in try line[Self.keys] {
        guard let key = ConfigurationFile.key(path) else { throw .unknownKey(path, line) }
        keys.append(key)
      }
    }

    func run(_ session: Session) async throws -> Output {
      if !isAgreed, keys.contains(where: { $0.path == Settings.url.key?.path }) {
        try await session.agreeToMoveKey(of: name, to: EngineURL.standard)
      }
      var removed: [String] = []
      let keeper = try session.change(name) { file in
        for key in keys {
          if try file.change(key, of: name, to: nil) != nil { removed.append(key.path) }
        }
      }
      let absent = keys.map(\.path).filter { !removed.contains($0) }
      let words = [
        removed.isEmpty ? nil : "removed \(removed.joined(separator: ", "))",
        absent.isEmpty ? nil : "had no \(absent.joined(separator: ", "))",
      ].compactMap(\.self)
      return .text("profile \(name): \(words.joined(separator: "; "))\(keeper)\n")
    }
  }

  struct Rename: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let other = Operand("NEW", .text(), help: "its name from now on")
    static let spec = CommandSpec(
      name: "rename", summary: "Give a profile another name",
      discussion: """
        Its stored key, and what was kept of its engine (memory, earlier looks, alerts, records), move along. The audit \
        log keeps the name of then.
        """,
      examples: [Example("hean profile rename main live", "the one in use stays in use")],
      operands: [ProfileCommand.name, other])

    var name: String
    var new: String

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[ProfileCommand.name]
      new = try line[Self.other]
    }

    func run(_ session: Session) async throws -> Output {
      let environment = session.context.environment
      var kept: [String] = []
      try session.store.update { file in
        let before = file
        try session.refuseForgottenKey(of: new, in: file)
        try file.rename(name, to: new)
        let (old, later) = (session.target(of: name, in: before), session.target(of: new, in: file))
        if let old, let later, let state = try? UserDirectories(environment: environment).state() {
          kept = try KeptState(folder: state).rename(old.memoryName, to: later.memoryName)
        }
        // Last of all: a key lies under the name of a profile that is there.
        try session.store.moveKey(from: name, to: new)
      }
      let moved = kept.isEmpty ? "" : "; moved along: \(kept.joined(separator: ", "))"
      return .text(
        "profile \(name) is \(new) now\(moved)\n"
          + "what still runs or is installed under the old name (alert run, guard, record, services) has to be started "
          + "again with --profile \(new)\n")
    }
  }
}

extension UsageError {
  fileprivate static func unknownKey(_ path: String, _ line: ParsedLine) -> UsageError {
    let known = ConfigurationFile.keyPaths
    let index = line.argv.firstIndex { $0 == path || $0.hasPrefix(path + "=") }
    if SecretWords.isNamed(path) { return .secretInPlainSight(path, index: index ?? 0) }
    return .invalidValue(
      "KEY", path, index: index, path: line.path, expected: "one of " + known.joined(separator: ", "),
      nearest: Spelling.nearest(to: path, in: known))
  }
}

extension SettingKey {
  /// The value for the file. A relative path is made absolute from the current directory.
  fileprivate func value(_ text: String, _ line: ParsedLine) throws(UsageError) -> JSONValue {
    let typed = TypedText(text: text, spelled: path, path: line.path)
    switch kind {
    case .text: return .string(text)
    case .path:
      guard text != "-" else { throw typed.invalid(expected: "the name of a file: a profile keeps it") }
      return .string(ProfileCommand.fromHere(text))
    case .truth:
      switch text.lowercased() {
      case "true", "yes", "1": return .bool(true)
      case "false", "no", "0": return .bool(false)
      default: throw typed.invalid(expected: "true or false")
      }
    case .number:
      guard let number = Decimal(exactly: text) else { throw typed.invalid(expected: "a number") }
      return .number(number)
    }
  }
}

extension Session {
  /// The settings of a profile by itself: no flag and none of hean's variables has a say.
  private func settings(of name: String, in file: ConfigurationFile) throws(ConfigurationError) -> EffectiveSettings {
    var flags = SettingFlags()
    flags[Settings.profile] = name
    let environment = context.environment.filter { !$0.key.hasPrefix("HEAN_") }
    return try EffectiveSettings.resolve(
      flags: flags, environment: environment, file: LoadedConfiguration(path: configuration.path, file: file))
  }

  /// Changes keys of a profile in the file, if it can be used afterwards.
  /// - Returns: what has to be told of its stored key when its address is another one.
  fileprivate func change(_ name: String, _ body: (inout ConfigurationFile) throws -> Void) throws -> String {
    try store.update { file in
      let url = file.profiles[name]?[Settings.url]
      try body(&file)
      try check(name, in: file)
      let later = file.profiles[name]?[Settings.url]
      guard url != later else { return "" }
      let address = later == nil ? "\nwithout an address of its own it is \(EngineURL.standard)" : ""
      return address + keyNote(of: name)
    }
  }

  /// - Throws: what keeps a run from using the profile as it is in this file.
  func check(_ name: String, in file: ConfigurationFile) throws {
    do {
      let profile = try file.show(name)
      let settings = try settings(of: name, in: file)
      _ = try KeyMap.read(profile[Settings.liveKeys], from: Settings.liveKeys.title, orEnd: .usage)
      if settings.isPractice {
        _ = try PracticeChoice(
          seed: settings.practiceSeed.value, scenario: settings.practiceScenario, speed: settings.practiceSpeed.value,
          quirks: []
        ).configuration()
      }
      if let path = settings.caFile.value { try ProfileCommand.Add.checkCertificates(in: path) }
    } catch ConfigurationError.invalidValue(let setting, _, let problem, let next) {
      throw Failure(.usage, "\(setting): \(problem); nothing was changed", nextStep: next)
    }
  }

  fileprivate func target(of name: String, in file: ConfigurationFile) -> EngineTarget? {
    (try? settings(of: name, in: file)).map { EngineTarget($0, flags: TargetFlags()) }
  }

  /// Refuses a new profile of a name under which a key was left, by a profile that is gone or by somebody's copy: it would
  /// go to the new one's engine.
  func refuseForgottenKey(of name: String, in file: ConfigurationFile) throws {
    guard file.profiles[name] == nil, name != ProfileName.practice, let path = try? store.keyPath(profile: name),
      (try? FileStatus.of(path, followingLinks: false)) != nil
    else { return }
    throw Failure(
      .refused,
      "a key is stored for \"\(name)\" already, though no profile has that name, and it would go to this engine: nothing was changed",
      nextStep: "remove it (rm \(ShellWord.quoted(path))), or take another name; "
        + "\(.command(.login, "--profile", name, choosing: [])) stores one afterwards")
  }

  /// Asks before the key that is stored for a profile goes to another server.
  fileprivate func agreeToMoveKey(of name: String, to text: String) async throws {
    guard configuration.storedKeys[name] != nil, let profile = configuration.file.profiles[name],
      let old = try? EngineURL.parse(profile[Settings.url] ?? EngineURL.standard, from: .default),
      let new = try? EngineURL.parse(text, from: .default), !EngineURL.isSameServer(old, new)
    else { return }
    let words = "the key that is stored for profile \(name) would go to \(SecretWords.bareAddress(text)) from then on"
    try await agree(
      to: sanitized("\(words). Change it?"),
      unasked: {
        Failure(
          .declined, "\(words), and \($0): nothing was changed",
          nextStep:
            "add --yes; or make another profile for it: \(.command(.profileAdd, "NAME", "--url", "URL", choosing: []))")
      }, declined: Failure(.declined, "declined: nothing was changed"))
  }

  /// What has to be told when a profile gets another address.
  func keyNote(of name: String) -> String {
    guard configuration.storedKeys[name] != nil else { return "" }
    let login = commands.text(.command(.login, "--profile", name, choosing: []))
    return "\nits stored key goes to the new address from now on; another one: \(login)"
  }
}
