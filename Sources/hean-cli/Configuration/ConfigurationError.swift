import HeanCore

/// Everything that can be wrong with the configuration of the console. No case ever holds a key or a password.
enum ConfigurationError: Error, Sendable, Equatable {
  /// Neither the XDG variable nor HOME names a directory.
  case homeMissing(variable: String)
  case unreadable(reason: String)
  case unwritable(reason: String)
  /// Other users may change the file, and so where keys are sent and which commands are run.
  case writableByOthers(path: String, permissions: String)
  /// The configuration file or the key file belongs to another user.
  case foreignOwner(path: String)
  case brokenJSON(path: String, line: Int, column: Int, problem: String)
  case wrongType(path: String, line: Int?, key: String, expected: String, found: String)
  case invalidValue(name: String, origin: Origin, problem: String, nextStep: Guidance)
  case conflict(Origin, Origin, problem: String, nextStep: Guidance)
  case unknownProfile(name: String, origin: Origin?, known: [String])
  case invalidProfileName(String)
  case profileExists(String)
  /// The built-in practice profile does not allow this change.
  case practiceIsBuiltIn(problem: String)
  case tooManyKeySources(profile: String, keys: [String])
  case keyFileTooOpen(path: String, permissions: String)
  case keyCommandFailed(origin: Origin, problem: String)
  case listCommandFailed(problem: String)
  case keyUnusable(source: String, problem: String)
  /// A file that has to hold a key and its secret, a line each.
  case keyPairUnusable(path: String, problem: String)

  /// What is wrong: a sentence without its full stop.
  var message: String {
    switch self {
    case .homeMissing(let variable):
      "no directory for hean's files: neither HOME nor \(variable) holds an absolute path"
    case .unreadable(let reason), .unwritable(let reason): reason
    case .writableByOthers(let path, let permissions):
      "\"\(path)\" can be changed by other users (mode \(permissions)), so it is not trusted"
    case .foreignOwner(let path): "\"\(path)\" belongs to another user, so it is not trusted"
    case .brokenJSON(let path, let line, let column, let problem):
      "\(path):\(line):\(column): not valid JSON: \(problem)"
    case .wrongType(let path, let line, let key, let expected, let found):
      "\(path)\(line.map { ":\($0)" } ?? ""): \"\(key)\" must be \(expected), not \(found)"
    case .invalidValue(let name, let origin, let problem, _): "\(name) from \(origin): \(problem)"
    case .conflict(let first, let second, let problem, _): "\(first) and \(second) contradict each other: \(problem)"
    case .unknownProfile(let name, let origin, _):
      "there is no profile \"\(name.printable)\"" + (origin.map { " (asked for by \($0))" } ?? "")
    case .invalidProfileName(let name): "\"\(name.printable)\" cannot be a profile's name"
    case .profileExists(let name): "profile \"\(name)\" exists already"
    case .practiceIsBuiltIn(let problem): "profile \"practice\" is built in: \(problem)"
    case .tooManyKeySources(let profile, let keys):
      "profile \"\(profile)\" names \(keys.count) sources for its API key: \(keys.joined(separator: ", "))"
    case .keyFileTooOpen(let path, let permissions):
      "key file \"\(path)\" is open to other users (mode \(permissions)), so it is not used"
    case .listCommandFailed(let problem): "\(EngineList.commandKey) \(problem)"
    case .keyCommandFailed(let origin, let problem): "api_key_command of \(origin) \(problem)"
    case .keyUnusable(let source, let problem): "the API key from \(source) \(problem)"
    case .keyPairUnusable(let path, let problem): "key file \"\(path)\" \(problem)"
    }
  }

  /// What to do about it: an instruction or a command to run.
  var nextStep: Guidance {
    switch self {
    case .homeMissing(let variable): "set HOME, or \(variable) to an absolute path"
    case .listCommandFailed: "run the command by hand; it must print the list within 10 s, asking nothing"
    case .unreadable, .unwritable: "check the path, its owner and its permissions, then try again"
    case .writableByOthers(let path, _), .keyFileTooOpen(let path, _): "chmod 600 \(ShellWord.quoted(path))"
    case .foreignOwner(let path): "chown \"$(id -un)\" \(ShellWord.quoted(path))"
    case .brokenJSON(let path, let line, _, _): "correct line \(line) of \(path)"
    case .wrongType(let path, _, let key, let expected, _): "make \"\(key)\" in \(path) \(expected)"
    case .invalidValue(_, _, _, let nextStep), .conflict(_, _, _, let nextStep): nextStep
    case .unknownProfile(let name, let origin, let known):
      // Nobody makes a profile in order to remove or rename it.
      origin != nil && ProfileName.isValid(name)
        ? "\(Self.words(known, besides: name)); to make it: \(Self.adding(name, "--url", "URL"))"
        : "\(Self.words(known, besides: name))"
    case .invalidProfileName:
      "use small letters, digits, \".\", \"_\" and \"-\", a letter or digit first, at most 64 of them"
    case .profileExists(let name): "\(Self.adding(name, "--replace")), or choose another name"
    case .practiceIsBuiltIn: "choose another name for a profile of your own"
    case .tooManyKeySources(let profile, _): "keep one of them in profile \"\(profile)\""
    case .keyCommandFailed:
      "run the command by hand; it must print the key on its first line within 10 s, asking nothing"
    case .keyPairUnusable(let path, _):
      "the first line of \(path) has to be the key of the exchange, the second its secret"
    case .keyUnusable: "put the key alone on the first line, or run \(.operation(.login))"
    }
  }

  /// Of hundreds of profiles those are named that begin alike.
  private static func words(_ known: [String], besides name: String) -> String {
    guard known.count > mostNamed else { return "known profiles: \(known.joined(separator: ", "))" }
    func alike(_ other: String) -> Int { zip(other.utf8, name.utf8).prefix { $0 == $1 }.count }
    let near = known.sorted { (alike($1), $0) < (alike($0), $1) }
    return "known profiles: \(near.prefix(mostNamed).joined(separator: ", ")), and \(known.count - mostNamed) more"
  }

  private static let mostNamed = 20

  private static func adding(_ name: String, _ arguments: String...) -> Guidance {
    Guidance(.command(ConsoleCommand(.profileAdd, [name] + arguments)))
  }

  /// Whether the command line is wrong (exit code 64) and not the configuration (78).
  var isUsage: Bool {
    switch self {
    case .invalidValue(_, .flag, _, _), .conflict(.flag, _, _, _), .unknownProfile(_, .flag, _), .invalidProfileName,
      .profileExists, .practiceIsBuiltIn:
      true
    default: false
    }
  }
}

extension String {
  /// The text with control characters replaced by `?`, on one line of a message.
  var printable: String {
    // Most texts need no change, and what follows is slow at its first use.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
