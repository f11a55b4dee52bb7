/// What three endpoints together say about the kill switch and the emergency call (docs/engine.md 4.2).
///
/// The engine's own switch (S2) shows in `/risk/killswitch/status` and `/risk/status`, an emergency call (S4) only in
/// `/health`. They are kept apart, and a contradiction between two sources is told.
public struct KillSwitchTruth: Codable, Sendable, Equatable {
  /// What all sources together mean.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// Every source answered, and none shows a stop that works.
    case clear
    /// The engine's own kill switch has tripped.
    case triggered
    /// An emergency call was made, and nothing shows that the engine was started after it.
    case emergency
    /// Two sources contradict each other about the engine's own switch.
    case contradiction
    /// The engine is stopped, and then its kill switch cannot be read.
    case notRunning = "not_running"
    /// At least one source did not answer, and the others show no stop.
    case unknown
  }

  /// What all sources together mean.
  public var verdict: Verdict
  /// Why the engine's own switch has tripped, in the engine's words; empty when it gave no reason.
  public var reasons: [String]
  /// When the engine's own switch tripped (UTC); `nil` when the engine did not say.
  public var triggeredAt: Date?
  /// The flag `stop_trading`, which proves nothing by itself; `nil` when the engine is stopped or did not say.
  public var stopTrading: Bool?
  /// Whether `/health` shows an emergency call from before this engine was started, which stops nothing.
  public var isEmergencyOver: Bool
  /// What each source said.
  public var evidence: [Evidence]
  /// Endpoints that did not tell; with any one of them the verdict is not `clear`.
  public var unanswered: [String]

  /// What one source said.
  public struct Evidence: Codable, Sendable, Equatable {
    /// The endpoint: `/health`.
    public var source: String
    /// What it said, in a few words.
    public var message: String

    /// Evidence from its parts.
    public init(source: String, message: String) {
      self.source = source
      self.message = message
    }
  }

  /// Merges what the endpoints said; `nil` stands for one that was not asked, or did not answer.
  /// - Parameter stops: tells whether an emergency call still stops trading or a restart of the engine has ended that.
  public init(
    status: KillSwitchStatus?, risk: RiskStatus?, health: Health?, isRunning: Bool?, stops: StopEvidence? = nil
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
    // An emergency call shows even when the engine's own switch is clear or the engine is stopped, so it goes first.
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

  /// Whether the engine takes no signals under this verdict.
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
  /// What the engine does in this state, and what to check, in sentences for people.
  public var advice: [NextStep] {
    switch verdict {
    case .clear:
      (stopTrading == true ? ["stop_trading is set; by itself it neither proves a halt nor causes one."] : [])
        + (isEmergencyOver
          ? ["/health shows an emergency stop from before this engine was started; it goes with the process."] : [])
    case .triggered:
      [
        "Open positions and orders stay; whether their stops are obeyed, shows: '\(.query(.positions))'.",
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
