import HeanCore

/// How to give a key for an engine that refused a request.
extension Failure {
  static let keyForOneRun = "--api-key-file FILE or HEAN_API_KEY"

  /// The advice for the engine that a profile names; `Session.failure` corrects it for another engine.
  static let storingKey: Guidance =
    "run '\(.operation(.login))' to store the key of this profile; for one run: \(keyForOneRun)"
}
