import HeanCore

extension ProfileCommand {
  struct Export: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.reads
    static let names = Operand(
      "NAME", each: .text(.profile), isRequired: false, help: "profiles; all without one")
    static let to = Option(
      "to", "FILE", .text(.file), help: "a new file, which only you can read; - is standard output")
    static let spec = CommandSpec(
      name: "export", summary: "Profiles for another machine, without keys",
      discussion: """
        Where a key is found and what hean would run (\(ConfigurationFile.Profile.ownKeys.joined(separator: ", "))) stay \
        here, and so do stored keys.
        """,
      examples: [
        Example("hean profile export main --to main.json", "one profile, into a new file"),
        Example("hean profile export --to profiles.json", "all of them"),
      ],
      options: [to], operands: [names])
    static let writesJSON = true

    var names: [String]
    var to: String?

    var effect: CommandEffect { to == nil || to == "-" ? .reads : .changesMachine }

    init(_ line: ParsedLine) throws(UsageError) {
      names = try line[Self.names]
      to = try line[Self.to]
    }

    func run(_ session: Session) async throws -> Output {
      let file = session.configuration.file
      var shared = ConfigurationFile()
      // The built-in one is everywhere.
      for name in names.isEmpty ? file.profiles.keys.sorted().filter({ $0 != ProfileName.practice }) : names {
        let (profile, left) = try file.show(name).shareable()
        shared.profiles[name] = profile
        if !left.isEmpty { session.note("left out of profile \(name): \(left.joined(separator: ", "))") }
      }
      let data = try shared.encoded()
      guard let to, to != "-" else { return .text(String(decoding: data, as: UTF8.self)) }
      try NewFile.write(data, to: to)
      return .text("\(Figures.counted(shared.profiles.count, "profile")) written to \(to)\n")
    }
  }

  struct Import: Command {
    static let scope = CommandScope.configuration
    static let effect = CommandEffect.changesMachine
    static let file = Operand("FILE", .text(.file), help: "of 'profile export', or a config.json; - is standard input")
    static let replace = Flag("replace", help: "replace profiles of the same names")
    static let spec = CommandSpec(
      name: "import", summary: "Take profiles from a file, without keys",
      discussion: """
        \(ConfigurationFile.Profile.ownKeys.joined(separator: ", ")) are not taken from it, because a file of somebody \
        else's must not choose what hean runs and which key it sends: set them here. A profile that is there already is \
        not changed without --replace; its keys of that kind stay.
        """,
      examples: [Example("hean profile import main.json", "then: login, and 'profile use'")],
      options: [replace], operands: [file])

    var path: String
    var isReplacing: Bool

    init(_ line: ParsedLine) throws(UsageError) {
      path = try line[Self.file]
      isReplacing = line[Self.replace]
    }

    func run(_ session: Session) async throws -> Output {
      let data = try await session.contents(ofTyped: path)
      let (given, _) = try ConfigurationParser.parse(data, path: path == "-" ? "standard input" : path)
      guard !given.profiles.isEmpty else { throw Failure(.usage, "no profile is in there", nextStep: nil) }
      try session.store.update { file in
        let there = given.profiles.keys.filter { file.profiles[$0] != nil }.sorted()
        guard isReplacing || there.isEmpty else {
          throw Failure(
            .usage, "profiles are here already: \(there.joined(separator: ", ")): nothing was changed",
            nextStep: "--replace takes those of the file in their place; or give them other names there")
        }
        for (name, profile) in given.profiles.sorted(by: { $0.key < $1.key }) {
          let (shared, left) = profile.shareable()
          var taken = shared
          if let old = file.profiles[name] {
            let kept = old.values.filter { ConfigurationFile.Profile.ownKeys.contains($0.key) }
            taken.values.merge(kept) { _, own in own }
            // A key that is here must not go to the server that a file names.
            let isElsewhere = taken[Settings.url] != old[Settings.url]
            let hasKey = old.keySource != nil || session.configuration.storedKeys[name] != nil
            if isReplacing, isElsewhere, hasKey {
              throw Failure(
                .refused,
                "profile \(name) has a key here, and the file names another address for it: nothing was changed",
                nextStep: "look at the file, then: \(.command(.profileSet, name, "url=URL", choosing: []))")
            }
          }
          try session.refuseForgottenKey(of: name, in: file)
          try file.add(name, taken, replacing: isReplacing)
          try session.check(name, in: file)
          if !left.isEmpty { session.note("not taken for profile \(name): \(left.joined(separator: ", "))") }
        }
      }
      return .text("taken: \(given.profiles.keys.sorted().joined(separator: ", "))\n")
    }
  }
}
