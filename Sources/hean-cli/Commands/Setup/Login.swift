import HeanCore

struct LoginCommand: Command {
  static let scope = CommandScope.configuration
  static let effect = CommandEffect.changesMachine
  static let carriedFlags = CarriedFlags.profile
  static let spec = CommandSpec(
    name: "login", summary: "Store the API key of a profile",
    discussion: """
      Reads the key from the terminal without showing it, or the first line of standard input. It goes into a file \
      with mode 0600 that only this profile uses. Never give a key as an argument: others on the machine can see \
      those.
      """,
    examples: [
      Example("hean login --profile main", "type or paste it"),
      Example("pass show hean/main | hean login --profile main", "from a password store"),
    ])

  init(_ line: ParsedLine) {}

  func run(_ session: Session) async throws -> Output {
    let settings = session.settings
    guard settings.isProfilesEngine else {
      throw Failure(
        .usage,
        "\(settings.engine.origin) names another engine (\(session.sourceURL)), and a key is stored for a profile and its "
          + "own engine: nothing was stored",
        nextStep: "\(session.addingProfile), then: \(Self.storing("NAME")); for one run: \(Failure.keyForOneRun)")
    }
    guard let profile = settings.profile.value else {
      throw Failure(
        .configuration, "no profile to store a key for",
        nextStep: """
          \(.command(.profileAdd, "main", "--url", "URL")), \
          then: \(Self.storing("main"))
          """)
    }
    guard !settings.isPractice else {
      throw Failure(
        .configuration, "the practice engine asks for no key",
        nextStep: .command(.status))
    }
    try Self.requireUse(profile, session)
    guard let key = try await session.context.input.secret("API key of profile \(profile): "), !key.isEmpty
    else {
      throw Failure(.declined, "no key was given; nothing was stored", nextStep: Self.storing(profile))
    }
    let path = try session.store.storeKey(key, profile: profile)
    let next = Guidance.command(.account, choosing: ["--profile", profile])
    return .text("key of profile \(profile) stored in \(path)\nnext: \(session.commands.text(next))\n")
  }

  /// Refuses when the profile names another source of the key. That source has priority, so the stored key would never
  /// be sent.
  private static func requireUse(_ profile: String, _ session: Session) throws {
    guard let source = session.configuration.file.profiles[profile]?.keySource else { return }
    throw Failure(
      .configuration,
      "profile \(profile) takes its key from \(source), so a stored one would not be used: nothing was stored",
      nextStep: """
        put the key there; or remove that setting from \(session.configuration.path), then: \(storing(profile))
        """)
  }

  private static func storing(_ profile: String) -> Guidance {
    .command(.login, "--profile", profile, choosing: [])
  }
}
