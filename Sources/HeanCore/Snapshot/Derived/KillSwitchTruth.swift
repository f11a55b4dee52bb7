public import Foundation

/// What three endpoints together say about the kill switches (docs/engine.md 4.2).
///
/// The engine's own switch (S2) shows in `/risk/killswitch/status` and `/risk/status`; the emergency stop (S4) only in
/// `/health`. They are kept apart, and where two sources contradict each other that is said.
public struct KillSwitchTruth: Codable, Sendable, Equatable {
  public enum Verdict: String, Codable, Sendable {
    case clear
    /// The engine's own kill switch has tripped.
    case triggered
    /// The emergency stop was used, and nothing shows that this engine was started after it.
    case emergency
    /// Two sources disagree about the engine's own switch.
    case contradiction
    /// A stopped engine has no kill switch that could be read.
    case notRunning = "not_running"
    /// Too little was answered.
    case unknown
  }

  public var verdict: Verdict
  public var reasons: [String]
  public var triggeredAt: Date?
  public var stopTrading: Bool?
  /// `/health` shows an emergency stop that was used before this engine was started: it stops nothing.
  public var isEmergencyOver: Bool
  /// Each source and what it said, in words.
  public var evidence: [Evidence]
  /// The sources that did not tell: without any one of them nothing is clear.
  public var unanswered: [String]

  public struct Evidence: Codable, Sendable, Equatable {
    public var source: String
    public var message: String

    /// Of its parts.
    public init(source: String, message: String) {
      self.source = source
      self.message = message
    }
  }

  /// From what the three endpoints said; one that was not asked is as one that did not answer.
  /// - Parameter stops: tells an emergency stop that is at work from one that a restart of the engine has ended.
  public init(
    status: KillSwitchStatus?, risk: RiskStatus?, health: Health?, isRunning: Bool?, stops: StopSigns? = nil
  ) {
    let own = status?.isTriggered
    let mirrored = risk?.isKillSwitchTriggered
    let emergency = health?.isEmergencyStopped
    reasons = status?.reasons ?? []
    triggeredAt = status?.triggeredAt
    stopTrading = isRunning == false ? nil : risk?.stopTrading
    evidence = [
      Evidence(source: "/risk/killswitch/status", message: Self.word(own)),
      Evidence(source: "/risk/status", message: Self.word(mirrored)),
      Evidence(source: "/health", message: Self.word(emergency, yes: "emergency stop used")),
    ]
    let told = [
      ("/risk/killswitch/status", own), ("/risk/status", mirrored), ("/health", emergency),
      ("/engine/status", isRunning),
    ]
    unanswered = told.compactMap { source, flag in flag == nil ? source : nil }
    isEmergencyOver =
      emergency == true && isRunning == true && stops?.outlives(emergencyWith: risk?.stopTrading) == true
    // The emergency stop outlives the engine's own switch and even a stopped engine, so it goes first.
    if emergency == true, !isEmergencyOver {
      verdict = .emergency
    } else if isRunning == false {
      verdict = .notRunning
    } else if let own, let mirrored, own != mirrored {
      verdict = .contradiction
    } else if own == true || mirrored == true {
      verdict = .triggered
    } else {
      verdict = unanswered.isEmpty ? .clear : .unknown
    }
  }

  /// Whether the merged picture is one under which the engine stops taking signals.
  public var blocksTrading: Bool {
    switch verdict {
    case .triggered, .emergency, .contradiction: true
    case .clear, .notRunning, .unknown: false
    }
  }

  private static func word(_ flag: Bool?, yes: String = "triggered") -> String {
    switch flag {
    case true: yes
    case false: "not triggered"
    case nil: "no answer"
    }
  }
}

extension KillSwitchTruth {
  /// What the engine is known to do from here.
  public var advice: [NextStep] {
    switch verdict {
    case .clear:
      (stopTrading == true ? ["stop_trading is set; by itself it neither proves a halt nor causes one."] : [])
        + (isEmergencyOver
          ? ["/health shows an emergency stop from before this engine was started; it goes with the process."] : [])
    case .triggered:
      [
        "Open positions and orders stay; exits go on.",
        "After a reset a hidden latch can go on blocking until the engine restarts: check with '\(.query(.why))'.",
      ]
    case .emergency:
      [
        "An engine that is started or restarted after it takes signals again.",
        "/health goes on showing it until the engine's process restarts; /risk/killswitch/status never does.",
      ]
    case .contradiction:
      ["Take it as tripped until both sources agree."]
    case .notRunning:
      ["A stopped engine reports 'not triggered' whatever is true, so that is not shown."]
    case .unknown:
      ["Not told by \(unanswered.joined(separator: ", ")); 'clear' would say more than is known."]
    }
  }
}
