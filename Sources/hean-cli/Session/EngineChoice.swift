import HeanCore

/// Several engines, as a line names them.
struct EngineChoice: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Names of profiles, or patterns of them with `*` and `?`.
    case named([String])
    case group(String)
    case all
  }

  var kind: Kind

  /// Whether it does not name each engine, so that nobody has seen how many there are.
  var isPattern: Bool {
    guard case .named(let names) = kind else { return true }
    return names.contains(where: Self.isPattern)
  }

  /// - Returns: `nil` for a line about one engine.
  /// - Throws: when the line names several and one otherwise, and for a command that is not about several.
  init?(_ line: ParsedLine, of command: any Command.Type) throws(UsageError) {
    let own = Set(line.spec.options.map(\.name))
    var kinds: [(option: String, kind: Kind)] = []
    if line[GlobalOptions.everyEngine], !own.contains(GlobalOptions.everyEngine.name) { kinds.append(("--all", .all)) }
    // A profile that is written has a group as it has an address.
    if command.scope != .configuration, let group = line.text(Settings.group) {
      kinds.append(("--group", .group(group)))
    }
    let profile = line.text(Settings.profile)
    if let profile, !kinds.isEmpty || command.engines == .together || Self.isSeveral(profile) {
      kinds.append(("--profile", .named(profile.split(separator: ",").map { $0.trimmed() }.filter { !$0.isEmpty })))
    }
    if kinds.isEmpty, command.engines == .together, !line[GlobalOptions.practice], !line.isGiven(Settings.url) {
      kinds = [("'\((["hean"] + line.path).joined(separator: " "))'", .all)]
    }
    guard let first = kinds.first else { return nil }
    if kinds.count > 1 {
      throw .contradiction(
        "\(first.option) and \(kinds[1].option) both choose the engines", nextStep: "keep one of them")
    }
    guard command.engines != .one else {
      throw .contradiction(
        "'\((["hean"] + line.path).joined(separator: " "))' is not about several engines, as \(first.option) names them",
        nextStep: "name one engine with --profile, or leave it out")
    }
    // An address and a key are those of one engine.
    let others: [any AnyOption] = [Settings.url, Settings.apiKeyFile, GlobalOptions.practice] + GlobalOptions.world
    if let other = others.first(where: { line.isGiven($0) }) {
      throw .contradiction(
        "--\(other.name) is about one engine, and \(first.option) is about several", nextStep: "keep one of them")
    }
    kind = first.kind
  }

  private static func isSeveral(_ profile: String) -> Bool { profile.contains(",") || isPattern(profile) }

  private static func isPattern(_ name: String) -> Bool { name.contains { $0 == "*" || $0 == "?" } }

  /// The names of the profiles, each once; a list in its order, what is chosen otherwise sorted.
  func names(in file: ConfigurationFile) throws -> [String] {
    let own = file.profiles.keys.filter { $0 != ProfileName.practice }.sorted()
    switch kind {
    case .all: return own
    case .group(let group):
      let names = own.filter { file.profiles[$0]?.groups.contains(group) == true }
      if names.isEmpty {
        let groups = Set(own.flatMap { file.profiles[$0]?.groups ?? [] }).sorted()
        throw Failure(
          .configuration, "no profile is in the group \"\(group.printable)\"",
          nextStep: groups.isEmpty
            ? "\(.command(.profileSet, "NAME", "group=\(group.printable)", choosing: [])) puts one into it"
            : "there are: \(Figures.listed(groups, most: 10))")
      }
      return names
    case .named(let words):
      var names: [String] = []
      for word in words {
        guard Self.isPattern(word) else {
          guard file.knownNames.contains(word) else {
            throw ConfigurationError.unknownProfile(
              name: word, origin: .flag("--\(Settings.profile.name)"), known: file.knownNames)
          }
          names.append(word)
          continue
        }
        let found = own.filter { Self.matches(Array($0), Array(word)) }
        if found.isEmpty {
          throw Failure(.configuration, "no profile matches \"\(word.printable)\"", nextStep: Self.list)
        }
        names += found
      }
      var seen: Set<String> = []
      names = names.filter { seen.insert($0).inserted }
      if names.isEmpty { throw Failure(.usage, "--profile names no engine", nextStep: Self.list) }
      return names
    }
  }

  private static let list: Guidance = "profiles and their groups: \(.command(.profileList))"

  /// Whether a name has the form of a pattern.
  private static func matches(_ name: [Character], _ pattern: [Character]) -> Bool {
    // The places of the pattern that the name can have come to.
    var reached: Set<Int> = [0]
    func passingStars(_ places: Set<Int>) -> Set<Int> {
      var all = places
      for var place in places {
        while place < pattern.count, pattern[place] == "*" {
          place += 1
          all.insert(place)
        }
      }
      return all
    }
    reached = passingStars(reached)
    for character in name {
      var next: Set<Int> = []
      for place in reached where place < pattern.count {
        if pattern[place] == "*" {
          next.insert(place)
        } else if pattern[place] == "?" || pattern[place] == character {
          next.insert(place + 1)
        }
      }
      reached = passingStars(next)
    }
    return reached.contains(pattern.count)
  }
}

extension ConfigurationFile.Profile {
  /// The groups that the engine is in.
  var groups: [String] {
    (self[Settings.group] ?? "").split(separator: ",").map { $0.trimmed() }.filter { !$0.isEmpty }
  }
}
