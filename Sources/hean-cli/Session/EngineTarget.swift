import Foundation
import HeanCore
import HeanNetworking
import HeanPractice

/// One engine: where it is, what it is called here, how it is reached, and how it was chosen.
struct EngineTarget: Sendable {
  enum Address: Sendable, Equatable {
    case network(URL)
    /// Built in; each choice is a world of its own.
    case practice(PracticeChoice)
  }

  var address: Address
  /// The name it has here; `nil` for one that is not a profile's own.
  var profile: String?
  /// Where its key comes from; `nil`: requests carry none.
  var keySource: Setting<APIKeySource>?
  /// Whether the key may cross plain http to a host that is not loopback.
  var allowsKeyOverPlainHTTP: Bool
  /// A file of certificates (PEM) to trust instead of the system's.
  var authorities: String?
  /// How long a read may take with its retries.
  var deadline: Duration
  /// How it was chosen on the command line.
  var flags: TargetFlags

  /// The engine as it may be shown.
  var sourceURL: String {
    switch address {
    case .network(let url): url.absoluteString
    case .practice: "practice"
    }
  }

  var isPractice: Bool { if case .practice = address { true } else { false } }

  /// - Parameter quirks: of a practice engine; not made for another.
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
    // Not that of a profile whose engine this run leaves aside.
    profile = settings.isProfilesEngine ? settings.profile.value : nil
    keySource = settings.apiKey
    allowsKeyOverPlainHTTP = settings.allowsKeyOverPlainHTTP.value
    authorities = settings.caFile.value
    deadline = settings.timeout.value
    self.flags = flags
  }
}

/// What was asked of the practice engine; judged once a world is wanted.
struct PracticeChoice: Sendable, Equatable {
  var seed: UInt64
  var scenario: Setting<String>
  /// Market seconds a wall-clock second.
  var speed: Decimal
  var quirks: Set<PracticeQuirk>

  /// - Throws: exit 78 for a scenario that there is not.
  func configuration() throws -> PracticeConfiguration {
    guard let known = PracticeScenario(rawValue: scenario.value) else {
      throw Failure(
        .configuration, "no practice scenario '\(scenario.value)' (\(scenario.origin))",
        nextStep: .command(.practiceScenarios))
    }
    return PracticeConfiguration(
      seed: seed, scenario: known, speed: NSDecimalNumber(decimal: speed).doubleValue, quirks: quirks)
  }
}
