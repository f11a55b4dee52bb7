/// Why a later read has got no answer of `/engine/status`.
public struct EngineLoss: Sendable, Equatable {
  /// What happened to the request.
  var error: TransportError
  /// Whether other endpoints have answered.
  var othersAnswered: Bool

  /// `nil` when the engine has answered, if only with a refusal.
  init?(_ snapshot: EngineSnapshot) {
    guard case .transport(let error) = snapshot.status.error else { return nil }
    self.error = error
    othersAnswered = snapshot.risk.value != nil || snapshot.health.value != nil
  }
}
