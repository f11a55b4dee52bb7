/// Why a later read has got no answer of `/engine/status`.
public struct EngineLoss: Sendable, Equatable {
  /// What happened to the request.
  var error: TransportError
  /// Whether other endpoints have answered.
  var othersAnswered: Bool
  /// Whether the engine was asked at all; else all that is known are answers of an earlier look.
  var wasAsked = true

  /// The engine was not asked.
  package static let notAsked = EngineLoss(
    error: .refusedLocally(reason: "the engine was not asked", nextStep: ""), othersAnswered: false, wasAsked: false)

  private init(error: TransportError, othersAnswered: Bool, wasAsked: Bool) {
    self.error = error
    self.othersAnswered = othersAnswered
    self.wasAsked = wasAsked
  }

  /// `nil` when the engine has answered, if only with a refusal.
  init?(_ snapshot: EngineSnapshot) {
    guard case .transport(let error) = snapshot.status.error else { return nil }
    self.error = error
    othersAnswered = snapshot.risk.value != nil || snapshot.health.value != nil
  }
}

extension EngineSnapshot {
  /// Whether its answers are of an earlier look, and nobody asked since.
  var isOfEarlierLook: Bool { loss?.wasAsked == false }
}
