import HeanCore
import HeanNetworking
import HeanPractice

/// One engine: its address, its name here, how it is reached, and how it was chosen.
struct EngineTarget: Sendable {
  enum Address: Sendable, Equatable {
    case network(URL)
    /// The built-in practice engine; each choice has its own saved world.
    case practice(PracticeChoice)
  }

  var address: Address
  /// The name of the profile; `nil` when the engine is not the one that a profile names.
  var profile: String?
  /// Where its key is found; `nil`: requests have no key.
  var keySource: Setting<APIKeySource>?
  /// The key, where it was read already: a command that prints one may ask somebody for it.
  var readKey: APIKey?
  /// Whether the key may be sent over plain http to a host that is not loopback.
  var allowsKeyOverPlainHTTP: Bool
  /// A file of certificates (PEM) to trust instead of those of the system.
  var authorities: String?
  /// The server on whose loopback it listens; `nil` when it is reached without ssh.
  var ssh: SSHServer?
  /// The way through that server, where it is open already.
  var tunnel: SSHTunnel?
  /// The exchange behind it, where its profile names one: as it is looked at, or why it cannot be.
  var exchange: Result<ExchangeTarget, Failure>?
  /// Time limit of a read with its retries.
  var deadline: Duration
  /// The flags that chose it on the command line.
  var flags: TargetFlags

  /// The address in a form that may be shown.
  var sourceURL: String {
    switch address {
    case .network(let url): url.absoluteString + (ssh.map { " through ssh \($0.text)" } ?? "")
    case .practice: "practice"
    }
  }

  var isPractice: Bool { if case .practice = address { true } else { false } }

  /// - Parameter quirks: of a practice engine; not evaluated for another one.
  init(
    _ settings: EffectiveSettings, quirks: @autoclosure () -> Set<PracticeQuirk> = PracticeQuirk.stock,
    flags: TargetFlags
  ) {
    switch settings.engine.value {
    case .network(let url): address = .network(url)
    case .practice:
      address = .practice(
        PracticeChoice(
          seed: settings.practiceSeed.value, scenario: settings.practiceScenario, speed: settings.practiceSpeed.value,
          quirks: quirks()))
    }
    // When this run uses another engine than the profile names, the name of the profile is not used.
    profile = settings.isProfilesEngine ? settings.profile.value : nil
    keySource = settings.apiKey
    allowsKeyOverPlainHTTP = settings.allowsKeyOverPlainHTTP.value
    authorities = settings.caFile.value
    // Another address than that of the profile is reached without its server.
    ssh = settings.isProfilesEngine ? settings.ssh.value : nil
    exchange = ExchangeTarget.named(by: settings)
    deadline = settings.timeout.value
    self.flags = flags
  }
}

/// The options for the practice engine; checked when its world is opened.
struct PracticeChoice: Sendable, Equatable {
  var seed: UInt64
  var scenario: Setting<String>
  /// Market seconds per real second.
  var speed: Decimal
  var quirks: Set<PracticeQuirk>

  /// - Throws: exit 78 for an unknown scenario.
  func configuration() throws -> PracticeConfiguration {
    guard let known = PracticeScenario(rawValue: scenario.value) else {
      throw Failure(
        .configuration, "no practice scenario '\(scenario.value)' (\(scenario.origin))",
        nextStep: .command(.practiceScenarios))
    }
    return PracticeConfiguration(
      seed: seed, scenario: known, speed: speed.double, quirks: quirks)
  }
}
